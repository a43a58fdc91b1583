"""Games on a terminal: boards that fit, correct scores, and replay by keys."""

import io
import re
import signal
import sys
from collections.abc import Iterable
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, RenderableType
from support.assertions import not_none
from support.examples import up_to
from support.search.positions import WORD_SIZES, starcircle_positions, warfare_positions

from outply.arena.match import play
from outply.cli.board import Board, BoardTheme
from outply.cli.match.live import KEYS, LiveMatch, MatchView, ReplayCursor, replay, split_keys
from outply.games import game_of, starcircle, warfare
from outply.games.boards import random_board
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.games.registry import built_in_games
from outply.games.view import Square
from outply.players.registry import player

positions = (
    warfare_positions(max_empty=36)
    | warfare_positions(sizes=WORD_SIZES, max_empty=676)
    | starcircle_positions()
    | st.sampled_from([game.start() for game in built_in_games().values()])
)

SMALL = warfare.Position.of([[66, 7], [100, 3]], ["X.", ".O"], rules="blitz")
RIGHT, LEFT, HOME, END, ESCAPE = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b"
ENTER_SCREEN, LEAVE_SCREEN, SHOW_CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"


def console(width: int = 80, height: int = 24, **settings: Any) -> Console:
    return Console(file=io.StringIO(), width=width, height=height, **settings)


def plain(**settings: Any) -> Console:
    return console(force_terminal=True, no_color=True, color_system=None, **settings)


def printed(on: Console) -> str:
    assert isinstance(on.file, io.StringIO)
    return on.file.getvalue()


def shown(renderable: RenderableType, on: Console) -> str:
    on.print(renderable)
    return printed(on)


def board(position: Position, last: Iterable[Square] = (), width: int = 80, height: int | None = 24) -> str:
    view = game_of(position).view(position)
    return Board(view, last).text(width, height, BoardTheme.for_console(plain())).plain


def record_of(
    setup: str = "Keren", first: str = "alphabeta:1", second: str = "random:1", variant: str = "blitz"
) -> GameRecord:
    return play(warfare.Warfare().start(variant, setup), player(first), player(second), board=setup)


def a_part(record: GameRecord, moves: int) -> GameRecord:
    return GameRecord(record.start, record.players, record.turns[:moves], record.positions()[moves], record.board)


