"""The native cores of the games: how each converts positions and moves, and where it is found.

Built-in games are listed here; a package adds the native core of its game through an entry point of the group
`outply.native_cores` that names a class derived from `NativeCore`. Both are loaded in the same way.
docs/native-game.md is a walk-through.
"""

from __future__ import annotations

from outply import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any, Protocol

    from outply.search.trace import Visit

    Result = tuple[Any, int, Sequence[Any], int, int]
    """Move, value, principal variation, number of visited nodes, number of expanded nodes."""

    class IterativeDeepening(Protocol):
        """The engine's search of one position."""

        def would_solve(self, depth: int, nodes: int, solve_limit_s: float) -> bool: ...
        def deepen(
            self, control: _native.Control, depth: int, nodes: int, solve_limit_s: float
        ) -> tuple[int, int, Sequence[Any], int, bool, bool]: ...
        def move_values(
            self, moves: Sequence[Any], control: _native.Control, depth: int, nodes: int, solve_limit_s: float
        ) -> tuple[Sequence[tuple[Any, int]], int, Sequence[Any], int, bool]: ...

    class ResumableDeepening(IterativeDeepening, Protocol):
        """The engine's search of one position in a compiled module, which a later search can continue."""

        def checkpoint(self) -> tuple[int, int, Any, int, float, int | None, int | None]: ...
        def resume(
            self,
            depth: int,
            value: int,
            best_move: Any,
            level: int,
            solve_nodes: float,
            lower: int | None,
            upper: int | None,
        ) -> None: ...

    class NativePosition(Protocol):
        """A position of a compiled module with its searches, as `def_game` in bindings.hpp defines them."""

        def literal(self, depth: int, prune: bool, evaluation: str, control: _native.Control) -> Result: ...
        def literal_trace(
            self,
            depth: int,
            prune: bool,
            evaluation: str,
            path: Sequence[Any],
            max_plies: int,
            max_visits: int,
            control: _native.Control,
        ) -> tuple[Result, bytes | Sequence[Visit], Sequence[int]]: ...
        def exact(self, depth: int, prune: bool, control: _native.Control) -> Result: ...
        def move_values(self, depth: int, control: _native.Control) -> Sequence[tuple[Any, int]]: ...
        def search_memory(self, mib: int, threads: int) -> Any: ...
        def iterative_deepening(self, memory: Any, weights: Sequence[int]) -> IterativeDeepening: ...
        def expected_plies(self) -> int: ...


ENTRY_POINT_GROUP = "outply.native_cores"


class NativeCore:
    """Converts positions and moves of a game to and from those of a compiled module, `native`.

    A move is a number from 0 to 2047 there. `exact_counts_visits` is False if the exact search does not return the
    textbook's node count, which the output.txt of an added game contains. `unexpected_moves` are the moves of a
    player that a game may have beyond half of `expected_plies`: time is reserved for them.
    """

    native: ModuleType
    exact_counts_visits = True
    unexpected_moves = 0

    def encode(self, position: Any) -> NativePosition:
        """Return the position as an object of the compiled module; its game is not over."""
        raise NotImplementedError

    def encode_move(self, position: Any, move: Any) -> int:
        """Return the number of a move. Moves have the same numbers in all positions of a game."""
        raise NotImplementedError

    def decode_move(self, position: Any, code: int) -> Any:
        """Return the move with this number, the inverse of `encode_move`."""
        raise NotImplementedError


class CoreTable:
    """The native core of each game that has one, loaded on first use."""

    def __init__(self, **references: str) -> None:
        self._references = references
        self._loaded: dict[str, NativeCore | None] = {}

    def __contains__(self, game: str) -> bool:
        return self.get(game) is not None

    def __getitem__(self, game: str) -> NativeCore:
        core = self.get(game)
        if core is None:
            raise KeyError(game)
        return core

    def get(self, game: str) -> NativeCore | None:
        """Return the native core of `game`; None if it has none, or none that works."""
        if game not in self._loaded:
            reference = self._references.get(game) or _entry_point(game)
            self._loaded[game] = _load(game, reference) if reference else None
        return self._loaded[game]


def _entry_point(game: str) -> str | None:
    """Return the reference of the native core of an added game, such as `connectfour.core:ConnectFourCore`."""
    from importlib.metadata import entry_points  # not for built-in games: it would slow down homework3.py

    values = sorted(entry.value for entry in entry_points(group=ENTRY_POINT_GROUP, name=game))
    return values[0] if values else None


def _load(game: str, reference: str) -> NativeCore | None:
    """Return the native core at `module:Class`; None, with a warning, if it cannot be used.

    A module that was not compiled, for example because there was no compiler, is no reason for a warning.
    """
    module, _, name = reference.partition(":")
    try:
        core: NativeCore = getattr(__import__(module, fromlist=["*"]), name)()
        version = core.native.sdk_version
    except ModuleNotFoundError:
        return None
    except Exception as error:
        _warn(game, f"{reference} raises {type(error).__name__}: {error}")
        return None
    if version != _native.sdk_version:
        expected = f"expected {_native.sdk_version}; install it again"
        _warn(game, f"{reference} was built for version {version} of Outply's headers, {expected}")
        return None
    return core


def _warn(game: str, reason: str) -> None:
    import logging

    logging.getLogger("outply").warning("ignoring the native core of the game %r: %s", game, reason)


CORES = CoreTable(
    warfare="outply.search.cores.warfare:WarfareCore", starcircle="outply.search.cores.starcircle:StarCircleCore"
)
"""The native cores of all games."""
