"""What a tournament is: who takes part, how they meet, and on which boards."""

from __future__ import annotations

import math

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ROUND_ROBIN, GAUNTLET, KNOCK_OUT, SWISS = "round-robin", "gauntlet", "knock-out", "swiss"
KINDS = (ROUND_ROBIN, GAUNTLET, KNOCK_OUT, SWISS)
OPEN_KINDS = (ROUND_ROBIN, GAUNTLET)
"""Those in which who plays whom does not depend on results: contestants may come late, or change."""

PROGRAM = "program:"


class PlanError(ValueError):
    """A tournament that cannot be held; the sentence says why."""


class Entrant(Struct):
    """Who takes part: a name, the name of the player (`program:DIR` or a built-in one), and what is in DIR."""

    __slots__ = ("name", "player", "digest")

    name: str
    player: str
    digest: str

    def __init__(self, name: str, player: str, digest: str = "") -> None:
        self._set(name, player, digest)

    @property
    def folder(self) -> str | None:
        """The directory of a program; None for a built-in player."""
        return self.player.removeprefix(PROGRAM) if self.player.startswith(PROGRAM) else None


class Board(Struct):
    """A board to begin on: what people call it, and its address (formats/address.py)."""

    __slots__ = ("name", "start")

    name: str
    start: str

    def __init__(self, name: str, start: str) -> None:
        self._set(name, start)


class Plan(Struct):
    """How a tournament is held.

    A pairing has an odd number of `games`. Two games after each other are on the same board with the roles
    swapped, and every pairing has the same boards. `seconds` of CPU time each player has for a game. `rounds` are
    those of a Swiss tournament. In a gauntlet the first entrant meets all others. The `seed` is that of all lots.
    """

    __slots__ = ("kind", "games", "boards", "seconds", "seed", "rounds")

    kind: str
    games: int
    boards: tuple[Board, ...]
    seconds: float
    seed: int
    rounds: int | None

    def __init__(
        self,
        kind: str,
        games: int,
        boards: Iterable[Board],
        seconds: float = 200.0,
        seed: int = 0,
        rounds: int | None = None,
    ) -> None:
        boards = tuple(boards)
        if kind not in KINDS:
            raise PlanError(f"there is no kind of tournament called {kind!r}; there are {', '.join(KINDS)}")
        if games < 1 or games % 2 == 0:
            raise PlanError(f"a pairing has an odd number of games, not {games}")
        if not 0 < seconds < math.inf:
            raise PlanError(f"a player has some seconds of CPU time for a game, not {seconds}")
        if seed < 0:
            raise PlanError(f"a seed is 0 or more, not {seed}")
        if rounds is not None and (kind != SWISS or rounds < 1):
            raise PlanError(f"a {kind} tournament has no {rounds} rounds; they are for a Swiss one")
        if not boards:
            raise PlanError("a tournament needs at least one board")
        self._set(kind, games, boards, seconds, seed, rounds)

    def differences(self, other: Plan) -> list[str]:
        """Return what this plan has and another has not, setting by setting: `games 5 and not 3`."""
        return [
            f"{name} {_told(getattr(self, name))} and not {_told(getattr(other, name))}"
            for name in self.__slots__
            if getattr(self, name) != getattr(other, name)
        ]

    def board(self, number: int) -> Board:
        """Return the board of a pairing's game, counted from 1."""
        return self.boards[(number - 1) // 2 % len(self.boards)]


def _told(setting: object) -> str:
    """Return a setting as people write it."""
    if isinstance(setting, tuple):
        return ", ".join(board.name for board in setting)
    return f"{setting:g}" if isinstance(setting, float) else "as usual" if setting is None else str(setting)


class Game(Struct):
    """A game to be played: the `number`th, from 1, of a pairing in a stage; `first` moves first."""

    __slots__ = ("stage", "number", "first", "second", "board")

    stage: int
    number: int
    first: str
    second: str
    board: Board

    def __init__(self, stage: int, number: int, first: str, second: str, board: Board) -> None:
        self._set(stage, number, first, second, board)

    @property
    def pair(self) -> tuple[str, str]:
        """The two of the pairing, first by name before the other."""
        return (self.first, self.second) if self.first < self.second else (self.second, self.first)

    def __str__(self) -> str:
        return f"{self.first} v {self.second} on {self.board.name}"


def pairing(plan: Plan, stage: int, one: str, other: str) -> list[Game]:
    """Return the games of a pairing: the first named begins the first of them."""
    games = []
    for number in range(1, plan.games + 1):
        first, second = (one, other) if number % 2 else (other, one)
        games.append(Game(stage, number, first, second, plan.board(number)))
    return games
