"""Find the boards of a tournament by name, and choose default boards."""

from __future__ import annotations

from outply.arena.tournament.plan import Board, PlanError
from outply.formats import notation
from outply.formats.start import StartError, find_start
from outply.games import all_games
from outply.games.protocol import Game, HasRandomBoards
from outply.text import join_or

DEFAULT_GAME = "warfare"
DEFAULT_BOARD_SIZE = 8

OPENING_PLIES = 4
"""Random moves at the start if the game has no random boards, because programs would repeat the same game.

The number is even, so that the first player is to move."""


def default_board(game: str | None, seed: int) -> str:
    """Return the name of the board with this seed: a random board, or random first moves if the game has none.

    Raises PlanError if the game is unknown.
    """
    is_random = isinstance(_find_game(game), HasRandomBoards)
    return f"random:{DEFAULT_BOARD_SIZE}:{seed}" if is_random else f"opening:{OPENING_PLIES}:{seed}"


def find_board(name: str, game: str | None = None, rules: str | None = None) -> Board:
    """Return the board with the given name or file name, of Warfare with raid rules by default.

    Raises PlanError if the game is unknown, if the board does not exist, if the second player is to move on it, or
    if the positions of the game cannot be written as text.
    """
    definition = _find_game(game)
    if not notation.has_text_format(definition):
        raise PlanError(f"a tournament needs positions as text, and {definition.title} has no `to_lines`")
    try:
        board_name, position = find_start(name, game_name=definition.name, rules=rules)
    except StartError as error:
        raise PlanError(str(error)) from None
    first, second = definition.players
    if position.to_move != first:
        message = f"expected a board on which {first} is to move, got {board_name}, on which {second} is to move"
        raise PlanError(message)
    return Board(board_name, notation.to_line(position))


def _find_game(name: str | None) -> Game:
    """Return the game with the given name, Warfare by default. Raises PlanError if it is unknown."""
    try:
        return all_games()[name or DEFAULT_GAME]
    except KeyError:
        raise PlanError(f"unknown game {name!r}; expected {join_or(all_games())}") from None
