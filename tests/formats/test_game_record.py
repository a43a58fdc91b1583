"""Game records: round trip, layout, and errors with the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import starcircle_positions, warfare_positions

from outply.arena.match import play
from outply.formats import game_record, notation
from outply.formats.line_reader import FormatError
from outply.games import all_games
from outply.games.boards import random_board
from outply.games.protocol import Position as AnyPosition
from outply.games.record import GameRecord
from outply.games.warfare import Position
from outply.players.registry import player

SMALL = Position.of(random_board(2, seed=4, highest=9), rules="blitz")
GAME = play(SMALL, player("minimax:2"), player("random:1"), board="Tiny")
TEXT = game_record.write(GAME)
LINES = TEXT.split("\n")

names = st.sampled_from(["greedy", "random:3", "minimax:1", "alphabeta:2", "engine:20n", "exact:2"])
positions = warfare_positions(sizes=(1, 2, 3, 4), max_empty=9) | starcircle_positions()


def without_times(text: str) -> list[str]:
    return [line.rsplit("  ", 2)[0] if line.startswith(" ") or "0." in line else line for line in text.split("\n")]


def line_with(part: str) -> int:
    return next(number for number, line in enumerate(LINES, start=1) if part in line)


def changed(number: int, old: str, new: str) -> str:
    """Return the text with `old` replaced in one line, counted from 1."""
    lines = list(LINES)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return "\n".join(lines)


def problem(text: str) -> str:
    with pytest.raises(FormatError) as raised:
        game_record.read(text.encode(), "game.txt")
    return str(raised.value)


@up_to(60)
@given(position=positions, first=names, second=names, name=st.text(max_size=20))
def test_records_round_trip(position: AnyPosition, first: str, second: str, name: str) -> None:
    game = play(position, player(first), player(second), board=game_record.record_name(name))
    text = game_record.write(game)
    assert game_record.read(text.encode(), "game.txt") == game
    assert notation.read_file(text.encode(), "game.txt") == position


def test_records_of_unfinished_games_round_trip() -> None:
    for length in range(len(GAME.turns)):
        so_far = GameRecord(SMALL, GAME.players, GAME.turns[:length], GAME.positions()[length], "Tiny")
        text = game_record.write(so_far)
        assert text.endswith("\nnot finished\n")
        assert game_record.read(text.encode(), "game.txt") == so_far
        assert so_far.winner is None


def test_result_must_match_whether_the_game_is_finished() -> None:
    number = line_with("wins by")
    assert f"line {number}: found 'not finished'" in problem(changed(number, LINES[number - 1], "not finished"))
    so_far = GameRecord(SMALL, GAME.players, GAME.turns[:2], GAME.positions()[2], "Tiny")
    assert "expected not finished" in problem(game_record.write(so_far).replace("not finished", "blue wins by 3"))


@pytest.mark.parametrize(
    "name", ["a\nb", "a\tb", " a", "a ", "a  b", "a\u00a0b", "a\u200db", "a\ud800", "a\x1b[m"]
)
def test_name_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="invalid name in a game record"):
        game_record.write(play(SMALL, player("greedy"), player("greedy"), board=name))
    assert game_record.record_name(name) == game_record.record_name(game_record.record_name(name))


def test_game_record_is_written_in_the_documented_layout() -> None:
    assert without_times(TEXT) == [
        "outply record 1",
        "game     warfare",
        "rules    blitz",
        "board    Tiny",
        "first    minimax:2",
        "second   random:1",
        "to move  blue",
        "",
        "start",
        "2 4",
        "1 7",
        "..",
        "..",
        "",
        "no  player  move         value  depth  visited  expanded  proven     cpu s    wall s",
        " 1  blue    paradrop B2      3      2       17         5       -",
        " 2  green   paradrop A1      -      -        -         -       -",
        " 3  blue    blitz B1        12      2        5         3       -",
        " 4  green   paradrop A2      -      -        -         -       -",
        "",
        "player  total  visited  expanded     cpu s    wall s",
        "blue       13       22         8",
        "green       1        -         -",
        "blue wins by 12",
        "",
    ]


def test_records_of_equal_games_differ_only_in_times() -> None:
    again = play(SMALL, player("minimax:2"), player("random:1"), board="Tiny")
    assert without_times(game_record.write(again)) == without_times(TEXT)


def test_crlf_tabs_and_spacing_in_a_record_are_ignored() -> None:
    table = line_with("no  player")
    text = "\r\n".join(LINES[: table - 1] + ["\t".join(line.split("  ")) for line in LINES[table - 1 :]])
    assert game_record.read(b"\xef\xbb\xbf" + text.encode(), "game.txt") == GAME


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (1, "1", "2", "found 'outply record 2', expected outply record 1"),
        (2, "warfare", "chess", "found game 'chess', expected game warfare or starcircle"),
        (3, "blitz", "standard", "found rules 'standard', expected rules raid or blitz"),
        (5, "first", "third", "expected 'first' and its value"),
        (5, "minimax:2", "", "found 'first', expected 'first' and its value"),
        (5, "minimax:2", "mini\x1bmax", "expected 'first' and its value"),
        (7, "blue", "X", "found to move 'X', expected to move blue or green"),
        (9, "start", "begin", "found 'begin', expected start"),
        (10, " ", ",", "expected a whole number, 1 to 1,000,000"),
        (12, ".", "x", "found 'x' in column 1"),
        (15, "value", "worth", "expected no player move value depth visited expanded proven cpu s wall s"),
        (16, "blue", "green", "expected move 1, by blue, in 10 columns"),
        (16, "paradrop", "drop", "expected a move in the notation of the game"),
        (16, "paradrop", "blitz", "expected a legal move of blue"),
        (18, " 3", " 4", "expected move 3, by blue, in 10 columns"),
        (16, "  2  ", "  two  ", "found depth 'two', expected a whole number, or -"),
        (16, "0.", "0,", "expected seconds with six decimals, such as 0.012345"),
        (17, "-  0.", "maybe  0.", "found proven 'maybe', expected yes, no or -"),
    ],
)
def test_error_names_the_line_and_the_expected_content(number: int, old: str, new: str, message: str) -> None:
    error = problem(changed(number, old, new))
    assert error.startswith(f"game.txt, line {number}: found ")
    assert message in error


@pytest.mark.parametrize("part", ["blue   ", "green  ", "wins by"])
def test_result_that_contradicts_the_moves_is_refused(part: str) -> None:
    number = len(LINES) - 1 - ["wins by", "green  ", "blue   "].index(part)
    digit = next(char for char in LINES[number - 1] if char.isdigit())
    other = "1" if digit != "1" else "2"
    assert problem(changed(number, digit, other)).startswith(f"game.txt, line {number}: found ")


def test_node_count_that_contradicts_the_total_is_refused() -> None:
    visited = GAME.turns[0].visited
    assert visited is not None
    error = problem(changed(16, f" {visited} ", f" {visited + 1} "))
    assert error.startswith(f"game.txt, line {line_with('player  total') + 1}: ")


@given(st.data())
def test_truncated_record_is_refused(data: st.DataObject) -> None:
    end = data.draw(st.integers(0, len(TEXT.rstrip()) - 1))
    assert problem(TEXT[:end]).startswith("game.txt, line ")


def test_text_after_the_record_is_refused() -> None:
    assert "expected the end of the file" in problem(TEXT + "more\n")


@up_to(300)
@given(st.data())
def test_mutated_record_is_read_or_refused_with_the_line(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    put = data.draw(st.text(max_size=3))
    text = TEXT[:at] + put + TEXT[at + data.draw(st.integers(0, 3)) :]
    try:
        game = game_record.read(text.encode(errors="surrogatepass"), "game.txt")
    except FormatError as error:
        assert error.line is not None
    else:
        assert game_record.read(game_record.write(game).encode(), "game.txt") == game


def test_position_file_may_be_an_input_or_a_table_of_values_or_a_record() -> None:
    warfare, starcircle = all_games()["warfare"], all_games()["starcircle"]
    assert notation.read_file(b"1 2\n3  4\n", "b", "blitz") == Position.of([[1, 2], [3, 4]], rules="blitz")
    assert notation.read_file(b"1 2\n3 4\nX.\n..", "b") == Position.of([[1, 2], [3, 4]], ["X.", ".."])
    assert notation.read_file(b"7", "b") == Position.of([[7]])
    asked = b"2\nMINIMAX\nO\n3\n1 2\n3 4\nX.\n..\n"
    assert notation.read_file(asked, "b") == Position.of([[1, 2], [3, 4]], ["X.", ".."], to_move="O")
    for game in (warfare, starcircle):
        played = play(game.start(), player("random"), player("random"))
        assert notation.read_file(game_record.write(played).encode(), "b") == game.start()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: found an empty file"),
        (b"1 2\n3", "line 2: found 1 value, expected 2 values for row 2"),
        (b"1 2\n3 4\n..", "line 3: the file ends here, expected 2 cells (X, O or .) for row 2"),
        (b"\n1 2", "line 1: found a blank line, expected the values of the first row"),
        (b"1 " * 27, "line 1: found 27 values, expected at most 26 in a row"),
        (b"1 2\n3 4\n..\n..\n..", "line 5: found '..', expected the end of the file"),
        (b"1\nX", "line 2: found a full board, expected at least one empty cell"),
        (b"outply record 9\n", "line 1: found 'outply record 9', expected outply record 1"),
        (b"hello", "line 1: found the value 'hello', expected a whole number, 1 to 1,000,000"),
        (b"2\nMINMAX\nX\n1\n1 2\n3 4\n..\n..", "line 2: found 'MINMAX', expected MODE: MINIMAX, "),
    ],
)
def test_malformed_position_file_is_refused_with_the_line(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as raised:
        notation.read_file(data, "b")
    assert str(raised.value).startswith(f"b, {message}")
