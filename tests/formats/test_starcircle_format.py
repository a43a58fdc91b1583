"""input.txt and output.txt of Star/Circle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search.positions import starcircle_positions

from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read, write, write_answer
from outply.games.starcircle import Position
from outply.search import exact

GOOD = """\
Star
MINIMAX
2
0,S12,0,0,0,0,0,0
0,0,C1,0,0,0,0,0
0,0,0,S1,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
C3,0,0,0,0,0,0,0
-10,20,30,40,50,60,70,80
"""


def change(line: int, text: str) -> str:
    """Return the valid input with one line, counted from 1, replaced."""
    lines = GOOD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text", [GOOD, GOOD.replace("\n", " \r\n"), GOOD.rstrip(), GOOD + "\n\n", "\ufeff" + GOOD]
)
def test_line_endings_and_trailing_whitespace_and_bom_are_ignored(text: str) -> None:
    squares = [0] * 64
    squares[1], squares[10], squares[19], squares[56] = 12, -1, 1, -3
    position = Position(squares, "Star", (-10, 20, 30, 40, 50, 60, 70, 80))
    assert read(text.encode()) == Question(position, "MINIMAX", 2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (change(1, "star"), "line 1: found 'star', expected N (1 to 26) for Warfare, or Star or Circle"),
        (change(2, "COMPETITION"), "line 2: found 'COMPETITION', expected ALGORITHM: MINIMAX or ALPHABETA"),
        (change(3, "0"), "line 3: found '0', expected DEPTH LIMIT: a whole number, 1 to 10"),
        (change(3, "11"), "line 3: found '11', expected DEPTH LIMIT: a whole number, 1 to 10"),
        (change(4, "0,0,0,0,0,0,0"), "line 4: found 7 cells, expected 8 cells for row H, separated by commas"),
        (change(4, "0,0,0,0,0,0,0,0,0"), "line 4: found 9 cells, expected 8 cells for row H"),
        (change(5, ""), "line 5: found a blank line, expected 8 cells for row G"),
        (change(5, "0,0,C1,0,,0,0,0"), "line 5: found nothing on G5, expected 0, or S or C and a number"),
        (change(5, "0,0,c1,0,0,0,0,0"), "line 5: found 'c1' on G3, expected 0, or S or C and a number"),
        (change(5, "0,0,C,0,0,0,0,0"), "line 5: found 'C' on G3, expected 0, or S or C and a number"),
        (change(5, "0, 0,C1,0,0,0,0,0"), "line 5: found ' 0' on G2, expected 0, or S or C and a number"),
        (change(5, "0,0,C0,0,0,0,0,0"), "line 5: found 'C0' on G3, expected 1 to 99 pieces"),
        (change(4, "0,S100,0,0,0,0,0,0"), "line 4: found 'S100' on H2, expected 1 to 99 pieces"),
        (
            change(5, "0,0,C2,0,0,0,0,0"),
            "line 5: found the stack 'C2' on G3, expected stacks of Circles in row A only",
        ),
        (
            change(4, "0,C2,0,0,0,0,0,0"),
            "line 4: found the stack 'C2' on H2, expected stacks of Circles in row A only",
        ),
        (
            change(11, "S2,0,0,0,0,0,0,0"),
            "line 11: found the stack 'S2' on A1, expected stacks of Stars in row H only",
        ),
        (
            change(4, "S1,0,0,0,0,0,0,0"),
            "line 4: found 'S1' on the light square H1, expected pieces on dark squares",
        ),
        (
            GOOD.replace("C1", "0").replace("C3", "0"),
            "line 11: found no Circle on the board, expected at least one",
        ),
        (
            GOOD.replace("S12", "0").replace("S1", "0"),
            "line 11: found no Star on the board, expected at least one",
        ),
        (
            change(12, "10,20,30,40,50,60,70"),
            "line 12: found 7 values, expected 8 row values, separated by commas",
        ),
        (change(12, "10,20,30,40,50,60,80,80"), "line 12: found 80 after 80, expected increasing values"),
        (
            change(12, "10,20,30,40,50,60,70,1000001"),
            "line 12: found the value '1000001', expected a whole number",
        ),
        (change(12, "--1,20,30,40,50,60,70,80"), "line 12: found the value '--1', expected a whole number"),
        (change(12, "1.5,20,30,40,50,60,70,80"), "line 12: found the value '1.5', expected a whole number"),
        ("\n".join(GOOD.splitlines()[:-1]), "line 11: the file ends here, expected 8 row values"),
        (GOOD + "x\n", "line 13: found 'x', expected the end of the file"),
    ],
)
def test_error_names_the_line_and_the_actual_and_the_expected_content(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text.encode())
    assert problem in str(error.value)


@given(position=starcircle_positions(), mode=st.sampled_from(("MINIMAX", "ALPHABETA")), depth=st.integers(1, 10))
def test_questions_round_trip(position: Position, mode: str, depth: int) -> None:
    position = Position(position.squares, position.to_move, position.weights)  # input.txt has no passes
    question = Question(position, mode, depth)
    assert read(write(question).encode()) == question


@given(position=starcircle_positions())
def test_answer_has_four_lines_and_no_line_feed_at_the_end(position: Position) -> None:
    result = exact.search(position, 3, "MINIMAX")
    move, score, value, node_count = write_answer(Question(position, "MINIMAX", 3), result).split("\n")
    assert move == str(result.move)
    assert int(score) == position.play(result.move).score(position.to_move)
    assert (int(value), int(node_count)) == (result.value, result.node_count)
