"""A contestant's program as a player: `make run` is started for every move, as in the competition."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from outply.formats import question
from outply.formats.line_reader import FormatError
from outply.formats.question import Question
from outply.games.protocol import Position
from outply.games.registry import explain_illegal_move
from outply.players.contestant import BuiltContestant, OnTarget
from outply.players.forfeit import ContestProtocol, Failure, ForfeitError
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.sandbox.host import blame_host, require_resources
from outply.sandbox.limits import RunResult, Termination
from outply.sandbox.workspace import Workspace, WorkspaceError

DEFAULT_GAME_SECONDS = 200.0
MAX_OUTPUT_BYTES = 64 * 1024


class ProgramPlayer:
    """Plays one side of one game by running a program in a copy of the contestant's directory.

    With `user_time_only`, the system time of the program does not count as CPU time.
    """

    contest_protocol = ContestProtocol.FILES

    def __init__(
        self,
        name: str,
        contestant: BuiltContestant,
        core: int | None = None,
        on_target: OnTarget | None = None,
        *,
        user_time_only: bool = False,
    ) -> None:
        self.name = name
        self.last_request = ""
        """The input.txt of the last move."""
        self.last_run: RunResult | None = None
        """The result of `make run` for the last move."""
        self.last_output: bytes | None = None
        """The output.txt of the last move; None if the program wrote none."""
        self.wall_seconds_used = 0.0
        """The wall time of the moves so far."""
        self._contestant = contestant
        self._core = core
        self._user_time_only = user_time_only
        self._on_target = on_target
        self._workspace: Workspace | None = None
        self._close: Callable[[], object] | None = None

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        """Return the move that the program writes to output.txt.

        Raises ForfeitError if the program fails, PlayerError if the game has no input.txt, and HostError if the
        machine may have made the program fail.
        """
        if not question.has_mode(position.game, "COMPETITION"):
            raise PlayerError(f"{self.name} cannot play {position.game}, whose positions have no text format")
        budget = DEFAULT_GAME_SECONDS if context.seconds_per_game is None else context.seconds_per_game
        left = budget - context.seconds_used
        limits = self._contestant.limits
        wall_budget = limits.wall_budget(budget, position)
        wall_left = wall_budget - self.wall_seconds_used
        self.last_request = question.write(Question(position, "COMPETITION", seconds=max(0.0, left)))
        with blame_host():
            workspace = self._open_workspace()
            workspace.remove("output.txt")
            try:
                workspace.write_file("input.txt", self.last_request.encode())
            except WorkspaceError as error:
                raise ForfeitError(Failure.DISK, str(error)) from None
            result = workspace.run(
                ["make", "-s", "run"],
                limits.for_run(
                    left,
                    min(max(0.0, left) + limits.wall_grace_s, wall_left),
                    user_time_only=self._user_time_only,
                ),
                core=self._core,
                sandboxed=self._contestant.sandboxed,
            )
        self.wall_seconds_used += result.wall_seconds
        self.last_run, self.last_output = result, workspace.read_file("output.txt", MAX_OUTPUT_BYTES + 1)
        try:
            move = read_move(position, self.last_output, result)
        except ForfeitError as forfeit:
            require_resources()
            if forfeit.failure is Failure.WALL_TIME and result.limits.wall_seconds == wall_left:
                forfeit.explanation += f"; the limit for the game is {wall_budget:.0f} s"
            raise
        return MoveDecision(move=move, cpu_seconds=result.cpu_seconds)

    @property
    def printed(self) -> tuple[str, str]:
        """Standard output and standard error of `make run` for the last move; empty before the first move."""
        return (self.last_run.stdout, self.last_run.stderr) if self.last_run else ("", "")

    @property
    def lost_seconds(self) -> float:
        """The seconds during which the machine did not run the program although it was the program's turn."""
        return self._workspace.lost_seconds if self._workspace is not None else 0.0

    @property
    def files(self) -> list[str]:
        """The names of the files in the player's copy of the directory; empty before the first move."""
        return self._workspace.list_files() if self._workspace is not None else []

    def close(self) -> None:
        """Remove the player's copy of the directory; garbage collection of the player also removes it."""
        if self._close is not None:
            self._close()

    def _open_workspace(self) -> Workspace:
        if self._workspace is None:
            self._workspace = self._contestant.prepare_game(self._core, self._on_target)
            self._close = weakref.finalize(self, self._workspace.close)
        return self._workspace


def read_move(position: Any, output: bytes | None, result: RunResult) -> Any:
    """Return the move in `output`, the output.txt that the run `result` wrote.

    Raises ForfeitError unless the run kept its limits, and `output` contains a legal move and the board after the
    move.
    """
    if result.termination.exceeded_limit:
        raise ForfeitError.from_run("make run", result)
    if output is None:
        if result.termination is Termination.ERROR:
            raise ForfeitError.from_run("make run", result)
        raise ForfeitError(Failure.NO_OUTPUT, "make run wrote no output.txt", result)
    try:
        move, rows = question.board_format(position.game, "COMPETITION").read_answer(output, position)
    except FormatError as error:
        raise ForfeitError(Failure.UNREADABLE_OUTPUT, str(error), result) from None
    _check_move(position, move, rows, result)
    return move


def _check_move(position: Position, move: Any, rows: tuple[str, ...], result: RunResult) -> None:
    if not position.is_legal(move):
        explanation = f"{move} is not a legal move for {position.to_move}. {explain_illegal_move(position, move)}"
        raise ForfeitError(Failure.ILLEGAL_MOVE, explanation, result)
    answers = question.board_format(position.game, "COMPETITION")
    difference = answers.board_difference(rows, answers.answer_rows(position.play(move)))
    if difference:
        raise ForfeitError(Failure.WRONG_BOARD, f"wrong board after {move}: {difference}", result)
