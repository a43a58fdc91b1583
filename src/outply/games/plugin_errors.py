"""Messages about errors in plug-in games, which name the game, the failing method and its arguments.

The messages are derived from the traceback of the error, so that working games are not slowed down. Wrapping
positions in proxies would cost an extra call per method, and break the equality, hashes and pickling of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from types import FrameType
from typing import Any

DEBUG_VARIABLE = "OUTPLY_DEBUG"
"""The environment variable that enables tracebacks, for authors of games."""

POSITION_METHODS = ("moves", "is_legal", "play", "total", "score")
GAME_METHODS = (
    "start",
    "parse_move",
    "move_text",
    "player_label",
    "view",
    "cells",
    "changed_squares",
    "click_path",
)

MAX_ARGUMENT_LENGTH = 32
MAX_POSITION_LENGTH = 200


class PluginError(Exception):
    """A plug-in game violates the game protocol; the message names the game, its method and the move."""


def plugin_error_message(error: BaseException) -> str | None:
    """Return a message about the plug-in game that caused `error`; None if no plug-in game is involved."""
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in _frames(cause):
            owner = _plugin_owner(frame)
            # A game may reject a name, a move or a text with ValueError; in a position, ValueError is a bug.
            if owner is not None and (_has(owner, POSITION_METHODS) or not isinstance(cause, ValueError)):
                return f"{_describe_call(owner, frame)}: {_describe(cause)} ({_file_name(frame)}, line {line})"
        cause = cause.__context__
    return _wrong_result_message(error)


def unexpected_error_message(error: BaseException) -> str:
    """Describe an error that a game must not raise, with the method: `unexpected ValueError in play: ...`."""
    methods = (frame.f_code.co_name for frame, _ in _frames(error) if _plugin_owner(frame) is not None)
    method = next(methods, None)
    where = "" if method is None else f" in `{method}`"
    return " ".join(f"unexpected {type(error).__name__}{where}: {error}".split())


def _wrong_result_message(error: BaseException) -> str | None:
    """Return a message if wrong results of a plug-in game probably caused `error`; otherwise None."""
    if isinstance(error, (OSError, MemoryError)) or (_is_own(error) and not isinstance(error, AssertionError)):
        return None
    for frame, _ in _frames(error):
        for value in frame.f_locals.values():
            if not _is_own(value) and _has(value, POSITION_METHODS):
                return f"{_game_name(value)} returns invalid results: {_violation(value, error)}"
    return None


def _violation(position: object, error: BaseException) -> str:
    """Return the requirement that the position's game violates; if the check finds none, describe `error`."""
    from outply.games import all_games
    from outply.games.conformance import ConformanceError, check

    if isinstance(error, ConformanceError):
        return str(error)
    game = all_games().get(getattr(position, "game", ""))
    if game is not None:
        try:
            check(game, games=1)
        except ConformanceError as violation:
            return str(violation)
    return _describe(error)


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield each frame of the error's traceback with its line number, from the outermost call to the innermost."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _plugin_owner(frame: FrameType) -> object | None:
    """Return the plug-in position or game whose method `frame` executes; None if it executes other code."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    if not names or _is_own_module(frame.f_globals.get("__name__", "")):
        return None
    owner = frame.f_locals.get(names[0])
    return owner if _has(owner, POSITION_METHODS) or _has(owner, GAME_METHODS) else None


def _has(value: object, methods: tuple[str, ...]) -> bool:
    return all(hasattr(type(value), name) for name in methods)


def _is_own(value: object) -> bool:
    return _is_own_module(type(value).__module__)


def _is_own_module(module: str) -> bool:
    return module.partition(".")[0] in ("outply", "click")


def _describe_call(owner: object, frame: FrameType) -> str:
    """Return a description of the failed call: the game, the method, its arguments and the position, if any."""
    names = frame.f_code.co_varnames[1 : frame.f_code.co_argcount]
    arguments = [_shorten(str, frame.f_locals.get(name), MAX_ARGUMENT_LENGTH) for name in names]
    where = f" of {_shorten(repr, owner, MAX_POSITION_LENGTH)}" if _has(owner, POSITION_METHODS) else ""
    return f"{_game_name(owner)} fails in `{frame.f_code.co_name}({', '.join(arguments)})`{where}"


def _game_name(owner: object) -> str:
    name = _shorten(attrgetter("game" if _has(owner, POSITION_METHODS) else "name"), owner, MAX_ARGUMENT_LENGTH)
    return f"the game {name!r}"


def _shorten(text_of: Callable[[Any], str], value: object, max_length: int) -> str:
    try:
        text = " ".join(text_of(value).split())
    except Exception:  # a broken object may fail in str as well
        return "..."
    return text if len(text) <= max_length else "..."


def _describe(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _file_name(frame: FrameType) -> str:
    return frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
