"""Shutdown of the server."""

import signal

import pytest
import uvicorn
from support.web.event_loops import run_coroutine

from outply.web.app import Server, create_app
from outply.web.search_slots import ClosedError, SearchSlots


def test_signal_handler_leaves_the_closing_of_the_searches_to_the_event_loop() -> None:
    """A handler that closes the thread pools itself can wait for a lock of the code which it interrupted."""

    async def interrupt_and_shut_down() -> None:
        slots = SearchSlots(slots=1)
        server = Server(uvicorn.Config(create_app(slots), lifespan="off"), slots)
        server.config.load()
        server.servers = []
        server.lifespan = server.config.lifespan_class(server.config)
        server.handle_exit(signal.SIGINT, None)
        assert await slots.apply_rules(lambda: "done") == "done"
        await server.shutdown()
        with pytest.raises(ClosedError):
            await slots.apply_rules(lambda: "done")

    run_coroutine(interrupt_and_shut_down())
