"""The web application (static files, API, pages of a tournament), and the server that runs it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import Response

from outply.web.api import router
from outply.web.catalog import catalogue, initial_data
from outply.web.events import event_schemas
from outply.web.middleware import RequestLimits, add_error_handlers, security_headers
from outply.web.search_limits import DEFAULT_LIMITS, SearchLimits
from outply.web.search_slots import SearchSlots
from outply.web.static_files import MANIFEST, SERVICE_WORKER, StaticFiles
from outply.web.tournament_pages import TournamentPages
from outply.web.tournament_pages import router as tournament_router


class _App(FastAPI):
    """An application whose OpenAPI description contains the events of its streams."""

    def openapi(self) -> dict[str, Any]:
        description = super().openapi()
        description["components"]["schemas"] |= event_schemas()
        return description


def create_app(
    slots: SearchSlots | None = None,
    hosts: Sequence[str] = ("*",),
    tournament: TournamentPages | None = None,
    network_url: str | None = None,
    embedding_origins: Sequence[str] = (),
    limits: SearchLimits = DEFAULT_LIMITS,
) -> FastAPI:
    """Return the web application.

    `slots` limits concurrent searches, `limits` each search. Only requests whose Host header is one of `hosts` are
    answered, which defeats DNS rebinding. The pages of a `tournament` are served under /tournament/. `network_url`
    is the address of the play page for other machines, if they can reach it under another address than this one.
    Pages of `embedding_origins` may show the pages of the server in a frame.
    """
    slots = slots or SearchSlots()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        slots.close()

    app = _App(
        title="Outply",
        version=version("outply"),
        description="Warfare and Star/Circle: rules, textbook search and engine analysis.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # FastAPI's documentation page loads scripts from a CDN
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.add_middleware(RequestLimits, headers=security_headers(embedding_origins))
    add_error_handlers(app)
    app.include_router(router(slots, tournament is not None, network_url, limits))
    if tournament is not None:
        app.include_router(tournament_router(tournament))

    files = StaticFiles()
    has_initial_data = False

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        nonlocal has_initial_data
        if not has_initial_data:
            # If a plug-in game fails, the page requests the catalogue and shows the error.
            with suppress(Exception):
                data = await slots.apply_rules(
                    lambda: initial_data(catalogue(tournament is not None, network_url, limits))
                )
                files.embed("play.html", data.model_dump_json(exclude_unset=True))
                has_initial_data = True
        return files.page("play.html", request.headers)

    @app.api_route("/tree", methods=["GET", "HEAD"], include_in_schema=False)
    async def tree(request: Request) -> Response:
        return files.page("tree.html", request.headers)

    @app.api_route("/puzzles", methods=["GET", "HEAD"], include_in_schema=False)
    async def puzzles(request: Request) -> Response:
        return files.page("puzzles.html", request.headers)

    @app.api_route(f"/{MANIFEST}", methods=["GET", "HEAD"], include_in_schema=False)
    async def manifest(request: Request) -> Response:
        return files.page(MANIFEST, request.headers)

    @app.api_route(f"/{SERVICE_WORKER}", methods=["GET", "HEAD"], include_in_schema=False)
    async def service_worker(request: Request) -> Response:
        return files.service_worker(request.headers)

    @app.api_route("/static/{name}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        return files.file(name, request.headers)

    return app


class Server(uvicorn.Server):
    """A uvicorn server that stops all searches on shutdown instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, slots: SearchSlots) -> None:
        super().__init__(config)
        self._slots = slots

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Not in handle_exit: a signal handler may interrupt a thread pool that holds the lock which `close` needs.
        self._slots.close()
        await super().shutdown(sockets)


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


def serve(
    listener: socket.socket,
    hosts: Sequence[str],
    tournament: TournamentPages | None = None,
    network_url: str | None = None,
    embedding_origins: Sequence[str] = (),
) -> None:
    """Serve the web application on `listener` until a signal arrives; see `create_app` for the parameters."""
    slots = SearchSlots()
    app = create_app(slots, hosts, tournament, network_url, embedding_origins)
    # Only critical messages: requests that fail during shutdown are not worth a traceback.
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2)
    Server(config, slots).run(sockets=[listener])
