"""The HTTP API. Every request carries the whole position; the server stores no games."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from outply.games import game_of
from outply.games.move_input import explain_typed_move
from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision
from outply.search.native import Control
from outply.web import textbook_search
from outply.web.analysis_stream import AnalysisStream
from outply.web.catalog import catalogue, describe_board, known_game, known_variant, offered_player
from outply.web.event_stream import Emit, EventStream
from outply.web.exports import FILES, FileType, export_file
from outply.web.positions import (
    PositionCache,
    PositionError,
    describe,
)
from outply.web.puzzle_catalog import puzzle_catalog
from outply.web.requests import (
    AnalyseRequest,
    ChooseRequest,
    ExplainRequest,
    ExportRequest,
    PositionRef,
    ReviewRequest,
    SolveRequest,
    StartRequest,
    TreeRequest,
)
from outply.web.responses import (
    ChooseResponse,
    ErrorResponse,
    ExplainResponse,
    GamesResponse,
    PositionResponse,
    PuzzlesResponse,
    SetupResponse,
    SolveResponse,
    StartResponse,
    TreeSizeResponse,
)
from outply.web.reviews import Reviews
from outply.web.search_limits import DEFAULT_LIMITS, SearchLimits
from outply.web.search_slots import SearchSlots, wall_limit
from outply.web.search_trees import estimate_tree_size, search_tree
from outply.web.start_positions import start_response

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse} for status in (400, 408, 413, 415, 422, 429)
}


def router(
    slots: SearchSlots,
    has_tournament: bool = False,
    network_url: str | None = None,
    limits: SearchLimits = DEFAULT_LIMITS,
) -> APIRouter:
    """Return the routes below /api.

    The response of /api/games includes `has_tournament`, `network_url` and the limit on seconds of `limits`.
    """
    api = APIRouter(prefix="/api", responses=ERRORS)
    cache = PositionCache()
    reviews = Reviews(slots, limits)

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
        return catalogue(has_tournament, network_url, limits)

    @api.get("/games/{name}/setups", response_model=None, responses={200: {"model": list[SetupResponse]}})
    def setups(name: str, rules: str | None = None) -> list[dict[str, Any]]:
        """Return the board of every setup of a game under the given rules, the first ones by default."""
        game = known_game(name)
        variant = known_variant(game, rules)
        return [{"name": setup, **describe_board(game, variant, setup)} for setup in game.setups]

    @api.get("/puzzles")
    def puzzles() -> PuzzlesResponse:
        """List the puzzles with their solutions, the easiest first."""
        return puzzle_catalog()

    @api.post("/start", response_model_exclude_none=True)
    async def start(request: StartRequest) -> StartResponse:
        """Create a start position.

        For an input.txt, the response also has suggested players; for a game record, moves and player names.
        """
        return await slots.apply_rules(lambda: start_response(request))

    @api.post("/position", response_model=None, responses={200: {"model": PositionResponse}})
    async def position(ref: PositionRef) -> JSONResponse:
        """Describe a position: its cells, the legal moves and the game so far."""
        # JSONResponse bypasses FastAPI's validation, which takes half of the time on large boards.
        return await slots.apply_rules(lambda: JSONResponse(describe(ref, *cache.resolve(ref))))

    @api.post("/explain")
    async def explain(body: ExplainRequest) -> ExplainResponse:
        """Explain why a typed move is illegal; null if the text is no move of the game."""
        position = await resolve_unfinished(body)
        explanation = await slots.apply_rules(lambda: explain_typed_move(position, body.text))
        return ExplainResponse(explanation=explanation)

    @api.post("/choose")
    async def choose(body: ChooseRequest, request: Request) -> ChooseResponse:
        """Return the move of a computer player."""
        position, chooser = await resolve_unfinished(body), offered_player(body.player, limits)

        def pick(control: Control) -> tuple[MoveDecision, float]:
            started = time.perf_counter()
            choice = chooser.choose(position, MoveContext(seconds_per_move=limits.max_seconds, control=control))
            return choice, time.perf_counter() - started

        choice, seconds = await slots.search(pick, request.is_disconnected, limits.max_seconds)
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
        return AnalysisStream(slot, slots, position, min(body.seconds, limits.max_seconds), body.values)

    @api.post("/solve")
    async def solve(body: SolveRequest, request: Request) -> SolveResponse:
        """Return the answer to an input.txt, found by the textbook search."""
        position = await resolve_unfinished(body)

        return await slots.search(
            lambda control: textbook_search.solve(body, position, control, limits),
            request.is_disconnected,
            limits.max_seconds,
        )

    @api.post("/solve/stream", response_model=None, responses=_text_response("text/event-stream"))
    async def solve_stream(body: SolveRequest) -> EventStream:
        """Run a textbook search and stream the server-sent events of `SolveEvents`."""
        position, slot = await resolve_unfinished(body), AsyncExitStack()
        await slot.enter_async_context(slots.slot())

        def search(control: Control, emit: Emit) -> None:
            emit("size", estimate_tree_size(position, body.depth, body.mode, body.evaluation, limits))
            control.set_cpu_budget(limits.max_seconds)
            control.progress = textbook_search.progress_events(emit, limits.progress_interval_s)
            emit("answer", textbook_search.solve(body, position, control, limits))

        return EventStream(slot, slots, wall_limit(limits.max_seconds), search, "the search")

    @api.post("/tree", response_model=None)
    async def tree(body: TreeRequest, request: Request) -> JSONResponse:
        """Return the tree of a textbook search in the format of docs/formats.md."""
        position = await resolve_unfinished(body)

        def search(control: Control) -> JSONResponse:
            return JSONResponse(search_tree(body, position, control, limits))

        return await slots.search(search, request.is_disconnected, limits.max_seconds)

    @api.post("/tree/size")
    async def tree_size(body: TreeRequest, request: Request) -> TreeSizeResponse:
        """Estimate the visits and CPU seconds of a search tree, and the largest depth within the time limit."""
        position = await resolve_unfinished(body)
        return await slots.search(
            lambda _: estimate_tree_size(position, body.depth, body.algorithm, body.evaluation, limits),
            request.is_disconnected,
            limits.max_seconds,
        )

    @api.post("/tree/stream", response_model=None, responses=_text_response("text/event-stream"))
    async def tree_stream(body: TreeRequest) -> EventStream:
        """Search a tree and stream the server-sent events of `TreeEvents`."""
        position, slot = await resolve_unfinished(body), AsyncExitStack()
        await slot.enter_async_context(slots.slot())

        def search(control: Control, emit: Emit) -> None:
            control.set_cpu_budget(limits.max_seconds)
            control.progress = textbook_search.progress_events(emit, limits.progress_interval_s)
            emit("tree", search_tree(body, position, control, limits))

        return EventStream(slot, slots, wall_limit(limits.max_seconds), search, "the search")

    @api.post("/review", response_model=None, responses=_text_response("text/event-stream"))
    async def review(body: ReviewRequest) -> EventStream:
        """Review a game and stream the server-sent events of `ReviewEvents`."""
        moves, positions = await resolve(body)
        if not moves:
            raise PositionError("the game has no moves to review")
        return await reviews.stream(positions[0], moves, body.nodes)

    @api.post("/export/{file_type}", responses=_text_response(*{media for _, media in FILES.values()}))
    async def export(file_type: FileType, body: ExportRequest, request: Request) -> PlainTextResponse:
        """Return a file: input.txt, output.txt, the record of a finished game, an SVG, or a replay page."""
        moves, positions = await resolve(body)
        name, media_type = FILES[file_type]

        def write(control: Control) -> str:
            return export_file(file_type, body, moves, positions, control, str(request.base_url))

        text = await slots.search(write, request.is_disconnected, limits.max_seconds)
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, media_type=media_type, headers=disposition)

    return api


def _text_response(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a successful response that is not JSON."""
    return {200: {"content": {media_type: {} for media_type in sorted(media_types)}}}
