"""What is said of a program on a case."""

from pathlib import Path

import pytest
from conftest import ROOT
from support.run_results import run_result

from outply.formats import question as questions
from outply.formats.question import Question
from outply.games.warfare import Position
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Verdict
from outply.grading.suite import folder
from outply.grading.suite.case import Case, Wrong
from outply.sandbox.limits import Termination

WELL = run_result()
CASES = {case.name: case for case in folder.read(Path(ROOT, "examples"))}
WARFARE, STARCIRCLE = CASES["warfare-3"], CASES["starcircle-1"]


def ended(end, status=0):
    return run_result(end, exit_status=status, stderr="it says why")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_expected_answer_is_right_by_the_byte(case):
    found = judge(case, WELL, case.expected.encode(), strict=True)
    assert found.verdict is Verdict.RIGHT
    assert found.sentences == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\n",
        lambda text: "\n" + text.replace("\n", "  \n") + "\n\n",
        lambda text: text.replace(" ", "\t"),
    ],
)
@pytest.mark.parametrize("case", [WARFARE, STARCIRCLE], ids=lambda case: case.name)
def test_blanks_matter_to_the_strict_alone(case, change):
    data = change(case.expected).encode()
    assert judge(case, WELL, data).is_right
    if data != case.expected.encode():
        strict = judge(case, WELL, data, strict=True)
        assert strict.verdict is Verdict.MALFORMED
        assert strict.sentences, "it says what is wrong with the bytes"


def test_windows_line_ends_are_named():
    found = judge(WARFARE, WELL, WARFARE.expected.replace("\n", "\r\n").encode(), strict=True)
    assert "carriage return" in found.sentences[0]


@pytest.mark.parametrize("written", ["c3 raid", "C3, Raid", "C3 RAID"])
def test_another_way_to_write_the_move_is_malformed(written):
    data = WARFARE.expected.replace("C3 Raid", written).encode()
    found = judge(WARFARE, WELL, data)
    assert found.verdict is Verdict.MALFORMED
    assert found.right_parts == ("move", "board")


def test_a_wrong_move_is_told_with_what_both_are_worth_and_how_it_goes_on():
    found = judge(WARFARE, WELL, _answer(WARFARE.question, "A1 Stake"))
    assert found.verdict is Verdict.MOVE
    assert "A1 Stake" in found.sentences[0]
    assert "C3 Raid" in found.sentences[0]
    assert found.sentences[1].startswith("After A1 Stake the best play goes on O ")
    assert found.right_parts == ()


def test_an_illegal_move_is_a_wrong_move():
    found = judge(WARFARE, WELL, b"A1 Raid\n" + b"\n".join([b"....."] * 5))
    assert found.verdict is Verdict.MOVE
    assert "not a legal move" in found.sentences[0]


def test_a_wrong_board_after_the_right_move():
    board = "\n".join(WARFARE.question.position.rows)
    found = judge(WARFARE, WELL, f"C3 Raid\n{board}".encode())
    assert found.verdict is Verdict.BOARD
    assert found.right_parts == ("move",)
    assert "C3 is '.'" in found.sentences[0]


@pytest.mark.parametrize("rest", ["", "\n..X", "\nhello"])
def test_a_board_that_is_none_is_malformed(rest):
    assert judge(WARFARE, WELL, f"C3 Raid{rest}".encode()).verdict is Verdict.MALFORMED


@pytest.mark.parametrize(
    ("line", "verdict", "part"),
    [(1, Verdict.EVALUATION, "evaluation"), (2, Verdict.VALUE, "value"), (3, Verdict.COUNT, "count")],
)
def test_each_line_of_starcircle_is_judged_by_itself(line, verdict, part):
    lines = STARCIRCLE.expected.split("\n")
    lines[line] = str(int(lines[line]) + 1)
    found = judge(STARCIRCLE, WELL, "\n".join(lines).encode())
    assert found.verdict is verdict
    assert set(found.right_parts) == {"move", "evaluation", "value", "count"} - {part}


