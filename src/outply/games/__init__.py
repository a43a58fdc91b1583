"""Rules of the games in plain Python: immutable positions, independent of the rest of Outply."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.registry import all_games, game_of

__all__ = ["all_games", "game_of"]


def __getattr__(name: str) -> object:
    # Lazy: homework3.py needs a game, but not the registry, which imports importlib.metadata.
    if name in __all__:
        from outply.games import registry

        return getattr(registry, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
