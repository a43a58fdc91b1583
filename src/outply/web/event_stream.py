"""Responses that stream the events of a search as server-sent events."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from outply.games.plugin_errors import plugin_error_message
from outply.search.native import Control
from outply.web.positions import PositionError
from outply.web.responses import ErrorResponse
from outply.web.search_slots import SearchSlots

Data = BaseModel | dict[str, Any]
Event = tuple[str, Data]
Emit = Callable[[str, Data], None]
Work = Callable[[Control, Emit], None]
"""A search: called in a search thread with its control and a function that sends an event."""


class EventStream(StreamingResponse):
    """A response that runs `work` in a search thread and sends its events until it ends or the client disconnects.

    The search is stopped after `wall_limit_s`. The response holds the search slot `slot` and always releases it at
    the end, even after an error. An exception of `work` is sent as an `error` event; `name` is the subject of its
    message.
    """

    media_type = "text/event-stream"

    def __init__(
        self, slot: AsyncExitStack, slots: SearchSlots, wall_limit_s: float, work: Work, name: str
    ) -> None:
        events = _encoded_events(slots, wall_limit_s, work, name)
        super().__init__(events, headers={"Cache-Control": "no-store"})
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._slot:
            await super().__call__(scope, receive, send)


async def _encoded_events(slots: SearchSlots, wall_limit_s: float, work: Work, name: str) -> AsyncIterator[str]:
    async for event, data in _events(slots, wall_limit_s, work, name):
        text = data.model_dump_json() if isinstance(data, BaseModel) else json.dumps(data)
        yield f"event: {event}\ndata: {text}\n\n"


async def _events(slots: SearchSlots, wall_limit_s: float, work: Work, name: str) -> AsyncIterator[Event]:
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def put(event: Event | None) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, event)

    with slots.control(wall_limit_s) as control:

        def run() -> None:
            try:
                work(control, lambda event, data: put((event, data)))
            except Exception as error:
                put(("error", ErrorResponse(error=_message(error, name))))
            finally:
                put(None)

        done = slots.start(run)
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            control.stop()
            await asyncio.wait([done])


def _message(error: Exception, name: str) -> str:
    if isinstance(error, PositionError):
        return str(error)
    logging.getLogger("outply").exception("%s failed", name, exc_info=error)
    reason = plugin_error_message(error) or f"{name} failed"
    return f"{reason}; see the server's log for details"
