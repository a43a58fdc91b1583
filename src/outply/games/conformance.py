"""Whether a game keeps what `games/contract.py` promises: for its own tests, in one call.

    from outply.games import conformance

    def test_the_contract():
        conformance.check(ConnectFour())

Games are played at random, the same ones at every call, and everything that can be told of each of their positions
is looked at.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from outply.games.protocol import Editable, Game, HasRandomBoards, Position, Serializable
from outply.games.view import BoardView, Cell

LONGEST = 10_000
"""Moves after which a game counts as endless."""

NAME = r"[a-z][a-z0-9-]*"
IN_AN_ADDRESS = r"[A-Za-z0-9:.-]+"
IN_A_LINE = r"\S+( \S+)*"
NO_MOVES = ("", " ", "no such move", "?", "1" * 40, "\N{SNOWMAN}")
LONGEST_TEXT = 32  # characters of a move that the page takes


class BrokenPromiseError(AssertionError):
    """A promise that a game does not keep; the message says which, and where."""


def check(game: Game, *, games: int = 5) -> None:
    """Play so many games from each set-up of each variant; a `BrokenPromiseError` if a promise is not kept."""
    check_start(game)
    for variant in game.variants:
        for setup in game.setups:
            for number in range(games):
                _Walk(game, variant, setup, Random(f"{variant} {setup} {number}")).play()


def check_start(game: Game) -> None:
    """Look at what the game says of itself and how it begins, which takes no time; the error is the same."""
    with _at(f"{type(game).__name__}"):
        _check_names(game)
    for variant in game.variants:
        with _at(f"{game.name}, {variant}"):
            _check_variant(game, variant)


def check_turn(before: Position, after: Position) -> None:
    """Look at whose turn it is after a move, which a match cannot go on without; the error is the same."""
    known = after is not None and (after.game, after.variant) == (before.game, before.variant)
    expect(known, "`play` returns a position of the same game and variant")
    expect(after.to_move != before.to_move, "after a move the other player is to move")


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Say of what goes wrong in here where it did."""
    try:
        yield
    except BrokenPromiseError as error:
        raise BrokenPromiseError(f"{where}: {error}") from error.__cause__
    except Exception as error:
        raise BrokenPromiseError(f"{where}: {type(error).__name__} is raised: {error}") from error


def expect(kept: bool, promise: str) -> None:
    """Raise a `BrokenPromiseError` unless the promise is kept."""
    if not kept:
        raise BrokenPromiseError(promise)


def _fits(pattern: str, text: object) -> bool:
    return isinstance(text, str) and text.isprintable() and re.fullmatch(pattern, text) is not None


def _refused(work: Any, *arguments: object) -> bool:
    """Return whether it is a `ValueError`; any other error is raised."""
    try:
        work(*arguments)
    except ValueError:
        return True
    return False


def _check_names(game: Game) -> None:
    expect(_fits(NAME, game.name), f"`name` is of small letters, digits and hyphens, not {game.name!r}")
    expect(_fits(IN_A_LINE, game.title), f"`title` is a text on one line, not {game.title!r}")
    for what, names in (("players", game.players), ("variants", game.variants), ("setups", game.setups)):
        expect(isinstance(names, tuple) and len(names) > 0, f"`{what}` is a tuple with something in it")
        expect(len(set(names)) == len(names), f"`{what}` are all different, and these are not: {names}")
        for name in names:
            expect(_fits(IN_AN_ADDRESS, name), f"`{what}` can stand in an address, and {name!r} cannot")
    expect(len(game.players) == 2, f"there are two `players`, not {len(game.players)}")
    for text in NO_MOVES:
        expect(_refused(game.parse_move, text), f"`parse_move({text!r})` is a ValueError: that is no move")


