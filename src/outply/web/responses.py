"""Models of the responses."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from outply.games.view import Colour, Grid, Shape
from outply.web.requests import Mode


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


class PieceKind(BaseModel):
    """A piece that the board editor can put on a square; the text None leaves the text of the square as it is."""

    owner: str
    text: str | None
    shape: Shape | None


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
    piece_kinds: list[PieceKind]
    has_input_format: bool
    evaluations: list[EvaluationResponse]


class PlayerResponse(BaseModel):
    """A computer player; unless it is a level, its name is completed by a depth or a time in seconds."""

    name: str
    title: str
    kind: Literal["level", "depth", "seconds"]
    description: str


class RatingResponse(BaseModel):
    """An Elo rating with its 95 % interval; the player is at least this strong if `is_lower_bound`."""

    elo: int
    low: int
    high: int
    is_lower_bound: bool


class RatingsResponse(BaseModel):
    """The measured ratings of computer players by their full names, such as `alphabeta:4`, in the game `game`."""

    game: str
    players: dict[str, RatingResponse]


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

    first_opponent: str
    ratings: RatingsResponse
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
    shape: Shape | None = None


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
    shapes: tuple[Shape, Shape]
    colours: tuple[Colour, Colour]
    grid: Grid
    cells: list[CellResponse]


class PlayerTotal(PlayerId):
    """A player with the total of its points."""

    name: str
    total: int


class ExplainResponse(BaseModel):
    """A sentence that explains why a move is illegal."""

    explanation: str | None


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
    won_by_goal: bool
    rows: list[str]
    columns: list[str]
    pieces: bool
    shapes: tuple[Shape, Shape]
    colours: tuple[Colour, Colour]
    grid: Grid
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
    """The puzzles in the order of their difficulty, and the names of the levels, level 1 first.

    `first_opponent` is the computer player of a game on the board of the day.
    """

    puzzles: list[PuzzleResponse]
    levels: list[str]
    first_opponent: str


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
    """The answer to an input.txt; `output` is None for games without an assignment format and for
    other evaluations than the assignment's.

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


class TreeSizeResponse(BaseModel):
    """The estimated visits and CPU seconds of a search tree, and the largest depth within `max_seconds`."""

    visits: int
    seconds: float
    exact: bool
    max_seconds: float
    largest_depth: int
