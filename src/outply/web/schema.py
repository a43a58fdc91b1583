"""Models of the requests, with limits on every field; the OpenAPI description is generated from these models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_SECONDS = 60.0
MAX_DEPTH = 12
MAX_MOVES = 1000
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


class StartRequest(RequestModel):
    """Request for a start position: a setup of a game by its name, a text, or edits of another position."""

    game: Annotated[str | None, Field(max_length=40)] = None
    rules: Annotated[str | None, Field(max_length=40)] = None
    setup: Annotated[str | None, Field(max_length=40)] = None
    text: Annotated[str | None, Field(max_length=MAX_TEXT_CHARS)] = None
    start: Start | None = None
    edits: Annotated[list[Edit], Field(max_length=MAX_MOVES)] = []
    to_move: Side | None = None


class ChooseRequest(PositionRef):
    """Request for the move of a computer player."""

    player: PlayerName


class AnalyseRequest(PositionRef):
    """Request for an engine analysis; `values` adds the values of all legal moves."""

    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS, strict=True)] = 10.0
    values: Annotated[bool, Field(strict=True)] = False


class SolveRequest(PositionRef):
    """Request for a textbook search with the parameters of an input.txt."""

    mode: Mode
    depth: Depth


class TreeRequest(PositionRef):
    """Request for the tree of a textbook search, or for the part below the moves in `below`."""

    algorithm: Mode = "ALPHABETA"
    depth: Depth
    below: Annotated[list[MoveText], Field(max_length=MAX_DEPTH)] = []
    evaluation: Annotated[str, Field(max_length=40, examples=["difference"])] = "difference"


class ExportRequest(PositionRef):
    """Request for a file with the position or the game."""

    players: tuple[DisplayName, DisplayName] = ("person", "person")
    mode: Mode = "ALPHABETA"
    depth: Depth = 3


class ErrorResponse(BaseModel):
    """Error message of a failed request."""

    error: str
