"""Lenient parsing of students' output files."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.formats.question import Question
from outply.formats.student_output import find_move, is_visit_list, parse_output, parse_visits
from outply.games import all_games, game_of
from outply.games.protocol import Position as AnyPosition
from outply.games.warfare import Position

WAR = Position.of([[1] * 3] * 3)
STAR = all_games()["starcircle"].start()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("B3 Stake", "B3 Stake"),
        ("b3 stake", "B3 Stake"),
        ("B3Raid", "B3 Raid"),
        ("12: B03, Raid!", "B3 Raid"),
        ("Raid B3", "B3 Raid"),
        ("paradrop C1", "C1 Stake"),
        ("blitz to Z26", "Z26 Raid"),
        ("B3", None),
        ("B33 Stake", None),
        ("Stakes are high", None),
        ("", None),
    ],
)
def test_warfare_move_is_found_in_a_text(text: str, move: str | None) -> None:
    result = find_move(text, WAR)
    assert (None if result is None else str(result)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C1-D2", "C1-D2"),
        ("c1 - d2", "C1-D2"),
        ("C1\u2013D2", "C1-D2"),
        ("C1 -> D2", "C1-D2"),
        ("C1 to D2", "C1-D2"),
        ("C1D2", "C1-D2"),
        ("d1: C1-D2", "C1-D2"),
        ("2 PASS", "pass"),
        ("compass", None),
        ("C1-D9", None),
        ("I1-J2", None),
    ],
)
def test_starcircle_move_is_found_in_a_text(text: str, move: str | None) -> None:
    result = find_move(text, STAR)
    assert (None if result is None else str(result)) == move


@given(
    st.sampled_from([WAR, STAR]).flatmap(
        lambda position: st.tuples(st.just(position), st.permutations(position.moves()))
    )
)
def test_visit_lists_and_outputs_are_distinguished(case: tuple[AnyPosition, list[Any]]) -> None:
    position, moves = case
    text = "\n".join(map(str, moves)).encode()
    assert is_visit_list(text, position)
    assert parse_visits(text, position) == ([(line, move) for line, move in enumerate(moves, start=1)], "")
    assert not is_visit_list(f"{moves[0]}\n...\n...\n...".encode(), position)
    assert not is_visit_list(f"{moves[0]}\n1\n2\n3".encode(), position)


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_parsed(data: bytes) -> None:
    for position in (WAR, STAR):
        output = parse_output(data, Question(position, "MINIMAX", 1))
        assert output.move is None or game_of(position).parse_move(str(output.move)) == output.move
        assert all(error.endswith(".") for error in output.format_errors)
        parse_visits(data, position)


def test_only_the_beginning_of_a_huge_file_is_read() -> None:
    output = parse_output(b"A1 Stake\n" + b"X..\n" * 100_000, Question(WAR, "MINIMAX", 1))
    assert str(output.move) == "A1 Stake"
    assert output.format_errors[0] == "The file is larger than 64 KiB; only its beginning was read."


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_byte_that_is_not_utf_8_is_reported_with_its_line(end: bytes) -> None:
    output = parse_output(end.join([b"A1 Stake", b"X..", b"\xb7..", b"..\xe9"]), Question(WAR, "MINIMAX", 1))
    assert output.format_errors[0] == "Line 3 contains the byte 0xB7, which is not text; write plain ASCII."
