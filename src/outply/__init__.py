"""A toolkit for teaching game-tree search: rules, textbook search, a fast engine, matches and grading.

    import outply

    position = outply.load("input.txt")  # or outply.start("warfare", "Smolensk")
    print(outply.solve(position, depth=4))

The names in `__all__` are the stable interface. They are imported on first use: `import outply` takes half a
millisecond, because modules on the path from `homework3.py` to its answer do not import `typing`, `re` or
`pathlib`, which would take longer than the answer. They define `TYPE_CHECKING = False` themselves; type checkers
treat that name as true.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.api import (
        Engine,
        FileError,
        FormatError,
        Game,
        GameRecord,
        IllegalMoveError,
        MatchError,
        MoveContext,
        MoveDecision,
        Player,
        PlayerError,
        Position,
        Solution,
        StartError,
        TimeControl,
        Turn,
        answer,
        engine,
        load,
        load_game,
        load_games,
        match,
        native_headers,
        parse_move,
        save_game,
        solve,
        start,
    )

    __version__: str

__all__ = [
    "Engine",
    "FileError",
    "FormatError",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "MatchError",
    "MoveContext",
    "MoveDecision",
    "Player",
    "PlayerError",
    "Position",
    "Solution",
    "StartError",
    "TimeControl",
    "Turn",
    "answer",
    "engine",
    "load",
    "load_game",
    "load_games",
    "match",
    "native_headers",
    "parse_move",
    "save_game",
    "solve",
    "start",
]


if not TYPE_CHECKING:  # hidden from type checkers, which would accept any name

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("outply")
        if name in __all__:
            from outply import api

            return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