def _check_variant(game: Game, variant: str) -> None:
    names = [game.player_label(player, variant) for player in game.players]
    expect(len(set(names)) == 2, f"`player_label` tells the players apart, and both are called {names[0]!r}")
    expect(all(_fits(IN_A_LINE, name) for name in names), f"`player_label` is a text on one line: {names}")
    expect(_fits(r".{20,}", game.rules(variant)), "`rules` says the rules in a few sentences, on one line")
    usual, setups = game.start(variant), [game.start(variant, setup) for setup in game.setups]
    for setup in setups:
        expect(isinstance(setup.is_over, bool), "`is_over` is True or False: a property and no method")
    expect(usual in setups, "`start` without a set-up is one of the set-ups")
    expect(_refused(game.start, variant, "nowhere"), "`start` with an unknown set-up is a ValueError")
    expect(_refused(game.start, "no-rules"), "`start` with an unknown variant is a ValueError")
    if isinstance(game, HasRandomBoards):
        for size in (game.sizes[0], game.sizes[-1]):
            again = game.start(variant, f"random:{size}:1") == game.start(variant, f"random:{size}:1")
            expect(again, f"`start` with random:{size}:1 is the same position each time")


class _Walk:
    """One game, in which every position is looked at."""

    def __init__(self, game: Game, variant: str, setup: str, rng: Random) -> None:
        self._game = game
        self._variant = variant
        self._setup = setup
        self._rng = rng
        self._played: list[str] = []
        self._met: dict[Any, None] = {}  # the moves of all positions so far

    def play(self) -> None:
        with self._here():
            position = self._game.start(self._variant, self._setup)
            first = self._game.players[0]
            expect(position.to_move == first, f"the first of `players`, {first}, begins")
        for _ in range(LONGEST):
            with self._here():
                self._look_at(position)
                if position.is_over:
                    return
                position = self._go_on(position)
        with self._here():
            raise BrokenPromiseError(f"a game ends, and this one goes on after {LONGEST:,} moves")

    def _here(self) -> Any:
        last = ", ".join(self._played[-8:])
        more = "..., " if len(self._played) > 8 else ""
        after = f" after {more}{last}" if self._played else ""
        return _at(f"{self._game.name}, {self._variant}, {self._setup}{after}")

    def _look_at(self, position: Position) -> None:
        self._check_position(position)
        self._check_totals(position)
        self._check_moves(position)
        view = self._game.view(position)
        self._check_view(view)
        expect(
            list(self._game.cells(position, [cell.square for cell in view.cells])) == list(view.cells),
            "`cells` are those of the `view`",
        )
        self._check_extras(position, view)

    def _check_position(self, position: Position) -> None:
        game = self._game
        expect(position.game == game.name, f"`game` of a position is {game.name!r}, not {position.game!r}")
        expect(position.variant == self._variant, f"`variant` stays the same, and is {position.variant!r} now")
        expect(position.to_move in game.players, f"`to_move` is one of the players, not {position.to_move!r}")
        copy = pickle.loads(pickle.dumps(position))
        expect(copy == position, "a pickled position comes back equal")
        expect(hash(copy) == hash(position), "equal positions hash alike")
        try:
            position.to_move = position.to_move  # type: ignore[misc]
        except AttributeError:
            return
        raise BrokenPromiseError("a position is immutable, and `to_move` of this one can be set")

    def _check_totals(self, position: Position) -> None:
        first, second = self._game.players
        score, total = position.score(first), position.total(first)
        expect(type(score) is int and type(total) is int, "`score` and `total` are whole numbers")
        expect(score == total - position.total(second), "`score` is the own `total` less the other's")
        expect(score == -position.score(second), "the `score`s of both players add up to zero")

    def _check_moves(self, position: Position) -> None:
        game, moves = self._game, position.moves()
        expect(list(moves) == list(position.moves()), "`moves` are the same at every call")
        expect(len(set(moves)) == len(moves), "`moves` are all different")
        expect(not (moves and position.is_over), "there are no `moves` when the game is over")
        expect(bool(moves) or position.is_over, "there are `moves` as long as the game is not over")
        for move in moves:
            text, words = str(move), game.move_text(move, self._variant)
            expect(_fits(IN_A_LINE, text) and "," not in text, f"a move is a text without commas: {text!r}")
            expect(len(text) <= LONGEST_TEXT, f"a move has at most {LONGEST_TEXT} characters: {text!r}")
            expect(_fits(IN_A_LINE, words), f"`move_text` are a text on one line: {words!r}")
            for known in (text, words):
                read = not _refused(game.parse_move, known) and game.parse_move(known) == move
                expect(read, f"`parse_move` reads a move as it prints and its `move_text`, and not {known!r}")
        self._met |= dict.fromkeys(moves)
        for move in self._met:
            agreed = position.is_legal(move) == (move in moves)
            expect(agreed, f"`is_legal({move})` says whether it is one of `moves`")

    def _check_view(self, view: BoardView) -> None:
        expect(view.players == self._game.players, "the `view` has the `players` of the game")
        for labels in (view.rows, view.columns):
            expect(len(set(labels)) == len(labels), f"rows and columns of a `view` are told apart: {labels}")
        squares = [(row, column) for row in range(len(view.rows)) for column in range(len(view.columns))]
        expect([cell.square for cell in view.cells] == squares, "a `view` has each square once, row by row")
        for cell in view.cells:
            expect(cell.owner in (None, *view.players), f"a cell is of a player or of nobody: {cell}")
            expect(isinstance(cell.text, str), f"a cell's text is a text: {cell}")
            expect(0 <= cell.shade <= 1, f"a cell's shade is from 0 to 1: {cell}")

    def _check_extras(self, position: Position, view: BoardView) -> None:
        game = self._game
        if isinstance(game, Serializable):
            lines = list(game.to_lines(position))
            good = all(isinstance(line, str) and line.strip() and not set("/_\n") & set(line) for line in lines)
            expect(good, f"`to_lines` are not empty, and have no / or _ in them: {lines}")
            again = game.from_lines(lines, self._variant, position.to_move)
            expect(again == position, "`from_lines` gives back what `to_lines` say")
            nothing = _refused(game.from_lines, ["?"], self._variant, position.to_move)
            expect(nothing, "`from_lines` of lines that are no position is a ValueError")
        if isinstance(game, Editable) and not position.is_over:
            edited = game.edit(position, view.cells, position.to_move)
            expect(game.view(edited).cells == view.cells, "a board `edit` to what it is looks as before")
            expect(edited.to_move == position.to_move, "`edit` has the player to move that it is told")
            for what, cells, to_move in (
                ("a square off the board", [Cell((99, 99), None, "", 0.0)], position.to_move),
                ("a stranger's piece", [Cell(view.cells[0].square, "?", "", 0.0)], position.to_move),
                ("a stranger to move", [], "?"),
            ):
                expect(_refused(game.edit, position, cells, to_move), f"`edit` with {what} is a ValueError")

    def _go_on(self, position: Position) -> Position:
        """Play every move, and return the position after one of them."""
        game, before = self._game, pickle.loads(pickle.dumps(position))
        view, moves = game.view(position), position.moves()
        afters = []
        for move in moves:
            with _at(f"{move}"):
                after = position.play(move)
                expect(position == before, "`play` leaves the position as it is")
                expect(after != position, "`play` returns another position")
                check_turn(position, after)
                expect(after.to_move in game.players, f"`to_move` is one of the players, not {after.to_move!r}")
                self._check_changes(position, after, move, view)
                afters.append(after)
        chosen = self._rng.randrange(len(moves))
        self._played.append(str(moves[chosen]))
        return afters[chosen]

    def _check_changes(self, position: Position, after: Position, move: Any, before: BoardView) -> None:
        game, view = self._game, self._game.view(after)
        pairs = zip(before.cells, view.cells, strict=True)
        differ = {new.square for old, new in pairs if old != new}
        changed = list(game.changed_squares(position, after))
        expect(len(set(changed)) == len(changed), "`changed_squares` has no square twice")
        expect(set(changed) == differ, f"`changed_squares` are the squares that look different: {sorted(differ)}")
        clicked = game.click_path(move, self._variant)
        expect(isinstance(clicked, tuple), "`click_path` is a tuple")
        expect(set(clicked) <= differ, f"`click_path` to click are among those that change: {clicked}")
        if before.moves_left is not None:
            expect(view.moves_left == before.moves_left - 1, "`moves_left` counts down with each move")
