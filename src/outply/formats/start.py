"""Start positions, found by the name of a board or read from a file."""

from __future__ import annotations

import os
from difflib import get_close_matches
from random import Random

from outply.formats import notation
from outply.formats.atomic_io import read_input
from outply.formats.game_record import record_name
from outply.games import all_games, game_of
from outply.games.protocol import Game, HasRandomBoards, Position
from outply.games.warfare import RULES
from outply.text import join_or

OPENING = "opening:"
"""Prefix of the boards `opening:PLIES:SEED`: the start position after random moves."""

MAX_OPENING_ATTEMPTS = 100


class StartError(ValueError):
    """A board does not exist, does not fit the requested game or rule variant, or has no move left."""


def find_start(
    board: str | None = None,
    *,
    game_name: str | None = None,
    rules: str | None = None,
    default_rules: str = "raid",
) -> tuple[str, Position]:
    """Return the name of a board and the start position on that board.

    `board` is a named board, `random:SIZE:SEED`, `opening:PLIES:SEED` for the default board after random moves, or
    the path of an input.txt, a table of values or a game record; None is the default board of the game.
    `default_rules` is the rule variant of Warfare if `rules` is None.

    Raises StartError if there is no such board, if the board does not fit the requested game or rule variant, or
    if the game in the file is over.
    Raises FileError if the file cannot be read, and FormatError if its content is malformed.
    """
    game = all_games()[game_name or "warfare"]
    variant = rules or (default_rules if default_rules in game.variants else game.variants[0])
    setups = {setup.lower(): setup for setup in game.setups}
    if board is not None and board.lower() not in setups and os.path.exists(board):
        return _read_start(board, game_name, rules, default_rules)
    _require_variant(game, variant)
    if board is None:
        start = game.start(variant)
        return next(setup for setup in game.setups if game.start(variant, setup) == start), start
    name = setups.get(board.lower(), board)
    if board.startswith(OPENING):
        return board, _opening(game, variant, board)
    try:
        return name, game.start(variant, name)
    except ValueError as error:
        if board.startswith("random:"):
            raise StartError(str(error)) from None
        raise StartError(_unknown_board(game, board)) from None


def _opening(game: Game, variant: str, board: str) -> Position:
    """Return the default board after the random moves of `opening:PLIES:SEED`, with a game that is not over.

    Raises StartError if the name is malformed, or if the game always ends before.
    """
    plies, _, seed = board.removeprefix(OPENING).partition(":")
    if not all(number.isascii() and number.isdigit() and len(number) <= 9 for number in (plies, seed)):
        raise StartError(f"malformed board {board!r}; expected opening:PLIES:SEED, such as opening:4:1")
    for attempt in range(MAX_OPENING_ATTEMPTS):
        rng, position = Random(f"{seed} {attempt}"), game.start(variant)
        for _ in range(int(plies)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.moves()))
        if not position.is_over:
            return position
    raise StartError(f"{game.title} is over after {plies} moves in each of {MAX_OPENING_ATTEMPTS} random games")


def _unknown_board(game: Game, board: str) -> str:
    random_boards = ["random:SIZE:SEED"] if isinstance(game, HasRandomBoards) else []
    boards = [*game.setups, *random_boards, "opening:PLIES:SEED"]
    close = get_close_matches(board.lower(), [name.lower() for name in game.setups], 1)
    names = [name for name in game.setups if name.lower() in close]
    guess = f"did you mean {names[0]}?" if names else f"expected {', '.join(boards)} or the path of a file"
    return f"{game.title} has no board {board!r}; {guess}"


def board_name_from_path(path: str) -> str:
    """Return the board name for a file: the file name without folder and extension."""
    return record_name(os.path.splitext(os.path.basename(path))[0])


def _read_start(path: str, game_name: str | None, rules: str | None, default_rules: str) -> tuple[str, Position]:
    position = notation.read_file(read_input(path), path, rules if rules in RULES else default_rules)
    game = game_of(position)
    if game_name not in (None, game.name):
        raise StartError(f"{path} contains a {game.title} position; drop --game {game_name}")
    if rules is not None:
        _require_variant(game, rules)
    if rules not in (None, position.variant):
        raise StartError(f"{path} contains a game with {position.variant} rules; drop --rules {rules}")
    if position.is_over:
        raise StartError(f"{path}: the game is already over")
    return board_name_from_path(path), position


def _require_variant(game: Game, rules: str) -> None:
    if rules not in game.variants:
        raise StartError(f"{game.title} has no {rules} rules; expected {join_or(game.variants)}")
