"""`outply solve-board`: the value of a position with perfect play, found by a search that can be resumed."""

from __future__ import annotations

import json
import os
import re
import shlex
import time
from collections.abc import Callable
from typing import Any

import click

from outply.cli.arguments import find_start
from outply.cli.options import Integer, complete_board, game_option, json_option, rules_option
from outply.cli.progress import clear_line, show_line, stderr_is_terminal, stop_on_interrupt
from outply.cli.terminal import CommandError, user_errors, warn
from outply.engine_protocol.server import MAX_MEMORY_MIB, MAX_THREADS
from outply.formats import notation
from outply.formats.atomic_io import STANDARD, FileError, require_writable, write_output
from outply.formats.solve_state import read_state, write_state
from outply.games import game_of
from outply.games.protocol import Position
from outply.search.native import Control
from outply.search.solving import SolveProgress, Solving

UNFINISHED = 130
DEFAULT_MEMORY_MIB = 1024
REFRESH_INTERVAL_S = 0.25  # of the status line
LINE_INTERVAL_S = 10.0  # between lines about the progress, where standard error is not a terminal
NOTE_INTERVAL_S = 1.0  # between results of iterations
SAVE_INTERVAL_S = 30.0  # between saved states
MAX_SAVE_SHARE = 0.02  # of the time


@click.command("solve-board")
@click.argument("board", required=False, shell_complete=complete_board)
@game_option
@rules_option("raid, or the first of the game")
@click.option(
    "--threads",
    type=Integer(1, MAX_THREADS),
    default=os.cpu_count() or 1,
    help="Search threads.  [default: all cores]",
)
@click.option(
    "--memory",
    metavar="MIB",
    type=Integer(8, MAX_MEMORY_MIB),
    default=DEFAULT_MEMORY_MIB,
    show_default=True,
    help="Memory for the transposition tables, in MiB.",
)
@click.option(
    "--state",
    metavar="FILE",
    help="File that keeps the state of the search; if it exists, the search is resumed.  [default: BOARD.solving]",
)
@json_option("the result")
def solve_board(
    board: str | None,
    game_name: str | None,
    rules: str | None,
    threads: int,
    memory: int,
    state: str | None,
    json_file: str | None,
) -> int:
    """Solve a game from BOARD to its end: the value with perfect play, a best move, and a line of best moves.

    BOARD is a named board, random:SIZE:SEED, opening:PLIES:SEED or a file: an input.txt, a table of values or a
    game record. Without it, the default board of the game is solved.

    Small games take seconds, an empty 5 x 5 board takes minutes, and larger ones may never end. The search saves
    its state twice a minute and after Ctrl-C; the same command resumes it. The remaining time is estimated by a
    less exact search, and unknown before that.

    \b
    Examples:
      outply solve-board input.txt                  solve the position of an input.txt
      outply solve-board random:5:1 --memory 4096   an empty 5 x 5 board
      outply solve-board opening:70:1 --game starcircle
      outply solve-board random:5:1 --state a.solving --json -
    """
    name, position = find_start(game_name, rules, board)
    path = state or default_state(name)
    if path == STANDARD or (os.path.exists(path) and not os.path.isfile(path)):
        raise CommandError(f"{path} cannot keep the state: expected a regular file")
    for file in filter(None, (path, json_file)):
        require_writable(file)
    with user_errors():
        _require_text_format(position)
        saved = read_state(path, position) if os.path.exists(path) else None
        solving = Solving(position, threads=threads, memory_mib=memory, state=saved)
    run = BoardRun(solving, position, path)
    if saved is not None:
        run.note(f"resuming {path}: {run.summary(solving.progress())}")
    progress = run.solve()
    if not progress.proven:
        try:
            run.save()
        except FileError as error:
            raise CommandError(f"stopped: {run.summary(progress)}. The state is not saved: {error}") from None
        options = {"--game": game_name, "--rules": rules, "--state": state}
        if memory != DEFAULT_MEMORY_MIB:
            options["--memory"] = str(memory)
        given = [part for option, value in options.items() if value is not None for part in (option, value)]
        resume = shlex.join(["outply", "solve-board", *filter(None, [board]), *given])
        warn(f"stopped: {run.summary(progress)}. {path} keeps the state; to resume: {resume}")
        return UNFINISHED
    if json_file is not None:
        write_output(json_file, json.dumps(_as_dict(name, position, progress, threads)) + "\n")
    if json_file != STANDARD:
        click.echo(_report(name, position, progress, threads))
    if os.path.exists(path):
        os.unlink(path)
    return 0


