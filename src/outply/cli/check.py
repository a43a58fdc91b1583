"""`outply check`: what is wrong with a contestant, before the tournament says it."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.arena.hints import hints
from outply.arena.preflight import check as try_out
from outply.cli.errors import CommandError, user_errors
from outply.cli.options.parameters import Seconds
from outply.cli.options.position import BOARD_HELP, find_start
from outply.cli.progress import CLEAR_LINE, clear_line, stderr_is_terminal
from outply.players.forfeit import Failure
from outply.players.program import GAME_SECONDS
from outply.players.registry import player
from outply.sandbox.bubblewrap import NoSandboxError, require_sandbox
from outply.text import escape_controls

if TYPE_CHECKING:
    from outply.arena.preflight import Checked, Made, Problem
    from outply.games.warfare import Position

FAILED = 1
BOARD_SIZE = 6
LINES = 12  # of what was printed or written


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--moves", type=click.IntRange(1, 338), default=6, show_default=True, help="How many to play.")
@click.option("--opponent", metavar="PLAYER", default="level:2", show_default=True, help="Whom to play against.")
@click.option("--board", metavar="BOARD", help=f"{BOARD_HELP}  [default: random:{BOARD_SIZE}:SEED]")
@click.option("--seed", type=click.IntRange(0, 999_999_999), default=1, show_default=True, help="For the boards.")
@click.option(
    "--seconds", type=Seconds(1e6), default=GAME_SECONDS, show_default=True, help="CPU seconds for a whole game."
)
@click.option("--unsafe", is_flag=True, help="Run the program without a sandbox, with all your rights.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON object.")
def check(
    directory: Path,
    moves: int,
    opponent: str,
    board: str | None,
    seed: int,
    seconds: float,
    unsafe: bool,
    as_json: bool,
) -> int:
    """Build the program in DIR and let it play a few moves as the competition does, in three games.

    It moves first and second from the start of the board, and once near the end, where Raids conquer. The exit
    status is 0 if all is well and 1 if the program would lose.

    \b
    Examples:
      outply check my-agent
      outply check my-agent --moves 18 --opponent level:6   a whole game
      outply check my-agent --board Narvik --seconds 20
      outply check my-agent --unsafe                        where there is no sandbox
    """
    if not unsafe:
        try:
            require_sandbox()
        except NoSandboxError as error:
            raise CommandError(f"{error}; --unsafe runs the program without a sandbox, if you trust it") from None
    _, start = find_start("warfare", "raid", board or f"random:{BOARD_SIZE}:{seed}")
    with user_errors(), _steps() as on_step:
        player(opponent)
        found = try_out(directory, start, opponent, moves, seconds, seed, not unsafe, on_step)  # type: ignore[arg-type]
    if as_json:
        click.echo(json.dumps(_as_dict(directory, found, seconds, unsafe)))
    else:
        for line in _report(directory, found, start, seconds, unsafe):
            click.echo(line)
    return FAILED if found.problem else 0


@contextmanager
def _steps() -> Iterator[Callable[[str], None]]:
    """Yield what shows a person at a terminal what is being done."""
    if not stderr_is_terminal():
        yield lambda _: None
        return

    def show(step: str) -> None:
        sys.stderr.write(CLEAR_LINE + f"checking: {step}"[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()

    try:
        yield show
    finally:
        clear_line()


def _report(directory: Path, found: Checked, start: Any, seconds: float, unsafe: bool) -> Iterator[str]:
    if unsafe:
        yield "NOT ISOLATED: the program ran without a sandbox, with all that you may do yourself"
    if found.problem is not None:
        yield from _trouble(directory, found.problem, found.made)
    else:
        yield from _praise(directory, found, start, seconds)
    for remark in found.remarks:
        yield from _wrapped(f"Remark: {escape_controls(remark)}.")


def _praise(directory: Path, found: Checked, start: Position, seconds: float) -> Iterator[str]:
    times = [made.cpu_seconds for made in found.made]
    memory = max(made.memory_mib for made in found.made)
    mean = sum(times) / len(times)
    count = len({made.game for made in found.made})
    yield f"{escape_controls(str(directory))} is all right: {len(times)} legal moves in {count} games"
    yield f"CPU time  {mean:.3f} s a move, {max(times):.3f} s at most"
    yield f"memory    {memory:.0f} MiB at most"
    needed = (start.owners.count(".") + 1) // 2
    yield (
        f"budget    {seconds:g} s would last for {_lasting(mean, seconds):,} such moves; "
        f"a game on this board has {needed}"
    )


def _lasting(mean: float, seconds: float) -> int:
    return int(seconds / max(mean, 0.001))


def _trouble(directory: Path, problem: Problem, made: tuple[Made, ...]) -> Iterator[str]:
    yield f"{escape_controls(str(directory))} would lose: {problem.failure.value}"
    yield from _wrapped(f"{problem.where}: {escape_controls(problem.sentence)}", "  ")
    times = [f"{move.cpu_seconds:.3f}" for move in made if problem.where.startswith(move.game)]
    if problem.failure == Failure.CPU_TIME and times:
        yield from _wrapped(f"its moves before took {', '.join(times)} s", "  ")
    for hint in hints(problem.failure, problem.output + problem.errors):
        yield ""
        yield from _wrapped(hint)
    if problem.asked is not None:
        yield from _quoted("input.txt was", problem.asked)
        if problem.answered is not None:
            yield from _quoted("output.txt is", problem.answered)
        else:
            yield from _quoted("there is no output.txt; the files are", "\n".join(problem.files))
    if problem.errors:
        yield from _quoted("standard error ends", problem.errors, at_end=True)
    if problem.output:
        yield from _quoted("standard output ends", problem.output, at_end=True)


def _quoted(title: str, text: str, at_end: bool = False) -> Iterator[str]:
    lines = [escape_controls(line) for line in text.rstrip("\n").split("\n")]
    most = LINES if at_end else 2 * LINES
    shown = lines[-most:] if at_end else lines[:most]
    yield ""
    yield f"{title}:"
    if at_end and len(shown) < len(lines):
        yield "    ..."
    for line in shown:
        yield f"    {line[:200]}"
    if not at_end and len(shown) < len(lines):
        yield "    ..."


def _wrapped(text: str, indent: str = "") -> list[str]:
    width = min(shutil.get_terminal_size().columns, 100)
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def _as_dict(directory: Path, found: Checked, seconds: float, unsafe: bool) -> dict[str, Any]:
    times = [made.cpu_seconds for made in found.made]
    mean = sum(times) / len(times) if times else None
    told: dict[str, Any] = {
        "directory": str(directory),
        "isolated": not unsafe,
        "all_right": found.problem is None,
        "moves": [{name: getattr(made, name) for name in made.__slots__} for made in found.made],
        "cpu_seconds_a_move": None if mean is None else round(mean, 6),
        "memory_mib": max((made.memory_mib for made in found.made), default=None),
        "moves_in_budget": None if mean is None else _lasting(mean, seconds),
        "remarks": list(found.remarks),
        "problem": None,
    }
    if found.problem is not None:
        problem = found.problem
        told["problem"] = {
            "failure": problem.failure.value,
            "where": problem.where,
            "sentence": problem.sentence,
            "hints": hints(problem.failure, problem.output + problem.errors),
            "asked": problem.asked,
            "answered": problem.answered,
            "output": problem.output,
            "errors": problem.errors,
            "files": list(problem.files),
        }
    return told
