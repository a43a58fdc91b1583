"""The `outply` command: finds the subcommand, and turns what goes wrong into a message and an exit status."""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from difflib import get_close_matches

import click

from outply.cli.terminal import complain
from outply.formats.atomic_io import FileError
from outply.formats.line_reader import FormatError
from outply.games.plugin_errors import DEBUG, GameError, fault_of
from outply.optional import MissingExtraError

COMMANDS = {
    "solve": "Answer an input.txt exactly as the grader does.",
    "tree": "Show what a search visits, in what order and why.",
    "why": "Say why somebody's answer is different.",
    "cases": "Make test cases that tell right programs from wrong ones.",
    "grade": "Grade programs on test cases.",
    "play": "Play against the computer on a web page.",
    "match": "Let two players play a game, or step through one.",
    "report": "Play the matchups of assignment 004 and write them up.",
    "check": "Say what is wrong with a contestant's program.",
    "tournament": "Hold a tournament of programs and players.",
    "bench": "Measure the engine's speed, and sign its behaviour.",
    "completion": "Print the script that lets a shell complete commands.",
}
FOLDERS = ("solve", "tree", "why", "cases", "grade", "match", "tournament")
"""Commands that are packages with a `command` module; the others are single modules. Imported when run."""

BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 143


class Commands(click.Group):
    """The subcommands, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(_module(cmd_name)), cmd_name)
        command.short_help = COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and (close := get_close_matches(args[0], COMMANDS, 1)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {close[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="outply", prog_name="outply", message="%(prog)s %(version)s")
def outply() -> None:
    """Answer the two-player search games that AI courses teach with, as the grader does.

    \b
    outply solve                          input.txt to output.txt, here
    outply solve question.txt -o -        the answer on the screen
    outply solve cases/ --out-dir out/    a whole folder at once
    outply tree input.txt                 the search tree, to unfold and step through
    outply why input.txt output.txt       why an answer is different
    outply cases cases/                   test cases that tell right from wrong
    outply grade cases/ -- ./homework     is a program right?
    outply play                           a page to play on
    outply match --rules blitz            two players, one game
    outply report                         the games and the write-up of assignment 004
    outply check my-agent/                is a program fit for the tournament?
    outply tournament run agents/         everybody's programs against each other

    `outply COMMAND --help` explains a command.
    """


def _module(command: str) -> str:
    return f"outply.cli.{command}.command" if command in FOLDERS else f"outply.cli.{command}"


def main() -> None:
    """Run the command line and exit."""
    sys.exit(run())


def run() -> int:
    """Run the command line and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not closed before the start
            stream.reconfigure(errors="backslashreplace")  # file names may be anything
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        status = outply.main(prog_name="outply", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return int(status or 0)
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    except Exception as error:
        return _explain(error)


def _explain(error: Exception) -> int:
    """Say what went wrong, and return the exit status; what nobody expected is raised again."""
    fault = str(error) if isinstance(error, GameError) else fault_of(error)
    if fault is not None:
        if os.environ.get(DEBUG):
            raise error
        complain(f"{fault}. {DEBUG}=1 shows the traceback")
        return BAD_INPUT
    match error:
        case click.ClickException():
            error.show()
            return error.exit_code
        case BrokenPipeError():
            _give_up_output()  # whoever read it has had enough
            return 1
        case MemoryError():
            complain("there is not enough memory to answer this")
        case FileError() | FormatError() | MissingExtraError():
            complain(str(error))
        case OSError():
            _give_up_output()
            complain(str(error))
        case _:
            raise error
    return BAD_INPUT


def _give_up_output() -> None:
    """Keep Python from writing at exit what could not be written before."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
