"""The real server in a thread, with a small client."""

import asyncio
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any

import uvicorn

from outply.web.app import create_app, listen
from outply.web.requests import MAX_SECONDS
from outply.web.search_slots import SearchSlots
from support.waiting import wait_until

SMOLENSK: dict[str, Any] = {"start": "warfare/blitz/Smolensk", "moves": []}
"""A position as the HTTP API names it, without moves."""


class ClosingServer(uvicorn.Server):
    """A uvicorn server that closes all connections before it ends.

    Otherwise, connections that are open after the graceful shutdown are collected as garbage, with a warning that
    fails the test that runs at that moment.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            transport: asyncio.Transport | None = connection.transport
            if transport is not None:
                transport.abort()
        await asyncio.sleep(0)  # the event loop closes the sockets


class Server:
    """The real server, in a thread of this process."""

    def __init__(self, slots: SearchSlots | None = None, **options: Any) -> None:
        listener = listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._slots = slots or SearchSlots()
        # Do not wait at shutdown for a browser that is still connected.
        config = uvicorn.Config(
            create_app(self._slots, **options), log_level="critical", timeout_graceful_shutdown=2
        )
        self._server = ClosingServer(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()

    def ask(self, path: str, body: Any = None, timeout: float = 200) -> tuple[int, Message, str]:
        """Return the status, headers and text of a response."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()

    def get_json(self, path: str, body: Any = None) -> Any:
        """Return the JSON of a successful response."""
        status, _, text = self.ask(path, body)
        assert status == 200, text
        return json.loads(text)

    def get_error(self, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status and the message of an error response."""
        status, _, text = self.ask(path, body)
        assert status >= 400
        error = json.loads(text)
        assert list(error) == ["error"]
        return status, error["error"]

    def wait_until_busy(self) -> None:
        """Block until all search slots are taken (a probe request could take one itself)."""
        wait_until(lambda: self._slots.is_full, "all search slots are taken")

    def wait_until_free(self) -> None:
        """Block until a search slot is free; fail before a search that goes on would end at its time limit."""
        request = {**SMOLENSK, "player": "greedy"}
        wait_until(lambda: self.ask("/api/choose", request)[0] != 429, "a search slot is free", MAX_SECONDS / 3)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@contextmanager
def serving(slots: SearchSlots | None = None, **options: Any) -> Iterator[Server]:
    server = Server(slots, **options)
    try:
        yield server
    finally:
        server.stop()
