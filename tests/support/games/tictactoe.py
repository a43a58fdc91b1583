"""The game that `outply game new` writes, installed for tests without a package."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outply.games import registry
from outply.games.new_package import write_package

NAME = "tictactoe"


def written_module(folder: Path, name: str = NAME) -> Any:
    """Write the package of a new game to the folder, and return its imported module."""
    path = next(path for path in write_package(folder, name) if path.parent == folder and path.suffix == ".py")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # pickles of positions refer to it
    spec.loader.exec_module(module)
    return module


@contextmanager
def installed(folder: Path) -> Iterator[Any]:
    """Add the game to the registry; yield the game."""
    game = written_module(folder).Tictactoe()
    original = registry.plugin_games

    def plugin_games(reserved: tuple[str, ...]) -> dict[str, Any]:
        return {**original(reserved), game.name: game}

    registry.plugin_games = plugin_games  # type: ignore[assignment]
    try:
        yield game
    finally:
        registry.plugin_games = original
