"""One game between two players."""

from __future__ import annotations

import time

from outply.games.record import Record, Turn
from outply.players.contract import Situation
from outply.players.registry import player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.games.contract import Position
    from outply.players.contract import Player

    OnMove = Callable[[Turn, Position], None]


class MatchError(Exception):
    """A game that cannot go on."""


def play(
    position: Position, first: Player, second: Player, on_move: OnMove | None = None, board: str = ""
) -> Record:
    """Play from the position to the end, `first` being the player to move in it.

    `on_move` hears of each move as it is played, with the position after it. `board` is what the record calls the
    position. An illegal move is a `MatchError`.
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
    return Record(start, (first.name, second.name), tuple(turns), position, board)


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
    return Turn(
        player.name,
        choice.move,
        round(cpu, 6),
        round(wall, 6),
        choice.visited,
        choice.expanded,
        choice.value,
        choice.depth,
        choice.proven,
    )
