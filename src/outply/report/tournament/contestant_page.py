"""The page of a contestant: its games by opponent, its failures, and the CPU time that it took."""

from __future__ import annotations

from collections import defaultdict

from outply.games.struct import Struct
from outply.report.tournament.snapshot import game_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.arena.tournament.state import Kept
    from outply.report.tournament.snapshot import Seen


class Row(Struct):
    """A game as one of the two has it: `side` is 0 where that one moves first."""

    __slots__ = ("kept", "side")

    kept: Kept
    side: int

    def __init__(self, kept: Kept, side: int) -> None:
        self._set(kept, side)

    @property
    def page(self) -> str:
        return game_page(self.kept)

    @property
    def margin(self) -> int:
        margin = self.kept.score.margin
        return -margin if self.side else margin

    @property
    def outcome(self) -> str:
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def failed(self) -> bool:
        """Whether it was lost by a failure."""
        return self.kept.result.failed == self.side

    @property
    def times(self) -> list[float]:
        """The CPU seconds of each move, one that it failed at included."""
        return self.kept.result.cpu_seconds(self.side)


def contestant(seen: Seen, name: str) -> dict[str, Any]:
    """Return what the template needs."""
    entrant = next(entrant for entrant in seen.entrants if entrant.name == name)
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for kept in seen.games_of[name]:
        side = 0 if kept.game.first == name else 1
        rows[(kept.game.second, kept.game.first)[side]].append(Row(kept, side))
    times = [row.times for games in rows.values() for row in games]
    moves = [cpu for game in times for cpu in game]
    return {
        "name": name,
        "program": entrant.folder is not None,
        "standing": next((row for row in seen.table.standings if row.player == name), None),
        "problem": seen.problems.get(name),
        "opponents": [
            (row.player, seen.tallies[name, row.player], rows[row.player])
            for row in seen.table.standings
            if row.player in rows
        ],
        "a_game": sum(moves) / len(times) if times else None,
        "most": max(map(sum, times), default=None),
        "a_move": sum(moves) / len(moves) if moves else None,
        "slowest": max(moves, default=None),
    }
