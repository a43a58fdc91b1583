"""What a player has to offer. A match knows players only through this protocol."""

from __future__ import annotations

from typing import Protocol

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.protocol import Position
    from outply.search.engine import SearchInfo
    from outply.search.native import Control


class PlayerError(ValueError):
    """A name that no player has."""


class Situation(Struct):
    """What a match knows when it asks for a move, in seconds of CPU time.

    `opponent_seconds` is what the opponent's last move took, None if there was none; `seconds_used` is what all
    own moves of this game took. `seconds_allowed` is what a move may take, None if as long as it likes; a player
    that cannot do with less raises `Stopped` then. `control`, if there is one, is to stop the search by.
    `seconds_a_game` is what all own moves of the game may take together, None if nobody says.
    """

    __slots__ = ("opponent_seconds", "seconds_used", "seconds_allowed", "control", "seconds_a_game")

    opponent_seconds: float | None
    seconds_used: float
    seconds_allowed: float | None
    control: Control | None
    seconds_a_game: float | None

    def __init__(
        self,
        opponent_seconds: float | None = None,
        seconds_used: float = 0.0,
        seconds_allowed: float | None = None,
        control: Control | None = None,
        seconds_a_game: float | None = None,
    ) -> None:
        self._set(opponent_seconds, seconds_used, seconds_allowed, control, seconds_a_game)


class Choice(Struct):
    """The move that a player picked, and what it tells about why; what it does not tell is None.

    `value` is for the player who moves. `visited` counts the positions that were looked at, `expanded` those whose
    successors were generated, `depth` the plies that were looked ahead. `thought` is the engine's own account.
    `cpu_seconds` is what the move took where that was not on the thread that asked.
    """

    __slots__ = ("move", "value", "visited", "expanded", "depth", "thought", "cpu_seconds")

    move: Any
    value: int | None
    visited: int | None
    expanded: int | None
    depth: int | None
    thought: SearchInfo | None
    cpu_seconds: float | None

    def __init__(
        self,
        move: Any,
        value: int | None = None,
        visited: int | None = None,
        expanded: int | None = None,
        depth: int | None = None,
        thought: SearchInfo | None = None,
        cpu_seconds: float | None = None,
    ) -> None:
        self._set(move, value, visited, expanded, depth, thought, cpu_seconds)

    @property
    def proven(self) -> bool | None:
        """Whether the value is that of the game played out."""
        return None if self.thought is None else self.thought.proven


class Player(Protocol):
    """Picks moves for one side of one game, and may remember what it learnt from move to move of it."""

    @property
    def name(self) -> str:
        """The text that `registry.player` makes a player like this one from."""

    def choose(self, position: Position, situation: Situation, /) -> Choice:
        """Return a legal move of a position that is not over."""
