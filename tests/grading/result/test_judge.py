"""Judgement of a run on a case: verdict, explanation, right parts and matching mistakes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from support.arena.run_results import run_result

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats import question as questions
from outply.formats.question import Question
from outply.games import game_of
from outply.games.warfare import Position
from outply.grading.result.judge import judge
from outply.grading.result.verdict import Verdict
from outply.grading.suite import folder
from outply.grading.suite.case import Case
from outply.sandbox.limits import RunResult, Termination
from outply.search.result import SearchResult

OK = run_result()
CASES = {case.name: case for case in folder.read(Path(ROOT, "examples"))}
WARFARE, STARCIRCLE = CASES["warfare-3"], CASES["starcircle-1"]


def ended(termination: Termination, exit_status: int = 0) -> RunResult:
    return run_result(termination, exit_status=exit_status, stderr="error message")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_expected_answer_is_right_in_strict_mode(case: Case) -> None:
    judgement = judge(case, OK, case.expected.encode(), strict=True)
    assert judgement.verdict is Verdict.RIGHT
    assert judgement.sentences == ()


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
def test_whitespace_matters_only_in_strict_mode(case: Case, change: Callable[[str], str]) -> None:
    data = change(case.expected).encode()
    assert judge(case, OK, data).is_right
    if data != case.expected.encode():
        strict = judge(case, OK, data, strict=True)
        assert strict.verdict is Verdict.MALFORMED
        assert strict.sentences, "the difference is explained"


def test_windows_line_endings_are_named() -> None:
    judgement = judge(WARFARE, OK, WARFARE.expected.replace("\n", "\r\n").encode(), strict=True)
    assert "carriage return" in judgement.sentences[0]


@pytest.mark.parametrize("written", ["c3 raid", "C3, Raid", "C3 RAID"])
def test_right_move_in_another_notation_is_malformed(written: str) -> None:
    data = WARFARE.expected.replace("C3 Raid", written).encode()
    judgement = judge(WARFARE, OK, data)
    assert judgement.verdict is Verdict.MALFORMED
    assert judgement.right_parts == ("move", "board")


def test_wrong_move_is_explained_with_both_values_and_the_line_of_play() -> None:
    judgement = judge(WARFARE, OK, _answer(WARFARE.question, "A1 Stake"))
    assert judgement.verdict is Verdict.WRONG_MOVE
    assert "A1 Stake" in judgement.sentences[0]
    assert "C3 Raid" in judgement.sentences[0]
    assert judgement.sentences[1].startswith("After A1 Stake the best line of play is O ")
    assert judgement.right_parts == ()


def test_illegal_move_is_a_wrong_move() -> None:
    judgement = judge(WARFARE, OK, b"A1 Raid\n" + b"\n".join([b"....."] * 5))
    assert judgement.verdict is Verdict.WRONG_MOVE
    assert "not a legal move" in judgement.sentences[0]


@pytest.mark.parametrize("move", ["B3 Stake", "A1 Raid"])
def test_wrong_move_above_the_right_board_is_explained_as_a_wrong_line(move: str) -> None:
    right_move, board = WARFARE.expected.split("\n", 1)
    judgement = judge(WARFARE, OK, f"{move}\n{board}".encode())
    assert judgement.verdict is Verdict.WRONG_MOVE
    assert judgement.sentences == (f"The board is right, but line 1 should be {right_move}.",)


def test_wrong_board_after_the_right_move_is_explained() -> None:
    board = "\n".join(WARFARE.question.position.rows)
    judgement = judge(WARFARE, OK, f"C3 Raid\n{board}".encode())
    assert judgement.verdict is Verdict.WRONG_BOARD
    assert judgement.right_parts == ("move",)
    assert "C3 is '.'" in judgement.sentences[0]


@pytest.mark.parametrize("rest", ["", "\n..X", "\nhello"])
def test_unreadable_board_is_malformed(rest: str) -> None:
    assert judge(WARFARE, OK, f"C3 Raid{rest}".encode()).verdict is Verdict.MALFORMED


@pytest.mark.parametrize(
    ("line", "verdict", "part"),
    [
        (1, Verdict.WRONG_EVALUATION, "evaluation"),
        (2, Verdict.WRONG_VALUE, "value"),
        (3, Verdict.WRONG_NODE_COUNT, "count"),
    ],
)
def test_each_line_of_starcircle_is_judged_separately(line: int, verdict: Verdict, part: str) -> None:
    lines = STARCIRCLE.expected.split("\n")
    lines[line] = str(int(lines[line]) + 1)
    judgement = judge(STARCIRCLE, OK, "\n".join(lines).encode())
    assert judgement.verdict is verdict
    assert set(judgement.right_parts) == {"move", "evaluation", "value", "count"} - {part}


@pytest.mark.parametrize(
    ("run", "data", "verdict", "word"),
    [
        (ended(Termination.CPU_TIME), b"C3 Raid", Verdict.TIMEOUT, "CPU"),
        (ended(Termination.WALL_TIME), None, Verdict.TIMEOUT, "2.0 s"),
        (ended(Termination.MEMORY), None, Verdict.MEMORY_LIMIT, "memory"),
        (ended(Termination.DISK), None, Verdict.OUTPUT_LIMIT, "wrote more than 256 MiB"),
        (ended(Termination.OUTPUT), None, Verdict.OUTPUT_LIMIT, "printed"),
        (ended(Termination.ERROR, 3), None, Verdict.CRASH, "status 3"),
        (ended(Termination.ERROR, -11), b"C3 Ra", Verdict.CRASH, "signal 11"),
        (OK, None, Verdict.NO_OUTPUT, "no output.txt"),
        (OK, b" \n", Verdict.NO_OUTPUT, "empty"),
        (OK, b"\xff\x00\x01", Verdict.MALFORMED, "expected a move"),
    ],
)
def test_failed_run_has_its_verdict_and_explanation(
    run: RunResult, data: bytes | None, verdict: Verdict, word: str
) -> None:
    judgement = judge(WARFARE, run, data)
    assert judgement.verdict is verdict
    assert word in judgement.sentences[0]
    assert judgement.right_parts == ()


def test_answer_on_standard_output_is_quoted() -> None:
    run = run_result(stdout="C3 Raid\n..XX.")
    assert "It printed 'C3 Raid' to standard output" in judge(WARFARE, run, None).sentences[1]


def test_right_answer_of_a_program_with_an_error_status_is_right() -> None:
    assert judge(WARFARE, ended(Termination.ERROR, 1), WARFARE.expected.encode()).is_right


def test_usage_and_output_are_recorded() -> None:
    judgement = judge(WARFARE, ended(Termination.ERROR, 1), b"x" * 100_000)
    assert (judgement.cpu_seconds, judgement.wall_seconds, judgement.memory_mib) == (1.0, 2.0, 3.0)
    assert judgement.errors == "error message"
    assert len(judgement.output) < 10_000


def test_mistakes_that_produce_the_answer_are_named() -> None:
    wrong = _answer(WARFARE.question, "A1 Stake")
    case = Case(
        name="x",
        question=WARFARE.question,
        expected=WARFARE.expected,
        requirement="ties",
        wrong_outputs=(
            WrongOutput(output=wrong.decode(), mistakes=("ties", "chains")),
            WrongOutput(output="B1", mistakes=("memory",)),
        ),
    )
    assert judge(case, OK, wrong + b"\n").mistakes == ("ties", "chains")
    assert judge(case, OK, _answer(WARFARE.question, "B1 Stake")).mistakes == ()


def test_any_legal_move_is_right_in_a_competition_case() -> None:
    question = Question(Position.of([[1, 2], [3, 4]]), "COMPETITION", seconds=1.0)
    case = Case(name="free", question=question, expected="")
    assert judge(case, OK, b"B2 Stake\n..\n.X").is_right
    assert judge(case, OK, b"B2 Stake\r\n..\r\n.X\r\n").is_right
    assert judge(case, OK, b"B2 Stake\r\n..\r\n.X\r\n", strict=True).verdict is Verdict.MALFORMED
    assert judge(case, OK, b"b2 stake\n..\n.X").verdict is Verdict.MALFORMED
    assert judge(case, OK, b"B2 Raid\n..\n.X").verdict is Verdict.WRONG_MOVE
    assert judge(case, OK, b"B2 Stake\n..\nX.").verdict is Verdict.WRONG_BOARD


def test_case_may_expect_an_answer_that_the_rules_do_not_give() -> None:
    odd = Case(
        name="odd",
        question=WARFARE.question,
        expected=_answer(WARFARE.question, "A1 Stake").decode(),
    )
    assert judge(odd, OK, odd.expected.encode()).is_right
    judgement = judge(odd, OK, WARFARE.expected.encode())
    assert judgement.verdict is Verdict.WRONG_MOVE
    assert "expected" in judgement.sentences[0]


def _answer(question: Question, move: str) -> bytes:
    parsed = game_of(question.position).parse_move(move)
    return questions.write_answer(question, SearchResult(parsed, 0, (parsed,), 0)).encode()


@pytest.mark.parametrize("case", [WARFARE, STARCIRCLE], ids=lambda case: case.name)
def test_explanation_of_a_wrong_answer_ignores_insignificant_whitespace(case: Case) -> None:
    wrong = case.expected.split("\n")
    wrong[-1] = wrong[-1][:-1] + ("1" if case is STARCIRCLE else "X")
    plain = judge(case, OK, "\n".join(wrong).encode())
    spaced = judge(case, OK, "  \r\n\r\n".join([*wrong, ""]).encode())
    assert not plain.is_right
    assert spaced.sentences == plain.sentences
    assert len(judge(case, OK, "\r\n".join(wrong).encode(), strict=True).sentences) > len(plain.sentences)


def test_first_and_last_lines_of_standard_error_are_kept() -> None:
    lines = [f"{number}: \tat Board.move(Board.java)" for number in range(1000)]
    errors = judge(WARFARE, run_result(Termination.ERROR, exit_status=1, stderr="\n".join(lines)), None).errors
    shown = errors.split("\n")
    assert (shown[0], shown[-1]) == (lines[0], lines[-1])
    assert all(line in lines or "characters omitted" in line for line in shown)
    assert len(errors) < 4100
