"""The generic input.txt and output.txt of games without an assignment."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.games.tictactoe import installed

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME
from outply.diagnosis.diagnose import diagnose
from outply.diagnosis.output_diff import Difference
from outply.diagnosis.wrong_outputs import WrongOutputs
from outply.formats import notation
from outply.formats.question import (
    FormatError,
    Question,
    answer_parts,
    format_of,
    has_mode,
    has_question_format,
    read,
    write,
    write_answer,
)
from outply.formats.student_output import is_visit_list, parse_output
from outply.games.starcircle import StarCircle
from outply.grading.suite.coverage import Coverage
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import kinds_of
from outply.search import literal
from outply.search.solve import solve

INPUT = "tictactoe standard\nO\nALPHABETA\n3\nX..\n.X.\n..O\n"
OUTPUT = "B1\n0\n106\nXO.\n.X.\n..O"


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with installed(tmp_path_factory.mktemp("tictactoe")) as game:
        yield game


def answered(question: Question) -> str:
    return write_answer(question, solve(question.position, question.mode, question.depth, question.seconds))


def change(number: int, line: str | None) -> bytes:
    """Return the input with another line `number`, counted from 1; None removes it."""
    lines = INPUT.split("\n")
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines).encode()


def test_question_is_written_and_read_to_the_byte(game: Any) -> None:
    position = game.from_lines(["X..", ".X.", "..O"], "standard", "O")
    question = Question(position, "ALPHABETA", 3)
    assert write(question) == INPUT
    assert read(INPUT.encode()) == question
    assert write(Question(position, "COMPETITION", seconds=12.5)).split("\n")[2:4] == ["COMPETITION", "12.500"]


def test_reader_accepts_what_editors_change() -> None:
    assert read(b"\xef\xbb\xbf" + INPUT.replace("\n", " \r\n").encode() + b"\n\n") == read(INPUT.encode())
    assert read(INPUT.rstrip().encode()) == read(INPUT.encode())


def test_answer_is_written_to_the_byte() -> None:
    assert answered(read(INPUT.encode())) == OUTPUT


@pytest.mark.parametrize("algorithm", ["MINIMAX", "ALPHABETA"])
@pytest.mark.parametrize("depth", range(1, 8))
def test_node_count_is_that_of_the_textbook(algorithm: str, depth: int) -> None:
    question = read(INPUT.encode())
    expected = literal.search(question.position, depth, algorithm)
    actual = solve(question.position, algorithm, depth)
    assert (actual.move, actual.value, actual.node_count) == (expected.move, expected.value, expected.node_count)


def test_answer_to_a_competition_question_is_move_and_position(game: Any) -> None:
    question = read(change(3, "COMPETITION"))
    move, *rows = answered(question).split("\n")
    assert rows == game.to_lines(question.position.play(game.parse_move(move)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (change(1, "chess standard"), "line 1: found 'chess standard', expected N (1 to 26) for Warfare"),
        (change(1, "tictactoe"), "line 1: found 'tictactoe', expected tictactoe standard"),
        (change(1, "tictactoe blitz"), "line 1: found 'tictactoe blitz', expected tictactoe standard"),
        (change(2, "Z"), "line 2: found 'Z', expected PLAYER: X or O"),
        (change(3, "minimax"), "line 3: found 'minimax', expected ALGORITHM: MINIMAX, ALPHABETA or COMPETITION"),
        (change(4, "0"), "line 4: found '0', expected DEPTH: a whole number, 1 or more"),
        (change(5, "X."), "lines 5 to 7: row 1 is 'X.', expected 3 squares, each X, O or ."),
        (change(7, None), "lines 5 to 6: expected 3 rows, got 2"),
        (change(6, "XXX"), "line 7: found a finished game, expected a position with a legal move"),
        (b"tictactoe standard\nX\nMINIMAX\n2", "line 4: the file ends here, expected a position of Tictactoe"),
        (INPUT.encode() + b"\n...\n", "line 8: found a blank line, expected the end of the file"),
    ],
)
def test_malformed_input_is_rejected_with_line_and_reason(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read(data)
    assert message in str(error.value)


def test_formats_of_assignments_stay_and_lack_no_mode() -> None:
    assert answer_parts("tictactoe") == ("move", "value", "count", "board")
    assert answer_parts("warfare") == ("move", "board")
    assert has_question_format("starcircle")
    assert not has_question_format("chess")
    assert format_of("starcircle").MODES == ("MINIMAX", "ALPHABETA")
    assert has_mode("starcircle", "COMPETITION")


def test_star_circle_has_competition_questions_in_the_generic_format() -> None:
    question = Question(StarCircle().start(), "COMPETITION", seconds=3.0)
    text = write(question)
    assert text.split("\n")[:5] == ["starcircle standard", "Star", "COMPETITION", "3.000", "0,C1,0,C1,0,C1,0,C1"]
    assert read(text.encode()) == question
    assert answered(question).split("\n")[-1] == "10,20,30,40,50,60,70,80"
    with pytest.raises(FormatError, match="expected ALGORITHM: COMPETITION"):
        read(text.replace("COMPETITION", "MINIMAX").encode())


def test_start_position_is_read_from_an_input_file() -> None:
    assert notation.read_file(INPUT.encode(), "input.txt") == read(INPUT.encode()).position


@pytest.mark.parametrize(
    ("output", "difference", "sentence"),
    [
        (OUTPUT, Difference.NONE, "The answer is right."),
        (OUTPUT + "\n", Difference.FORMAT, "There is a line feed after the last line"),
        ("b1" + OUTPUT[2:], Difference.FORMAT, "capitalisation"),
        ("B1\n0\n106", Difference.INCOMPLETE, "no position of 3 lines"),
        ("B1\nXO.\n.X.\n..O", Difference.INCOMPLETE, "expected the minimax value"),
        ("hello", Difference.UNREADABLE, "expected a move such as B1"),
        ("A1\n0\n106\nXO.\n.X.\n..O", Difference.ILLEGAL, "line 1 should be B1"),
        ("B1\n0\n105\nXO.\n.X.\n..O", Difference.COUNT, "The node count is 106, not 105 (1 too few)."),
        ("B1\n1\n106\nXO.\n.X.\n..O", Difference.VALUE, "The minimax value is 0, not 1."),
        ("B1\n0\n106\nX..\n.X.\n..O", Difference.BOARD, "line 1 of the position is 'X..', expected 'XO.'"),
        ("C1\n0\n106\nX.O\n.X.\n..O", Difference.MOVE, "The answer plays C1"),
    ],
)
def test_wrong_answer_is_explained(output: str, difference: Difference, sentence: str) -> None:
    diagnosis = diagnose(read(INPUT.encode()), output.encode())
    assert diagnosis.difference is difference
    assert sentence in " ".join(diagnosis.sentences)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("ties", ["...", "...", "..."]),
        ("root-window", ["...", "...", "..."]),
        ("reversed", ["XO.", ".X.", "..."]),
        ("depth-less", ["XO.", ".X.", "..."]),
        ("depth-more", ["XO.", ".X.", "..."]),
        ("eval-other", ["XO.", ".X.", "..."]),
        ("strict-cut", ["XO.", ".X.", "..."]),
    ],
)
def test_answers_of_generic_mistakes_are_recognised(name: str, rows: list[str], game: Any) -> None:
    mistake = MISTAKES_BY_NAME[name]
    assert mistake.applies_to("tictactoe")
    outputs = WrongOutputs(Question(game.from_lines(rows, "standard", "O"), "ALPHABETA", 3))
    output = outputs.of(mistake)
    assert output is not None
    diagnosis = diagnose(outputs.question, output.encode())
    assert mistake.family in {fitting.mistake.family for fitting in diagnosis.candidates}


def test_mistakes_of_an_assignment_do_not_apply_to_other_games() -> None:
    names = {mistake.family for mistake in MISTAKES if mistake.applies_to("tictactoe")}
    assert not names & {"raids-first", "chains", "from-A1", "free-pass", "late-score", "infinity"}


def test_generated_suite_catches_mistakes() -> None:
    kinds = [kind for kind in kinds_of("tictactoe", ("MINIMAX", "ALPHABETA")) if kind.name in ("ties", "endgame")]
    cases = generate("tictactoe", kinds, count=4, seed=1)
    assert len(cases) == 4
    assert all(answered(case.question) == case.expected for case in cases)
    assert {"ties", "depth-less", "eval-other", "value-sign", "old-board"} <= Coverage(cases).caught.keys()
    (competition,) = generate("tictactoe", kinds_of("tictactoe", ("COMPETITION",)), count=1, seed=1)
    assert competition.question.mode == "COMPETITION"
    assert diagnose(competition.question, answered(competition.question).encode()).is_right


def test_output_is_not_a_list_of_visits() -> None:
    position = read(INPUT.encode()).position
    assert not is_visit_list(OUTPUT.encode(), position)
    assert is_visit_list(b"B1\nC1\nA2\n", position)
    assert parse_output(b"B1 is my move\n0\n51\nXO.\n.X.\n..O", read(INPUT.encode())).move is not None
