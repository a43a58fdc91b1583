"""Preflight: build a contestant and play a few moves with it, to find failures before a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from outply.games import game_of
from outply.games.protocol import Position
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import BuiltContestant, build
from outply.players.external import ExternalPlayer, contestant_player
from outply.players.forfeit import ContestProtocol, Failure, ForfeitError
from outply.players.protocol import MoveContext
from outply.players.registry import player
from outply.sandbox.host import is_overloaded
from outply.sandbox.limits import Limits, OnOutput, RunResult, Termination
from outply.text import escape_controls

OnStep = Callable[[str], None]

ENDGAME_PLIES = 7
"""The game near its end begins this many moves before the end of a random game."""

SLOW_MOVE_S = 1.0
"""A remark is made if every move takes more than this CPU time, or more than this time without using the CPU."""

MAX_PROCESSES = Limits(cpu_seconds=0, wall_seconds=0).processes

COMPILER_ERROR = re.compile(r"^\S[^:\n]*:\d+(?::\d+)?: (?:fatal )?error: .+", re.MULTILINE)
"""An error message of GCC, Clang or javac, which begins with file and line."""

MAX_ERROR_CHARS = 200

OUTPUT_HINTS = (
    (
        ("(wrong name:",),
        "The class is in a package, because its source has a `package` line. Remove the line, or run the class by "
        "its full name from the directory above the package.",
    ),
    (
        ("No module named", "ModuleNotFoundError", "ClassNotFoundException", "cannot open shared object"),
        "Check that the library is installed in /usr. Libraries in a home directory or a virtual environment are "
        "not visible: put them into the program's directory.",
    ),
    (
        ("Network is unreachable", "Name or service not known", "name resolution", "Could not resolve host"),
        "The network is not available, not even during the build: put all files that the program needs into its "
        "directory.",
    ),
    (("Read-only file system", "Permission denied"), "Only the program's own directory and /tmp are writable."),
    (
        ("command not found", ": not found", "No such file or directory"),
        "The program can only see /usr, /bin, /lib and its own directory, which is mounted at /work. PATH is "
        "/usr/local/bin:/usr/bin:/bin.",
    ),
    (
        ("Segmentation fault", "Aborted", "Bus error"),
        "Build it with -g -fsanitize=address,undefined and run it on the input.txt below to find the error.",
    ),
    (("missing separator",), "The lines of a recipe in a Makefile start with a tab, not with spaces."),
    (
        ("Resource temporarily unavailable", "Cannot allocate memory", "can't start new thread"),
        "The limits are {max_processes} processes and threads, and {limits.memory_mib} MiB of memory.",
    ),
)
"""Error messages in a program's output, and the template of the hint for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightGame:
    """A game of a preflight, in which the contestant makes at most `max_moves` moves."""

    title: str
    start: Position
    max_moves: int
    moves_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightMove:
    """A move of the contestant, and the time and memory used for the move. `game` is the title of the game."""

    game: str
    move: str
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightProblem:
    """The failure of a contestant.

    `where` is the step in which the contestant failed. `question` and `answer` are the contents of input.txt and
    output.txt, or the commands and the replies of the engine protocol; None if there is none. `output` and
    `errors` are the program's standard output and standard error, `files` the names of the files in its directory.
    `game` is the name of the game, and `limits` are those under which the program ran.
    """

    failure: Failure
    where: str
    explanation: str
    question: str | None
    answer: str | None
    output: str
    errors: str
    files: tuple[str, ...]
    protocol: ContestProtocol = ContestProtocol.FILES
    game: str = ""
    limits: ContestLimits = DEFAULT_LIMITS

    def hints(self) -> list[str]:
        """Return advice for this kind of failure, and hints for known error messages in the program's output."""
        hints = [self._compiler_error() or self.failure.advice_for(self.protocol, self.game, self.limits)]
        if self.failure in (Failure.CRASHED, Failure.BUILD_FAILED, Failure.NO_OUTPUT):
            printed = self.output + self.errors
            hints += [
                hint.format(limits=self.limits, max_processes=MAX_PROCESSES)
                for messages, hint in OUTPUT_HINTS
                if any(message in printed for message in messages)
            ]
        return hints

    def _compiler_error(self) -> str:
        """Return the first error of the compiler as a hint; empty if the build did not fail by one."""
        if self.failure is not Failure.BUILD_FAILED or (error := COMPILER_ERROR.search(self.errors)) is None:
            return ""
        return f"The first error of the compiler: {escape_controls(error[0][:MAX_ERROR_CHARS])}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightResult:
    """The result of a preflight: the contestant's moves, its failure (or None), and remarks."""

    moves: tuple[PreflightMove, ...]
    problem: PreflightProblem | None
    remarks: tuple[str, ...]


