"""The player protocol: the only interface through which a match uses players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from outply.errors import UserError
from outply.games.protocol import Position
from outply.search.engine import SearchInfo
from outply.search.native import Control


class PlayerError(UserError, ValueError):
    """A player name is invalid, or the player cannot play the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveContext:
    """The state of the match when a player is asked for a move. Times are CPU seconds.

    `opponent_seconds` is the time of the opponent's last move; None before the opponent's first move.
    `seconds_used` is the time of all own moves of this game. `seconds_per_move` and `seconds_per_game` are limits;
    None means no limit. A player that cannot choose a move within `seconds_per_move` raises `Stopped`. `control`,
    if given, stops the search.
    """

    opponent_seconds: float | None = None
    seconds_used: float = 0.0
    seconds_per_move: float | None = None
    control: Control | None = None
    seconds_per_game: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDecision:
    """The move that a player chose, and facts about its search. None means unknown.

    `value` is from the point of view of the player who moves. `visited` counts the visited nodes, `expanded` those
    whose successors were generated; `depth` is the search depth in plies. `search_info` is the engine's own
    result. `cpu_seconds` is the CPU time of the move if another thread or process spent it, otherwise None.
    """

    move: Any
    value: int | None = None
    visited: int | None = None
    expanded: int | None = None
    depth: int | None = None
    search_info: SearchInfo | None = None
    cpu_seconds: float | None = None

    @property
    def proven(self) -> bool | None:
        """Whether `value` is the result of perfect play to the end of the game; None if unknown."""
        return None if self.search_info is None else self.search_info.proven


class Player(Protocol):
    """Chooses the moves of one side in one game. It may keep state from one move to the next."""

    @property
    def name(self) -> str:
        """The name of the player, from which `registry.player` creates an equal player."""

    def choose(self, position: Position, context: MoveContext, /) -> MoveDecision:
        """Return the chosen legal move; the game must not be over in `position`."""
