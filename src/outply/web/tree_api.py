"""The search tree of a position, for the tree page."""

from __future__ import annotations

from typing import Any

from outply.games import game_of
from outply.games.evaluations import evaluation
from outply.games.protocol import Position
from outply.report.tree.document import document
from outply.search.native import Control
from outply.search.tree import NotVisitedError, record_tree
from outply.web.positions import PositionError
from outply.web.schema import TreeRequest

MAX_VISITS = 200_000
"""Maximum number of visits in one response; deeper visits are requested when a node is unfolded."""


def search_tree(request: TreeRequest, position: Position, control: Control) -> dict[str, Any]:
    """Return the tree of a textbook search of `position` as JSON values, in the format of docs/tree.md.

    Raises PositionError if the evaluation is unknown, or if the search does not visit the moves of
    `request.below`.
    """
    game = game_of(position)
    try:
        evaluation(request.evaluation, game.name)
        below = [game.parse_move(text) for text in request.below]
    except ValueError as error:
        raise PositionError(str(error)) from None
    try:
        tree = record_tree(
            position,
            request.depth,
            request.algorithm,
            evaluation=request.evaluation,
            path=below,
            max_visits=MAX_VISITS,
            control=control,
        )
    except NotVisitedError as error:
        raise PositionError(str(error)) from None
    return document(tree)