class TestBoard:
    def test_board_without_colours_shows_values_and_owners_and_the_last_move(self) -> None:
        assert board(SMALL, last=[(1, 1)], height=None).split("\n") == [
            "1   66X    7  ",
            "2  100  [  3O]",
            "     A     B  ",
        ]

    def test_cells_are_square_if_there_is_space(self) -> None:
        assert board(SMALL, last=[(1, 1)]).split("\n") == [
            "                ",
            "1   66      7   ",
            "     X          ",
            "         ┌     ┐",
            "2   100     3   ",
            "         └  O  ┘",
            "     A      B   ",
        ]

    def test_empty_squares_are_dots_and_stacks_show_their_size(self) -> None:
        start = starcircle.StarCircle().start()
        squares = list(start.squares)
        squares[1] = 13
        shown = board(starcircle.Position(squares, "Star"), height=None).split("\n")
        assert [line.split() for line in shown[:4]] == [
            ["H", "13★", "○", "○", "○"],
            ["G", "○", "○", "○", "○"],
            ["F", "○", "○", "○", "○"],
            ["E", "·", "·", "·", "·"],
        ]
        assert shown[-1].split() == list("12345678")

    def test_wide_board_shows_only_owners(self) -> None:
        wide = warfare.Position.of(random_board(26, 1), ["X" * 26, "O" * 26, *["." * 26] * 24])
        lines = board(wide, width=40, height=30).split("\n")
        assert lines[0] == " 1 " + "X" * 26
        assert lines[1] == " 2 " + "O" * 26
        assert lines[25] == "26 " + "·" * 26
        assert lines[26] == "   ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def test_board_that_does_not_fit_is_shown_around_the_last_move_with_a_note(self) -> None:
        wide = warfare.Position.of(random_board(26, 1))
        lines = board(wide, last=[(20, 13)], width=20, height=10).split("\n")
        assert [line[:2] for line in lines[:8]] == [str(row) for row in range(17, 25)]
        assert lines[8].split() == ["FGHIJKLMNOPQRSTUV"]
        assert lines[9] == "rows 17 to 24 of 1 t"
        note = board(wide, width=80, height=10).split("\n")[-1]
        assert note == "rows 1 to 8 of 1 to 26"

    @up_to(100)
    @given(positions, st.integers(8, 200), st.none() | st.integers(3, 60), st.data())
    def test_board_fits_its_space_and_marks_every_owner(
        self, position: Position, width: int, height: int | None, data: st.DataObject
    ) -> None:
        view = game_of(position).view(position)
        last = data.draw(st.sampled_from(view.cells)).square
        text = board(position, [last], width, height)
        lines = text.split("\n")
        assert max(map(len, lines)) <= width
        assert height is None or len(lines) <= height
        if "rows" not in text and "columns" not in text:  # all of the board
            marks = BoardTheme.for_console(plain()).marks(view)
            above_labels = "\n".join(line[len(view.rows[-1]) :] for line in lines[:-1])
            for owner, mark in zip(view.players, marks, strict=True):
                assert above_labels.count(mark) == sum(cell.owner == owner for cell in view.cells)

    @pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
    def test_owners_have_different_colours(self, system: str) -> None:
        on = console(force_terminal=True, color_system=system, _environ={})
        text = shown(Board(game_of(SMALL).view(SMALL)), on)
        first, second = (not_none(re.search(rf"\x1b\[([\d;]*)m[^\x1b]*{mark}", text))[1] for mark in "XO")
        assert first
        assert second
        assert first != second

    def test_ascii_terminal_gets_only_ascii(self) -> None:
        narrow = Console(
            file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"), width=80, height=30, force_terminal=True
        )
        for game in built_in_games().values():
            narrow.print(Board(game.view(game.start()), [(0, 1)]))
        narrow.print(MatchView(record_of(), footer=KEYS))


class TestMatchView:
    def test_view_of_an_unfinished_game_shows_the_score(self) -> None:
        moves = [warfare.Move(0, 1, raid=True), warfare.Move(1, 0, raid=False)]
        turns = (Turn("a", moves[0], 1.5, 1.6, 1234, 56), Turn("b", moves[1], 0.25, 0.3))
        after = SMALL.play(moves[0])
        text = shown(MatchView(GameRecord(SMALL, ("a", "b"), turns[:1], after, "small")), plain())
        for line in (
            "Warfare, blitz rules, small",
            "move 1 of 2",
            "X  blue +O  green",
            "a +b",
            "total +76 +0",
            "last move +blitz B1",
            "visited +1,234",
            "expanded +56",
            "CPU time +1.50 s",
            "green to move",
        ):
            assert re.search(line, text), line
        text = shown(MatchView(GameRecord(SMALL, ("a", "b"), turns, after.play(moves[1]))), plain())
        assert re.search("visited +1,234 +not counted", text)
        assert "green wins by 24" in text

    def test_player_names_are_not_interpreted_as_markup_or_terminal_commands(self) -> None:
        text = shown(MatchView(GameRecord(SMALL, ("[b]", "\x1b[2Jb"), (), SMALL, "[red]1")), plain())
        assert "[b]" in text
        assert "\\x1b[2Jb" in text
        assert "[red]1" in text
        assert "\x1b[2J" not in text

    def test_long_search_shows_a_timer(self) -> None:
        now = 100.0
        view = MatchView(GameRecord(SMALL, ("a", "b"), (), SMALL), since=now, clock=lambda: now)
        assert "blue to move" in shown(view, plain())
        now = 107.0
        assert "blue to move, searching for 7 s" in shown(view, plain())

    @pytest.mark.parametrize("setup", ["Smolensk", "random:8:1"])
    def test_terminal_of_80_by_24_shows_the_whole_board_beside_the_score(self, setup: str) -> None:
        record = record_of(setup, second="greedy")
        text = shown(MatchView(record, footer=KEYS), plain())
        assert len(text.splitlines()) < 24
        assert max(map(len, text.splitlines())) <= 80
        assert isinstance(record.start, warfare.Position)
        for value in record.start.values:
            assert re.search(rf"\b{value}\D", text)
        assert "expanded" in text
        assert KEYS in text
        assert "…" not in text

    @up_to(60)
    @given(positions, st.integers(20, 150), st.integers(16, 60), st.booleans())
    def test_live_view_fits_a_terminal_of_any_size(
        self, position: Position, width: int, height: int, foot: bool
    ) -> None:
        view = MatchView(
            GameRecord(position, ("alphabeta:4", "engine:2000n"), (), position), footer=KEYS if foot else ""
        )
        lines = shown(view, plain(width=width, height=height)).splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width

    def test_board_printed_to_a_file_is_not_cropped(self) -> None:
        start = warfare.Position.of(random_board(26, 1))
        text = shown(MatchView(GameRecord(start, ("a", "b"), (), start)), console(width=130))
        assert "rows" not in text
        assert re.search(r"^26 ", text, re.MULTILINE)


