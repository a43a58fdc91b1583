"""The games of a report: which are to be played, and what came of them."""

from __future__ import annotations

import re

from outply.games.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.contract import Position
    from outply.games.record import Record


class Fixture(Value):
    """A game to be played: on which board, from which position, by whom."""

    __slots__ = ("board", "start", "first", "second")

    board: str
    start: Position
    first: str
    second: str

    def __init__(self, board: str, start: Position, first: str, second: str) -> None:
        self._set(board, start, first, second)

    @property
    def slug(self) -> str:
        """The game's name as that of a file: `smolensk-minimax-3-v-alphabeta-5`."""
        return re.sub(r"[^a-z0-9.]+", "-", f"{self.board} {self.first} v {self.second}".lower()).strip("-")

    def __str__(self) -> str:
        return f"{self.first} v {self.second} on {self.board}"


def four_matchups(one: str, other: str) -> list[tuple[str, str]]:
    """Return the pairs that move first and second: each against itself, then against the other in both roles."""
    return [(one, one), (other, other), (one, other), (other, one)]


class Played(Value):
    """A fixture and its game."""

    __slots__ = ("fixture", "record")

    fixture: Fixture
    record: Record

    def __init__(self, fixture: Fixture, record: Record) -> None:
        self._set(fixture, record)


class Trial(Value):
    """One algorithm against itself at one depth, to see what that depth takes.

    The record is None where a move took longer than it may: the depth is not feasible.
    """

    __slots__ = ("board", "algorithm", "depth", "record")

    board: str
    algorithm: str  # `minimax` or `alphabeta`
    depth: int
    record: Record | None

    def __init__(self, board: str, algorithm: str, depth: int, record: Record | None) -> None:
        self._set(board, algorithm, depth, record)


class Matchups(Value):
    """Everything that a report tells of.

    `games` are in the order of the boards, then of the matchups. `trials` go up in depth for each board and
    algorithm, up to the first that takes longer than `seconds` of CPU time for a move.
    """

    __slots__ = ("games", "trials", "evaluation", "seconds")

    games: tuple[Played, ...]
    trials: tuple[Trial, ...]
    evaluation: str  # of the trials
    seconds: float

    def __init__(
        self, games: tuple[Played, ...], trials: tuple[Trial, ...], evaluation: str, seconds: float
    ) -> None:
        self._set(games, trials, evaluation, seconds)

    @property
    def boards(self) -> dict[str, Position]:
        """The position in which the games on each board begin."""
        return {played.fixture.board: played.fixture.start for played in self.games}
