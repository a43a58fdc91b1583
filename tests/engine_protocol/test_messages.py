"""Messages of the engine protocol: lines to values and back, positions and moves."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.engine_protocol import messages
from outply.engine_protocol.messages import (
    INFINITE,
    LIMITS,
    BestMove,
    ErrorReply,
    Go,
    Hello,
    IllegalMoveError,
    Info,
    IsReady,
    ProtocolError,
    Quit,
    ReadyOk,
    SetOption,
    SetPosition,
    Stop,
    find_move,
    find_position,
    format_command,
    format_reply,
    parse_command,
    parse_reply,
    position_word,
)
from outply.games import all_games
from outply.games.starcircle import StarCircle
from outply.games.warfare import Position, Warfare
from outply.search.time_control import PROCESS_MOVE_S, TimeControl

COMMANDS: dict[str, messages.Command] = {
    "outply": Hello(),
    "isready": IsReady(),
    "stop": Stop(),
    "quit": Quit(),
    "setoption name threads value 2": SetOption(name="threads", value="2"),
    "position start": SetPosition(start="start"),
    "position warfare/raid/X/5_1/1_2/../.. moves A1_Stake B2_Raid": SetPosition(
        start="warfare/raid/X/5_1/1_2/../..", moves=("A1_Stake", "B2_Raid")
    ),
    "go movetime 500": Go(limit="movetime", number=500),
    "go infinite": Go(limit=INFINITE),
}


@pytest.mark.parametrize("line", COMMANDS)
def test_command_is_parsed_and_formatted(line: str) -> None:
    assert parse_command(f"  {line}\r\n") == COMMANDS[line]
    assert format_command(COMMANDS[line]) == line


@pytest.mark.parametrize("line", ["", " \n", "\t"])
def test_blank_line_is_no_command(line: str) -> None:
    assert parse_command(line) is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("think", "unknown command 'think'; expected outply, isready, stop, quit, setoption, position or go"),
        ("stop now", "stop: expected no arguments, got 'now'"),
        ("setoption threads 2", "expected `setoption name NAME value VALUE`"),
        ("position", "expected `position START`"),
        ("position start A1_Stake", "expected `position START`"),
        ("go", "expected one of movetime NUMBER, gametime NUMBER, nodes NUMBER, depth NUMBER or infinite"),
        ("go depth", "expected one of"),
        ("go depth 0", "a number of plies, at least 1, got '0'"),
        ("go nodes -5", "a number of nodes, at least 1, got '-5'"),
        ("go movetime 1.5", "milliseconds of CPU time for this move, at least 0, got '1.5'"),
        ("go gametime " + "9" * 16, "milliseconds of CPU time"),
        ("go depth ٣", "a number of plies"),
    ],
)
def test_malformed_command_is_reported(line: str, problem: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_command(line)
    assert problem in str(caught.value)


def test_limits_become_time_controls() -> None:
    assert Go(limit="movetime", number=1500).time_control == TimeControl.per_move(1.5)
    assert Go(limit="gametime", number=200_000).time_control == TimeControl.per_game(
        200.0, startup_seconds=PROCESS_MOVE_S
    )
    assert Go(limit="nodes", number=7).time_control == TimeControl.to_nodes(7)
    assert Go(limit="depth", number=3).time_control == TimeControl.to_depth(3)
    assert Go(limit=INFINITE).time_control == TimeControl.until_solved()


NUMBERS = st.integers(-(10**14), 10**14) | st.none()
WORDS = st.text("ABC123_-", min_size=1, max_size=8)


@given(
    st.builds(
        Info,
        depth=NUMBERS,
        value=NUMBERS,
        nodes=NUMBERS,
        milliseconds=NUMBERS,
        proven=st.booleans() | st.none(),
        line=st.lists(WORDS).map(tuple),
    )
    | st.builds(BestMove, move=WORDS)
    | st.builds(ErrorReply, text=WORDS)
    | st.just(ReadyOk())
)
def test_reply_is_formatted_and_parsed(reply: messages.Reply) -> None:
    assert parse_reply(format_reply(reply)) == reply


@pytest.mark.parametrize("line", ["", "id name Mine", "hello", "informal", "\ufffd\ufffd"])
def test_other_lines_are_no_replies(line: str) -> None:
    assert parse_reply(line) is None


def test_malformed_fields_of_info_are_left_out() -> None:
    line = "info depth x nodes 12 string hello value 1e9 proven maybe pv A1_Stake pv"
    assert parse_reply(line) == Info(nodes=12, line=("A1_Stake", "pv"))


def test_error_is_one_printable_line() -> None:
    assert format_reply(ErrorReply(text="a\nb\x1b[31m")) == "error a b\\x1b[31m"


@given(st.sampled_from(["", *COMMANDS]), st.text(max_size=20))
def test_any_text_is_a_command_or_a_protocol_error(first: str, second: str) -> None:
    with suppress(ProtocolError):
        parse_command(first + second)
    parse_reply(first + second)


@pytest.mark.parametrize("game", [Warfare(), StarCircle()], ids=lambda game: game.name)
def test_every_position_of_a_game_is_sent_with_its_board(game: Any) -> None:
    position = game.start(game.variants[0])
    while not position.is_over:
        word = position_word(position)
        assert " " not in word
        assert find_position(SetPosition(start=word), "warfare", "raid") == position
        move = position.moves()[len(word) % len(position.moves())]
        assert find_move(position, messages.move_word(move)) == move
        position = position.play(move)


def test_start_is_a_word_for_the_default_board_or_the_name_of_a_board() -> None:
    starcircle = all_games()["starcircle"]
    assert find_position(SetPosition(start="start"), "starcircle", "standard") == starcircle.start("standard")
    narvik = SetPosition(start="Narvik", moves=("A1_Stake", "B1 Raid".replace(" ", "_")))
    with pytest.raises(ProtocolError, match="position: move 2: B1 Raid is not a legal move for O"):
        find_position(narvik, "warfare", "raid")
    played = find_position(SetPosition(start="Narvik", moves=("A1_Stake",)), "warfare", "blitz")
    assert (played.to_move, played.variant) == ("O", "blitz")


@pytest.mark.parametrize(
    ("start", "moves", "problem"),
    [
        ("Atlantis", (), "position: unknown board 'Atlantis'"),
        ("warfare/raid", (), "position: found 'warfare/raid', expected a position such as"),
        ("warfare/raid/X/5_1/1_2/../.x", (), "position: "),
        ("start", ("hello",), "position: move 1: found 'hello'; expected a move such as A1_Stake"),
        ("warfare/raid/X/5/.", ("A1_Stake", "A1_Stake"), "position: move 2: the game is over"),
    ],
)
def test_invalid_position_is_reported(start: str, moves: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        find_position(SetPosition(start=start, moves=moves), "warfare", "raid")
    assert problem in str(caught.value)


def test_illegal_move_is_distinguished_from_text_that_is_no_move() -> None:
    position = Position.of([[5, 1], [1, 2]])
    assert str(find_move(position, "A1 Stake")) == "A1 Stake"
    with pytest.raises(IllegalMoveError):
        find_move(position, "A1_Raid")
    with pytest.raises(ProtocolError) as caught:
        find_move(position, "")
    assert not isinstance(caught.value, IllegalMoveError)


def test_every_limit_of_go_has_a_word_and_a_meaning() -> None:
    assert list(LIMITS) == ["movetime", "gametime", "nodes", "depth"]
    assert all(limit.meaning for limit in LIMITS.values())
