"""The native searches of a position, and the controls that stop them."""

from __future__ import annotations

from outply import _native
from outply.search.cores import CORES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.games.protocol import Position
    from outply.search.cores import NativePosition

Control = _native.Control
Stopped = _native.Stopped

VISIT_FIELDS = tuple(_native.visit_fields())
"""The columns of a native trace, defined in native/search/types.hpp."""

MAX_PLIES = 676
"""Upper bound of the plies of a game: 26 x 26 cells in Warfare; Star/Circle ends after at most 450 plies."""


def clamp_depth(limit: int) -> int:
    """Return `limit`, reduced to the length of the longest possible game if it is greater.

    Raises ValueError if `limit` is less than 1.
    """
    if limit < 1:
        raise ValueError(f"expected a depth limit of at least 1, got {limit}")
    return min(limit, MAX_PLIES)


def is_alphabeta(algorithm: str) -> bool:
    """Return True for ALPHABETA, False for MINIMAX, in upper or lower case.

    Raises ValueError for any other name.
    """
    name = algorithm.upper()
    if name not in ("MINIMAX", "ALPHABETA"):
        raise ValueError(f"expected the algorithm minimax or alphabeta, got {algorithm!r}")
    return name == "ALPHABETA"


def is_native(position: Position) -> bool:
    """Return True if the position's game has a native core; other games are searched in Python."""
    return position.game in CORES


def core_of(position: Any) -> tuple[NativePosition, Callable[[Any], Any]]:
    """Return the position in the representation of its core, and the function that decodes the core's moves.

    Games without a native core get `fallback.Core`, which encodes a move as itself.
    Raises ValueError if the game is over.
    """
    if position.is_over:
        raise ValueError("the game is over: there is no move to search for")
    core = CORES.get(position.game)
    if core is not None:
        return core.encode(position), lambda code: core.decode_move(position, code)
    from outply.search import fallback

    return fallback.Core(position), lambda move: move


def unexpected_moves(position: Any) -> int:
    """Return the moves of a player that may come beyond half of the expected plies."""
    core = CORES.get(position.game)
    if core is not None:
        return core.unexpected_moves
    from outply.search import fallback

    return fallback.unexpected_moves(position)


def encode_move(position: Any, move: Any) -> Any:
    """Return `move` as the core of the position's game represents moves."""
    core = CORES.get(position.game)
    return core.encode_move(position, move) if core is not None else move
