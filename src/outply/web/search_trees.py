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
from outply.web.requests import TreeRequest
from outply.web.responses import TreeSizeResponse
from outply.web.search_limits import SearchLimits


def search_tree(
    request: TreeRequest, position: Position, control: Control, limits: SearchLimits
) -> dict[str, Any]:
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
            max_visits=limits.max_tree_visits,
            control=control,
        )
    except NotVisitedError as error:
        raise PositionError(str(error)) from None
    except Stopped:
        raise too_large(position, request.depth, request.algorithm, request.evaluation, limits) from None
    return document(tree)


def too_large(
    position: Position, depth: int, algorithm: str, evaluation: str, limits: SearchLimits
) -> PositionError:
    """Return the error of a search that exceeds the time limit; it suggests a smaller depth."""
    size = estimate_tree_size(position, depth, algorithm, evaluation, limits)
    return PositionError(f"this search is too large here; try depth {min(size.largest_depth, depth - 1)}")


def estimate_tree_size(
    position: Position, depth: int, algorithm: str, evaluation: str, limits: SearchLimits
) -> TreeSizeResponse:
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
        max_seconds=limits.max_seconds,
        largest_depth=max(
            (depth for depth, size in enumerate(sizes, start=1) if size.seconds <= limits.max_seconds), default=1
        ),
    )
