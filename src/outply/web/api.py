"""The API: rules, moves and thoughts. Every request says the whole position; the server keeps no games."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from outply.formats import address, board
from outply.formats import game_record as records
from outply.formats import question as questions
from outply.formats.question import FormatError, Question, write_answer
from outply.games import all_games, game_of
from outply.games.protocol import Position, Sized
from outply.games.record import GameRecord
from outply.players.level import SKILLS
from outply.players.protocol import Choice, PlayerError, Situation
from outply.players.registry import player
from outply.search import literal
from outply.search.native import Control
from outply.web.analysis_stream import Thoughts
from outply.web.editing import edited, is_editable, takes_numbers
from outply.web.exports import KINDS, exported
from outply.web.positions import PlaceError, Places, described
from outply.web.schema import (
    MAX_DEPTH,
    MAX_SECONDS,
    ChooseRequest,
    ExportRequest,
    Place,
    Problem,
    SolveRequest,
    StartRequest,
    ThinkRequest,
    TreeRequest,
)
from outply.web.search_slots import Desk
from outply.web.tree_api import searched

ERRORS: dict[int | str, dict[str, Any]] = {status: {"model": Problem} for status in (400, 408, 413, 415, 422, 429)}


def router(desk: Desk, tournament: bool = False) -> APIRouter:
    """Return the API, whose searches the desk allows; it says whether a `tournament` is shown here, too."""
    api = APIRouter(prefix="/api", responses=ERRORS)
    places = Places()

    async def found(place: Place) -> tuple[list[Any], list[Position]]:
        return await desk.look_up(lambda: places.find(place))

    async def living(place: Place) -> Position:
        position = (await found(place))[1][-1]
        if position.is_over:
            raise PlaceError("the game is over: there is no move to look for")
        return position

    @api.get("/games")
    def games() -> dict[str, Any]:
        """Tell the games, their rules and set-ups, and the players that can be asked to `choose`."""
        return {
            "games": [_game(game) for game in all_games().values()],
            "players": _players(),
            "limits": {"seconds": MAX_SECONDS, "depth": MAX_DEPTH},
            "tournament": tournament,
        }

    @api.post("/start")
    async def start(asked: StartRequest) -> dict[str, Any]:
        """Find a position to begin with; an input.txt also proposes players, a record has moves and names."""
        return await desk.look_up(lambda: _start(asked))

    @api.post("/position", response_model=None)
    async def position(asked: Place) -> JSONResponse:
        """Tell all about a position: its cells, what can be played, and the game so far."""
        # Made here and not by FastAPI, which looks through every part of it: half of the time on large boards.
        return await desk.look_up(lambda: JSONResponse(described(asked, *places.find(asked))))

    @api.post("/choose")
    async def choose(asked: ChooseRequest, request: Request) -> dict[str, Any]:
        """Ask a computer player for its move."""
        position, picker = await living(asked), _player(asked.player)

        def pick(control: Control) -> tuple[Choice, float]:
            started = time.perf_counter()
            choice = picker.choose(position, Situation(seconds_allowed=MAX_SECONDS, control=control))
            return choice, time.perf_counter() - started

        choice, seconds = await desk.search(pick, request.is_disconnected, MAX_SECONDS)
        return {
            "move": str(choice.move),
            "words": game_of(position).words(choice.move, position.variant),
            "value": choice.value,
            "visited": choice.visited,
            "depth": choice.depth,
            "seconds": round(seconds, 6),
        }

    @api.post("/think", response_model=None, responses=_instead_of_json("text/event-stream"))
    async def think(asked: ThinkRequest) -> Thoughts:
        """Stream what the engine thinks as server-sent events: `thought`, `values` and `done`."""
        position, slot = await living(asked), AsyncExitStack()
        await slot.enter_async_context(desk.slot())
        return Thoughts(slot, desk, position, asked.seconds, asked.values)

    @api.post("/solve")
    async def solve(asked: SolveRequest, request: Request) -> dict[str, Any]:
        """Answer as an input.txt asks, walking the textbook's tree."""
        position = await living(asked)

        def search(control: Control) -> dict[str, Any]:
            started = time.perf_counter()
            result = literal.search(position, asked.depth, asked.mode, control=control)
            words = game_of(position).words
            question = Question(position, asked.mode, asked.depth)
            return {
                "move": str(result.move),
                "words": words(result.move, position.variant),
                "value": result.value,
                "visited": result.visited,
                "expanded": result.expanded,
                "line": [words(move, position.variant) for move in result.line],
                "seconds": round(time.perf_counter() - started, 6),
                "output": write_answer(question, result) if questions.is_asked(position.game) else None,
            }

        return await desk.search(search, request.is_disconnected, MAX_SECONDS)

    @api.post("/tree", response_model=None)
    async def tree(asked: TreeRequest, request: Request) -> JSONResponse:
        """Tell the tree of a textbook's search, as docs/tree.md describes it."""
        position = await living(asked)
        return await desk.search(
            lambda control: JSONResponse(searched(asked, position, control)), request.is_disconnected, MAX_SECONDS
        )

    @api.post("/export/{kind}", responses=_instead_of_json(*{media for _, media in KINDS.values()}))
    async def export(
        kind: Literal["input", "output", "record", "svg", "replay"], asked: ExportRequest, request: Request
    ) -> PlainTextResponse:
        """Give a file: input.txt, output.txt, the record of a finished game, an SVG, or a replay as one page."""
        moves, positions = await found(asked)
        name, media_type = KINDS[kind]
        text = await desk.search(
            lambda control: exported(kind, asked, moves, positions, control), request.is_disconnected, MAX_SECONDS
        )
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, media_type=media_type, headers=disposition)

    return api


