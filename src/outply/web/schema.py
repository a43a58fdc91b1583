"""Models of the requests, with limits on every field, and of the responses.

The OpenAPI description is generated from these models, and the types of the pages from the OpenAPI description.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

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


class ErrorResponse(BaseModel):
    """Error message of a failed request."""

    error: str


class VariantResponse(BaseModel):
    """A rule variant of a game."""

    name: str
    players: list[str]
    rules_text: str
    summary: str


class EvaluationResponse(BaseModel):
    """An evaluation function of a game."""

    name: str
    definition: str


class GameResponse(BaseModel):
    """A game with its rule variants and setups."""

    name: str
    title: str
    players: tuple[str, str]
    variants: list[VariantResponse]
    setups: list[str]
    has_random_boards: bool
    max_size: int
    editable: bool
    cells_take_numbers: bool
    has_input_format: bool
    evaluations: list[EvaluationResponse]


class PlayerResponse(BaseModel):
    """A computer player; unless it is a level, its name is completed by a depth or a time in seconds."""

    name: str
    title: str
    kind: Literal["level", "depth", "seconds"]
    description: str


class LimitsResponse(BaseModel):
    """The longest search and the greatest depth that the server accepts."""

    seconds: float
    depth: int


class GamesResponse(BaseModel):
    """The games and computer players that the server offers."""

    games: list[GameResponse]
    players: list[PlayerResponse]
    limits: LimitsResponse
    first_start: str
    """Start position of a visitor's first game, in one-line notation."""

    tournament: bool
    network_url: str | None


class TextbookQuestion(BaseModel):
    """The search that an input.txt asks for."""

    mode: Mode
    depth: int


class StartResponse(BaseModel):
    """A start position; also the moves of a game record, and the players that a text names or suggests.

    `question` is the search of an input.txt whose mode is MINIMAX or ALPHABETA.
    """

    start: str
    moves: list[str] = []
    players: list[str] | None = None
    names: list[str] | None = None
    question: TextbookQuestion | None = None


class CellResponse(BaseModel):
    """The content of a square."""

    square: tuple[int, int]
    owner: str | None
    text: str
    shade: float


class PlayerId(BaseModel):
    """A player of a game."""

    id: str


class SetupResponse(BaseModel):
    """The board of a setup."""

    name: str
    players: tuple[PlayerId, PlayerId]
    rows: list[str]
    columns: list[str]
    pieces: bool
    cells: list[CellResponse]


class PlayerTotal(PlayerId):
    """A player with the total of its points."""

    name: str
    total: int


class LegalMove(BaseModel):
    """A legal move with the squares to click, the points it gains and the cells it changes."""

    move: str
    text: str
    click_path: list[tuple[int, int]]
    gain: int
    changes: list[CellResponse]


class TurnResponse(BaseModel):
    """A move of the game so far, with the score of the first player after it."""

    player: str
    name: str
    move: str
    text: str
    click_path: list[tuple[int, int]]
    score: int


class PositionResponse(BaseModel):
    """A position as the play page shows it, with the game so far."""

    start: str
    moves: list[str]
    game: str
    title: str
    rules: str
    board: str
    players: tuple[PlayerTotal, PlayerTotal]
    to_move: str | None
    over: bool
    result: str | None
    rows: list[str]
    columns: list[str]
    pieces: bool
    row_values: list[tuple[int, int]]
    cells: list[CellResponse]
    legal_moves: list[LegalMove]
    turns: list[TurnResponse]


class PuzzleResponse(BaseModel):
    """A puzzle: a position in which only one move wins, or does not lose.

    `solution` is one of the `legal_moves` of the position, `line_text` best play to the end of the game, which
    begins with the solution. `value` is the final score of the player to move after the solution, `next_value`
    after the second best move. `difficulty` is the lowest level from which on all levels find the solution.
    """

    name: str
    kind: str
    start: str
    title: str
    goal: Literal["win", "draw"]
    difficulty: int
    solution: str
    line_text: list[str]
    value: int
    next_value: int


class PuzzlesResponse(BaseModel):
    """The puzzles in the order of their difficulty, and the names of the levels, level 1 first."""

    puzzles: list[PuzzleResponse]
    levels: list[str]


class InitialData(BaseModel):
    """The data in the play page: what it needs to show the first board without a request."""

    catalogue: GamesResponse
    position: PositionResponse


class ChooseResponse(BaseModel):
    """The move of a computer player; `seconds` is wall-clock time."""

    move: str
    text: str
    value: int | None
    node_count: int | None
    depth: int | None
    proven: bool | None
    principal_variation_text: list[str]
    seconds: float


class MoveValue(BaseModel):
    """The value of a legal move for the player to move."""

    move: str
    value: int


class TextbookMoveValue(MoveValue):
    """The value of a move; `is_upper_bound` if alpha-beta proved only that it is no higher."""

    is_upper_bound: bool


class SolveResponse(BaseModel):
    """The answer to an input.txt; `output` is None for games without an assignment format.

    `seconds` is wall-clock time.
    """

    move: str
    text: str
    value: int
    node_count: int
    expanded: int
    principal_variation: list[str]
    principal_variation_text: list[str]
    move_values: list[TextbookMoveValue]
    seconds: float
    output: str | None


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


class TreeSizeResponse(BaseModel):
    """The estimated visits and CPU seconds of a search tree, and the largest depth within `max_seconds`."""

    visits: int
    seconds: float
    exact: bool
    max_seconds: float
    largest_depth: int


class TreeProgress(BaseModel):
    """The progress of a textbook search."""

    visits: int
    root_moves_searched: int
    root_moves: int


class TreeEvents(BaseModel):
    """The data of each event of the search of a tree: `progress`, then the tree of docs/tree.md, or `error`."""

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
