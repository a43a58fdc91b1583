"""`outply check`: build a contestant's program and let it play a few moves before a tournament."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.arena.preflight import run_preflight
from outply.cli.arguments import find_start
from outply.cli.options import (
    BOARD_HELP,
    UNSANDBOXED_WARNING,
    Integer,
    Seconds,
    complete_board,
    json_option,
    require_sandbox,
    rules_option,
    tournament_game_option,
    unsafe_option,
)
from outply.cli.progress import clear_line, show_line, stderr_is_terminal
from outply.cli.terminal import CommandError, user_errors
from outply.formats.atomic_io import STANDARD, write_output
from outply.games import all_games, game_of
from outply.games.protocol import HasRandomBoards
from outply.players.forfeit import ContestProtocol, Failure
from outply.players.program import DEFAULT_GAME_SECONDS
from outply.players.registry import player
from outply.text import escape_controls, plural

if TYPE_CHECKING:
    from outply.arena.preflight import PreflightMove, PreflightProblem, PreflightResult
    from outply.games.protocol import Position

FAILED = 1
BOARD_SIZE = 6
MAX_LINES = 12  # shown of a program's output
MAX_WIDTH = 100  # columns
MAX_LINE_LENGTH = 200  # characters shown of each line of a program's output


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--moves", type=Integer(1, 338), default=6, show_default=True, help="Number of moves of the program per game."
)
@click.option(
    "--opponent", metavar="PLAYER", default="level:2", show_default=True, help="Opponent of the program."
)
@tournament_game_option
@rules_option("the first of the game")
@click.option(
    "--board",
    metavar="BOARD",
    shell_complete=complete_board,
    help=f"{BOARD_HELP}  [default: random:{BOARD_SIZE}:SEED]",
)
@click.option(
    "--seed", type=Integer(0, 999_999_999), default=1, show_default=True, help="Random seed for the positions."
)
@click.option(
    "--seconds",
    type=Seconds(1e6),
    default=DEFAULT_GAME_SECONDS,
    show_default=True,
    help="CPU time for a whole game, in seconds.",
)
@unsafe_option
@json_option("the result")
def check(
    directory: Path,
    moves: int,
    opponent: str,
    game_name: str | None,
    rules: str | None,
    board: str | None,
    seed: int,
    seconds: float,
    unsafe: bool,
    json_file: str | None,
) -> int:
    """Build the program in DIR and let it play a few moves in each of three games, under tournament conditions.

    The program plays both sides from the start position, and the second one near the end of a game. The exit
    status is 0 if the program passes, and 1 if it would forfeit a game.

    \b
    Examples:
      outply check my-agent
      outply check my-agent --moves 18 --opponent level:6   a whole game
      outply check my-agent --board Narvik --seconds 20
      outply check my-agent --game connectfour              an added game
      outply check my-agent --unsafe                        without a sandbox
    """
    if not directory.is_dir():
        reason = "is a file" if directory.exists() else "does not exist"
        raise CommandError(
            f"{directory} {reason}; expected the directory of a program with a Makefile. "
            "Write a sample with: outply tournament template DIR"
        )
    definition = all_games()[game_name or "warfare"]
    default = f"random:{BOARD_SIZE}:{seed}" if isinstance(definition, HasRandomBoards) else None
    _, start = find_start(definition.name, rules, board or default)
    with user_errors(), _show_steps() as on_step:
        if not unsafe:
            require_sandbox()
        player(opponent)
        result = run_preflight(
            directory,
            start,
            opponent,
            max_moves=moves,
            seconds=seconds,
            seed=seed,
            sandboxed=not unsafe,
            on_step=on_step,
        )
    if json_file is not None:
        write_output(json_file, json.dumps(_as_dict(directory, result, seconds, unsafe)) + "\n")
    if json_file != STANDARD:
        for line in _report(directory, result, start, seconds, unsafe):
            click.echo(line)
    return FAILED if result.problem else 0


@contextmanager
def _show_steps() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the description of the current step on a terminal."""
    if not stderr_is_terminal():
        yield lambda _: None
        return
    try:
        yield lambda step: show_line(f"checking: {step}")
    finally:
        clear_line()


