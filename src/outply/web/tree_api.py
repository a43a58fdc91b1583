"""The tree of a search, as the page shows it."""

from __future__ import annotations

from typing import Any

from outply.games import game_of
from outply.games.evaluations import evaluation
from outply.games.protocol import Position
from outply.report.tree.document import document
from outply.search.native import Control
from outply.search.tree import NotVisitedError, record
from outply.web.positions import PlaceError
from outply.web.schema import TreeRequest

MOST = 200_000
"""Visits that one answer holds: what is below them is asked for when somebody unfolds it."""


def searched(asked: TreeRequest, position: Position, control: Control) -> dict[str, Any]:
    """Return the document of the tree; a `PlaceError` if the search does not come there."""
    game = game_of(position)
    try:
        evaluation(asked.evaluation, game.name)
        below = [game.parse_move(text) for text in asked.below]
    except ValueError as error:
        raise PlaceError(str(error)) from None
    try:
        found = record(
            position,
            asked.depth,
            asked.algorithm,
            evaluation=asked.evaluation,
            path=below,
            most=MOST,
            control=control,
        )
    except NotVisitedError as error:
        raise PlaceError(str(error)) from None
    return document(found)
