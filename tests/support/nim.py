"""Nim, a minimal game: it implements the mandatory protocol only."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.games.view import BoardView, Cell

TAKE = ("none", "one", "two")


class Take(NamedTuple):
    """One match or two."""

    count: int

    def __str__(self):
        return TAKE[self.count]


@dataclass(frozen=True)
class Heap:
    """A heap of matches."""

    game: ClassVar[str] = "nim"
    variant: ClassVar[str] = "plain"
    left: int
    to_move: str = "A"
    taken: int = 0  # by A, less what B took

    @property
    def is_over(self):
        return self.left == 0

    def moves(self):
        return [Take(count) for count in (1, 2) if count <= self.left]

    def is_legal(self, move):
        return move in self.moves()

    def play(self, move):
        sign = 1 if self.to_move == "A" else -1
        mover = "B" if self.to_move == "A" else "A"
        return type(self)(self.left - move.count, mover, self.taken + sign * move.count)

    def total(self, player):
        return max(0, self.taken if player == "A" else -self.taken)

    def score(self, player):
        return self.taken if player == "A" else -self.taken

    def __reduce__(self):
        return heap_of, (KINDS.index(type(self)), self.left, self.to_move, self.taken)


class Nim:
    """The player who takes more matches wins."""

    name = "nim"
    title = "Nim"
    players = ("A", "B")
    variants = ("plain",)
    setups = ("five", "seven")
    heap = Heap

    def rules(self, variant):
        return "Players take one match or two. Who has taken more wins."

    def start(self, variant="plain", setup="five"):
        if variant not in self.variants or setup not in self.setups:
            raise ValueError("there is no such heap")
        return self.heap({"five": 5, "seven": 7}[setup])

    def parse_move(self, text):
        if text not in TAKE[1:]:
            raise ValueError(f"{text!r} is not a move")
        return Take(TAKE.index(text))

    def move_text(self, move, variant):
        return str(move)

    def player_label(self, player, variant):
        return player

    def view(self, position):
        cells = self.cells(position, [(0, column) for column in range(7)])
        return BoardView(self.players, rows="1", columns="ABCDEFG", cells=cells)

    def cells(self, position, squares):
        return [Cell(square, None, "I" if square[1] < position.left else "", 0.0) for square in squares]

    def changed_squares(self, before, after):
        return [(0, column) for column in range(after.left, before.left)]

    def click_path(self, move, variant):
        return ()


KINDS = [Heap]


def heap_of(kind, *fields):
    """Return the position that was pickled."""
    return KINDS[kind](*fields)
