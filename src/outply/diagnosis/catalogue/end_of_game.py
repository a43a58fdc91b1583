"""Mistakes at nodes where the game is over before the depth limit is reached."""

from __future__ import annotations

from outply.diagnosis.mistake import WARFARE, Mistake, family
from outply.diagnosis.variant import RuleVariant, SearchVariant
from outply.games import warfare
from outply.games.protocol import Player, Position

INFINITY = 1_000_000_000
"""The number that stands for infinity in programs with one of these mistakes."""


def _infinity_of_empty_loop(position: Position, player: Player, maximises: bool) -> int:
    """Return the value of a node whose loop over the moves is never entered."""
    return -INFINITY if maximises else INFINITY


def _zero(position: Position, player: Player, maximises: bool) -> int:
    return 0


def _outcome(position: Position, player: Player, maximises: bool) -> int:
    score = position.score(player)
    return (score > 0) - (score < 0)


def _infinite_outcome(position: Position, player: Player, maximises: bool) -> int:
    return INFINITY * _outcome(position, player, maximises)


def _is_deeper_than_board(position: warfare.Position, depth: int) -> bool:
    return depth > position.owners.count(warfare.EMPTY)


def _has_one_empty_cell(position: warfare.Position) -> bool:
    return position.owners.count(warfare.EMPTY) <= 1


ENDS = (
    *family(
        "end-value",
        {
            "zero": SearchVariant(evaluate_end=_zero),
            "win-or-loss": SearchVariant(evaluate_end=_outcome),
            "infinite": SearchVariant(evaluate_end=_infinite_outcome),
            "no-move": SearchVariant(evaluate_end=_infinity_of_empty_loop, first_best=(-INFINITY, INFINITY)),
            "first-move": SearchVariant(evaluate_end=_infinity_of_empty_loop),
        },
        title="does not use the score where the game is over",
        advice="The evaluation is the same everywhere: at the depth limit and at the end of the game a node is "
        "worth the player's total minus the opponent's, not 0, 1 or infinity. Test for the end of the game before "
        "the loop over the moves, which would otherwise return its initial value.",
    ),
    Mistake(
        name="end-early",
        title="takes the game to be over when one cell is empty",
        advice="The game is over when the board is full. A node with one empty cell has moves, unless it is at "
        "the depth limit.",
        variant=SearchVariant(rules=RuleVariant(is_over=_has_one_empty_cell)),
        games=WARFARE,
        affects=lambda position, depth: depth >= position.owners.count(warfare.EMPTY),
    ),
    Mistake(
        name="end-crash",
        title="fails if DEPTH is greater than the number of empty cells",
        advice="DEPTH may be greater than the number of empty cells. The search then ends at full boards: test "
        "for a full board before generating moves.",
        variant=SearchVariant(crashes=True),
        games=WARFARE,
        affects=_is_deeper_than_board,
    ),
)