@pytest.mark.parametrize(
    ("how", "data", "verdict", "word"),
    [
        (ended(Termination.CPU_TIME), b"C3 Raid", Verdict.TIMEOUT, "CPU"),
        (ended(Termination.WALL_TIME), None, Verdict.TIMEOUT, "2.0 s"),
        (ended(Termination.MEMORY), None, Verdict.MEMORY, "memory"),
        (ended(Termination.DISK), None, Verdict.TOO_MUCH, "files"),
        (ended(Termination.OUTPUT), None, Verdict.TOO_MUCH, "printed"),
        (ended(Termination.ERROR, 3), None, Verdict.CRASH, "status 3"),
        (ended(Termination.ERROR, -11), b"C3 Ra", Verdict.CRASH, "signal 11"),
        (WELL, None, Verdict.NOTHING, "no output.txt"),
        (WELL, b" \n", Verdict.NOTHING, "empty"),
        (WELL, b"\xff\x00\x01", Verdict.MALFORMED, "expected a move"),
    ],
)
def test_how_a_program_can_fail(how, data, verdict, word):
    found = judge(WARFARE, how, data)
    assert found.verdict is verdict
    assert word in found.sentences[0]
    assert found.right_parts == ()


def test_what_was_printed_instead_is_shown():
    said = run_result(stdout="C3 Raid\n..XX.")
    assert "It printed 'C3 Raid' on the screen" in judge(WARFARE, said, None).sentences[1]


def test_a_right_answer_of_a_program_that_ends_badly_is_right():
    assert judge(WARFARE, ended(Termination.ERROR, 1), WARFARE.expected.encode()).is_right


def test_what_it_took_and_printed_is_kept():
    found = judge(WARFARE, ended(Termination.ERROR, 1), b"x" * 100_000)
    assert (found.cpu_seconds, found.wall_seconds, found.memory_mib) == (1.0, 2.0, 3.0)
    assert found.errors == "it says why"
    assert len(found.output) < 10_000


def test_the_mistakes_that_give_the_answer_are_named():
    wrong = _answer(WARFARE.question, "A1 Stake")
    case = Case(
        "x",
        WARFARE.question,
        WARFARE.expected,
        "ties",
        (Wrong(wrong.decode(), ("ties", "chains")), Wrong("B1", ("memory",))),
    )
    assert judge(case, WELL, wrong + b"\n").mistakes == ("ties", "chains")
    assert judge(case, WELL, _answer(WARFARE.question, "B1 Stake")).mistakes == ()


def test_where_any_move_is_right_a_legal_one_is():
    question = Question(Position.of([[1, 2], [3, 4]]), "COMPETITION", seconds=1.0)
    case = Case("free", question, "")
    assert judge(case, WELL, b"B2 Stake\n..\n.X").is_right
    assert judge(case, WELL, b"B2 Stake\r\n..\r\n.X\r\n").is_right
    assert judge(case, WELL, b"B2 Stake\r\n..\r\n.X\r\n", strict=True).verdict is Verdict.MALFORMED
    assert judge(case, WELL, b"b2 stake\n..\n.X").verdict is Verdict.MALFORMED
    assert judge(case, WELL, b"B2 Raid\n..\n.X").verdict is Verdict.MOVE
    assert judge(case, WELL, b"B2 Stake\n..\nX.").verdict is Verdict.BOARD


def test_a_case_may_expect_what_the_rules_do_not_say():
    odd = Case("odd", WARFARE.question, _answer(WARFARE.question, "A1 Stake").decode())
    assert judge(odd, WELL, odd.expected.encode()).is_right
    found = judge(odd, WELL, WARFARE.expected.encode())
    assert found.verdict is Verdict.MOVE
    assert "expects" in found.sentences[0]


def _answer(question, move):
    from outply.games import game_of
    from outply.search.result import Result

    parsed = game_of(question.position).parse_move(move)
    return questions.write_answer(question, Result(parsed, 0, (parsed,), 0)).encode()
