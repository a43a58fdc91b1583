"""The rule books: plain Python, immutable positions, nothing of the rest of Outply."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Game, Position


def all_games() -> dict[str, Game]:
    """Return every game by its name: those of the house, then those that installed packages bring."""
    from outply.games import registry

    own = _own_games()
    return own | registry.games(tuple(own))


def game_of(position: Position) -> Game:
    """Return the game that the position is of."""
    # Looking for packages takes longer than answering a position does.
    return _own_games().get(position.game) or all_games()[position.game]


def _own_games() -> dict[str, Game]:
    from outply.games.starcircle import StarCircle
    from outply.games.warfare import Warfare

    games: list[Game] = [Warfare(), StarCircle()]
    return {game.name: game for game in games}
