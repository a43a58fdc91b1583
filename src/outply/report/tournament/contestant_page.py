"""The page of a contestant: its games by opponent, its forfeits and its CPU times."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from outply.arena.tournament.state import StoredGame
from outply.report.tournament.snapshot import Snapshot, game_page


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantGame:
    """A game from the view of one contestant; `side` is 0 if it moves first."""

    stored: StoredGame
    side: int

    @property
    def page(self) -> str:
        return game_page(self.stored)

    @property
    def margin(self) -> int:
        margin = self.stored.outcome.margin
        return -margin if self.side else margin

    @property
    def outcome(self) -> str:
        return "won" if self.margin > 0 else "lost" if self.margin < 0 else "drawn"

    @property
    def is_forfeit(self) -> bool:
        """Whether the contestant forfeited the game."""
        return self.stored.result.failed == self.side

    @property
    def cpu_seconds(self) -> list[float]:
        """The CPU seconds of each move, including one that failed."""
        return self.stored.result.cpu_seconds(self.side)


def contestant_context(snapshot: Snapshot, name: str) -> dict[str, Any]:
    """Return the variables of the template."""
    contestant = next(one for one in snapshot.contestants if one.name == name)
    games: defaultdict[str, list[ContestantGame]] = defaultdict(list)
    for stored in snapshot.games_by_contestant[name]:
        side = 0 if stored.game.first == name else 1
        opponent = (stored.game.second, stored.game.first)[side]
        games[opponent].append(ContestantGame(stored=stored, side=side))
    game_times = [game.cpu_seconds for opponent_games in games.values() for game in opponent_games]
    move_times = [seconds for times in game_times for seconds in times]
    return {
        "name": name,
        "is_program": contestant.directory is not None,
        "standing": next((row for row in snapshot.standings.rows if row.name == name), None),
        "build_failure": snapshot.build_failures.get(name),
        "opponents": [
            (row.name, snapshot.cross_table[name, row.name], games[row.name])
            for row in snapshot.standings.rows
            if row.name in games
        ],
        "average_game_seconds": sum(move_times) / len(game_times) if game_times else None,
        "longest_game_seconds": max(map(sum, game_times), default=None),
        "average_move_seconds": sum(move_times) / len(move_times) if move_times else None,
        "longest_move_seconds": max(move_times, default=None),
    }
