"""Mistakes in handling passes in Star/Circle, and in detecting the end of a Star/Circle game."""

from __future__ import annotations

from outply.diagnosis.catalogue.starcircle_rules import piece_moves
from outply.diagnosis.mistake import STARCIRCLE, Mistake, Reach
from outply.diagnosis.variant import RuleVariant, SearchVariant, require_counter
from outply.games.starcircle import PASS, Move, Position


def _has_one_colour(position: Position) -> bool:
    return max(position.squares) <= 0 or min(position.squares) >= 0


def _moves_without_pass(position: Position) -> list[Move]:
    return [move for move in position.moves() if move != PASS]


def _moves_and_pass(position: Position) -> list[Move]:
    return [*_moves_without_pass(position), PASS]


PASSES = (
    Mistake(
        name="free-pass",
        title="does not count a pass as a ply",
        advice="A pass is a move: the node after it is one ply deeper.",
        variant=SearchVariant(free_passes=True),
        games=STARCIRCLE,
    ),
    Mistake(
        name="pass-uncounted",
        title="does not count the node after a pass",
        advice="The node after a pass is visited like any other and counts.",
        variant=SearchVariant(node_count=lambda counters: counters.visited - require_counter(counters.passes)),
        reach=Reach.COUNT,
        games=STARCIRCLE,
    ),
    Mistake(
        name="no-pass",
        title="treats a node without moves as a leaf",
        advice="A player who cannot move passes: the node has one successor, with the same board and the opponent "
        "to move.",
        variant=SearchVariant(rules=RuleVariant(moves=_moves_without_pass)),
        games=STARCIRCLE,
    ),
    Mistake(
        name="one-pass",
        title="ends the game after one pass",
        advice="Two passes in a row end the game; after one pass the opponent moves.",
        variant=SearchVariant(rules=RuleVariant(is_over=lambda position: position.passes > 0 or position.is_over)),
        games=STARCIRCLE,
    ),
    Mistake(
        name="endless-pass",
        title="continues the game after two passes in a row",
        advice="The second pass in a row ends the game: the node after it is visited, counts, and is a leaf.",
        variant=SearchVariant(rules=RuleVariant(moves=piece_moves, is_over=_has_one_colour)),
        games=STARCIRCLE,
    ),
    Mistake(
        name="any-pass",
        title="allows a pass at any time",
        advice="A pass is legal only if there is no other move.",
        variant=SearchVariant(rules=RuleVariant(moves=_moves_and_pass)),
        games=STARCIRCLE,
    ),
    Mistake(
        name="one-colour",
        title="continues the game when one player has no pieces left",
        advice="The game is over when only one player has pieces: the node is a leaf.",
        variant=SearchVariant(rules=RuleVariant(moves=piece_moves, is_over=lambda position: position.passes == 2)),
        games=STARCIRCLE,
    ),
)
