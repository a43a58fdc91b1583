"""The `outply` command: runs a subcommand and converts errors to a message and an exit status."""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from difflib import get_close_matches
from typing import NamedTuple

import click

from outply.cli.terminal import warn
from outply.errors import UserError
from outply.formats.atomic_io import FileError
from outply.formats.line_reader import FormatError
from outply.games.plugin_errors import DEBUG_VARIABLE, PluginError, plugin_error_message


class Subcommand(NamedTuple):
    """A subcommand: its module, which is imported only when needed, and its summary in the list of commands.

    `function` is the name of its function in the module; empty if it is the name of the command.
    """

    module: str
    summary: str
    function: str = ""


COMMANDS = {
    "solve": Subcommand("outply.cli.solve.command", "Solve an input.txt exactly as the assignment demands."),
    "solve-board": Subcommand(
        "outply.cli.solve.board", "Solve a whole game: the value of a board with perfect play.", "solve_board"
    ),
    "tree": Subcommand("outply.cli.tree.command", "Show the search tree of an input.txt, visit by visit."),
    "why": Subcommand("outply.cli.why.command", "Explain why an answer is wrong."),
    "cases": Subcommand("outply.cli.cases.command", "Generate test cases that catch common mistakes."),
    "grade": Subcommand("outply.cli.grade.command", "Grade programs on test cases."),
    "play": Subcommand("outply.cli.play", "Play against the computer in a browser."),
    "puzzles": Subcommand("outply.cli.puzzles", "Make, check and show puzzles."),
    "match": Subcommand("outply.cli.match.command", "Play one game between two players, or replay one."),
    "engine": Subcommand("outply.cli.engine", "Search positions for another program, as a UCI engine does."),
    "review": Subcommand("outply.cli.review.command", "Review a game: what each move lost, and the best moves."),
    "report": Subcommand("outply.cli.report", "Play minimax against alpha-beta on five boards and report."),
    "check": Subcommand("outply.cli.check", "Test a program before it enters a tournament."),
    "tournament": Subcommand("outply.cli.tournament.command", "Run a tournament of programs and players."),
    "game": Subcommand("outply.cli.game", "List, check and write games."),
    "class": Subcommand(
        "outply.cli.classroom.command", "Run a server to which a class submits programs.", "class_group"
    ),
    "bench": Subcommand("outply.cli.bench", "Benchmark the engine and print its node-count signature."),
    "completion": Subcommand("outply.cli.completion", "Print a shell completion script."),
    "help": Subcommand("outply.cli.help", "Show the help of a command."),
}

DOCUMENTATION = "docs/"
"""Where the help texts find the documentation: the folder of a checkout or source archive."""

PAGES = {
    "engine": "engine-protocol.md",
    "tree": "tree.md",
    "why": "why.md",
    "cases": "cases.md",
    "grade": "grading.md",
    "play": "play.md",
    "puzzles": "puzzles.md",
    "match": "matches.md",
    "review": "review.md",
    "report": "matches.md",
    "check": "contest.md",
    "game": "add-a-game.md",
    "tournament": "tournament.md",
    "class": "class-server.md",
}
"""The page about each command; `commands.md` has the others."""

BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 143

CLICK_MESSAGES = ("Got unexpected ", "Invalid value", "Missing ", "No such ", "Option ")
"""Beginnings of Click's own messages, which are changed to lower case like all other messages."""


class Subcommands(click.Group):
    """A Click group that imports the module of a subcommand only when the subcommand is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, summary, function = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), function or cmd_name)
        command.short_help = summary
        _name_page(command, f"Documentation: {DOCUMENTATION}{PAGES.get(cmd_name, 'commands.md')}")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and (close := get_close_matches(args[0], COMMANDS, 1)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {close[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary, _) in COMMANDS.items()])


def _name_page(command: click.Command, text: str) -> None:
    """End the help of a command, and of its subcommands, with the page of the documentation."""
    if text not in (command.epilog or ""):  # a command may be looked up several times
        command.epilog = f"{command.epilog}\n\n{text}" if command.epilog else text
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _name_page(inner, text)


@click.group(cls=Subcommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(
    None, "-V", "--version", package_name="outply", prog_name="outply", message="%(prog)s %(version)s"
)
def outply() -> None:
    """Solve, visualise, grade and play the two-player search games of AI courses.

    \b
    outply solve                          read input.txt, write output.txt
    outply solve question.txt -o -        print the answer
    outply solve cases/ --out-dir out/    solve a whole folder
    outply solve-board random:5:1         the value of a board with perfect play
    outply tree input.txt                 show the search tree as an interactive page
    outply why input.txt output.txt       explain a wrong answer
    outply cases cases/                   generate test cases
    outply grade cases/ -- ./homework     test a program
    outply play                           play in a browser
    outply puzzles show                   a position in which only one move wins
    outply match --rules blitz            play one game between two players
    outply review game.record             find the mistakes of a game
    outply report                         compare minimax and alpha-beta on five boards
    outply check my-agent/                test a tournament program
    outply tournament run agents/         run a tournament
    outply game new my-game               write the package of a new game
    outply class serve ai-course/         run a server to which a class submits programs

    `outply help COMMAND` describes a command.
    """


def main() -> None:
    """Run the command line and exit with its exit status."""
    sys.exit(run())


def run() -> int:
    """Run the command line and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # it is None if closed before the start
            stream.reconfigure(errors="backslashreplace")  # file names may contain any bytes
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        status = outply.main(prog_name="outply", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return int(status or 0)
    except (click.Abort, KeyboardInterrupt):
        warn("interrupted")
        return INTERRUPTED
    except Exception as error:
        return _report_error(error)


def _report_error(error: Exception) -> int:
    """Print an error and return the exit status; re-raise an error that is a bug in this program."""
    fault = str(error) if isinstance(error, PluginError) else plugin_error_message(error)
    if fault is not None:
        if os.environ.get(DEBUG_VARIABLE):
            raise error
        warn(f"{fault}. Set {DEBUG_VARIABLE}=1 to see the traceback")
        return BAD_INPUT
    match error:
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return error.exit_code
        case click.ClickException():
            _report_click_error(error)
            return error.exit_code
        case BrokenPipeError():
            _discard_output()  # the reader has closed the pipe
            return 1
        case MemoryError():
            warn("not enough memory to answer this")
        case FileError() | FormatError() | UserError():
            warn(str(error))
        case OSError():
            _discard_output()
            warn(str(error))
        case _:
            raise error
    return BAD_INPUT


def _report_click_error(error: click.ClickException) -> None:
    """Print an error of Click in the style of all other errors; after a usage error, also name the help option."""
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        # To Click, --help is similar to many short words, such as --dept.
        is_help = error.option_name.startswith("--h")
        possible = [name for name in error.possibilities if name != "--help" or is_help]
        error = click.NoSuchOption(error.option_name, possibilities=possible, ctx=error.ctx)
    message = error.format_message().removesuffix(".")
    if isinstance(error, click.MissingParameter):
        message = " ".join(message.split())  # Click puts each value of a choice on a line of its own
    if message.startswith(CLICK_MESSAGES):
        message = message[0].lower() + message[1:]
    warn(message)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(f"Try '{error.ctx.command_path} --help' for help.", err=True)


def _discard_output() -> None:
    """Redirect standard output to the null device after a write error.

    Otherwise Python would try to write the buffered output again at exit, and fail again.
    """
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
