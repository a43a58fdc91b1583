"""A game that was played: from where, by whom, each move and what it cost."""

from __future__ import annotations

from outply.games import game_of
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from outply.games.protocol import Player, Position

UNFINISHED = "not finished"
"""The result of a game that broke off."""

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Turn(Struct):
    """One move of a game: who played it, what it cost, and what the player told about it.

    `player` is the name of whoever picked the move. `cpu_seconds` are those of the thread that was asked on. Times
    are in whole microseconds.
    `visited` and `expanded` count the nodes of the search in both senses. These two, `value` (for the player who
    moved), `depth` and `proven` are None where the player does not tell.
    """

    __slots__ = (
        "player",
        "move",
        "cpu_seconds",
        "wall_seconds",
        "visited",
        "expanded",
        "value",
        "depth",
        "proven",
    )

    player: str
    move: Any
    cpu_seconds: float
    wall_seconds: float
    visited: int | None
    expanded: int | None
    value: int | None
    depth: int | None
    proven: bool | None

    def __init__(
        self,
        player: str,
        move: Any,
        cpu_seconds: float,
        wall_seconds: float,
        visited: int | None = None,
        expanded: int | None = None,
        value: int | None = None,
        depth: int | None = None,
        proven: bool | None = None,
    ) -> None:
        self._set(player, move, cpu_seconds, wall_seconds, visited, expanded, value, depth, proven)


class GameRecord(Struct):
    """A game as far as it was played: `players` are the names of both, the one who moved first before the other.

    The one who leads where it broke off has not won.
    `board` is what people call the position that it began with; empty if they call it nothing.
    """

    __slots__ = ("start", "players", "turns", "final", "board")

    start: Position
    players: tuple[str, str]
    turns: tuple[Turn, ...]
    final: Position
    board: str

    def __init__(
        self,
        start: Position,
        players: tuple[str, str],
        turns: tuple[Turn, ...],
        final: Position,
        board: str = "",
    ) -> None:
        self._set(start, players, turns, final, board)

    def after(self, turn: Turn, position: Position) -> GameRecord:
        """Return the game with one more move, which led to the position."""
        return GameRecord(self.start, self.players, (*self.turns, turn), position, self.board)

    @property
    def margin(self) -> int:
        """The final score for the player who moved first."""
        return self.final.score(self.start.to_move)

    @property
    def outcome(self) -> str:
        """`win`, `draw` or `loss`, for the player who moved first."""
        return "win" if self.margin > 0 else "loss" if self.margin < 0 else "draw"

    @property
    def winner(self) -> Player | None:
        """The player of the game (`X`, `Star`) with the higher total; None after a draw, and before the end."""
        if not self.final.is_over:
            return None
        return next((player for player in game_of(self.start).players if self.final.score(player) > 0), None)

    @property
    def result(self) -> str:
        """Who wins by how much, in a few words: `blue wins by 22`."""
        if not self.final.is_over:
            return UNFINISHED
        if self.winner is None:
            return "a draw"
        return f"{game_of(self.start).player_label(self.winner, self.start.variant)} wins by {abs(self.margin):,}"

    def points(self, side: int) -> float:
        """Return 1 for a win, a half for a draw, 0 for a loss of the first (0) or the second player (1)."""
        return POINTS[self.outcome] if side == 0 else 1.0 - POINTS[self.outcome]

    def side_of(self, player: Player) -> int:
        """Return whether a player of the game (`X`, `Star`) moved first (0) or second (1)."""
        return 0 if player == self.start.to_move else 1

    def turns_of(self, side: int) -> tuple[Turn, ...]:
        """Return the moves of the first (0) or of the second player (1)."""
        return self.turns[side::2]

    def visited(self, side: int) -> int | None:
        """Return the nodes that a side visited over the game; None if it did not tell of each move."""
        return sum_or_none(turn.visited for turn in self.turns_of(side))

    def expanded(self, side: int) -> int | None:
        """Return the nodes that a side expanded over the game; None if it did not tell of each move."""
        return sum_or_none(turn.expanded for turn in self.turns_of(side))

    def cpu_seconds(self, side: int) -> float:
        """Return what the moves of a side took together."""
        return sum(turn.cpu_seconds for turn in self.turns_of(side))

    def positions(self) -> list[Position]:
        """Return the positions of the game, from the first to the last."""
        found = [self.start]
        for turn in self.turns:
            found.append(found[-1].play(turn.move))
        return found


def sum_or_none(counts: Iterable[int | None]) -> int | None:
    """Return the sum; None if one of the counts was not told."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total
