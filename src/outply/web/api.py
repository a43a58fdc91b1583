"""The HTTP API. Every request carries the whole position; the server stores no games."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from outply.formats import game_record as records
from outply.formats import notation
from outply.formats import question as questions
from outply.formats.question import FormatError, Question, write_answer
from outply.games import all_games, game_of
from outply.games.evaluations import evaluation
from outply.games.protocol import HasRandomBoards, Position, SummarizesVariants
from outply.games.record import GameRecord
from outply.games.view import cell_to_dict
from outply.players.engine import LEVELS
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.players.registry import player, player_types
from outply.report.tree.document import document
from outply.search import literal
from outply.search.native import Control, Stopped
from outply.search.tree import NotVisitedError, record_tree
from outply.search.tree_size import estimate_sizes
from outply.web.analysis_stream import AnalysisStream
from outply.web.event_stream import Emit, EventStream
from outply.web.exports import FILES, FileType, export_file
from outply.web.positions import (
    PositionCache,
    PositionError,
    apply_edits,
    cells_take_numbers,
    describe,
    is_editable,
)
from outply.web.schema import (
    MAX_DEPTH,
    MAX_SECONDS,
    AnalyseRequest,
    ChooseRequest,
    ChooseResponse,
    ErrorResponse,
    ExportRequest,
    GameResponse,
    GamesResponse,
    LimitsResponse,
    PlayerResponse,
    PositionRef,
    PositionResponse,
    SetupResponse,
    SolveRequest,
    SolveResponse,
    StartRequest,
    StartResponse,
    TreeProgress,
    TreeRequest,
    TreeSizeResponse,
    VariantResponse,
)
from outply.web.search_slots import SearchSlots, wall_limit

OFFERED_TYPES: dict[str, tuple[Literal["depth", "seconds"], str]] = {
    "minimax": ("depth", "Textbook minimax to a fixed depth"),
    "alphabeta": ("depth", "Textbook alpha-beta to a fixed depth"),
    "engine": ("seconds", "Strongest player, with a time limit per move"),
}
"""Player types that the page offers beside the levels, the unit of their argument and a description."""

PROGRESS_INTERVAL_S = 0.1

MAX_TREE_VISITS = 200_000
"""Maximum number of visits in one search tree; the page requests deeper visits when a node is unfolded."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse} for status in (400, 408, 413, 415, 422, 429)
}


