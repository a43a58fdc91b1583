"""The bridge to the native core: positions go over as plain data, moves come back as the game's own."""

from __future__ import annotations

from outply import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.games import starcircle, warfare
    from outply.games.protocol import Position
    from outply.search import fallback

    Core = _native.WarfarePosition | _native.StarCirclePosition | fallback.Core
    IterativeDeepening = _native.IterativeDeepening | fallback.IterativeDeepening

Control = _native.Control
SearchMemory = _native.SearchMemory
Stopped = _native.Stopped

VISIT_FIELDS = tuple(_native.visit_fields())
"""The columns of a native trace, as native/search/types.hpp defines them."""

MAX_PLIES = 676
"""Plies that no game outlasts: the cells of the largest board; Star/Circle's pieces are spent after 450."""


def depth_of(limit: int) -> int:
    """Return a depth limit as the core takes it; a `ValueError` if it is none."""
    if limit < 1:
        raise ValueError(f"the depth limit is 1 or more, not {limit}")
    return min(limit, MAX_PLIES)


def is_alphabeta(algorithm: str) -> bool:
    """Return whether it is alpha-beta rather than minimax; a `ValueError` if it is neither."""
    if algorithm not in ("MINIMAX", "ALPHABETA"):
        raise ValueError(f"the algorithm is MINIMAX or ALPHABETA, not {algorithm!r}")
    return algorithm == "ALPHABETA"


def is_native(position: Position) -> bool:
    """Return whether the native core knows the position's game; others are searched in Python."""
    return position.game in ("warfare", "starcircle")


def core_of(position: Any) -> tuple[Core, Callable[[Any], Any]]:
    """Return the native form of a position, and what turns its codes of moves into moves.

    Games that the native core does not know have the form of `search.python`, whose codes are the moves.
    """
    if position.is_over:
        raise ValueError("the game is over: there is no move to search for")
    if position.game == "warfare":
        return _warfare(position)
    if position.game == "starcircle":
        return _starcircle(position)
    from outply.search import fallback

    return fallback.Core(position), lambda move: move


def code_of(position: Any, move: Any) -> Any:
    """Return the code of a move of the position's game."""
    if position.game == "warfare":
        return int((move.row * position.size + move.column) * 2 + move.raid)
    if position.game != "starcircle":
        return move
    from outply.games.starcircle import PASS

    if move == PASS:
        return _native.PASS
    return _dark(move.origin) * 32 + _dark(move.target)


def _dark(square: int) -> int:
    """Return the number of one of Star/Circle's squares among the dark ones."""
    return square // 8 * 4 + square % 8 // 2


def _warfare(position: warfare.Position) -> tuple[Core, Callable[[int], Any]]:
    from outply.games.warfare import Move

    size = position.size

    def decode(code: int) -> Move:
        row, column = divmod(code // 2, size)
        return Move(row, column, raid=code % 2 == 1)

    values = list(position.values)
    return _native.WarfarePosition(
        size, values, position.owners, position.to_move, position.rules == "blitz"
    ), decode


def _starcircle(position: starcircle.Position) -> tuple[Core, Callable[[int], Any]]:
    from outply.games.starcircle import PASS, Move

    stars = circles = 0
    for square, pieces in enumerate(position.squares):
        dark = _dark(square)
        stars |= (pieces > 0) << dark
        circles |= (pieces < 0) << dark

    def square_of(dark: int) -> int:
        row = dark // 4
        return row * 8 + dark % 4 * 2 + (1 - row % 2)

    def decode(code: int) -> Move:
        if code == _native.PASS:
            return PASS
        return Move(square_of(code // 32), square_of(code % 32))

    core = _native.StarCirclePosition(
        stars,
        circles,
        position.to_move == "Star",
        position.passes == 1,
        list(position.weights),
        position.score(position.to_move),
    )
    return core, decode
