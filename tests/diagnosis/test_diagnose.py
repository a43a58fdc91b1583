"""Diagnosis of answers: the differences that are described and the causes that are named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.grading import student_programs as students
from support.grading.wrong_answers import (
    candidate_names,
    nth_question,
    right_output,
)

from outply.diagnosis.diagnose import diagnose
from outply.formats.question import Question, read
from outply.games import warfare
from outply.games.starcircle import StarCircle

Change = Callable[[bytes], bytes]
"""A change of an output.txt."""

TIED_MOVES = Question(warfare.Position.of([[1] * 3] * 3, ["O..", "...", "..."]), "MINIMAX", 1)
"""All moves have the same value, so that the move order decides."""


def output_of(student: students.Student) -> bytes:
    output = student.output()
    assert output is not None
    return output


# Differences.


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_right_answer_is_right(examples: Path, name: str) -> None:
    question = read((examples / f"{name}.in").read_bytes())
    diagnosis = diagnose(question, (examples / f"{name}.out").read_bytes())
    assert (diagnosis.difference, diagnosis.candidates) == ("right", ())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda right: right + b"\n", "There is a line feed after the last line"),
        (lambda right: right + b"\n\n", "There are blank lines at the end."),
        (lambda right: right.replace(b"\n", b"\r\n"), "Lines end in carriage return and line feed"),
        (lambda right: right.replace(b"\n", b"\r"), "Lines end in carriage returns"),
        (lambda right: b"\xef\xbb\xbf" + right, "byte-order mark"),
        (lambda right: right.decode().encode("utf-16"), "The file is encoded in UTF-16"),
        (lambda right: b"\n" + right, "The file begins with a blank line."),
        (lambda right: right.replace(b"\n", b"\n\n"), "There are blank lines between the lines."),
        (lambda right: b"  " + right, "There is whitespace before the text of line 1."),
        (lambda right: right.replace(b"\n", b" \n", 2), "There is whitespace after the text of lines 1, 2."),
        (lambda right: right.lower(), "Line 1 has the wrong capitalisation: 'c3 raid' should be 'C3 Raid'."),
        (
            lambda right: right.replace(b" ", b"  "),
            "Line 1 has the wrong spacing: 'C3  Raid' should be 'C3 Raid'.",
        ),
        (lambda right: right.replace(b"C3 Raid", b"Raid C3"), "Line 1 has the wrong form"),
        (lambda right: right.replace(b"..XX.", b". . X X ."), "Lines 2, 4 have the wrong spacing"),
        (lambda right: right + b"\nALPHABETA", "Line 7 is the name of the algorithm, which must not be printed."),
        (lambda right: right + b"\n26\n153", "There are 2 lines after the 5 rows of the board."),
    ],
)
def test_right_warfare_answer_in_a_wrong_format_is_a_format_difference(
    warfare_question: Question, examples: Path, change: Change, sentence: str
) -> None:
    diagnosis = diagnose(warfare_question, change((examples / "warfare-3.out").read_bytes()))
    assert (diagnosis.difference, diagnosis.sentences[0]) == (
        "format",
        "The answer is right, but its format is wrong.",
    )
    assert any(sentence in fault for fault in diagnosis.sentences[1:]), diagnosis.sentences


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda right: right[:7], "The output has no board of 5 x 5 cells after the move."),
        (lambda right: right[:-6], "The board has 4 rows, expected 5."),
        (lambda right: right[:-1], "Line 6 has 4 cells, expected 5."),
        (lambda right: right.replace(b".", b"?"), "Line 2 is '??XX?', expected a row of 5 cells"),
    ],
)
def test_right_move_without_its_board_is_incomplete(
    warfare_question: Question, examples: Path, change: Change, sentence: str
) -> None:
    diagnosis = diagnose(warfare_question, change((examples / "warfare-3.out").read_bytes()))
    assert (diagnosis.difference, diagnosis.candidates) == ("incomplete", ())
    assert any(sentence in fault for fault in diagnosis.sentences), diagnosis.sentences


def test_starcircle_answer_without_the_node_count_is_incomplete(starcircle_question: Question) -> None:
    diagnosis = diagnose(starcircle_question, b"F4-H2\n160\n160")
    assert (diagnosis.difference, diagnosis.candidates) == ("incomplete", ())
    assert diagnosis.sentences == ("The line with the number of visited nodes is missing.",)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("F4\u2013H2\n160\n160\n5", "Line 1 has a dash instead of the ASCII hyphen"),
        ("F4-H2\n160.0\n160\n5", "Line 2 has the wrong form: '160.0' should be '160'."),
        ("F4-H2\n160\n160\nnodes: 5", "Line 4 has the wrong form: 'nodes: 5' should be '5'."),
        ("F4-H2\n160\n160\n5\nMINIMAX", "Line 5 is the name of the algorithm"),
    ],
)
def test_right_starcircle_answer_in_a_wrong_format_is_a_format_difference(
    starcircle_question: Question, answer: str, sentence: str
) -> None:
    diagnosis = diagnose(starcircle_question, answer.encode())
    assert diagnosis.difference == "format"
    assert any(sentence in fault for fault in diagnosis.sentences), diagnosis.sentences


@pytest.mark.parametrize(
    ("answer", "difference", "sentence"),
    [
        ("C4 Stake", "illegal", "C4 Stake is not a legal move. C4 is not empty: it belongs to O."),
        ("A3 Raid", "illegal", "X has no cell above, below, left or right of A3 to raid from."),
        ("F1 Stake", "illegal", "F1 is not on the board, which has 5 rows and columns."),
        ("hello", "unreadable", "The first line is 'hello'; expected a move such as A1 Stake."),
        ("", "unreadable", "The file is empty."),
        ("B3 Stake", "move", "B3 Stake, which is worth -46 to X; the right move is C3 Raid, which is worth 26."),
        (
            "C3 Raid\n..XX.\n..XOX\n..XO.\n..XO.\n.....",
            "board",
            "The board after C3 Raid is wrong: D3 is 'O', expected 'X'.",
        ),
        (
            "C3 Raid\n..XX.\n..XOX\n...O.\n..OO.\n.....",
            "board",
            "C3 is '.', expected 'X'. 2 more cells are wrong.",
        ),
    ],
)
def test_wrong_warfare_answers_are_explained(
    warfare_question: Question, answer: str, difference: str, sentence: str
) -> None:
    diagnosis = diagnose(warfare_question, answer.encode(), "output", stop=lambda: True)
    assert diagnosis.difference == difference
    assert sentence in " ".join(diagnosis.sentences)


@pytest.mark.parametrize(
    ("answer", "difference", "sentence"),
    [
        ("F4-H3\n1\n1\n1", "illegal", "F4-H3 is neither a step to the next diagonal square nor a single jump."),
        ("F4-E3", "illegal", "A Star moves up, and F4-E3 does not."),
        ("F4-G3", "illegal", "G3 is not empty."),
        ("F4-H6", "illegal", "There is no enemy piece on G5 to jump over."),
        ("G3-F2", "illegal", "There is no Star on G3."),
        ("H2-G1", "illegal", "H2 is in the last row of Star, where pieces no longer move."),
        ("pass", "illegal", "Star has a move, such as F4-H2, and may not pass."),
        (
            "F4-G5\n130\n120\n5",
            "move",
            "F4-G5, which is worth 120 to Star; the right move is F4-H2, which is worth 160.",
        ),
        ("F4-H2\n80\n160\n5", "evaluation", "The evaluation for Star after F4-H2 is 160, not 80."),
        ("F4-H2\n160\n80\n5", "value", "The minimax value is 160, not 80."),
        ("F4-H2\n160\n160\n7", "count", "The node count is 5, not 7 (2 too many)."),
    ],
)
def test_wrong_starcircle_answers_are_explained(
    starcircle_question: Question, answer: str, difference: str, sentence: str
) -> None:
    diagnosis = diagnose(starcircle_question, answer.encode(), "output")
    assert diagnosis.difference == difference
    assert sentence in " ".join(diagnosis.sentences)


def test_equal_but_later_move_is_described_as_equal() -> None:
    diagnosis = diagnose(TIED_MOVES, b"C3 Stake\nO..\n...\n..X")
    assert diagnosis.difference == "move"
    assert diagnosis.sentences[0].endswith("Both are worth 0 to X, but B1 Stake comes first in the move order.")


def test_root_moves_have_their_values(warfare_question: Question) -> None:
    diagnosis = diagnose(warfare_question, b"B3 Stake")
    assert (diagnosis.path, str(diagnosis.expected_move), str(diagnosis.actual_move)) == (
        (),
        "C3 Raid",
        "B3 Stake",
    )
    assert dict(diagnosis.move_values)[diagnosis.expected_move] == 26
    assert dict(diagnosis.move_values)[diagnosis.actual_move] == -46
    assert [move for move, _ in diagnosis.move_values] == warfare_question.position.moves()


def test_every_legal_move_is_right_in_a_competition(warfare_question: Question) -> None:
    question = Question(warfare_question.position, "COMPETITION", seconds=3.0)
    assert diagnose(question, b"B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....").is_right
    assert diagnose(question, b"B3 Stake\n..XX.\n..XOX\n...O.\n..OO.\n.....").difference == "board"
    assert diagnose(question, b"A3 Raid").difference == "illegal"
    with pytest.raises(ValueError, match="only be compared for a MINIMAX or ALPHABETA question"):
        diagnose(question, b"B3 Stake\nA1 Raid", "visits")


def test_wrong_node_count_shows_where_the_mistake_diverges() -> None:
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    diagnosis = diagnose(question, output_of(students.PrunesStrictly(question)))
    assert (diagnosis.difference, candidate_names(diagnosis)) == ("count", ["strict-cut"])
    assert [str(move) for move in diagnosis.path] == ["C1-D2", "F2-E1", "C5-D6"]
    assert diagnosis.sentences[1].endswith(
        "The textbook cuts off the remaining moves after C1-D2, F2-E1, C5-D6: 0 <= alpha 0."
    )
    assert diagnosis.window == (0, float("inf"))


# Arbitrary input.


def test_diagnosis_is_json_serializable() -> None:
    diagnosis = json.loads(json.dumps(diagnose(TIED_MOVES, b"C3 Stake\nO..\n...\n..X").as_dict()))
    assert (diagnosis["difference"], diagnosis["right"], diagnosis["actual_move"], diagnosis["expected_move"]) == (
        "move",
        False,
        "C3 Stake",
        "B1 Stake",
    )
    fields = {"mistake", "title", "advice", "chance", "explains_all", "matching_visits"}
    assert set(diagnosis["candidates"][0]) == fields


@up_to(150)
@given(st.data())
def test_every_answer_gets_a_diagnosis_of_at_least_one_sentence(data: st.DataObject) -> None:
    question = nth_question(data.draw(st.sampled_from(("warfare", "starcircle"))), data.draw(st.integers(0, 10)))
    right = right_output(question)
    answer = data.draw(
        st.one_of(
            st.binary(max_size=200),
            st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
            st.lists(st.sampled_from([*right.split(b"\n"), b"root", b"", b"B2 Raid", b"pass", b"9" * 5000])).map(
                b"\n".join
            ),
            st.tuples(st.integers(0, len(right)), st.binary(max_size=3)).map(
                lambda edit: right[: edit[0]] + edit[1] + right[edit[0] + 1 :]
            ),
        )
    )
    diagnosis = diagnose(question, answer, data.draw(st.sampled_from((None, "output", "visits"))))
    assert all(sentence.strip() for sentence in diagnosis.sentences)
    assert diagnosis.sentences
    assert diagnosis.is_right == (diagnosis.difference == "right")
    json.dumps(diagnosis.as_dict())


@pytest.mark.slow
@pytest.mark.parametrize("huge", [b" " * (17 << 20), b"A" * (17 << 20), b"\n" * (17 << 20), b"pass\n" * (1 << 18)])
def test_huge_files_are_diagnosed(starcircle_question: Question, huge: bytes) -> None:
    for content in ("output", "visits"):
        assert diagnose(starcircle_question, huge, content).sentences