def default_state(board: str) -> str:
    """Return the file in the current folder that keeps the state of the search of a board."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", board).strip("-.") + ".solving"


class BoardRun:
    """Runs a search, shows its progress and saves its state to the file `path` every `save_interval_s`."""

    def __init__(
        self,
        solving: Solving,
        position: Position,
        path: str,
        save_interval_s: float = SAVE_INTERVAL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._solving, self._position, self._path = solving, position, path
        self._save_interval_s, self._clock = save_interval_s, clock
        self._is_terminal = stderr_is_terminal()
        self._next_shown = clock() + (REFRESH_INTERVAL_S if self._is_terminal else LINE_INTERVAL_S)
        self._next_saved = clock() + save_interval_s
        self._next_note = clock() + NOTE_INTERVAL_S

    def solve(self) -> SolveProgress:
        """Search until the position is solved or Ctrl-C stops the search; return the last progress."""
        control = Control()
        progress = self._solving.progress()
        message = "stopping; press Ctrl-C again to abort without saving"
        try:
            with stop_on_interrupt(control.stop, self.note, message):
                for progress in self._solving.run(control, on_progress=self._on_progress):
                    if not (progress.proven or control.stopped):
                        self._note_iteration(progress)
        except SystemExit:  # SIGTERM
            self.save()
            raise
        finally:
            clear_line()
        return progress

    def save(self) -> None:
        """Write the state of the search."""
        write_state(self._path, self._position, self._solving.state())

    def note(self, text: str) -> None:
        """Print a line about the progress to standard error."""
        clear_line()
        click.echo(text, err=True)

    def summary(self, progress: SolveProgress) -> str:
        """Return the progress in words."""
        parts = [f"{progress.nodes:,} nodes", _duration(progress.seconds)]
        if progress.nodes_per_second:
            parts.insert(1, f"{progress.nodes_per_second / 1e6:.1f} M/s")
        if progress.root_moves and progress.is_exact:
            number = min(progress.root_moves_done + 1, progress.root_moves)
            parts.append(f"root move {number} of {progress.root_moves}")
        return f"{_value_text(progress)}, {', '.join(parts)}"

    def _on_progress(self, progress: SolveProgress) -> None:
        now = self._clock()
        if now >= self._next_saved:
            try:
                self.save()
            except FileError as error:  # for example a full disk; the search is worth more than its state
                self.note(f"the state is not saved: {error}")
            took = self._clock() - now
            self._next_saved = now + max(self._save_interval_s, took / MAX_SAVE_SHARE)
        if now < self._next_shown:
            return
        activity = "proving" if progress.is_exact else "searching"
        text = f"{activity}: {self.summary(progress)}, {_remaining_text(progress)}"
        if self._is_terminal:
            self._next_shown = now + REFRESH_INTERVAL_S
            show_line(f"{text} (Ctrl-C to stop)")
        else:
            self._next_shown = now + LINE_INTERVAL_S
            self.note(text)

    def _note_iteration(self, progress: SolveProgress) -> None:
        """Print the result of an iteration, at most one per second: short ones follow each other at once."""
        now = self._clock()
        if now < self._next_note:
            return
        self._next_note = now + NOTE_INTERVAL_S
        self.note(f"depth {progress.depth}: {progress.principal_variation[0]}, {self.summary(progress)}")


def _require_text_format(position: Position) -> None:
    """Raise CommandError if the position cannot be written to a state."""
    try:
        notation.to_board_line(position)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _value_text(progress: SolveProgress) -> str:
    """Return what is known of the value: `value 12 to 40`, `value 30 (estimated)`."""
    lower, upper = progress.lower, progress.upper
    if lower is not None and upper is not None:
        return f"value {lower:,}" if lower == upper else f"value {lower:,} to {upper:,}"
    if lower is not None:
        return f"value {lower:,} or more"
    if upper is not None:
        return f"value {upper:,} or less"
    return "value unknown" if progress.value is None else f"value {progress.value:,} (estimated)"


def _remaining_text(progress: SolveProgress) -> str:
    if progress.remaining_s is None:
        return "remaining time unknown"
    least, most = map(_duration, progress.remaining_s)
    if progress.remaining_s[0] == 0:
        return f"up to {most} left"
    return f"about {most} left" if least == most else f"about {least} to {most} left"


def _duration(seconds: float) -> str:
    """Return a time in the unit that suits it: `12 s`, `3 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:,.0f} days"


def _outcome(position: Position, value: int) -> str:
    """Return who wins: `X wins by 12`."""
    game = game_of(position)
    if value == 0:
        return "a draw"
    first, second = game.players
    opponent = second if position.to_move == first else first
    return f"{position.to_move if value > 0 else opponent} wins by {abs(value):,}"


def _report(name: str, position: Position, progress: SolveProgress, threads: int) -> str:
    assert progress.value is not None
    speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
    used = "1 thread" if threads == 1 else f"{threads} threads"
    rows = {
        "board": f"{name}: {game_of(position).title}, {position.variant} rules, {position.to_move} to move",
        "value": f"{progress.value:,}: {_outcome(position, progress.value)} with perfect play",
        "move": str(progress.principal_variation[0]),
        "line": ", ".join(map(str, progress.principal_variation)),
        "nodes": f"{progress.nodes:,}",
        "time": f"{progress.seconds:.1f} s, {speed:.1f} million nodes per second, {used}",
    }
    return "\n".join(f"{label:7}{text}" for label, text in rows.items())


def _as_dict(name: str, position: Position, progress: SolveProgress, threads: int) -> dict[str, Any]:
    return {
        "board": name,
        "position": notation.to_board_line(position),
        "value": progress.value,
        "move": str(progress.principal_variation[0]),
        "principal_variation": list(map(str, progress.principal_variation)),
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 3),
        "threads": threads,
    }
