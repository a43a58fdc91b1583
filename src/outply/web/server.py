"""Runs the application until it is told to end."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn

from outply.web.app import create_app
from outply.web.search_slots import Desk
from outply.web.tournament_pages import Pages


class Server(uvicorn.Server):
    """A server whose searches end when it is told to, so that it does not wait for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._desk.close()
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; port 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Where the protocol is not named, asyncio lets answers wait for those before them: 40 ms each (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def serve(listener: socket.socket, hosts: Sequence[str], tournament: Pages | None = None) -> None:
    """Serve at the socket, to whoever calls it by one of these names, until a signal ends it."""
    desk = Desk()
    # What is asked while the end comes goes wrong, and nobody needs to read how.
    app = create_app(desk, hosts, tournament)
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2)
    Server(config, desk).run(sockets=[listener])
