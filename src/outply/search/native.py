"""Conversion of positions and moves to and from native form. No other module imports the native core."""

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


def core_of(position: Any) -> tuple[Core, Callable[[Any], Any]]:
    """Return the position in the representation of its core, and the function that decodes the core's moves.

    Games without a native core get `fallback.Core`, which encodes a move as itself.
    Raises ValueError if the game is over.
    """
    if position.is_over:
        raise ValueError("the game is over: there is no move to search for")
    if position.game in CORES:
        return CORES[position.game].encode(position)
    from outply.search import fallback

    return fallback.Core(position), lambda move: move


def encode_move(position: Any, move: Any) -> Any:
    """Return `move` as the core of the position's game represents moves."""
    return CORES[position.game].encode_move(position, move) if position.game in CORES else move


class WarfareCore:
    """The native core of Warfare."""

    exact_counts_visits = False

    @staticmethod
    def encode(position: warfare.Position) -> tuple[Core, Callable[[int], Any]]:
        """Return the position in native form, and the function that converts native move codes to moves."""
        from outply.games.warfare import Move

        size = position.size

        def decode(code: int) -> Move:
            row, column = divmod(code // 2, size)
            return Move(row, column, raid=code % 2 == 1)

        core = _native.WarfarePosition(
            size, list(position.values), position.owners, position.to_move, position.rules == "blitz"
        )
        return core, decode

    @staticmethod
    def encode_move(position: warfare.Position, move: warfare.Move) -> int:
        """Return the number that stands for a move in the native core."""
        return (move.row * position.size + move.column) * 2 + move.raid


class StarCircleCore:
    """The native core of Star/Circle, whose exact search returns the textbook's node count."""

    exact_counts_visits = True

    @staticmethod
    def encode(position: starcircle.Position) -> tuple[Core, Callable[[int], Any]]:
        """Return the position in native form, and the function that converts native move codes to moves."""
        from outply.games.starcircle import PASS, Move

        stars = circles = 0
        for square, pieces in enumerate(position.squares):
            dark = _dark_index(square)
            stars |= (pieces > 0) << dark
            circles |= (pieces < 0) << dark

        def square_at(dark: int) -> int:
            row = dark // 4
            return row * 8 + dark % 4 * 2 + (1 - row % 2)

        def decode(code: int) -> Move:
            if code == _native.PASS:
                return PASS
            return Move(square_at(code // 32), square_at(code % 32))

        core = _native.StarCirclePosition(
            stars,
            circles,
            position.to_move == "Star",
            position.passes == 1,
            list(position.weights),
            position.score(position.to_move),
        )
        return core, decode

    @staticmethod
    def encode_move(position: starcircle.Position, move: starcircle.Move) -> int:
        """Return the number that stands for a move in the native core."""
        from outply.games.starcircle import PASS

        if move == PASS:
            return _native.PASS
        return _dark_index(move.origin) * 32 + _dark_index(move.target)


def _dark_index(square: int) -> int:
    """Return the index of a dark Star/Circle square among the dark squares."""
    return square // 8 * 4 + square % 8 // 2


CORES: dict[str, type[WarfareCore] | type[StarCircleCore]] = {"warfare": WarfareCore, "starcircle": StarCircleCore}
"""The native core of each game that has one, keyed by the name of the game."""
