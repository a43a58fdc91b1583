"""Rules of the games in plain Python: immutable positions, independent of the rest of Outply."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from outply.games.base import BaseGame, BasePosition, BoardGame, SquareMove
    from outply.games.registry import all_games, game_named, game_of

_LAZY = {
    "all_games": "outply.games.registry",
    "game_named": "outply.games.registry",
    "game_of": "outply.games.registry",
    "BaseGame": "outply.games.base",
    "BasePosition": "outply.games.base",
    "BoardGame": "outply.games.base",
    "SquareMove": "outply.games.base",
}

__all__ = [
    "BaseGame",
    "BasePosition",
    "BoardGame",
    "CapabilityTable",
    "SquareMove",
    "all_games",
    "game_named",
    "game_of",
]


class CapabilityTable:
    """Maps each game with an optional capability to the module that provides it, imported on first use.

    A layer above the games has one table per capability: `formats.question.FORMATS` for the text formats of the
    assignments, `search.cores.CORES` for the native cores, `diagnosis.catalogue.GAME_MISTAKES` for the mistakes
    of added games, `grading.suite.kinds.KINDS` for the case kinds, `grading.result.case_features.GAME_FEATURES`
    for the features of cases. A game without an entry works without the capability, or has a generic one: the
    format of `formats.generic`, the case kinds of `grading.suite.kinds.generic`. Explanations of illegal moves
    need no table: they are a protocol of a game (`protocol.ExplainsIllegalMoves`).
    """

    def __init__(self, *, group: str = "", **modules: str) -> None:
        """Create a table with the modules of the built-in games.

        An installed package adds a game's module through an entry point of `group` that has the name of the game.
        """
        self._builtin = modules
        self._group = group
        self._all: dict[str, str] | None = None

    @property
    def _modules(self) -> dict[str, str]:
        if not self._group:
            return self._builtin
        if self._all is None:
            from importlib.metadata import entry_points

            self._all = {entry.name: entry.module for entry in entry_points(group=self._group)} | self._builtin
        return self._all

    def register(self, game: str, module: str) -> None:
        """Register the name of the module that provides the capability for `game`."""
        self._builtin[game] = module
        self._all = None

    def __contains__(self, game: str) -> bool:
        return game in self._modules

    def games(self) -> tuple[str, ...]:
        """Return the names of all games that have the capability."""
        return tuple(self._modules)

    def __getitem__(self, game: str) -> ModuleType:
        # importlib.import_module does the same; importing importlib would slow down the start of homework3.py.
        return __import__(self._modules[game], fromlist=["*"])


def __getattr__(name: str) -> object:
    # Lazy: homework3.py needs a game, but neither the registry, which imports importlib.metadata, nor the base
    # classes, which import dataclasses.
    if name in _LAZY:
        return getattr(__import__(_LAZY[name], fromlist=[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
