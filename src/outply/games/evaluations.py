"""What a position is worth before the game is over: the evaluations that a depth-limited search can use, by name.

At the end of a game every evaluation ranks positions as the score does, so that it may stand in for the score at
all leaves of a search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outply.games import all_games
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games import warfare
    from outply.games.protocol import Player, Position

Evaluate = Callable[[Any, "Player"], int]
"""Returns what the position is worth to the player."""

DEFAULT = "difference"


def difference(position: Position, player: Player) -> int:
    """Return the player's total minus the other's."""
    return position.score(player)


def own(position: Position, player: Player) -> int:
    """Return the player's total."""
    return position.total(player)


def safety(position: warfare.Position, player: Player) -> int:
    """Return the difference, where what the player to move could conquer counts half, rounded down."""
    exposed = sum(
        value
        for cell, (owner, value) in enumerate(zip(position.owners, position.values, strict=True))
        if owner not in (".", position.to_move) and position.is_exposed(cell)
    )
    loss = exposed - exposed // 2
    return position.score(player) + (loss if player == position.to_move else -loss)


class Evaluation(Struct):
    """An evaluation by its name, with what it counts and why one might want that."""

    __slots__ = ("name", "evaluate", "counts", "reasoning")

    name: str
    evaluate: Evaluate
    counts: str
    reasoning: str

    def __init__(self, name: str, evaluate: Evaluate, counts: str, reasoning: str) -> None:
        self._set(name, evaluate, counts, reasoning)


_DIFFERENCE = Evaluation(
    DEFAULT,
    difference,
    "the values of the player's own cells, minus those of the other player's cells",
    "This is what the game is about: at the end its sign says who has won. A conquered cell counts twice, once "
    "because it is won and once because the other player has lost it. So the search would rather conquer a cell "
    "than take an empty one of the same value. It does not see whether a cell can be held.",
)
_OWN = Evaluation(
    "own",
    own,
    "the values of the player's own cells, and nothing else",
    "It looks at one side only. Taking a cell from the other player counts no more than taking an empty one. So "
    "the search increases its own total, and does not care what the other player gets as long as it loses nothing "
    "itself. On a full board the two totals add up to the value of the board, so this evaluation then ranks "
    "positions as the difference does.",
)
_SAFETY = Evaluation(
    "safety",
    safety,
    "the difference, but a cell that the player to move could conquer counts only half",
    "A cell is exposed when an empty cell next to it touches a cell of the other player: one move there conquers "
    "it. A search to a fixed depth may stop in the middle of such a fight, and count cells that it is about to "
    "lose again. Here the exposed cells of the player who has just moved count half: the other player moves next "
    "and can take some of them, but seldom all. So the search looks for cells that it can hold. On a full board "
    "nothing is exposed, and what is left is the difference.",
)

_OF_GAME = {"warfare": (_DIFFERENCE, _OWN, _SAFETY)}
_OF_ANY = (
    Evaluation(
        DEFAULT,
        difference,
        "the player's own total, minus the other player's",
        "This is what the game is about: at the end its sign says who has won.",
    ),
)

NAMES = tuple(dict.fromkeys(one.name for ones in (*_OF_GAME.values(), _OF_ANY) for one in ones))
"""Every name that some game has an evaluation by, the default first."""


def evaluations(game: str) -> dict[str, Evaluation]:
    """Return the evaluations of the game of that name, by their names, the default first."""
    return {one.name: one for one in _OF_GAME.get(game, _OF_ANY)}


def evaluation(name: str, game: str) -> Evaluation:
    """Return the evaluation of that name; a `ValueError` if the game has none such."""
    known = evaluations(game)
    if name not in known:
        raise ValueError(f"{all_games()[game].title} has no evaluation {name!r}; it has {', '.join(known)}")
    return known[name]
