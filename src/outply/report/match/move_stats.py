"""Statistics of the moves of a game: nodes, times and totals of each side."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from outply.games import game_of
from outply.games.protocol import Player
from outply.games.record import GameRecord, Turn, sum_or_none


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveStats:
    """Node counts and CPU times of some moves. A node count is None unless the count of every move is known."""

    moves: int
    visited: int | None
    expanded: int | None
    cpu_seconds: tuple[float, ...]

    @property
    def visited_per_move(self) -> float | None:
        """Average number of visited nodes per move; None if nodes were not counted or there are no moves."""
        return self._per_move(self.visited)

    @property
    def expanded_per_move(self) -> float | None:
        """Average number of expanded nodes per move; None if nodes were not counted or there are no moves."""
        return self._per_move(self.expanded)

    @property
    def average_seconds(self) -> float | None:
        """Average CPU seconds of a move; None without moves."""
        return statistics.fmean(self.cpu_seconds) if self.cpu_seconds else None

    @property
    def median_seconds(self) -> float | None:
        """Median CPU seconds of a move; None without moves."""
        return statistics.median(self.cpu_seconds) if self.cpu_seconds else None

    @property
    def longest_seconds(self) -> float | None:
        """CPU seconds of the slowest move; None without moves."""
        return max(self.cpu_seconds, default=None)

    def _per_move(self, count: int | None) -> float | None:
        return None if count is None or not self.moves else count / self.moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a game.

    `player` is the player in the game's notation (`X`), `label` the player in words (`blue`), `name` the program
    or person that plays this side, and `total` the total in the final position.
    """

    player: Player
    label: str
    name: str
    total: int
    stats: MoveStats


def move_stats(turns: Sequence[Turn]) -> MoveStats:
    """Return the node counts and CPU times of the moves in `turns`."""
    return MoveStats(
        moves=len(turns),
        visited=sum_or_none(turn.visited for turn in turns),
        expanded=sum_or_none(turn.expanded for turn in turns),
        cpu_seconds=tuple(turn.cpu_seconds for turn in turns),
    )


def sides(record: GameRecord) -> tuple[Side, Side]:
    """Return both sides of a game, the side that moves first before the other."""
    game = game_of(record.start)

    def side(player: Player) -> Side:
        number = record.side_of(player)
        return Side(
            player=player,
            label=game.player_label(player, record.start.variant),
            name=record.players[number],
            total=record.final.total(player),
            stats=move_stats(record.turns_of(number)),
        )

    first, second = sorted(game.players, key=record.side_of)
    return side(first), side(second)


def winning_side(record: GameRecord) -> Side | None:
    """Return the side with the higher total; None after a draw."""
    return next((side for side in sides(record) if side.player == record.winner), None)
