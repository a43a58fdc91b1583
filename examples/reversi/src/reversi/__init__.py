"""Reversi on boards of any even size: discs of the other colour between two of one's own are turned over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import ClassVar

from outply.games import BasePosition, BoardGame, SquareMove

PLAYERS = ("Black", "White")
EMPTY = "."
PASS = SquareMove.at()
SIZES = range(4, 17, 2)
MAX_OPENING_PLIES = 10
"""Maximum number of random moves before a random board."""

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


@cache
def rays(size: int) -> list[list[list[int]]]:
    """Return for each square the squares in each of the eight directions, the nearest first."""
    found = []
    for square in range(size * size):
        row, column = divmod(square, size)
        steps = [[(row + n * down, column + n * right) for n in range(1, size)] for down, right in DIRECTIONS]
        found.append([[y * size + x for y, x in ray if 0 <= y < size and 0 <= x < size] for ray in steps])
    return found


@dataclass(frozen=True)
class Position(BasePosition):
    """A board; `cells` are `B`, `W` or `.`, row by row from the top left."""

    game: ClassVar[str] = "reversi"
    players: ClassVar[tuple[str, str]] = PLAYERS
    variant: str
    to_move: str
    cells: str

    @property
    def size(self) -> int:
        return round(len(self.cells) ** 0.5)

    def flips(self, square: int, player: str) -> list[int]:
        """Return the discs that the player would turn over with a disc on an empty square."""
        mine, theirs, cells = player[0], self.opponent(player)[0], self.cells
        found = []
        for ray in rays(self.size)[square]:
            count = 0
            while count < len(ray) and cells[ray[count]] == theirs:
                count += 1
            if count and count < len(ray) and cells[ray[count]] == mine:
                found += ray[:count]
        return found

    def can_move(self, player: str) -> bool:
        return any(cell == EMPTY and self.flips(square, player) for square, cell in enumerate(self.cells))

    @cached_property
    def placements(self) -> list[SquareMove]:
        """The squares where the player to move can place a disc, row by row from the top left."""
        empty = [square for square, cell in enumerate(self.cells) if cell == EMPTY]
        return [SquareMove.at(divmod(square, self.size)) for square in empty if self.flips(square, self.to_move)]

    @cached_property
    def is_over(self) -> bool:  # type: ignore[override]
        return not self.placements and not self.can_move(self.opponent(self.to_move))

    def moves(self) -> list[SquareMove]:
        """Return the placements; if there are none, the pass."""
        return self.placements or ([] if self.is_over else [PASS])

    def play(self, move: SquareMove) -> Position:
        cells = list(self.cells)
        for row, column in move.squares:
            square = row * self.size + column
            for changed in (square, *self.flips(square, self.to_move)):
                cells[changed] = self.to_move[0]
        return Position(self.variant, self.opponent(self.to_move), "".join(cells))

    def total(self, player: str) -> int:
        """Return the number of the player's discs."""
        return self.cells.count(player[0])


class Reversi(BoardGame):
    """The definition of the game; see `outply.games.protocol.Game`."""

    name = "reversi"
    title = "Reversi"
    players = PLAYERS
    setups = ("8x8", "6x6", "4x4")
    sizes = SIZES
    colours = ("black", "white")

    def rules(self, variant: str) -> str:
        return (
            "Black and White place discs in turn. A disc is placed on an empty square so that, in at least one "
            "direction, a line of the opponent's discs lies between it and another disc of the player. All such "
            "discs are turned over. A player who can place no disc passes. The game ends when neither player can "
            "place a disc. Each disc counts 1. The squares are tried row by row from the top left."
        )

    def start(self, variant: str = "standard", setup: str = "8x8") -> Position:
        """Return a setup, or `random:SIZE:SEED`: the board after random moves, none for seed 0."""
        kind, _, rest = setup.partition(":")
        size, _, seed = rest.partition(":")
        if kind == "random" and variant in self.variants and seed.isdecimal() and size in map(str, SIZES):
            return self.opening(int(size), seed)
        return super().start(variant, setup)

    def start_position(self, variant: str, setup: str) -> Position:
        return self.opening(int(setup[0]), "0")

    def opening(self, size: int, seed: str) -> Position:
        """Return the last position with Black to move after up to `MAX_OPENING_PLIES` random moves."""
        side, middle = EMPTY * (size // 2 - 1), EMPTY * size * (size // 2 - 1)
        cells = f"{middle}{side}WB{side}{side}BW{side}{middle}"
        opening = position = Position("standard", PLAYERS[0], cells)
        rng = Random(f"{size} {seed}")
        for _ in range(rng.randrange(MAX_OPENING_PLIES + 1) if int(seed) else 0):
            if not position.is_over:
                position = position.play(rng.choice(position.moves()))
            if position.to_move == PLAYERS[0] and not position.is_over:
                opening = position
        return opening

    def to_lines(self, position: Position) -> list[str]:
        size = position.size
        return [position.cells[row * size : (row + 1) * size] for row in range(size)]

    def from_lines(self, lines: Sequence[str], variant: str, to_move: str) -> Position:
        if len(lines) not in SIZES:
            raise ValueError(f"expected an even number of rows from 4 to 16, got {len(lines)}")
        self.check_lines(lines, to_move, rows=len(lines), columns=len(lines))
        return Position(variant, to_move, "".join(lines))
