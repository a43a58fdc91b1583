"""Named evaluation functions for the leaves of a depth-limited search.

At the end of a game every evaluation ranks positions in the same order as the score, so that a search can use the
same evaluation at all leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outply.games import all_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games import warfare
    from outply.games.protocol import Player, Position

Evaluate = Callable[[Any, "Player"], int]
"""Returns the value of a position for a player."""

DEFAULT = "difference"


def difference(position: Position, player: Player) -> int:
    """Return the player's total minus the opponent's total."""
    return position.score(player)


def own(position: Position, player: Player) -> int:
    """Return the player's total, regardless of the opponent's total."""
    return position.total(player)


def safety(position: warfare.Position, player: Player) -> int:
    """Return the player's score if each cell that the player to move could conquer counts half.

    Half of the total value of these cells is rounded down.
    """
    exposed = sum(
        value
        for cell, (owner, value) in enumerate(zip(position.owners, position.values, strict=True))
        if owner not in (".", position.to_move) and position.is_exposed(cell)
    )
    loss = exposed - exposed // 2
    return position.score(player) + (loss if player == position.to_move else -loss)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """An evaluation function with its name and, for reports, its definition and the reasoning behind it."""

    name: str
    evaluate: Evaluate
    definition: str
    reasoning: str


_DIFFERENCE = Evaluation(
    name=DEFAULT,
    evaluate=difference,
    definition="the values of the player's own cells, minus those of the other player's cells",
    reasoning=(
        "This is the result of the game: at the end its sign decides who wins. A conquered cell counts twice, "
        "once because it is won and once because the other player has lost it. So the search would rather "
        "conquer a cell than take an empty one of the same value. It does not see whether a cell can be held."
    ),
)
_OWN = Evaluation(
    name="own",
    evaluate=own,
    definition="the values of the player's own cells, and nothing else",
    reasoning=(
        "It considers one side only. Taking a cell from the other player counts no more than taking an empty "
        "one. So the search increases its own total, and ignores what the other player gets as long as it "
        "loses nothing itself. On a full board the two totals add up to the value of the board, so this "
        "evaluation then ranks positions as the difference does."
    ),
)
_SAFETY = Evaluation(
    name="safety",
    evaluate=safety,
    definition="the difference, but a cell that the player to move could conquer counts only half",
    reasoning=(
        "A cell is exposed when an empty cell next to it touches a cell of the other player: one move there "
        "conquers it. A search to a fixed depth may stop in the middle of such a fight, and count cells that "
        "it is about to lose again. Here the exposed cells of the player who has just moved count half: the "
        "other player moves next and can take some of them, but seldom all. So the search looks for cells "
        "that it can hold. On a full board nothing is exposed, so the evaluation equals the difference."
    ),
)

_OF_GAME = {"warfare": (_DIFFERENCE, _OWN, _SAFETY)}
_OF_ANY = (
    Evaluation(
        name=DEFAULT,
        evaluate=difference,
        definition="the player's own total, minus the other player's",
        reasoning="This is the result of the game: at the end its sign decides who wins.",
    ),
)

NAMES = tuple(dict.fromkeys(entry.name for entries in (*_OF_GAME.values(), _OF_ANY) for entry in entries))
"""The names of all evaluations, the default first."""


def evaluations(game: str) -> dict[str, Evaluation]:
    """Return the evaluations that `game` has, keyed by name; the default evaluation comes first."""
    return {entry.name: entry for entry in _OF_GAME.get(game, _OF_ANY)}


def evaluation(name: str, game: str) -> Evaluation:
    """Return the evaluation `name` of `game`.

    Raises ValueError if the game has no evaluation of that name.
    """
    available = evaluations(game)
    if name not in available:
        raise ValueError(f"{all_games()[game].title} has no evaluation {name!r}; expected {', '.join(available)}")
    return available[name]