def preflight_games(start: Position, max_moves: int, seed: int) -> Iterator[PreflightGame]:
    """Yield the games of a preflight: both sides from `start`, and the second player near the end of a game."""
    players = game_of(start).players
    mover, other = players if start.to_move == players[0] else players[::-1]
    yield PreflightGame(title=f"as {mover} from the start", start=start, max_moves=max_moves, moves_first=True)
    yield PreflightGame(
        title=f"as {other} from the start", start=start, max_moves=max(1, max_moves // 3), moves_first=False
    )
    positions, random = [start], Random(seed)
    while not positions[-1].is_over:
        moves = positions[-1].moves()
        positions.append(positions[-1].play(moves[int(random.random() * len(moves))]))
    last = positions[max(0, len(positions) - 1 - ENDGAME_PLIES) : -1]
    near_end = next((position for position in last if position.to_move == players[1]), None)
    if near_end is not None:
        title = f"as {players[1]} near the end"
        yield PreflightGame(title=title, start=near_end, max_moves=max_moves, moves_first=True)


def run_preflight(
    directory: Path,
    start: Position,
    opponent: str,
    *,
    max_moves: int,
    seconds: float,
    seed: int,
    sandboxed: bool = True,
    on_step: OnStep = lambda _: None,
    on_output: OnOutput | None = None,
    limits: ContestLimits = DEFAULT_LIMITS,
) -> PreflightResult:
    """Build the contestant in `directory` and play the games of a preflight, up to the contestant's first failure.

    The contestant has `seconds` of CPU time per game; `limits` are its other limits. `on_step` is called with a
    description of each step, and `on_output` with the output of the build while it runs.
    """
    trial = _Trial(opponent, seconds, on_step)
    problem = None
    try:
        trial.begin_step("building")
        with build(
            directory, sandboxed, on_target=trial.on_target, on_output=on_output, limits=limits
        ) as workspace:
            contestant = BuiltContestant(workspace.folder, sandboxed, limits)
            trial.protocol = contestant.protocol
            for game in preflight_games(start, max_moves, seed):
                trial.play(game, contestant)
    except ForfeitError as forfeit:
        problem = PreflightProblem(
            failure=forfeit.failure,
            where=trial.step,
            explanation=forfeit.explanation,
            question=trial.question,
            answer=trial.answer,
            output=forfeit.stdout,
            errors=forfeit.stderr,
            files=trial.files,
            protocol=trial.protocol,
            game=start.game,
            limits=limits,
        )
    return PreflightResult(moves=tuple(trial.moves), problem=problem, remarks=tuple(trial.remarks()))


class _Trial:
    """The state of a running preflight."""

    def __init__(self, opponent: str, seconds: float, on_step: OnStep) -> None:
        self.step = ""
        self.question: str | None = None
        self.answer: str | None = None
        self.files: tuple[str, ...] = ()
        self.protocol = ContestProtocol.FILES
        self.moves: list[PreflightMove] = []
        self._opponent, self._seconds, self._on_step = opponent, seconds, on_step
        self._target_results: dict[str, RunResult] = {}
        self._has_error_status = False

    def begin_step(self, step: str) -> None:
        self.step = step
        self._on_step(step)

    def on_target(self, target: str, result: RunResult) -> None:
        self._target_results[target] = result

    def play(self, game: PreflightGame, contestant: BuiltContestant) -> None:
        position, seconds_used, move_count = game.start, 0.0, 0
        program = contestant_player("the contestant", contestant, on_target=self.on_target)
        opponent = player(self._opponent)
        is_its_turn = game.moves_first
        try:
            while not position.is_over and move_count < game.max_moves:
                if is_its_turn:
                    move_count += 1
                    self.begin_step(f"{game.title}, its move {move_count}")
                    move, cpu_seconds = self._play_move(program, position, game.title, seconds_used)
                    seconds_used += cpu_seconds
                else:
                    move = opponent.choose(position, MoveContext(seconds_per_game=self._seconds)).move
                position = position.play(move)
                is_its_turn = not is_its_turn
        finally:
            program.close()

    def _play_move(
        self, program: ExternalPlayer, position: Position, title: str, seconds_used: float
    ) -> tuple[Any, float]:
        context = MoveContext(seconds_used=seconds_used, seconds_per_game=self._seconds)
        try:
            decision = program.choose(position, context)
        except ForfeitError:
            self.question = program.last_request
            self.answer = None if program.last_output is None else program.last_output.decode(errors="replace")
            self.files = tuple(program.files)
            raise
        result = program.last_run
        assert result is not None
        self._has_error_status |= result.termination == Termination.ERROR
        self.moves.append(
            PreflightMove(
                game=title,
                move=str(decision.move),
                cpu_seconds=result.cpu_seconds,
                wall_seconds=result.wall_seconds,
                memory_mib=result.memory_mib,
            )
        )
        return decision.move, result.cpu_seconds

    def remarks(self) -> Iterator[str]:
        """Yield remarks on behaviour of the contestant that is allowed but unusual."""
        for target in ("calibrate", "newgame"):
            result = self._target_results.get(target)
            missing = f"No rule to make target '{target}'"
            if result is not None and result.termination != Termination.OK and missing not in result.stderr:
                reason = "".join(result.stderr.strip().splitlines()[-1:]) or "no error message"
                yield f"make {target} {result.explanation}, which is allowed: {reason}"
        if self._has_error_status:
            yield "make run wrote a move but exited with a status other than 0, which is allowed"
        if not self.moves:
            return
        fastest = min(move.cpu_seconds for move in self.moves)
        if fastest > SLOW_MOVE_S:
            yield f"each move took at least {fastest:.1f} s of CPU time: is the program slow to start?"
        shortest_wait = min(move.wall_seconds - move.cpu_seconds for move in self.moves)
        if shortest_wait > SLOW_MOVE_S:
            yield waiting_remark(shortest_wait, is_overloaded())


def waiting_remark(seconds: float, is_busy: bool) -> str:
    """Return a remark on moves that took `seconds` without using the CPU; `is_busy` says that the machine was."""
    reason = "this machine is busy, repeat the check when it is idle" if is_busy else "does the program wait?"
    return f"each move took at least {seconds:.1f} s without using the CPU: {reason}"
