"""What the engine thinks, told while it thinks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from outply.games import game_of
from outply.games.protocol import Position
from outply.search.engine import Engine, Thought
from outply.search.native import Control
from outply.search.time_control import Clock
from outply.web.search_slots import Desk

MEMORY_MIB = 32
ROUNDS = 4
"""How often the values of all moves are told, where they are wanted: soon, then after twice the time each."""


class Thoughts(StreamingResponse):
    """Thoughts as server-sent events, deeper and deeper, until the time is up or nobody listens.

    It holds the slot that it was given, and gives it back however it ends.
    """

    def __init__(self, slot: AsyncExitStack, desk: Desk, position: Position, seconds: float, values: bool) -> None:
        told = _events(desk, position, seconds, values)
        super().__init__(told, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._slot:
            await super().__call__(scope, receive, send)


async def _events(desk: Desk, position: Position, seconds: float, values: bool) -> AsyncIterator[str]:
    async for event, data in _told(desk, position, seconds, values):
        yield f"event: {event}\ndata: {json.dumps(data)}\n\n"


async def _told(
    desk: Desk, position: Position, seconds: float, values: bool
) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    loop = asyncio.get_running_loop()
    heard: asyncio.Queue[tuple[str, dict[str, Any]] | None] = asyncio.Queue()

    def tell(item: tuple[str, dict[str, Any]] | None) -> None:
        loop.call_soon_threadsafe(heard.put_nowait, item)

    with desk.control(seconds) as control:

        def think() -> None:
            try:
                _think(position, seconds, values, control, lambda event, data: tell((event, data)))
            finally:
                tell(None)

        done = desk.run(think)
        try:
            while (item := await heard.get()) is not None:
                yield item
        finally:
            control.stop()
            await asyncio.wait([done])


def _think(position: Position, seconds: float, values: bool, control: Control, tell: Any) -> None:
    engine = Engine(memory_mib=MEMORY_MIB)
    rounds = ROUNDS if values else 1
    last: Thought | None = None
    for number in range(rounds):
        share = seconds * 2**number / (2**rounds - 1)
        for thought in engine.think(position, Clock.per_move(share / 2 if values else share), control=control):
            if last is None or thought.depth >= last.depth:  # a new round begins with what is known
                last = thought
                tell("thought", _thought(position, thought))
        if values and not control.stopped:
            tell("values", _values(engine.move_values(position, Clock.per_move(share / 2), control=control)))
        if last is None or last.proven or control.stopped:
            break
    if last is not None:
        tell("done", {"move": str(last.move)})


def _values(found: list[tuple[Any, int, bool]]) -> dict[str, Any]:
    values = [{"move": str(move), "value": value} for move, value, _ in found]
    return {"values": values, "proven": all(proven for _, _, proven in found)}


def _thought(position: Position, thought: Thought) -> dict[str, Any]:
    game = game_of(position)
    return {
        "depth": thought.depth,
        "value": thought.value,
        "move": str(thought.move),
        "line": [game.words(move, position.variant) for move in thought.line],
        "moves": [str(move) for move in thought.line],
        "nodes": thought.nodes,
        "seconds": round(thought.seconds, 3),
        "speed": round(thought.nodes_per_second),
        "proven": thought.proven,
    }
