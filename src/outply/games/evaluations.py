"""What a position is worth before the game is over: the evaluations that a depth-limited search can use, by name.

At the end of a game every evaluation ranks positions as the score does, so that it may stand in for the score at
all leaves of a search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outply.games import all_games
from outply.games.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games import warfare
    from outply.games.contract import Player, Position

Evaluate = Callable[[Any, "Player"], int]
"""Returns what the position is worth to the player."""

DEFAULT = "difference"


def difference(position: Position, player: Player) -> int:
    """Return the own total less the other's."""
    return position.score(player)


def own(position: Position, player: Player) -> int:
    """Return the own total."""
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


class Evaluation(Value):
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
    "the values of the own cells, less those of the other player's",
    "It is what the game is about: at the end its sign says who has won. A conquered cell counts twice, once "
    "because it is won and once because the other has lost it, so the search prefers conquering to taking an "
    "empty cell of the same value. What it does not see is whether a cell can be held.",
)
_OWN = Evaluation(
    "own",
    own,
    "the values of the own cells",
    "It looks at the own side alone. Taking a cell from the other player counts no more than taking an empty one, "
    "so the search grows its own total and does not mind what the other gets, as long as it loses nothing itself. "
    "On a full board both totals add up to the value of the board, and the own total ranks as the difference.",
)
_SAFETY = Evaluation(
    "safety",
    safety,
    "the difference, where a cell that the player to move could conquer counts half",
    "A cell is exposed when an empty cell next to it touches a cell of the other player: one move there conquers "
    "it. A depth-limited search stops in the middle of such a fight, and takes what it has just conquered for its "
    "own. Here the exposed cells of the player who has just moved count half: the other moves next, and can have "
    "some of them, seldom all. So the search looks for what it can hold. On a full board nothing is exposed, and "
    "what is left is the difference.",
)

_OF_GAME = {"warfare": (_DIFFERENCE, _OWN, _SAFETY)}
_OF_ANY = (
    Evaluation(
        DEFAULT,
        difference,
        "the own total, less the other player's",
        "It is what the game is about: at the end its sign says who has won.",
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
