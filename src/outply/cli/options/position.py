"""Where a game begins: what `--game`, `--rules` and `--board` say."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from outply.formats import board as boards
from outply.formats.atomic_io import read_input
from outply.formats.game_record import board_name
from outply.games import all_games, game_of
from outply.games.warfare import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from outply.games.protocol import Game, Position


class Known(click.Choice[str]):
    """A choice that is found out when somebody chooses: packages that bring games are not looked for before."""

    def __init__(self, find: Callable[[], Iterable[str]]) -> None:
        self.case_sensitive = True
        self._find = find

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self._find()))


def _all_rules() -> Iterable[str]:
    return (rules for game in all_games().values() for rules in game.variants)


game_option = click.option(
    "--game",
    "game_name",
    type=Known(all_games),
    help="The game.  [default: that of the board, or warfare]",
)
BOARD_HELP = (
    "A named board (Smolensk), random:SIZE:SEED, or a file: an input.txt, a table of values, a game record."
)


def rules_option(default: str) -> Callable[[Any], Any]:
    """Return the option for the rules; `default` says which ones are taken without it."""
    return click.option("--rules", type=Known(_all_rules), help=f"The rules.  [default: {default}]")


def find_start(
    game_name: str | None, rules: str | None, board: str | None, usual: str = "raid"
) -> tuple[str, Position]:
    """Return what the board is called, and the position; `usual` are Warfare's rules where none are given."""
    game = all_games()[game_name or "warfare"]
    variant = rules or (usual if usual in game.variants else game.variants[0])
    setups = {setup.lower(): setup for setup in game.setups}
    if board is not None and board.lower() not in setups and os.path.exists(board):
        return _from_file(game_name, rules, board, usual)
    _expect_rules(game, variant)
    if board is None:
        start = game.start(variant)
        return next(setup for setup in game.setups if game.start(variant, setup) == start), start
    name = setups.get(board.lower(), board)
    try:
        return name, game.start(variant, name)
    except ValueError as error:
        no_file = "" if board.startswith("random:") else ", and there is no file of that name"
        raise click.UsageError(f"{error}{no_file}") from None


def _from_file(game_name: str | None, rules: str | None, path: str, usual: str) -> tuple[str, Position]:
    position = boards.read(read_input(path), path, rules if rules in RULES else usual)
    game = game_of(position)
    if game_name not in (None, game.name):
        raise click.UsageError(f"{path} holds a position of {game.title}; leave out --game")
    if rules is not None:
        _expect_rules(game, rules)
    if rules not in (None, position.variant):
        raise click.UsageError(f"{path} is of a game by {position.variant} rules; leave out --rules")
    if position.is_over:
        raise click.UsageError(f"the game of {path} is over where it begins")
    return name_of_file(path), position


def name_of_file(path: str) -> str:
    """Return what the board of a file is called."""
    return board_name(os.path.splitext(os.path.basename(path))[0])


def _expect_rules(game: Game, rules: str) -> None:
    if rules not in game.variants:
        raise click.UsageError(f"{game.title} has no {rules} rules; it has {' and '.join(game.variants)}")