def _instead_of_json(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of a good answer that is a text."""
    return {200: {"content": {media_type: {} for media_type in sorted(media_types)}}}


def _game(game: Any) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": game.players,
        "variants": [
            {
                "name": variant,
                "players": [game.name_of(player, variant) for player in game.players],
                "explained": game.rules(variant),
            }
            for variant in game.variants
        ],
        "setups": game.setups,
        "random": isinstance(game, Sized),
        "max_size": game.sizes[-1] if isinstance(game, Sized) else len(game.view(game.start()).rows),
        "editable": is_editable(game),
        "numbers": takes_numbers(game),
        "asked": questions.is_asked(game.name),
    }


def _players() -> list[dict[str, str]]:
    levels = [
        {"name": f"level:{number}", "title": skill.title, "kind": "level"}
        for number, skill in enumerate(SKILLS, start=1)
    ]
    return [
        *levels,
        {"name": "minimax", "title": "Minimax", "kind": "depth"},
        {"name": "alphabeta", "title": "Alpha-beta", "kind": "depth"},
        {"name": "engine", "title": "Engine", "kind": "seconds"},
    ]


def _player(name: str) -> Any:
    """Return a player that can be asked here, within the limits."""
    kind, _, argument = name.partition(":")
    picker = player(name)
    seconds = argument.removesuffix("s")
    if kind in ("minimax", "alphabeta") and int(argument.split(":")[0]) > MAX_DEPTH:
        raise PlayerError(f"{kind} looks at most {MAX_DEPTH} plies ahead here")
    if kind == "engine" and (seconds == argument or float(seconds) > MAX_SECONDS):
        raise PlayerError(f"the engine is asked by its seconds here, such as engine:2s, at most {MAX_SECONDS:g}")
    if kind not in ("minimax", "alphabeta", "engine", "level", "greedy", "random"):
        raise PlayerError(f"{kind} is not a player that can be asked here")
    return picker


def _start(asked: StartRequest) -> dict[str, Any]:
    """Return the address of the position that is asked for, and what else a text says."""
    data = None if asked.text is None else asked.text.encode()
    if data is not None and records.is_record(data):
        return _recorded(records.read(data, "the text"))
    position = _position(asked)
    begun = {"start": address.write(position), "moves": []}
    proposed = None if data is None else _proposed(data, position)
    return begun | {"players": proposed} if proposed else begun


def _recorded(record: GameRecord) -> dict[str, Any]:
    """Return a game that was played: from where, by which moves, and who played the two sides."""
    return {
        "start": address.write(record.start),
        "moves": [str(turn.move) for turn in record.turns],
        "names": [record.players[record.side_of(player)] for player in game_of(record.start).players],
    }


def _proposed(data: bytes, position: Position) -> list[str] | None:
    """Return who plays as an input.txt asks for, against a person; None if it is not one."""
    try:
        question = questions.read(data, "the text")
    except FormatError:
        return None  # a table of values
    depth = min(question.depth or MAX_DEPTH, MAX_DEPTH)
    searcher = "engine:2s" if question.mode == "COMPETITION" else f"{question.mode.lower()}:{depth}"
    return [searcher if player == position.to_move else "person" for player in game_of(position).players]


def _position(asked: StartRequest) -> Position:
    """Return the position that is asked for."""
    if asked.text is not None:
        return board.read(asked.text.encode(), "the text", asked.rules or "raid")
    if asked.start is not None:
        return edited(asked, asked.start)
    named = all_games().get(asked.game or "warfare")
    if named is None:
        raise PlaceError(f"there is no game {asked.game!r}; there are {', '.join(all_games())}")
    try:
        rules = asked.rules or named.variants[0]
        return named.start(rules, asked.setup) if asked.setup else named.start(rules)
    except ValueError as error:
        raise PlaceError(str(error)) from None
