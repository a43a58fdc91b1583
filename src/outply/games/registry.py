"""Games from outside: installed packages name theirs as entry points of the group `outply.games`."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points

from outply.games.conformance import BrokenPromiseError, check_start
from outply.games.protocol import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "outply.games"

_log = logging.getLogger("outply")


class NoGameError(Exception):
    """What a package calls a game is none; the message says why."""


@cache
def games(taken: tuple[str, ...]) -> dict[str, Game]:
    """Return the games of other packages by their names; none of them has a name that is taken.

    A package whose game cannot be used is left out, and a warning of the logger `outply` says why.
    """
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (_package(entry), entry.name)):
        try:
            if entry.name in (*taken, *found):
                raise NoGameError("that name is taken")
            found[entry.name] = _load(entry)
        except NoGameError as error:
            _log.warning("the game %r of the package %r is left out: %s", entry.name, _package(entry), error)
    return found


def _load(entry: EntryPoint) -> Game:
    try:
        game: Game = entry.load()()
        missing = [name for name in dir(Game) if not name.startswith("_") and not hasattr(game, name)]
        if missing:
            raise NoGameError(f"{entry.value} has no {', no '.join(missing)}")
        if game.name != entry.name:
            raise NoGameError(f"{entry.value} calls itself {game.name!r}")
        check_start(game)
    except NoGameError:
        raise
    except BrokenPromiseError as error:
        raise NoGameError(str(error)) from error
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise NoGameError(f"{entry.value} fails with {said}") from error
    return game


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module
