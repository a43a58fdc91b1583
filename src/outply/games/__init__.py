"""The rule books: plain Python, immutable positions, nothing of the rest of Outply."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.contract import Game, Position


def all_games() -> dict[str, Game]:
    """Return every game by its name."""
    from outply.games.starcircle import StarCircle
    from outply.games.warfare import Warfare

    games: list[Game] = [Warfare(), StarCircle()]
    return {game.name: game for game in games}


def game_of(position: Position) -> Game:
    """Return the game that the position is of."""
    return all_games()[position.game]