def router(slots: SearchSlots, has_tournament: bool = False, network_url: str | None = None) -> APIRouter:
    """Return the routes below /api. The response of /api/games includes `has_tournament` and `network_url`."""
    api = APIRouter(prefix="/api", responses=ERRORS)
    cache = PositionCache()

    async def resolve(ref: PositionRef) -> tuple[list[Any], list[Position]]:
        return await slots.apply_rules(lambda: cache.resolve(ref))

    async def resolve_unfinished(ref: PositionRef) -> Position:
        position = (await resolve(ref))[1][-1]
        if position.is_over:
            raise PositionError("the game is over: there is no move to search for")
        return position

    @api.get("/games")
    def games() -> GamesResponse:
        """List the games with their rule variants and setups, the computer players and the server's address."""
        return GamesResponse(
            games=[_game(game) for game in all_games().values()],
            players=_players(),
            limits=LimitsResponse(seconds=MAX_SECONDS, depth=MAX_DEPTH),
            tournament=has_tournament,
            network_url=network_url,
        )

    @api.get("/games/{name}/setups", response_model=None, responses={200: {"model": list[SetupResponse]}})
    def setups(name: str) -> list[dict[str, Any]]:
        """Return the board of every setup of a game."""
        game = _known_game(name)
        return [{"name": setup, **_board(game, setup)} for setup in game.setups]

    @api.post("/start", response_model_exclude_none=True)
    async def start(request: StartRequest) -> StartResponse:
        """Create a start position.

        For an input.txt, the response also has suggested players; for a game record, moves and player names.
        """
        return await slots.apply_rules(lambda: _start(request))

    @api.post("/position", response_model=None, responses={200: {"model": PositionResponse}})
    async def position(ref: PositionRef) -> JSONResponse:
        """Describe a position: its cells, the legal moves and the game so far."""
        # JSONResponse bypasses FastAPI's validation, which takes half of the time on large boards.
        return await slots.apply_rules(lambda: JSONResponse(describe(ref, *cache.resolve(ref))))

    @api.post("/choose")
    async def choose(body: ChooseRequest, request: Request) -> ChooseResponse:
        """Return the move of a computer player."""
        position, chooser = await resolve_unfinished(body), _player(body.player)

        def pick(control: Control) -> tuple[MoveDecision, float]:
            started = time.perf_counter()
            choice = chooser.choose(position, MoveContext(seconds_per_move=MAX_SECONDS, control=control))
            return choice, time.perf_counter() - started

        choice, seconds = await slots.search(pick, request.is_disconnected, MAX_SECONDS)
        line = choice.search_info.principal_variation if choice.search_info else ()
        return ChooseResponse(
            move=str(choice.move),
            text=game_of(position).move_text(choice.move, position.variant),
            value=choice.value,
            node_count=choice.visited,
            depth=choice.depth,
            proven=choice.proven,
            principal_variation_text=[game_of(position).move_text(move, position.variant) for move in line],
            seconds=round(seconds, 6),
        )

    @api.post("/analyse", response_model=None, responses=_text_response("text/event-stream"))
    async def analyse(body: AnalyseRequest) -> AnalysisStream:
        """Stream an engine analysis as the server-sent events of `AnalysisEvents`."""
        position, slot = await resolve_unfinished(body), AsyncExitStack()
        await slot.enter_async_context(slots.slot())
        return AnalysisStream(slot, slots, position, body.seconds, body.values)

    @api.post("/solve")
    async def solve(body: SolveRequest, request: Request) -> SolveResponse:
        """Return the answer to an input.txt, found by the textbook search."""
        position = await resolve_unfinished(body)

        def search(control: Control) -> SolveResponse:
            started = time.perf_counter()
            result = literal.search(position, body.depth, body.mode, control=control)
            move_text = game_of(position).move_text
            question = Question(position, body.mode, body.depth)
            has_output = questions.has_assignment_format(position.game)
            assert result.node_count is not None
            assert result.expanded is not None
            return SolveResponse(
                move=str(result.move),
                text=move_text(result.move, position.variant),
                value=result.value,
                node_count=result.node_count,
                expanded=result.expanded,
                principal_variation_text=[
                    move_text(move, position.variant) for move in result.principal_variation or ()
                ],
                seconds=round(time.perf_counter() - started, 6),
                output=write_answer(question, result) if has_output else None,
            )

        return await slots.search(search, request.is_disconnected, MAX_SECONDS)

    @api.post("/tree", response_model=None)
    async def tree(body: TreeRequest, request: Request) -> JSONResponse:
        """Return the tree of a textbook search in the format of docs/tree.md."""
        position = await resolve_unfinished(body)

        def search(control: Control) -> JSONResponse:
            return JSONResponse(_search_tree(body, position, control))

        return await slots.search(search, request.is_disconnected, MAX_SECONDS)

    @api.post("/tree/size")
    async def tree_size(body: TreeRequest, request: Request) -> TreeSizeResponse:
        """Estimate the visits and CPU seconds of a search tree, and the largest depth within the time limit."""
        position = await resolve_unfinished(body)
        return await slots.search(lambda _: _tree_size(body, position), request.is_disconnected, MAX_SECONDS)

    @api.post("/tree/stream", response_model=None, responses=_text_response("text/event-stream"))
    async def tree_stream(body: TreeRequest) -> EventStream:
        """Search a tree and stream the server-sent events of `TreeEvents`."""
        position, slot = await resolve_unfinished(body), AsyncExitStack()
        await slot.enter_async_context(slots.slot())

        def search(control: Control, emit: Emit) -> None:
            due = 0.0

            def on_progress(visits: int, searched: int, total: int) -> None:
                nonlocal due
                if time.monotonic() < due:
                    return
                due = time.monotonic() + PROGRESS_INTERVAL_S
                emit("progress", TreeProgress(visits=visits, root_moves_searched=searched, root_moves=total))

            control.set_cpu_budget(MAX_SECONDS)
            control.progress = on_progress
            emit("tree", _search_tree(body, position, control))

        return EventStream(slot, slots, wall_limit(MAX_SECONDS), search, "the search")

    @api.post("/export/{file_type}", responses=_text_response(*{media for _, media in FILES.values()}))
    async def export(file_type: FileType, body: ExportRequest, request: Request) -> PlainTextResponse:
        """Return a file: input.txt, output.txt, the record of a finished game, an SVG, or a replay page."""
        moves, positions = await resolve(body)
        name, media_type = FILES[file_type]

        def write(control: Control) -> str:
            return export_file(file_type, body, moves, positions, control, str(request.base_url))

        text = await slots.search(write, request.is_disconnected, MAX_SECONDS)
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, media_type=media_type, headers=disposition)

    return api