def _report(directory: Path, result: PreflightResult, start: Any, seconds: float, unsafe: bool) -> Iterator[str]:
    if unsafe:
        yield UNSANDBOXED_WARNING
    if result.problem is not None:
        yield from _problem_report(directory, result.problem, result.moves)
    else:
        yield from _success_report(directory, result, start, seconds)
    for remark in result.remarks:
        end = "" if remark.endswith((".", "?", "!")) else "."
        yield from _wrap(f"Note: {escape_controls(remark)}{end}")


def _success_report(directory: Path, result: PreflightResult, start: Position, seconds: float) -> Iterator[str]:
    times = [move.cpu_seconds for move in result.moves]
    mean = sum(times) / len(times)
    games = plural(len({move.game for move in result.moves}), "game")
    yield f"{escape_controls(str(directory))} passed: {plural(len(times), 'legal move')} in {games}"
    yield f"CPU time  {mean:.3f} s per move, at most {max(times):.3f} s"
    yield f"memory    at most {max(move.memory_mib for move in result.moves):.0f} MiB"
    plies = game_of(start).view(start).moves_left
    needed = "" if plies is None else f"; a game on this board has {(plies + 1) // 2}"
    yield f"budget    {seconds:g} s is enough for {_moves_in_budget(mean, seconds):,} such moves{needed}"


def _moves_in_budget(mean: float, seconds: float) -> int:
    return int(seconds / max(mean, 0.001))


def _problem_report(directory: Path, problem: PreflightProblem, moves: tuple[PreflightMove, ...]) -> Iterator[str]:
    yield f"{escape_controls(str(directory))} would forfeit: {problem.failure.value}"
    yield from _wrap(f"{problem.where}: {escape_controls(problem.explanation)}", "  ")
    times = [f"{move.cpu_seconds:.3f}" for move in moves if problem.where.startswith(move.game)]
    if problem.failure == Failure.CPU_TIME and times:
        yield from _wrap(f"its earlier moves took {', '.join(times)} s", "  ")
    for hint in problem.hints():
        yield ""
        yield from _wrap(hint)
    if problem.question is not None:
        is_line_protocol = problem.protocol is ContestProtocol.LINES
        yield from _quote("commands" if is_line_protocol else "input.txt", problem.question)
        if problem.answer is not None:
            yield from _quote("replies" if is_line_protocol else "output.txt", problem.answer or "(none)")
        else:
            yield from _quote("no output.txt; the files in the directory are", "\n".join(problem.files))
    if problem.errors:
        yield from _quote("end of standard error", problem.errors, from_end=True)
    if problem.output and problem.protocol is ContestProtocol.FILES:
        yield from _quote("end of standard output", problem.output, from_end=True)


def _quote(title: str, text: str, from_end: bool = False) -> Iterator[str]:
    lines = [escape_controls(line.expandtabs()) for line in text.rstrip("\n").split("\n")]
    part = lines[-MAX_LINES:] if from_end else lines[: 2 * MAX_LINES]
    yield ""
    yield f"{title}:"
    if from_end and len(part) < len(lines):
        yield "    ..."
    for line in part:
        yield f"    {line[:MAX_LINE_LENGTH]}"
    if not from_end and len(part) < len(lines):
        yield "    ..."


def _wrap(text: str, indent: str = "") -> list[str]:
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def _as_dict(directory: Path, result: PreflightResult, seconds: float, unsafe: bool) -> dict[str, Any]:
    times = [move.cpu_seconds for move in result.moves]
    mean = sum(times) / len(times) if times else None
    data: dict[str, Any] = {
        "directory": str(directory),
        "sandboxed": not unsafe,
        "passed": result.problem is None,
        "moves": [{name: getattr(move, name) for name in move.__slots__} for move in result.moves],
        "cpu_seconds_per_move": None if mean is None else round(mean, 6),
        "memory_mib": max((move.memory_mib for move in result.moves), default=None),
        "moves_in_budget": None if mean is None else _moves_in_budget(mean, seconds),
        "remarks": list(result.remarks),
        "problem": None,
    }
    if result.problem is not None:
        problem = result.problem
        data["problem"] = {
            "failure": problem.failure.value,
            "where": problem.where,
            "message": problem.explanation,
            "hints": problem.hints(),
            "input": problem.question,
            "answer": problem.answer,
            "output": problem.output,
            "errors": problem.errors,
            "files": list(problem.files),
        }
    return data
