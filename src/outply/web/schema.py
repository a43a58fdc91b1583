"""What may be asked, and how large it may be. These models are also the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_SECONDS = 60.0
MAX_DEPTH = 12
MAX_MOVES = 1000
MAX_TEXT = 64 * 1024

Start = Annotated[
    str,
    Field(max_length=MAX_TEXT, description="Where the game began", examples=["warfare/blitz/Smolensk"]),
]
MoveText = Annotated[str, Field(max_length=32, examples=["C3 Stake"])]
Side = Annotated[str, Field(max_length=16)]
SquareIndex = Annotated[int, Field(ge=0, le=25, strict=True)]
PlayerName = Annotated[str, Field(max_length=40, examples=["alphabeta:4", "engine:2s", "level:3"])]
CalledBy = Annotated[str, Field(max_length=200, description="Who played, as a record has it")]
Mode = Literal["MINIMAX", "ALPHABETA"]
Depth = Annotated[int, Field(ge=1, le=MAX_DEPTH, strict=True)]


class Asked(BaseModel):
    """A body of a request: nothing in it is ignored."""

    model_config = ConfigDict(extra="forbid")


class Place(Asked):
    """A position: where the game began, and the moves since."""

    start: Start
    moves: Annotated[list[MoveText], Field(max_length=MAX_MOVES)] = []


class Edit(Asked):
    """What a square is to hold."""

    square: tuple[SquareIndex, SquareIndex]
    text: Annotated[str, Field(max_length=8)]
    owner: Side | None = None


class StartRequest(Asked):
    """A position to begin with: a set-up by its name, a text, or edits of another position."""

    game: Annotated[str | None, Field(max_length=40)] = None
    rules: Annotated[str | None, Field(max_length=40)] = None
    setup: Annotated[str | None, Field(max_length=40)] = None
    text: Annotated[str | None, Field(max_length=MAX_TEXT)] = None
    start: Start | None = None
    edits: Annotated[list[Edit], Field(max_length=MAX_MOVES)] = []
    to_move: Side | None = None


class ChooseRequest(Place):
    """A computer player, asked for its move."""

    player: PlayerName


class ThinkRequest(Place):
    """The engine, asked what it thinks; with `values` of every move."""

    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS, strict=True)] = 10.0
    values: Annotated[bool, Field(strict=True)] = False


class SolveRequest(Place):
    """The textbook's search, asked as an input.txt does."""

    mode: Mode
    depth: Depth


class TreeRequest(Place):
    """The tree of the textbook's search, or its part below some moves."""

    algorithm: Mode = "ALPHABETA"
    depth: Depth
    below: Annotated[list[MoveText], Field(max_length=MAX_DEPTH)] = []
    evaluation: Annotated[str, Field(max_length=40, examples=["difference"])] = "difference"


class ExportRequest(Place):
    """A file of the position or of the game."""

    players: tuple[CalledBy, CalledBy] = ("person", "person")
    mode: Mode = "ALPHABETA"
    depth: Depth = 3


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    error: str
