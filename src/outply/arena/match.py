"""Play one game between two players."""

from __future__ import annotations

import time
from collections.abc import Callable

from outply.errors import UserError
from outply.games.conformance import check_turn, require
from outply.games.plugin_errors import PluginError, plugin_error_message
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.players.forfeit import Failure, ForfeitError
from outply.players.protocol import MoveContext, MoveDecision, Player
from outply.players.registry import player
from outply.sandbox.limits import Termination
from outply.search.native import Stopped

OnMove = Callable[[Turn, Position], None]

MAX_QUOTED_MOVES = 8
"""Number of last moves that an error message quotes."""


class MatchError(UserError):
    """Raised if a game cannot be continued, such as after an illegal move."""


class MoveTimeoutError(MatchError):
    """Raised if a move took longer than the limit per move."""


class ForfeitedError(MatchError):
    """Raised if a player forfeits the game.

    `side` is the player's index (0 for the first player), `record` contains the moves before the failure.
    """

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
    seconds_per_move: float | None = None,
    seconds_per_game: float | None = None,
    *,
    cpu_clock: Callable[[], float] = time.thread_time,
    wall_clock: Callable[[], float] = time.perf_counter,
) -> GameRecord:
    """Play a game from `position` to its end and return its record; `first` makes the first move.

    `on_move(turn, position)` is called after each move. `board` is the name of the start position in the record.
    `seconds_per_move` and `seconds_per_game` limit the CPU time of each player. `cpu_clock` measures the CPU time
    of players that do not report it, and `wall_clock` the wall time.

    Raises MatchError if a player returns an illegal move.
    Raises MoveTimeoutError if a move exceeds `seconds_per_move`.
    Raises ForfeitedError if a player fails, or if its moves exceed `seconds_per_game`.
    Raises PluginError if the game is a plug-in and its code fails. The message quotes the last moves.
    """
    start = position
    players = first, second
    turns: list[Turn] = []
    used = [0.0, 0.0]
    while not position.is_over:
        side = len(turns) % 2
        context = MoveContext(
            opponent_seconds=turns[-1].cpu_seconds if turns else None,
            seconds_used=used[side],
            seconds_per_move=seconds_per_move,
            seconds_per_game=seconds_per_game,
        )
        try:
            turn = _play_turn(players[side], position, context, cpu_clock, wall_clock)
            next_position = position.play(turn.move)
            check_turn(position, next_position)
        except ForfeitError as forfeit:
            record = GameRecord(start, (first.name, second.name), tuple(turns), position, board)
            raise ForfeitedError(record, side, forfeit) from forfeit
        except Exception as error:
            if (message := plugin_error_message(error)) is None:
                raise
            raise PluginError(f"{message}; that was {_move_text(turns)}") from error
        used[side] += turn.cpu_seconds
        position = next_position
        turns.append(turn)
        if on_move is not None:
            on_move(turn, position)
    return GameRecord(start, (first.name, second.name), tuple(turns), position, board)


def play_pair(
    position: Position, name: str, opponent: str, on_move: OnMove | None = None
) -> tuple[GameRecord, GameRecord]:
    """Play two games from `position`: `name` moves first in game 1, `opponent` in game 2. Return both records."""
    return (
        play(position, player(name), player(opponent), on_move),
        play(position, player(opponent), player(name), on_move),
    )


def _move_text(turns: list[Turn]) -> str:
    """Return the number of the next move and the last moves as text, such as `at move 3 after a1, b2`."""
    last = ", ".join(str(turn.move) for turn in turns[-MAX_QUOTED_MOVES:])
    more = "..., " if len(turns) > MAX_QUOTED_MOVES else ""
    return f"at move {len(turns) + 1}" + (f" after {more}{last}" if turns else "")


def _play_turn(
    player: Player,
    position: Position,
    context: MoveContext,
    cpu_clock: Callable[[], float],
    wall_clock: Callable[[], float],
) -> Turn:
    limit = context.seconds_per_move
    wall, cpu = wall_clock(), cpu_clock()
    try:
        decision = player.choose(position, context)
    except Stopped:
        raise MoveTimeoutError(f"{player.name} needs more than {limit} s for a move") from None
    cpu, wall = cpu_clock() - cpu, wall_clock() - wall
    if not isinstance(decision, MoveDecision):
        raise MatchError(f"{player.name} returned {decision!r}; `choose` must return a MoveDecision")
    if decision.cpu_seconds is not None:
        cpu = decision.cpu_seconds
    if context.seconds_per_game is not None and context.seconds_used + cpu > context.seconds_per_game:
        left = context.seconds_per_game - context.seconds_used
        forfeit = ForfeitError(
            Failure.CPU_TIME, Termination.CPU_TIME.explanation.format(cpu_seconds=cpu, cpu_limit=left)
        )
        forfeit.cpu_seconds, forfeit.wall_seconds = cpu, wall
        raise forfeit
    if limit is not None and cpu > limit:
        raise MoveTimeoutError(f"{player.name} needed {cpu:.3f} s for a move; the limit is {limit} s")
    if not position.is_legal(decision.move):
        is_consistent = decision.move not in position.moves()
        require(
            is_consistent, f"`is_legal({decision.move})` must be True if and only if `moves` contains the move"
        )
        raise MatchError(f"{player.name} played {decision.move}, which is not a legal move for {position.to_move}")
    return Turn(
        player.name,
        decision.move,
        round(cpu, 6),
        round(wall, 6),
        decision.visited,
        decision.expanded,
        decision.value,
        decision.depth,
        decision.proven,
    )
