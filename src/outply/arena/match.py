"""One game between two players, and the record of it."""

from __future__ import annotations

import time

from outply.games.value import Value
from outply.players.contract import Situation
from outply.players.registry import player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.games.contract import Position
    from outply.players.contract import Player

    OnMove = Callable[["Turn", Position], None]

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class MatchError(Exception):
    """A game that cannot go on."""


class Turn(Value):
    """One move of a game: who played it, what it cost, and what the player told about it.

    `cpu_seconds` are those of the thread that the player was asked on. `value`, for the player who moved, and
    `nodes`, `depth` and `proven` are None where the player does not tell.
    """

    __slots__ = ("player", "move", "cpu_seconds", "wall_seconds", "nodes", "value", "depth", "proven")

    player: str
    move: Any
    cpu_seconds: float
    wall_seconds: float
    nodes: int | None
    value: int | None
    depth: int | None
    proven: bool | None

    def __init__(
        self,
        player: str,
        move: Any,
        cpu_seconds: float,
        wall_seconds: float,
        nodes: int | None = None,
        value: int | None = None,
        depth: int | None = None,
        proven: bool | None = None,
    ) -> None:
        self._set(player, move, cpu_seconds, wall_seconds, nodes, value, depth, proven)


class Record(Value):
    """A game that was played: `players` are the names of the two, the one who moved first before the other."""

    __slots__ = ("start", "players", "turns", "final")

    start: Position
    players: tuple[str, str]
    turns: tuple[Turn, ...]
    final: Position

    def __init__(
        self, start: Position, players: tuple[str, str], turns: tuple[Turn, ...], final: Position
    ) -> None:
        self._set(start, players, turns, final)

    @property
    def margin(self) -> int:
        """The final score for the player who moved first."""
        return self.final.score(self.start.to_move)

    @property
    def outcome(self) -> str:
        """`win`, `draw` or `loss`, for the player who moved first."""
        return "win" if self.margin > 0 else "loss" if self.margin < 0 else "draw"

    def points(self, side: int) -> float:
        """Return 1 for a win, a half for a draw, 0 for a loss of the first (0) or the second player (1)."""
        return POINTS[self.outcome] if side == 0 else 1.0 - POINTS[self.outcome]

    def turns_of(self, side: int) -> tuple[Turn, ...]:
        """Return the moves of the first (0) or of the second player (1)."""
        return self.turns[side::2]

    def cpu_seconds(self, side: int) -> float:
        """Return what the moves of a side took together."""
        return sum(turn.cpu_seconds for turn in self.turns_of(side))


def play(position: Position, first: Player, second: Player, on_move: OnMove | None = None) -> Record:
    """Play from the position to the end, `first` being the player to move in it.

    `on_move` hears of each move as it is played, with the position after it. An illegal move is a `MatchError`.
    """
    start = position
    players = first, second
    turns: list[Turn] = []
    used = [0.0, 0.0]
    while not position.is_over:
        side = len(turns) % 2
        turn = _ask(players[side], position, Situation(turns[-1].cpu_seconds if turns else None, used[side]))
        used[side] += turn.cpu_seconds
        position = position.play(turn.move)
        turns.append(turn)
        if on_move is not None:
            on_move(turn, position)
    return Record(start, (first.name, second.name), tuple(turns), position)


def play_pair(position: Position, one: str, other: str, on_move: OnMove | None = None) -> tuple[Record, Record]:
    """Play two games between new players of these names: `one` moves first in the first, `other` in the second."""
    return (
        play(position, player(one), player(other), on_move),
        play(position, player(other), player(one), on_move),
    )


def _ask(player: Player, position: Position, situation: Situation) -> Turn:
    wall, cpu = time.perf_counter(), time.thread_time()
    choice = player.choose(position, situation)
    cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
    if choice.move not in position.moves():
        raise MatchError(f"{player.name} played {choice.move}, which is not a legal move for {position.to_move}")
    return Turn(player.name, choice.move, cpu, wall, choice.nodes, choice.value, choice.depth, choice.proven)
