"""input.txt and output.txt of Warfare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search.positions import WORD_SIZES, warfare_positions

from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read, write, write_answer
from outply.games.warfare import Position
from outply.search import exact

GOOD = """\
3
MINIMAX
O
2
1 8 23
5 42 12
26 30 9
X..
...
...
"""
EXPECTED = Question(Position.of([[1, 8, 23], [5, 42, 12], [26, 30, 9]], ["X..", "...", "..."], "O"), "MINIMAX", 2)


def change(line: int, text: str) -> str:
    """Return the valid input with one line, counted from 1, replaced."""
    lines = GOOD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "  \n"),
        GOOD.replace("\n", " \t\r\n"),
        GOOD.rstrip("\n"),
        GOOD + "\n  \n\r\n",
        "\ufeff" + GOOD,
        GOOD.replace("1 8 23", "1  8\t\t23"),
        GOOD.replace("...", "…"),
        GOOD.replace("1 8 23", "01 008 0000000000023"),
    ],
)
def test_line_endings_and_whitespace_and_leading_zeros_are_ignored(text: str) -> None:
    assert read(text.encode()) == EXPECTED


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: found an empty file, expected N (1 to 26) for Warfare, or Star or Circle"),
        (" \n\n", "line 1: found an empty file, expected N (1 to 26) for Warfare, or Star or Circle"),
        ("x" * 2**21, "input.txt: found more than 1,024 KiB, expected a text of a few lines"),
        (change(1, "0"), "line 1: found '0', expected N: a whole number, 1 to 26"),
        (change(1, "27"), "line 1: found '27', expected N: a whole number, 1 to 26"),
        (change(1, "3.0"), "line 1: found '3.0', expected N (1 to 26) for Warfare, or Star or Circle"),
        (change(1, "٣"), "line 1: found '٣', expected N (1 to 26) for Warfare, or Star or Circle"),
        (change(1, ""), "line 1: found a blank line, expected N (1 to 26) for Warfare, or Star or Circle"),
        (change(2, "minimax"), "line 2: found 'minimax', expected MODE: MINIMAX, ALPHABETA or COMPETITION"),
        (change(2, " MINIMAX"), "line 2: found ' MINIMAX', expected MODE: MINIMAX, ALPHABETA or COMPETITION"),
        (change(3, "Z"), "line 3: found 'Z', expected YOUPLAY: X or O"),
        (change(4, "0"), "line 4: found '0', expected DEPTH: a whole number, 1 or more"),
        (change(4, "-1"), "line 4: found '-1', expected DEPTH: a whole number, 1 or more"),
        (change(4, "2.5"), "line 4: found '2.5', expected DEPTH: a whole number, 1 or more"),
        (change(4, "²"), "line 4: found '²', expected DEPTH: a whole number, 1 or more"),
        (change(4, ""), "line 4: found a blank line, expected DEPTH: a whole number, 1 or more"),
        (change(5, "1 8"), "line 5: found 2 values, expected 3 values for row 1"),
        (change(5, "1 8 23 4"), "line 5: found 4 values, expected 3 values for row 1"),
        (change(6, ""), "line 6: found a blank line, expected 3 values for row 2"),
        (change(6, " 5 42 12"), "line 6: found a leading space, expected 3 values for row 2"),
        (change(6, "5 0 12"), "line 6: found the value '0', expected a whole number, 1 to 1,000,000"),
        (change(6, "5 1000001 12"), "line 6: found the value '1000001', expected a whole number, 1 to 1,000,000"),
        (change(6, "5 99999999999999999999 12"), "line 6: found the value '99999999999999999999', expected"),
        (change(6, "5 4a 12"), "line 6: found the value '4a', expected a whole number, 1 to 1,000,000"),
        (change(6, "5,42,12"), "line 6: found the value '5,42,12', expected a whole number"),
        (change(8, "X.Z"), "line 8: found 'Z' in column 3, expected 3 cells (X, O or .) for row 1"),
        (change(8, "x.."), "line 8: found 'x' in column 1, expected 3 cells (X, O or .) for row 1"),
        (change(8, "X. ."), "line 8: found ' ' in column 3, expected 3 cells (X, O or .) for row 1"),
        (change(8, "X."), "line 8: found 2 cells, expected 3 cells (X, O or .) for row 1"),
        (change(8, "X..."), "line 8: found 4 cells, expected 3 cells (X, O or .) for row 1"),
        (change(9, ""), "line 9: found a blank line, expected 3 cells (X, O or .) for row 2"),
        (GOOD + "...\n", "line 11: found '...', expected the end of the file"),
        ("\n".join(GOOD.splitlines()[:-1]), "line 9: the file ends here, expected 3 cells (X, O or .) for row 3"),
        ("3", "line 1: the file ends here, expected MODE: MINIMAX, ALPHABETA or COMPETITION"),
        (GOOD.replace(".", "X"), "line 10: found a full board, expected at least one empty cell"),
        (
            GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", "\n1e3\n"),
            "line 4: found '1e3', expected the CPU",
        ),
        (
            GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", "\n-1\n"),
            "line 4: found '-1', expected the CPU",
        ),
        (
            GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", "\n1.\n"),
            "line 4: found '1.', expected the CPU",
        ),
        (
            GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", "\nnan\n"),
            "line 4: found 'nan', expected the CPU",
        ),
        (GOOD.replace("\n", "\r"), "line 1: found '3\\rMINIMAX"),
        (GOOD.replace("X..", "X\0."), "line 8: found '\\x00' in column 2, expected 3 cells"),
    ],
)
def test_error_names_the_line_and_the_actual_and_the_expected_content(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text.encode())
    assert str(error.value).startswith("input.txt")
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (GOOD.encode("utf-16"), "here.txt, line 1: found UTF-16, expected UTF-8 text; save it as UTF-8"),
        (GOOD.encode() + b"\x80", "here.txt, line 11: found the byte 0x80, expected UTF-8 text"),
    ],
)
def test_bytes_that_are_not_utf_8_are_reported(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError) as error:
        read(data, "here.txt")
    assert str(error.value) == problem


def test_huge_depth_is_accepted() -> None:
    depth = read(change(4, "9" * 10_000).encode()).depth
    assert depth is not None
    assert depth >= 676


@pytest.mark.parametrize(("text", "seconds"), [("200", 200.0), ("0", 0.0), ("12.345", 12.345), ("0.000", 0.0)])
def test_competition_has_seconds_and_no_depth(text: str, seconds: float) -> None:
    question = read(GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", f"\n{text}\n").encode())
    assert (question.mode, question.depth, question.seconds) == ("COMPETITION", None, seconds)


def test_huge_number_of_seconds_is_reduced_to_a_maximum() -> None:
    text = GOOD.replace("MINIMAX", "COMPETITION").replace("\n2\n", f"\n{'9' * 500}\n")
    assert read(text.encode()).seconds == 1e9


def test_rule_variant_of_a_warfare_input_is_chosen_by_the_caller() -> None:
    assert read(GOOD.encode(), rules="blitz").position.rules == "blitz"


@given(
    position=warfare_positions(sizes=(1, 2, 5, *WORD_SIZES), max_empty=676),
    mode=st.sampled_from(("MINIMAX", "ALPHABETA")),
)
def test_questions_round_trip(position: Position, mode: str) -> None:
    question = Question(position, mode, 3)
    assert read(write(question).encode(), rules=position.rules) == question


def test_seconds_are_written_with_three_decimals() -> None:
    assert "\nCOMPETITION\nO\n1.500\n" in write(Question(EXPECTED.position, "COMPETITION", None, 1.5))


@given(position=warfare_positions())
def test_answer_is_the_move_and_the_board_without_a_line_feed_at_the_end(position: Position) -> None:
    text = write_answer(Question(position, "MINIMAX", 1), exact.search(position, 1, "MINIMAX"))
    lines = text.split("\n")
    assert len(lines) == position.size + 1
    assert [len(line) for line in lines[1:]] == [position.size] * position.size
    assert "\r" not in text
