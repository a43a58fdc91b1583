"""Runs the application until it is told to end."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn

from outply.web.app import create_app
from outply.web.desk import Desk


class Server(uvicorn.Server):
    """A server whose searches end when it is told to, so that it does not wait for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._desk.close()
        super().handle_exit(sig, frame)


def serve(listener: socket.socket, hosts: Sequence[str]) -> None:
    """Serve at the socket, to whoever calls it by one of these names, until a signal ends it."""
    desk = Desk()
    # What is asked while the end comes goes wrong, and nobody needs to read how.
    config = uvicorn.Config(create_app(desk, hosts), log_level="critical", timeout_graceful_shutdown=2)
    Server(config, desk).run(sockets=[listener])
