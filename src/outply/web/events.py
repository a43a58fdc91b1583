"""Models of the events that analyses, reviews and textbook searches stream."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from outply.web.responses import ErrorResponse, MoveValue, SolveResponse, TreeSizeResponse


class AnalysisSnapshot(BaseModel):
    """The state of an analysis after an iteration, from which all of its values come.

    `value` is the expected score of the player to move at the end of the game, and the highest of `move_values`.
    Values are estimates unless `proven`. `principal_variation` begins with the best move. `move_values` is empty
    unless the values of all moves were requested. `nodes` never decreases. `elapsed_seconds` and `limit_seconds`
    are wall-clock time.
    """

    depth: int
    proven: bool
    value: int
    principal_variation: list[str]
    principal_variation_text: list[str]
    move_values: list[MoveValue]
    nodes: int
    nodes_per_second: int
    elapsed_seconds: float
    limit_seconds: float


class AnalysisEvents(BaseModel):
    """The data of each event of an analysis: snapshots, then `done` with the last one, or `error`."""

    snapshot: AnalysisSnapshot
    done: AnalysisSnapshot
    error: ErrorResponse


class TreeProgress(BaseModel):
    """The progress of a textbook search."""

    visits: int
    root_moves_searched: int
    root_moves: int


class TreeEvents(BaseModel):
    """The data of each event of the search of a tree: `progress`, then the tree of docs/formats.md, or `error`."""

    progress: TreeProgress
    tree: dict[str, Any]
    error: ErrorResponse


class SolveEvents(BaseModel):
    """The data of each event of a textbook search: its estimated `size`, `progress`, then `answer` or `error`."""

    size: TreeSizeResponse
    progress: TreeProgress
    answer: SolveResponse
    error: ErrorResponse


class ReviewedMove(BaseModel):
    """The review of a move. `value` and `played_value` are those of the best and of the played move.

    Both values are the expected score of the player who moves, exact if `solved`; `loss` is their difference.
    `principal_variation` begins with the best move, and `choices` is the number of legal moves.
    """

    number: int
    player: str
    name: str
    move: str
    text: str
    phase: Literal["opening", "middle game", "solved endgame"]
    quality: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: int
    value: int
    played_value: int
    solved: bool
    depth: int
    choices: int
    principal_variation: list[str]
    principal_variation_text: list[str]


class ReviewThresholds(BaseModel):
    """The smallest losses of an inaccuracy, a mistake and a blunder in points, and the unit they are based on."""

    unit: float
    inaccuracy: int
    mistake: int
    blunder: int


class QualityCounts(BaseModel):
    """The number of moves of each quality."""

    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int


class ReviewedSide(BaseModel):
    """The moves of a player: accuracy from 0 to 100, losses in points, and the numbers of the costliest moves."""

    player: str
    name: str
    accuracy: float | None
    average_loss: float | None
    total_loss: int
    counts: QualityCounts
    costliest: list[int]


class ReviewSummary(BaseModel):
    """The summary of a review. `solved_from` and `turning_point` are numbers of moves.

    `sides` are in the order of the game's players. `values` are the values of all positions for the first of them,
    after 0, 1, 2, … moves.
    """

    nodes: int
    thresholds: ReviewThresholds
    solved_from: int | None
    turning_point: int | None
    sides: tuple[ReviewedSide, ReviewedSide]
    values: list[int]
    sentences: list[str]


class ReviewEvents(BaseModel):
    """The data of each event of a review: `move` for each move in order, then `summary`, or `error`."""

    move: ReviewedMove
    summary: ReviewSummary
    error: ErrorResponse


def event_schemas() -> dict[str, Any]:
    """Return the JSON schemas of the events, which FastAPI does not add to the OpenAPI description by itself."""
    _, schemas = models_json_schema(
        [(model, "serialization") for model in (AnalysisEvents, TreeEvents, SolveEvents, ReviewEvents)],
        ref_template="#/components/schemas/{model}",
    )
    return dict(schemas["$defs"])
