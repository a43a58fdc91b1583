"""The registry of games: built-in games, and plug-in games from installed packages.

A package adds a game through an entry point of the group `outply.games`.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from outply.games.protocol import ExplainsIllegalMoves, Game, Move, Position, WonByGoal
from outply.games.starcircle import StarCircle
from outply.games.warfare import Warfare

ENTRY_POINT_GROUP = "outply.games"

_log = logging.getLogger("outply")


class InvalidGameError(Exception):
    """An entry point of the group `outply.games` does not provide a usable game."""


def all_games() -> dict[str, Game]:
    """Return all games, keyed by name: first the built-in games, then the games of installed packages."""
    built_in = built_in_games()
    return built_in | plugin_games(tuple(built_in))


def game_of(position: Position) -> Game:
    """Return the game to which a position belongs."""
    return game_named(position.game)


def game_named(name: str) -> Game:
    """Return the game `name`; plug-ins are loaded only if no built-in game has that name.

    Raises KeyError if there is no such game.
    """
    return built_in_games().get(name) or all_games()[name]


def built_in_games() -> dict[str, Game]:
    """Return the games of this package, keyed by name."""
    games: list[Game] = [Warfare(), StarCircle()]
    return {game.name: game for game in games}


@cache
def plugin_games(reserved: tuple[str, ...]) -> dict[str, Game]:
    """Return the games of installed packages, keyed by name.

    A game that cannot be used, or whose name is in `reserved` or already taken by another package, is omitted with
    a warning on the logger `outply`.
    """
    games: dict[str, Game] = {}
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: (_package(entry), entry.name)):
        try:
            if entry.name in (*reserved, *games):
                raise InvalidGameError("another game has this name")
            games[entry.name] = _load(entry)
        except InvalidGameError as error:
            _log.warning("ignoring the game %r of the package %r: %s", entry.name, _package(entry), error)
    return games


def is_installed(name: str) -> bool:
    """Return whether an installed package declares a game `name`, even if the game cannot be used."""
    return bool(entry_points(group=ENTRY_POINT_GROUP, name=name))


def _load(entry: EntryPoint) -> Game:
    from outply.games.conformance import ConformanceError, check_start

    try:
        game: Game = entry.load()()
        missing = [name for name in dir(Game) if not name.startswith("_") and not hasattr(game, name)]
        if missing:
            raise InvalidGameError(f"{entry.value} lacks {', '.join(missing)}")
        if game.name != entry.name:
            raise InvalidGameError(f"{entry.value} has the name {game.name!r}, expected {entry.name!r}")
        check_start(game)
    except InvalidGameError:
        raise
    except ConformanceError as error:
        raise InvalidGameError(str(error)) from error
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InvalidGameError(f"{entry.value} raises {reason}") from error
    return game


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module


def explain_illegal_move(position: Position, move: Move) -> str:
    """Return a sentence that explains why the illegal move `move` is not allowed in `position`."""
    game = game_of(position)
    if isinstance(game, ExplainsIllegalMoves):
        return game.explain_illegal_move(position, move)
    return f"It is not one of the legal moves of {position.to_move}."


def is_won_by_goal(game: Game) -> bool:
    """Return whether results of the game are stated without the difference of the totals."""
    return isinstance(game, WonByGoal) and game.won_by_goal


def win_text(game: str, margin: int) -> str:
    """Return how the winner of the game called `game` wins: `wins by 12`, or `wins` if a goal wins the game."""
    definition = all_games().get(game)
    by_goal = definition is not None and is_won_by_goal(definition)
    return "wins" if by_goal else f"wins by {abs(margin):,}"
