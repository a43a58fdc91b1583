"""Models of the requests, with limits on every field.

The OpenAPI description is generated from these models and those of `responses` and `events`, and the types of the
pages from the OpenAPI description.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from outply.games.view import Shape

MAX_SECONDS = 60.0
MAX_DEPTH = 12
MAX_TEXTBOOK_DEPTH = 100  # no search ends in time if it is deeper, unless the game is over before
MAX_MOVES = 1000
MAX_REVIEW_NODES = 2_000_000
MAX_TEXT_CHARS = 64 * 1024

Start = Annotated[
    str, Field(max_length=MAX_TEXT_CHARS, description="Start position", examples=["warfare/blitz/Smolensk"])
]
MoveText = Annotated[str, Field(max_length=32, examples=["C3 Stake"])]
Side = Annotated[str, Field(max_length=16)]
SquareIndex = Annotated[int, Field(ge=0, le=25, strict=True)]
PlayerName = Annotated[str, Field(max_length=40, examples=["alphabeta:4", "engine:2s", "level:3"])]
DisplayName = Annotated[str, Field(max_length=200, description="Name of a player in a game record")]
Mode = Literal["MINIMAX", "ALPHABETA"]
Depth = Annotated[int, Field(ge=1, le=MAX_DEPTH, strict=True)]
TextbookDepth = Annotated[int, Field(ge=1, le=MAX_TEXTBOOK_DEPTH, strict=True)]
EvaluationName = Annotated[str, Field(max_length=40, examples=["difference"])]


class RequestModel(BaseModel):
    """Base of the request bodies; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid")


class PositionRef(RequestModel):
    """Reference to a position: the start of the game and the moves since."""

    start: Start
    moves: Annotated[list[MoveText], Field(max_length=MAX_MOVES)] = []


class Edit(RequestModel):
    """New content of a square."""

    square: tuple[SquareIndex, SquareIndex]
    text: Annotated[str, Field(max_length=8)]
    owner: Side | None = None
    shape: Shape | None = None


class StartRequest(RequestModel):
    """Request for a start position: a setup of a game by its name, a text, or edits of another position."""

    game: Annotated[str | None, Field(max_length=40)] = None
    rules: Annotated[str | None, Field(max_length=40)] = None
    setup: Annotated[str | None, Field(max_length=40)] = None
    text: Annotated[str | None, Field(max_length=MAX_TEXT_CHARS)] = None
    start: Start | None = None
    edits: Annotated[list[Edit], Field(max_length=MAX_MOVES)] = []
    to_move: Side | None = None


class ExplainRequest(PositionRef):
    """Request for the reason why the move in `text` is illegal."""

    text: MoveText


class ChooseRequest(PositionRef):
    """Request for the move of a computer player."""

    player: PlayerName


class AnalyseRequest(PositionRef):
    """Request for an engine analysis of at most `seconds` of wall-clock time.

    With `values`, all legal moves are searched with the full window, so that every move has a value.
    """

    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS, strict=True)] = 10.0
    values: Annotated[bool, Field(strict=True)] = False


class SolveRequest(PositionRef):
    """Request for a textbook search with the parameters of an input.txt."""

    mode: Mode
    depth: TextbookDepth
    evaluation: EvaluationName = "difference"


class TreeRequest(PositionRef):
    """Request for the tree of a textbook search, or for the part below the moves in `below`."""

    algorithm: Mode = "ALPHABETA"
    depth: Depth
    below: Annotated[list[MoveText], Field(max_length=MAX_DEPTH)] = []
    evaluation: EvaluationName = "difference"


class ReviewRequest(PositionRef):
    """Request for the review of all moves, with `nodes` nodes per position; None is the default of the game."""

    nodes: Annotated[int | None, Field(ge=1, le=MAX_REVIEW_NODES, strict=True)] = None


class ExportRequest(PositionRef):
    """Request for a file with the position or the game."""

    players: tuple[DisplayName, DisplayName] = ("person", "person")
    mode: Mode = "ALPHABETA"
    depth: Depth = 3
