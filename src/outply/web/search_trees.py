"""Search trees for the tree page, and the estimated size of a textbook search."""

from __future__ import annotations

from typing import Any

from outply.games import game_of
from outply.games.evaluations import evaluation
from outply.games.protocol import Position
from outply.report.tree.document import document
from outply.search.native import Control, Stopped
from outply.search.tree import NotVisitedError, record_tree
from outply.search.tree_size import estimate_sizes
from outply.web.positions import PositionError
from outply.web.requests import MAX_SECONDS, TreeRequest
from outply.web.responses import TreeSizeResponse

MAX_TREE_VISITS = 200_000
"""Maximum number of visits in one search tree; the page requests deeper visits when a node is unfolded."""


def search_tree(request: TreeRequest, position: Position, control: Control) -> dict[str, Any]:
    """Return the tree of a textbook search of `position` as JSON values, in the format of docs/formats.md.

    Raises PositionError if the evaluation is unknown, or if the search does not visit the moves of
    `request.below`, or if the search exceeds the time limit.
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
            max_visits=MAX_TREE_VISITS,
            control=control,
        )
    except NotVisitedError as error:
        raise PositionError(str(error)) from None
    except Stopped:
        raise too_large(position, request.depth, request.algorithm, request.evaluation) from None
    return document(tree)


def too_large(position: Position, depth: int, algorithm: str, evaluation: str) -> PositionError:
    """Return the error of a search that exceeds the time limit; it suggests a smaller depth."""
    size = estimate_tree_size(position, depth, algorithm, evaluation)
    return PositionError(f"this search is too large here; try depth {min(size.largest_depth, depth - 1)}")


def estimate_tree_size(position: Position, depth: int, algorithm: str, evaluation: str) -> TreeSizeResponse:
    """Return the estimated size of a textbook search.

    Raises PositionError if the evaluation is unknown.
    """
    try:
        sizes = estimate_sizes(position, depth, algorithm, evaluation=evaluation)
    except ValueError as error:
        raise PositionError(str(error)) from None
    return TreeSizeResponse(
        visits=sizes[-1].visits,
        seconds=sizes[-1].seconds,
        exact=sizes[-1].exact,
        max_seconds=MAX_SECONDS,
        largest_depth=max(
            (depth for depth, size in enumerate(sizes, start=1) if size.seconds <= MAX_SECONDS), default=1
        ),
    )
