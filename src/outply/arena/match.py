"""One game between two players."""

from __future__ import annotations

import time

from outply.games.conformance import check_turn, require
from outply.games.plugin_errors import PluginError, plugin_error_message
from outply.games.record import GameRecord, Turn
from outply.players.forfeit import Failure, ForfeitError
from outply.players.protocol import MoveContext
from outply.players.registry import player
from outply.sandbox.limits import Termination
from outply.search.native import Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.games.protocol import Position
    from outply.players.protocol import Player

    OnMove = Callable[[Turn, Position], None]

LAST_MOVES = 8  # that a message names


class MatchError(Exception):
    """A game that cannot go on."""


class TooSlowError(MatchError):
    """A move that took longer than it may."""


class ForfeitedError(MatchError):
    """A game that one side (0 or 1) lost by a failure: the game so far, and what happened."""

    def __init__(self, record: GameRecord, side: int, forfeit: ForfeitError) -> None:
        super().__init__(f"{record.players[side]} loses, {forfeit.failure.value}: {forfeit.explanation}")
        self.record = record
        self.side = side
        self.forfeit = forfeit


def play(
    position: Position,
    first: Player,
    second: Player,
    on_move: OnMove | None = None,
    board: str = "",
    seconds_allowed: float | None = None,
    seconds_a_game: float | None = None,
) -> GameRecord:
    """Play from the position to the end, `first` being the player to move in it.

    `on_move` hears of each move as it is played, with the position after it. `board` is what the record calls the
    position. An illegal move is a `MatchError`, and so is one that takes more than the CPU seconds allowed. Where
    a player fails, or all its moves take more than `seconds_a_game`, a `ForfeitedError` has the game so far. Where
    the game itself fails, which is from outside then, a `GameError` says how and after which moves.
    """
    start = position
    players = first, second
    turns: list[Turn] = []
    used = [0.0, 0.0]
    while not position.is_over:
        side = len(turns) % 2
        opponents = turns[-1].cpu_seconds if turns else None
        situation = MoveContext(
            opponent_seconds=opponents,
            seconds_used=used[side],
            seconds_per_move=seconds_allowed,
            seconds_per_game=seconds_a_game,
        )
        try:
            turn = _ask(players[side], position, situation)
            after = position.play(turn.move)
            check_turn(position, after)
        except ForfeitError as forfeit:
            record = GameRecord(start, (first.name, second.name), tuple(turns), position, board)
            raise ForfeitedError(record, side, forfeit) from forfeit
        except Exception as error:
            if (fault := plugin_error_message(error)) is None:
                raise
            raise PluginError(f"{fault}; that was {_place(turns)}") from error
        used[side] += turn.cpu_seconds
        position = after
        turns.append(turn)
        if on_move is not None:
            on_move(turn, position)
    return GameRecord(start, (first.name, second.name), tuple(turns), position, board)


def play_pair(
    position: Position, one: str, other: str, on_move: OnMove | None = None
) -> tuple[GameRecord, GameRecord]:
    """Play two games between new players of these names: `one` moves first in the first, `other` in the second."""
    return (
        play(position, player(one), player(other), on_move),
        play(position, player(other), player(one), on_move),
    )


def _place(turns: list[Turn]) -> str:
    """Return where in the game that is: which move, and the last ones before it."""
    last = ", ".join(str(turn.move) for turn in turns[-LAST_MOVES:])
    more = "..., " if len(turns) > LAST_MOVES else ""
    return f"at move {len(turns) + 1}" + (f" after {more}{last}" if turns else "")


def _ask(player: Player, position: Position, situation: MoveContext) -> Turn:
    allowed = situation.seconds_per_move
    wall, cpu = time.perf_counter(), time.thread_time()
    try:
        choice = player.choose(position, situation)
    except Stopped:
        raise TooSlowError(f"{player.name} needs more than {allowed} s for a move") from None
    cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
    if choice.cpu_seconds is not None:
        cpu = choice.cpu_seconds
    if situation.seconds_per_game is not None and situation.seconds_used + cpu > situation.seconds_per_game:
        left = situation.seconds_per_game - situation.seconds_used
        forfeit = ForfeitError(
            Failure.CPU_TIME, Termination.CPU_TIME.explanation.format(cpu_seconds=cpu, cpu_limit=left)
        )
        forfeit.cpu_seconds, forfeit.wall_seconds = cpu, wall
        raise forfeit
    if allowed is not None and cpu > allowed:
        raise TooSlowError(f"{player.name} needed {cpu:.3f} s for a move, which is more than {allowed} s")
    if not position.is_legal(choice.move):
        is_consistent = choice.move not in position.moves()
        require(is_consistent, f"`is_legal({choice.move})` must be equivalent to membership in `moves`")
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
