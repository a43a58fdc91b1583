"""Run the web application with uvicorn until a signal ends it."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn

from outply.web.app import create_app
from outply.web.search_slots import SearchSlots
from outply.web.tournament_pages import TournamentPages


class Server(uvicorn.Server):
    """A uvicorn server that stops all searches on shutdown instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, slots: SearchSlots) -> None:
        super().__init__(config)
        self._slots = slots

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._slots.close()
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host` and `port`; port 0 picks a free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the socket has a protocol; otherwise every response takes 40 ms longer.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def serve(listener: socket.socket, hosts: Sequence[str], tournament: TournamentPages | None = None) -> None:
    """Serve the web application on `listener` until a signal arrives.

    Only requests whose Host header is one of `hosts` are answered.
    """
    slots = SearchSlots()
    app = create_app(slots, hosts, tournament)
    # Only critical messages: requests that fail during shutdown are not worth a traceback.
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2)
    Server(config, slots).run(sockets=[listener])
