"""The options `--game`, `--rules` and `--board`, and the start position that they name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from outply.formats import notation
from outply.formats.atomic_io import read_input
from outply.formats.game_record import record_name
from outply.games import all_games, game_of
from outply.games.warfare import RULES
from outply.text import join_or

if TYPE_CHECKING:
    from outply.games.protocol import Game, Position


class LazyChoice(click.Choice[str]):
    """A choice whose values are computed on first use: plug-in games are not imported before."""

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
    """Return the option `--rules` with the default named in its help text."""
    return click.option("--rules", type=LazyChoice(_all_variants), help=f"Rule variant.  [default: {default}]")


def find_start(
    game_name: str | None, rules: str | None, board: str | None, default_rules: str = "raid"
) -> tuple[str, Position]:
    """Return the name of the board and the start position; `default_rules` applies to Warfare.

    Raises UsageError if there is no such board, or if the options contradict each other.
    """
    game = all_games()[game_name or "warfare"]
    variant = rules or (default_rules if default_rules in game.variants else game.variants[0])
    setups = {setup.lower(): setup for setup in game.setups}
    if board is not None and board.lower() not in setups and os.path.exists(board):
        return _read_start(game_name, rules, board, default_rules)
    _require_variant(game, variant)
    if board is None:
        start = game.start(variant)
        return next(setup for setup in game.setups if game.start(variant, setup) == start), start
    name = setups.get(board.lower(), board)
    try:
        return name, game.start(variant, name)
    except ValueError as error:
        no_file = "" if board.startswith("random:") else ", and no file has that name"
        raise click.UsageError(f"{error}{no_file}") from None


def _read_start(game_name: str | None, rules: str | None, path: str, default_rules: str) -> tuple[str, Position]:
    position = notation.read_file(read_input(path), path, rules if rules in RULES else default_rules)
    game = game_of(position)
    if game_name not in (None, game.name):
        raise click.UsageError(f"{path} holds a {game.title} position; drop --game {game_name}")
    if rules is not None:
        _require_variant(game, rules)
    if rules not in (None, position.variant):
        raise click.UsageError(f"{path} holds a game with {position.variant} rules; drop --rules {rules}")
    if position.is_over:
        raise click.UsageError(f"{path}: the game is already over")
    return board_name_from_path(path), position


def board_name_from_path(path: str) -> str:
    """Return the board name for a file: its name without folder and extension."""
    return record_name(os.path.splitext(os.path.basename(path))[0])


def _require_variant(game: Game, rules: str) -> None:
    if rules not in game.variants:
        raise click.UsageError(f"{game.title} has no {rules} rules; expected {join_or(game.variants)}")
