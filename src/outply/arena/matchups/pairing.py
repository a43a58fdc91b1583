"""The games of a report: which are to be played, and what came of them."""

from __future__ import annotations

import hashlib
import re

from outply.formats import notation
from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.games.protocol import Position
    from outply.games.record import GameRecord

LONGEST_NAME = 40  # of a board, in the name of a file


class Fixture(Struct):
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
        """A name for files that no other game has: `smolensk-minimax-3-v-alphabeta-5`.

        A board that is no set-up of its game may be called anything, and has a mark of its own behind its name.
        """
        board = self.board if self._is_on_setup else f"{self.board[:LONGEST_NAME]}-{self._mark}"
        return re.sub(r"[^a-z0-9.]+", "-", f"{board} {self.first} v {self.second}".lower()).strip("-.")

    @property
    def _is_on_setup(self) -> bool:
        try:
            return game_of(self.start).start(self.start.variant, self.board) == self.start
        except ValueError:
            return False

    @property
    def _mark(self) -> str:
        return hashlib.sha256(
            f"{self.board}\n{notation.to_line(self.start)}".encode(errors="backslashreplace")
        ).hexdigest()[:8]

    def __str__(self) -> str:
        return f"{self.first} v {self.second} on {self.board}"


def textbook_player(algorithm: str, depth: int, evaluation: str) -> str:
    """Return the name of the player that searches so: `alphabeta:5`, `minimax:3:safety`."""
    return f"{algorithm}:{depth}" if evaluation == DEFAULT else f"{algorithm}:{depth}:{evaluation}"


def boards_of(games: Iterable[Played]) -> dict[str, Position]:
    """Return the position in which the games on each board begin."""
    return {played.fixture.board: played.fixture.start for played in games}


def four_matchups(one: str, other: str) -> list[tuple[str, str]]:
    """Return the pairs that move first and second: each against itself, then against the other in both roles."""
    return [(one, one), (other, other), (one, other), (other, one)]


class Played(Struct):
    """A fixture and its game."""

    __slots__ = ("fixture", "record")

    fixture: Fixture
    record: GameRecord

    def __init__(self, fixture: Fixture, record: GameRecord) -> None:
        self._set(fixture, record)


class Trial(Struct):
    """One algorithm against itself at one depth, to see what that depth takes.

    The record is None where a move took longer than it may: the depth is not feasible.
    """

    __slots__ = ("board", "algorithm", "depth", "record")

    board: str
    algorithm: str  # `minimax` or `alphabeta`
    depth: int
    record: GameRecord | None

    def __init__(self, board: str, algorithm: str, depth: int, record: GameRecord | None) -> None:
        self._set(board, algorithm, depth, record)


class Matchups(Struct):
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
        return boards_of(self.games)
