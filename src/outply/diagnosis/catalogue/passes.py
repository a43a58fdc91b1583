"""Passes of Star/Circle, and when its games are over."""

from __future__ import annotations

from typing import Any

from outply.diagnosis.catalogue.starcircle_rules import piece_moves
from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits, Rules, known
from outply.games.starcircle import PASS, Position

STARCIRCLE = ("starcircle",)


def _has_one_colour(position: Position) -> bool:
    return max(position.squares) <= 0 or min(position.squares) >= 0


def _real_moves(position: Position) -> list[Any]:
    return [move for move in position.moves() if move != PASS]


def _moves_and_pass(position: Position) -> list[Any]:
    return [*_real_moves(position), PASS]


PASSES = (
    Mistake(
        "free-pass",
        "a pass uses up no ply",
        "A pass is a move: the node after it is one ply deeper.",
        Habits(free_passes=True),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "pass-uncounted",
        "passes are not counted as nodes",
        "The node that a pass leads to is visited like any other, and counts.",
        Habits(count=lambda tally: tally.visited - known(tally.passes)),
        Reach.COUNT,
        STARCIRCLE,
    ),
    Mistake(
        "no-pass",
        "a player without moves makes the node a leaf",
        "Who cannot move passes: the node has one successor, with the same board and the other player to move.",
        Habits(rules=Rules(moves=_real_moves)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "one-pass",
        "the game is over after one pass",
        "It takes two passes in a row to end the game; after one the other player moves.",
        Habits(rules=Rules(is_over=lambda position: position.passes > 0 or position.is_over)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "endless-pass",
        "the game is not over after two passes",
        "The second pass in a row ends the game: the node after it is visited, counts, and is a leaf.",
        Habits(rules=Rules(moves=piece_moves, is_over=_has_one_colour)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "any-pass",
        "a player may pass at any time",
        "A pass is possible only where there is no other move.",
        Habits(rules=Rules(moves=_moves_and_pass)),
        Reach.VALUE,
        STARCIRCLE,
    ),
    Mistake(
        "one-colour",
        "the game goes on when one player has no pieces left",
        "A position with the pieces of one player only is the end of the game, and a leaf.",
        Habits(rules=Rules(moves=piece_moves, is_over=lambda position: position.passes == 2)),
        Reach.VALUE,
        STARCIRCLE,
    ),
)
