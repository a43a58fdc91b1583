"""The options `--game`, `--rules` and `--board`, and the start position that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from outply.formats import start
from outply.games import all_games

if TYPE_CHECKING:
    from outply.games.protocol import Position


class LazyChoice(click.Choice[str]):
    """A choice whose values are computed on first use, so that plug-in games are not imported before."""

    def __init__(self, find_choices: Callable[[], Iterable[str]]) -> None:
        self.case_sensitive = True
        self._find_choices = find_choices

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self._find_choices()))


def _all_variants() -> Iterable[str]:
    return (variant for game in all_games().values() for variant in game.variants)


game_option = click.option(
    "--game",
    "game_name",
    type=LazyChoice(all_games),
    help="Game.  [default: the game of the board, or warfare]",
)
BOARD_HELP = (
    "Named board (Smolensk), random:SIZE:SEED, or a file: an input.txt, a table of values or a game record."
)


def rules_option(default: str) -> Callable[[Any], Any]:
    """Return the option `--rules`; its help text names the default."""
    return click.option("--rules", type=LazyChoice(_all_variants), help=f"Rule variant.  [default: {default}]")


def find_start(
    game_name: str | None, rules: str | None, board: str | None, default_rules: str = "raid"
) -> tuple[str, Position]:
    """Return the name of the board and the start position, as `formats.start.find_start` does.

    Raises UsageError if the game or the board does not exist, or if the options contradict each other.
    """
    try:
        return start.find_start(board, game_name=game_name, rules=rules, default_rules=default_rules)
    except start.StartError as error:
        raise click.UsageError(str(error)) from None