def _text_response(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a successful response that is not JSON."""
    return {200: {"content": {media_type: {} for media_type in sorted(media_types)}}}


def _game(game: Any) -> GameResponse:
    return GameResponse(
        name=game.name,
        title=game.title,
        players=game.players,
        variants=[
            VariantResponse(
                name=variant,
                players=[game.player_label(player, variant) for player in game.players],
                rules_text=game.rules(variant),
                summary=game.variant_summary(variant) if isinstance(game, SummarizesVariants) else "",
            )
            for variant in game.variants
        ],
        setups=list(game.setups),
        has_random_boards=isinstance(game, HasRandomBoards),
        max_size=game.sizes[-1] if isinstance(game, HasRandomBoards) else len(game.view(game.start()).rows),
        editable=is_editable(game),
        cells_take_numbers=cells_take_numbers(game),
        has_input_format=questions.has_assignment_format(game.name),
    )


def _known_game(name: str) -> Any:
    """Return the game called `name`.

    Raises PositionError if there is no such game.
    """
    game = all_games().get(name)
    if game is None:
        raise PositionError(f"unknown game {name!r}; available: {', '.join(all_games())}")
    return game


def _board(game: Any, setup: str) -> dict[str, Any]:
    """Return the board of a setup as JSON values, in the form that `positions.describe` has it."""
    view = game.view(game.start(game.variants[0], setup))
    return {
        "players": [{"id": player} for player in game.players],
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "cells": [cell_to_dict(cell) for cell in view.cells],
    }


def _players() -> list[PlayerResponse]:
    levels = [
        PlayerResponse(name=f"level:{number}", title=skill.title, kind="level", description=skill.description)
        for number, skill in enumerate(LEVELS, start=1)
    ]
    titles = {kind.name: kind.title for kind in player_types()}
    return [
        *levels,
        *(
            PlayerResponse(name=name, title=titles[name], kind=unit, description=description)
            for name, (unit, description) in OFFERED_TYPES.items()
        ),
    ]


def _player(name: str) -> Any:
    """Return the computer player with the given name.

    Raises PlayerError if the server does not offer the player, or if its depth or time is too large.
    """
    kind, _, argument = name.partition(":")
    chooser = player(name)
    seconds = argument.removesuffix("s")
    if kind in ("minimax", "alphabeta") and int(argument.split(":")[0]) > MAX_DEPTH:
        raise PlayerError(f"{kind} is limited to depth {MAX_DEPTH} on this server")
    if kind == "engine" and (seconds == argument or float(seconds) > MAX_SECONDS):
        raise PlayerError(
            f"expected an engine with seconds per move, such as engine:2s (at most {MAX_SECONDS:g}s)"
        )
    if kind not in ("minimax", "alphabeta", "engine", "level", "greedy", "random"):
        raise PlayerError(f"player {kind!r} is not available on this server")
    return chooser


def _start(request: StartRequest) -> StartResponse:
    """Return the response to a request for a start position: the position in one-line notation, and the moves.

    For a game record, the response also has the names of the players; for an input.txt, the suggested players.
    """
    data = None if request.text is None else request.text.encode()
    if data is not None and records.is_record(data):
        return _from_record(records.read(data, "the text"))
    position = _position(request)
    # A random board keeps its size and seed: the line with all values would name no board.
    by_setup = request.setup if request.text is None and request.start is None else None
    line = f"{position.game}/{position.variant}/{by_setup}" if by_setup else notation.to_line(position)
    players = None if data is None else _suggested_players(data, position)
    return StartResponse(start=line, players=players)


def _from_record(record: GameRecord) -> StartResponse:
    """Return the start position, the moves and the players' names of a game record."""
    return StartResponse(
        start=notation.to_line(record.start),
        moves=[str(turn.move) for turn in record.turns],
        names=[record.players[record.side_of(player)] for player in game_of(record.start).players],
    )


def _suggested_players(data: bytes, position: Position) -> list[str] | None:
    """Return the players that an input.txt suggests: the requested search for the player to move, and a person.

    Returns None if the text is not an input.txt.
    """
    try:
        question = questions.read(data, "the text")
    except FormatError:
        return None  # a board file
    depth = min(question.depth or MAX_DEPTH, MAX_DEPTH)
    searcher = "engine:2s" if question.mode == "COMPETITION" else f"{question.mode.lower()}:{depth}"
    return [searcher if player == position.to_move else "person" for player in game_of(position).players]


def _position(request: StartRequest) -> Position:
    if request.text is not None:
        return notation.read_file(request.text.encode(), "the text", request.rules or "raid")
    if request.start is not None:
        return apply_edits(request, request.start)
    named = _known_game(request.game or "warfare")
    try:
        rules = request.rules or named.variants[0]
        position: Position = named.start(rules, request.setup) if request.setup else named.start(rules)
        return position
    except ValueError as error:
        raise PositionError(str(error)) from None


def _search_tree(request: TreeRequest, position: Position, control: Control) -> dict[str, Any]:
    """Return the tree of a textbook search of `position` as JSON values, in the format of docs/tree.md.

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
        depth = min(_tree_size(request, position).largest_depth, request.depth - 1)
        raise PositionError(f"this search is too large here; try depth {depth}") from None
    return document(tree)


def _tree_size(request: TreeRequest, position: Position) -> TreeSizeResponse:
    """Return the estimated size of a search tree.

    Raises PositionError if the evaluation is unknown.
    """
    try:
        sizes = estimate_sizes(position, request.depth, request.algorithm, evaluation=request.evaluation)
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
