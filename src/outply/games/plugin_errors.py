"""Whose fault an error is: a game from outside that fails while it is played is named, with its method and move.

Only the traceback is looked at, after something went wrong, so that a game that does well pays nothing for it.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any

DEBUG = "OUTPLY_DEBUG"
"""The variable of the environment by which the developer of a game sees the traceback, too."""

POSITION = ("moves", "is_legal", "play", "total", "score")
GAME = ("start", "parse_move", "move_text", "player_label", "view", "cells", "changed_squares", "click_path")

LONGEST_ARGUMENT = 32
LONGEST_POSITION = 200


class GameError(Exception):
    """A game from outside that does not do what it promises; the message names it, its method and the move."""


def fault_of(error: BaseException) -> str | None:
    """Return what a game from outside did wrong that led to the error; None if it is nobody's of these."""
    raised: BaseException | None = error
    while raised is not None:
        for frame, line in _frames(raised):
            owner = _owner(frame)
            # A game may refuse a name, a move or a text by a ValueError; a position has nothing to refuse.
            if owner is not None and (_is(owner, POSITION) or not isinstance(raised, ValueError)):
                return f"{_called(owner, frame)}: {_said(raised)} ({_file(frame)}, line {line})"
        raised = raised.__context__
    return _misled(error)


def _misled(error: BaseException) -> str | None:
    """Return what to say where a game raised nothing, but gave what it must not give."""
    if isinstance(error, (OSError, MemoryError)) or (_is_ours(error) and not isinstance(error, AssertionError)):
        return None
    for frame, _ in _frames(error):
        for value in frame.f_locals.values():
            if not _is_ours(value) and _is(value, POSITION):
                return f"{_of(value)} gives what breaks the search or the match: {_broken_promise(value, error)}"
    return None


def _broken_promise(position: object, error: BaseException) -> str:
    """Return which promise the game does not keep, or what was raised where none is seen to be broken."""
    from outply.games import all_games
    from outply.games.conformance import BrokenPromiseError, check

    if isinstance(error, BrokenPromiseError):
        return str(error)
    game = all_games().get(getattr(position, "game", ""))
    if game is not None:
        try:
            check(game, games=1)
        except BrokenPromiseError as broken:
            return str(broken)
    return _said(error)


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield what was being run and the line there, from the outermost call to the innermost."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _owner(frame: FrameType) -> object | None:
    """Return the position or the game from outside whose method the frame is in."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    if not names or _is_house(frame.f_globals.get("__name__", "")):
        return None
    owner = frame.f_locals.get(names[0])
    return owner if _is(owner, POSITION) or _is(owner, GAME) else None


def _is(value: object, methods: tuple[str, ...]) -> bool:
    return all(hasattr(type(value), name) for name in methods)


def _is_ours(value: object) -> bool:
    return _is_house(type(value).__module__)


def _is_house(module: str) -> bool:
    return module.partition(".")[0] in ("outply", "click")


def _called(owner: object, frame: FrameType) -> str:
    """Return which method of which game was called, and with what."""
    names = frame.f_code.co_varnames[1 : frame.f_code.co_argcount]
    arguments = [_short(str, frame.f_locals.get(name), LONGEST_ARGUMENT) for name in names]
    where = f" of {_short(repr, owner, LONGEST_POSITION)}" if _is(owner, POSITION) else ""
    return f"{_of(owner)} fails in `{frame.f_code.co_name}({', '.join(arguments)})`{where}"


def _of(owner: object) -> str:
    name = _short(attrgetter("game" if _is(owner, POSITION) else "name"), owner, LONGEST_ARGUMENT)
    return f"the game {name!r}"


def _short(text_of: Callable[[Any], str], value: object, most: int) -> str:
    try:
        text = " ".join(text_of(value).split())
    except Exception:  # what is broken may not even print
        return "..."
    return text if len(text) <= most else "..."


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
