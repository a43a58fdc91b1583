"""Engine analysis as a stream of server-sent events."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from outply.games import game_of
from outply.games.plugin_errors import plugin_error_message
from outply.games.protocol import Position
from outply.search.engine import Engine, SearchInfo
from outply.search.native import Control
from outply.search.time_control import TimeControl
from outply.web.search_slots import SearchSlots

TABLE_MIB = 32
MOVE_VALUE_ROUNDS = 4
"""Number of `values` events of an analysis with move values; each round takes twice as long as the one before."""

Event = tuple[str, dict[str, Any]]


class AnalysisStream(StreamingResponse):
    """A response that streams search results of increasing depth until time is up or the client disconnects.

    The response holds the search slot `slot` and always releases it at the end, even after an error.
    """

    def __init__(
        self, slot: AsyncExitStack, slots: SearchSlots, position: Position, seconds: float, with_values: bool
    ) -> None:
        events = _encoded_events(slots, position, seconds, with_values)
        super().__init__(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._slot:
            await super().__call__(scope, receive, send)


async def _encoded_events(
    slots: SearchSlots, position: Position, seconds: float, with_values: bool
) -> AsyncIterator[str]:
    async for event, data in _events(slots, position, seconds, with_values):
        yield f"event: {event}\ndata: {json.dumps(data)}\n\n"


async def _events(
    slots: SearchSlots, position: Position, seconds: float, with_values: bool
) -> AsyncIterator[Event]:
    """Run the analysis in a search thread and yield its events; an exception becomes an `error` event."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def put(event: Event | None) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, event)

    with slots.control(seconds) as control:

        def work() -> None:
            try:
                _analyse(position, seconds, with_values, control, lambda name, data: put((name, data)))
            except Exception as error:
                logging.getLogger("outply").exception("the analysis failed", exc_info=error)
                reason = plugin_error_message(error) or "the analysis failed"
                put(("error", {"error": f"{reason}; see the server's log for details"}))
            finally:
                put(None)

        done = slots.start(work)
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            control.stop()
            await asyncio.wait([done])


def _analyse(
    position: Position,
    seconds: float,
    with_values: bool,
    control: Control,
    emit: Callable[[str, dict[str, Any]], None],
) -> None:
    engine = Engine(memory_mib=TABLE_MIB)
    rounds = MOVE_VALUE_ROUNDS if with_values else 1
    last: SearchInfo | None = None
    for number in range(rounds):
        share = seconds * 2**number / (2**rounds - 1)
        for info in engine.analyse(
            position, TimeControl.per_move(share / 2 if with_values else share), control=control
        ):
            if last is None or info.depth >= last.depth:  # a new round starts at a smaller depth
                last = info
                emit("info", _describe_info(position, info))
        if with_values and not control.stopped:
            move_values = engine.move_values(position, TimeControl.per_move(share / 2), control=control)
            emit("values", _describe_values(move_values))
        if last is None or last.proven or control.stopped:
            break
    if last is not None:
        emit("done", {"move": str(last.move)})


def _describe_values(move_values: list[tuple[Any, int, bool]]) -> dict[str, Any]:
    values = [{"move": str(move), "value": value} for move, value, _ in move_values]
    return {"values": values, "proven": all(proven for _, _, proven in move_values)}


def _describe_info(position: Position, info: SearchInfo) -> dict[str, Any]:
    game = game_of(position)
    return {
        "depth": info.depth,
        "value": info.value,
        "move": str(info.move),
        "principal_variation": [str(move) for move in info.principal_variation],
        "principal_variation_text": [game.move_text(move, position.variant) for move in info.principal_variation],
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "nodes_per_second": round(info.nodes_per_second),
        "proven": info.proven,
    }
