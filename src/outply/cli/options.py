"""Options that several commands share, their types, and checks of options that exclude each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from outply.formats.atomic_io import STANDARD
from outply.games import all_games
from outply.text import join_or


class Integer(click.IntRange):
    """A whole number within bounds."""

    name = "integer"  # Click's messages would call it an "integer range"


class Seconds(click.FloatRange):
    """A finite time in seconds, 0 or more."""

    name = "number of seconds"  # in Click's messages

    def __init__(self, maximum: float | None = None) -> None:
        super().__init__(0, maximum)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "SECONDS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"expected a finite number of seconds, got {value}.", param, ctx)
        return seconds


jobs_option = click.option(
    "--jobs", metavar="N", type=Integer(1), help="Number of parallel jobs.  [default: all cores]"
)


def json_option(content: str) -> Callable[[Any], Any]:
    """Return the option `--json FILE`; `content` describes the written data in the help text."""
    return click.option(
        "--json", "json_file", metavar="FILE", help=f"Write {content} as JSON; - for standard output."
    )


def refuse_options(ctx: click.Context, names: tuple[str, ...], reason: str) -> None:
    """Raise UsageError if one of the named parameters was given on the command line.

    The message consists of the option and `reason`, such as "--jobs requires --submissions".
    """
    for param in ctx.command.params:
        # Older versions of Click report a repeatable option as given even if it was not.
        if param.name not in names or ctx.params[param.name] == ():
            continue
        if ctx.get_parameter_source(param.name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{max(param.opts, key=len)} {reason}")


def refuse_shared_stdout(**targets: str | None) -> None:
    """Raise UsageError if more than one output option names standard output."""
    options = [f"--{name}" for name, target in targets.items() if target == STANDARD]
    if len(options) > 1:
        raise click.UsageError(f"{' and '.join(options)} cannot both write to standard output")


class LazyChoice(click.Choice[str]):
    """A choice whose values are computed when they are used, because they require importing the plug-in games."""

    def __init__(self, find_choices: Callable[[], Iterable[str]]) -> None:
        self.case_sensitive = False
        self._find_choices = find_choices

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self._find_choices()))


class RulesChoice(LazyChoice):
    """A rule variant; with `--game`, an error lists the variants of that game only."""

    def __init__(self) -> None:
        super().__init__(_all_variants)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        given = {} if ctx is None else ctx.params
        game = all_games().get(given.get("game_name") or given.get("game") or "")
        if game is not None and value not in self.choices:
            self.fail(f"{game.title} has no {value} rules; expected {join_or(game.variants)}.", param, ctx)
        return super().convert(value, param, ctx)


def _all_variants() -> Iterable[str]:
    return (variant for game in all_games().values() for variant in game.variants)


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of players that begin with `incomplete`, each with its description."""
    from outply.players.registry import describe, player_types

    names = {example: describe(example) for kind in player_types() for example in kind.examples}
    if ctx.info_name == "match":
        names["human"] = "moves that you type in the terminal"
    items = [CompletionItem(name, help=text) for name, text in names.items() if name.startswith(incomplete)]
    if isinstance(param, click.Argument):  # of a tournament, where contestants are directories
        items.append(CompletionItem(incomplete, type="file"))
    return items


def complete_board(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the boards that begin with `incomplete`, and files."""
    game = all_games().get(ctx.params.get("game_name") or "warfare")
    names = [*game.setups, "random:6:1"] if game is not None else []
    boards = [CompletionItem(name) for name in names if name.lower().startswith(incomplete.lower())]
    return [*boards, CompletionItem(incomplete, type="file")]


game_option = click.option(
    "--game",
    "game_name",
    type=LazyChoice(all_games),
    is_eager=True,  # before --rules, which depends on it
    help="Game.  [default: the game of the board, or warfare]",
)
tournament_game_option = click.option(
    "--game",
    "game_name",
    type=LazyChoice(all_games),
    is_eager=True,  # before --rules, which depends on it
    help="Game, also an added one.  [default: warfare]",
)
BOARD_HELP = (
    "Named board (Smolensk), random:SIZE:SEED, or a file: an input.txt, a table of values or a game record."
)


def rules_option(default: str) -> Callable[[Any], Any]:
    """Return the option `--rules`; its help text names the default."""
    return click.option("--rules", type=RulesChoice(), help=f"Rule variant.  [default: {default}]")


UNSANDBOXED_WARNING = "NOT ISOLATED: programs run without a sandbox, with all your permissions"

unsafe_option = click.option(
    "--unsafe", is_flag=True, help="Run programs without a sandbox, with all your permissions."
)


def require_sandbox() -> None:
    """Raise NoSandboxError with advice if this machine has no sandbox."""
    from outply.sandbox import bubblewrap

    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        raise bubblewrap.NoSandboxError(
            f"{error}; untrusted programs need a sandbox. If you trust the programs, run them without it: --unsafe"
        ) from None