class TestLiveMatch:
    def test_only_the_final_position_is_printed_without_a_terminal(self) -> None:
        on = console()
        start = warfare.Warfare().start("blitz", "Keren")
        with LiveMatch(start, ("alphabeta:1", "random:1"), "Keren", on) as live:
            record = play(start, player("alphabeta:1"), player("random:1"), on_move=live.on_move)
        text = printed(on)
        assert text.count("Keren") == 1
        assert "move 36 of 36" in text
        assert f"wins by {abs(record.margin)}" in text

    def test_each_move_is_shown_for_the_delay(self) -> None:
        slept: list[float] = []
        move = SMALL.moves()[0]
        with LiveMatch(SMALL, ("a", "b"), console=console(), delay=0.5, sleep=slept.append) as live:
            live.on_move(Turn("a", move, 0.1, 0.1), SMALL.play(move))
        assert slept == [0.5]

    def test_final_position_stays_and_the_cursor_is_restored(self) -> None:
        on = plain()
        move = SMALL.moves()[0]

        def interrupted() -> None:
            with LiveMatch(SMALL, ("a", "b"), console=on) as live:
                assert "move 0 of 2" in printed(on)
                live.on_move(Turn("a", move, 0.1, 0.1), SMALL.play(move))
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert "move 1 of 2" in printed(on)
        assert SHOW_CURSOR in printed(on).rpartition("move 1 of 2")[2]

    @pytest.mark.parametrize("terminal", [True, False])
    @pytest.mark.parametrize("method", ["view", "move_text", "click_path"])
    def test_exception_while_drawing_the_board_is_raised(
        self, terminal: bool, method: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        on = console(force_terminal=terminal)
        move = SMALL.moves()[0]

        def shown() -> None:
            with LiveMatch(SMALL, ("a", "b"), console=on) as live:
                live.on_move(Turn("a", move, 0.1, 0.1), SMALL.play(move))

        shown()
        monkeypatch.setattr(warfare.Warfare, method, lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            shown()

    def test_interrupt_during_the_first_drawing_restores_the_terminal(self) -> None:
        class Screen(io.StringIO):
            """A terminal at which Ctrl-C is pressed as soon as something is shown."""

            def write(self, text: str) -> int:
                if "move 0 of 2" in text and "move 0 of 2" not in self.getvalue():
                    signal.raise_signal(signal.SIGINT)
                return super().write(text)

        on = Console(file=Screen(), width=80, height=24, force_terminal=True, color_system=None)
        outputs = sys.stdout, sys.stderr
        with pytest.raises(KeyboardInterrupt), LiveMatch(SMALL, ("a", "b"), console=on):
            pytest.fail("the interrupt was lost")
        assert SHOW_CURSOR in printed(on).rpartition("move 0 of 2")[2]
        assert (sys.stdout, sys.stderr) == outputs


class TestReplay:
    @pytest.mark.parametrize(
        ("pressed", "ply"),
        [
            ("", 0),
            (RIGHT, 1),
            (" \r\nn\x1bOC", 5),
            (RIGHT * 3 + LEFT, 2),
            (END, 36),
            (END + RIGHT, 36),
            ("\x1b[4~p\x7f", 34),
            ("G" + LEFT + HOME, 0),
            ("Gg", 0),
            (LEFT, 0),
            ("12g", 12),
            ("1" + "2\r", 12),
            ("99g", 36),
            ("00000000000000000012G", 12),
            ("12" + RIGHT, 1),
            ("12" + RIGHT + "g", 0),
            ("x\x1b[A\x1b[1;5C\x1b[15~ä", 0),
            ("٣g" + RIGHT, 1),
        ],
    )
    def test_keys_select_the_position_of_a_replay(self, pressed: str, ply: int) -> None:
        cursor = ReplayCursor(last=36)
        for key in split_keys(pressed):
            cursor = not_none(cursor.press(key))
        assert cursor.ply == ply

    @pytest.mark.parametrize("key", ["q", "Q", ESCAPE, "\x03", "\x04"])
    def test_keys_end_the_replay(self, key: str) -> None:
        assert ReplayCursor(last=36, ply=5).press(key) is None

    @given(st.text(max_size=40) | st.lists(st.sampled_from([RIGHT, LEFT, HOME, END, "1", "g"])).map("".join))
    def test_keys_do_not_move_beyond_the_first_or_last_position(self, pressed: str) -> None:
        assert "".join(split_keys(pressed)) == pressed
        cursor = ReplayCursor(last=7)
        for key in split_keys(pressed):
            cursor = cursor.press(key) or cursor
            assert 0 <= cursor.ply <= 7

    def test_replay_shows_the_positions_that_the_keys_select(self) -> None:
        pressed = iter([RIGHT, RIGHT + RIGHT, "1", "2", "g", END, LEFT, "q"])
        on = plain()
        replay(record_of(), on, lambda: next(pressed))
        text = printed(on)
        numbers = re.findall(r"move (\d+) of 36", text)
        assert list(map(int, numbers)) == [0, 1, 3, 3, 3, 12, 36, 35]
        assert "to move 12" in text
        assert KEYS in text

    def test_every_frame_fills_exactly_the_screen(self) -> None:
        pressed = iter([END, "q"])
        on = plain()
        replay(record_of("random:26:1", "random:1", "random:2"), on, lambda: next(pressed))
        frames = printed(on).split("\x1b[H")[1:]
        assert [frame.count("\n\r") for frame in frames if "move" in frame] == [23, 23]

    @pytest.mark.parametrize("error", [KeyboardInterrupt, EOFError, RuntimeError])
    def test_terminal_is_restored_after_any_exception(self, error: type[BaseException]) -> None:
        def read() -> str:
            raise error

        on, before = plain(), signal.getsignal(signal.SIGWINCH)
        if error is RuntimeError:
            with pytest.raises(RuntimeError):
                replay(record_of(), on, read)
        else:
            replay(record_of(), on, read)
        text = printed(on)
        assert text.startswith(ENTER_SCREEN)
        assert LEAVE_SCREEN in text
        assert SHOW_CURSOR in text
        assert text.index("move 0 of 36") < text.index(LEAVE_SCREEN)
        assert signal.getsignal(signal.SIGWINCH) == before

    def test_resized_terminal_is_redrawn(self) -> None:
        on = plain()

        def read() -> str:
            on.width = 50
            signal.raise_signal(signal.SIGWINCH)
            return "q"

        replay(record_of(), on, read)
        assert printed(on).count("move 0 of 36") == 2

    def test_replay_requires_a_terminal(self) -> None:
        with pytest.raises(click.ClickException, match="terminal"):
            replay(record_of(), console())


def test_view_of_a_partial_record_shows_its_last_move() -> None:
    record = record_of()
    text = shown(MatchView(a_part(record, 5)), plain())
    assert "move 5 of 36" in text
    assert game_of(record.start).move_text(record.turns[4].move, "blitz") in text
