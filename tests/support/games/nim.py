"""Nim, a minimal game: it implements the mandatory protocol only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from outply.games.view import BoardView, Cell, Square

TAKE = ("none", "one", "two")


class Take(NamedTuple):
    """A move that takes one match or two."""

    matches: int

    def __str__(self) -> str:
        return TAKE[self.matches]


@dataclass(frozen=True)
class Heap:
    """A heap of matches."""

    game: ClassVar[str] = "nim"
    variant: ClassVar[str] = "plain"
    left: int
    to_move: str = "A"
    taken: int = 0  # matches taken by A minus matches taken by B

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def moves(self) -> Sequence[Take]:
        return [Take(matches) for matches in (1, 2) if matches <= self.left]

    def is_legal(self, move: Take) -> bool:
        return move in self.moves()

    def play(self, move: Take) -> Heap:
        sign = 1 if self.to_move == "A" else -1
        mover = "B" if self.to_move == "A" else "A"
        return type(self)(self.left - move.matches, mover, self.taken + sign * move.matches)

    def total(self, player: str) -> int:
        return max(0, self.taken if player == "A" else -self.taken)

    def score(self, player: str) -> int:
        return self.taken if player == "A" else -self.taken

    def __reduce__(self) -> tuple[Any, ...]:
        return heap_of, (KINDS.index(type(self)), self.left, self.to_move, self.taken)


class Nim:
    """The player who takes more matches wins."""

    name = "nim"
    title = "Nim"
    players = ("A", "B")
    variants = ("plain",)
    setups = ("five", "seven")
    heap: type[Heap] = Heap

    def rules(self, variant: str) -> str:
        return "Players take one match or two. Who has taken more wins."

    def start(self, variant: str = "plain", setup: str = "five") -> Heap:
        if variant not in self.variants or setup not in self.setups:
            raise ValueError("there is no such heap")
        return self.heap({"five": 5, "seven": 7}[setup])

    def parse_move(self, text: str) -> Take:
        if text not in TAKE[1:]:
            raise ValueError(f"{text!r} is not a move")
        return Take(TAKE.index(text))

    def move_text(self, move: Take, variant: str) -> str:
        return str(move)

    def player_label(self, player: str, variant: str) -> str:
        return player

    def view(self, position: Heap) -> BoardView:
        cells = self.cells(position, [(0, column) for column in range(7)])
        return BoardView(self.players, rows="1", columns="ABCDEFG", cells=cells)

    def cells(self, position: Heap, squares: Iterable[Square]) -> Sequence[Cell]:
        return [Cell(square, None, "I" if square[1] < position.left else "", 0.0) for square in squares]

    def changed_squares(self, before: Heap, after: Heap) -> Sequence[Square]:
        return [(0, column) for column in range(after.left, before.left)]

    def click_path(self, move: Take, variant: str) -> tuple[Square, ...]:
        return ()


KINDS: list[type[Heap]] = [Heap]


def heap_of(kind: int, *fields: Any) -> Heap:
    """Rebuild a pickled position from the index of its class in `KINDS` and its fields."""
    return KINDS[kind](*fields)
