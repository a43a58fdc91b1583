"""What the moves of a game took, and what they brought: the figures that logs, tables and pages show."""

from __future__ import annotations

import statistics

from outply.games import game_of
from outply.games.record import sum_or_none
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.games.protocol import Player
    from outply.games.record import GameRecord, Turn


class Costs(Struct):
    """What some moves took: nodes of both kinds (None: not told of each move), CPU seconds of each."""

    __slots__ = ("moves", "visited", "expanded", "seconds")

    moves: int
    visited: int | None
    expanded: int | None
    seconds: tuple[float, ...]

    def __init__(self, moves: int, visited: int | None, expanded: int | None, seconds: tuple[float, ...]) -> None:
        self._set(moves, visited, expanded, seconds)

    @property
    def visited_a_move(self) -> float | None:
        """The average; None if it is not known, or without moves."""
        return self._a_move(self.visited)

    @property
    def expanded_a_move(self) -> float | None:
        """The average; None if it is not known, or without moves."""
        return self._a_move(self.expanded)

    @property
    def average(self) -> float | None:
        """The average seconds of a move; None without moves."""
        return statistics.fmean(self.seconds) if self.seconds else None

    @property
    def median(self) -> float | None:
        """The median seconds of a move; None without moves."""
        return statistics.median(self.seconds) if self.seconds else None

    @property
    def longest(self) -> float | None:
        """The most seconds of a move; None without moves."""
        return max(self.seconds, default=None)

    def _a_move(self, count: int | None) -> float | None:
        return None if count is None or not self.moves else count / self.moves


class Side(Struct):
    """A side of a game: the game's player (`X`), what the assignment calls it, who played it, how it went."""

    __slots__ = ("player", "colour", "name", "total", "costs")

    player: Player
    colour: str
    name: str
    total: int
    costs: Costs

    def __init__(self, player: Player, colour: str, name: str, total: int, costs: Costs) -> None:
        self._set(player, colour, name, total, costs)


def costs(turns: Sequence[Turn]) -> Costs:
    """Return what the moves took."""
    return Costs(
        len(turns),
        sum_or_none(turn.visited for turn in turns),
        sum_or_none(turn.expanded for turn in turns),
        tuple(turn.cpu_seconds for turn in turns),
    )


def sides(record: GameRecord) -> tuple[Side, Side]:
    """Return both sides of a game, the one that moved first before the other."""
    game = game_of(record.start)

    def side(player: Player) -> Side:
        number = record.side_of(player)
        return Side(
            player,
            game.name_of(player, record.start.variant),
            record.players[number],
            record.final.total(player),
            costs(record.turns_of(number)),
        )

    first, second = sorted(game.players, key=record.side_of)
    return side(first), side(second)


def winner(record: GameRecord) -> Side | None:
    """Return the side with the higher total; None after a draw."""
    return next((side for side in sides(record) if side.player == record.winner), None)
