"""The conformance check detects violations of the game protocol."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.games.nim import KINDS, Heap, Nim, Take
from support.games.tictactoe import written_module

from outply.games import conformance
from outply.games.conformance import ConformanceError
from outply.games.protocol import Game
from outply.games.view import BoardView, Cell


def heaps(**changes: Any) -> type[Heap]:
    """Return a position class with some attributes replaced."""
    KINDS.append(dataclass(frozen=True)(type("Broken", (Heap,), changes)))
    return KINDS[-1]


def broken(promise: str, **changes: Any) -> tuple[Game, str]:
    """Return a game with some attributes replaced, and the expected message."""
    return type("Broken", (Nim,), changes)(), promise


def cell(owner: str | None, shade: float) -> Callable[..., list[Cell]]:
    """Return a `cells` method that returns the same cell for every square."""
    return lambda self, position, squares: [Cell(square, owner, "", shade) for square in squares]


def blind(self: Nim, position: Heap) -> BoardView:
    """Return a view that differs from `cells`."""
    return BoardView(self.players, rows="1", columns="A", cells=[Cell((0, 0), None, "?", 0.0)])


def short(self: Nim, variant: str = "plain", setup: str = "") -> Heap:
    """Start with a heap that is not a setup."""
    return Nim.start(self, variant, setup) if setup else Heap(3)


def generous(self: Nim, text: str) -> Take:
    """Accept a space as a move."""
    return Take(1) if text == " " else Nim.parse_move(self, text)


def forgetful(self: Heap, move: Take) -> Heap:
    """Play a move without passing the turn to the opponent."""
    return type(self)(self.left - move.matches, self.to_move, self.taken)


def spoiling(self: Heap, move: Take) -> Heap:
    """Modify the position itself."""
    object.__setattr__(self, "left", self.left - 1)
    return Heap(self.left, "B" if self.to_move == "A" else "A")


def late(self: Heap, move: Take) -> float | Heap:
    """Raise an error at the end of the game only."""
    return 1 / 0 if self.left == 1 else Heap.play(self, move)


class Loose(Heap):
    """A mutable position."""

    __setattr__ = object.__setattr__
    __hash__ = Heap.__hash__


KINDS.append(Loose)

BROKEN = [
    broken("`name` must consist of lower-case letters", name="Nim Game"),
    broken("`title` must be text on one line", title=""),
    broken("`players` must not contain duplicates", players=("A", "A")),
    broken("`setups` must consist of letters, digits and :.- only", setups=("the five",)),
    broken("`variants` must be a non-empty tuple", variants=()),
    broken("`parse_move(' ')` must raise ValueError", parse_move=generous),
    broken("unexpected KeyError in `<lambda>`: ", parse_move=lambda self, text: {"one": Take(1)}[text]),
    broken("`player_label` must distinguish the players", player_label=lambda *_: "she"),
    broken("`rules` must be a few sentences", rules=lambda *_: "No."),
    broken("with an unknown setup must raise ValueError", start=lambda *_: Heap(5)),
    broken("without a setup must return one of the setups", start=short),
    broken("the first of `players`, B, must move first", players=("B", "A")),
    broken("`move_text` must be text on one line", move_text=lambda self, move, _: f"  {move}"),
    broken("must invert `str` and `move_text`, but does not for 'one'", move_text=lambda *_: "one"),
    broken("`is_over` must be a property that returns a bool", heap=heaps(is_over=lambda self: False)),
    broken("`cells` must return the cells of `view`", view=blind),
    broken("the shade of a cell must be from 0 to 1", cells=cell(None, 2.0)),
    broken("the owner of a cell must be a player or None", cells=cell("C", 0.0)),
    broken("`changed_squares` must be the squares whose cells differ", changed_squares=lambda *_: [(0, 0)]),
    broken("`click_path` must consist of changed squares", click_path=lambda *_: ((5, 5),)),
    broken(
        "`from_lines` must be the inverse of `to_lines`", to_lines=lambda *_: ["I"], from_lines=lambda *_: Heap(1)
    ),
    broken(
        "`to_lines` must return non-blank lines without / and _",
        to_lines=lambda *_: ["I/I"],
        from_lines=lambda *_: Heap(2),
    ),
    broken("with unchanged cells must not change the view", edit=lambda *_: Heap(3)),
    broken("a square off the board must raise ValueError", edit=lambda self, position, *_: position),
    broken("a position must be immutable", heap=Loose),
    broken("`game` of a position must be 'nim'", heap=heaps(game="chess")),
    broken("`variant` must not change", heap=heaps(variant="fancy")),
    broken("must add up to zero", heap=heaps(score=lambda self, _: self.total("A") - self.total("B"))),
    broken("`score` must be the player's `total` minus the opponent's", heap=heaps(total=lambda *_: 0)),
    broken("`score` must be of type int, got 0.5", heap=heaps(score=lambda *_: 0.5)),
    broken("`total` must be of type int, got [None, None]", heap=heaps(total=lambda *_: None)),
    broken("`moves` must not contain duplicates", heap=heaps(moves=lambda self: [Take(1)] * 2)),
    broken("`moves` must not be empty before", heap=heaps(moves=lambda self: [])),
    broken("`moves` must be empty when", heap=heaps(moves=lambda self: [Take(1)])),
    broken("`is_legal(one)` must be True if and only if", heap=heaps(is_legal=lambda *_: True)),
    broken("`to_move` must alternate between the players", heap=heaps(play=forgetful)),
    broken("`play` must not modify the position", heap=heaps(play=spoiling)),
    broken("`play` must return a position of the same game", heap=heaps(play=lambda *_: 3)),
    broken("five after two, two: one: unexpected ZeroDivisionError", heap=heaps(play=late)),
]


def test_conforming_game_passes() -> None:
    conformance.check(Nim())


@pytest.mark.parametrize(("game", "promise"), BROKEN, ids=[promise for _, promise in BROKEN])
def test_violated_requirement_is_named(game: Game, promise: str) -> None:
    with pytest.raises(ConformanceError) as found:
        conformance.check(game)
    assert promise in str(found.value)


def test_unknown_letter_on_the_board_is_named(tmp_path: Path) -> None:
    game = written_module(tmp_path).Tictactoe()
    game.to_lines = lambda position: [row.replace("X", "Z") for row in type(game).to_lines(game, position)]
    with pytest.raises(ConformanceError, match=r"row 1 is 'Z\.\.', expected 3 squares, each X, O or \."):
        conformance.check(game)
