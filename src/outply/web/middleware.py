"""Request limits, security headers and error responses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outply.formats.line_reader import FormatError
from outply.games.plugin_errors import plugin_error_message
from outply.players.protocol import PlayerError
from outply.search.native import Stopped
from outply.web.positions import PositionError
from outply.web.search_slots import BusyError, ClientGoneError, ClosedError

MAX_BODY_BYTES = 1 << 20
BODY_TIMEOUT_S = 20.0  # for each part of a request body
MAX_BODY_S = 600.0  # for all parts: 64 MiB at 1 Mbit/s

NOT_FOUND_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page not found</title><h1>Page not found</h1><p><a href="/">Back to the board</a></p></html>
"""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def security_headers(embedding_origins: Sequence[str] = ()) -> dict[str, str]:
    """Return the security headers; pages of `embedding_origins` may show the server's pages in a frame."""
    ancestors = " ".join(embedding_origins) or "'none'"
    policy = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")
    return HEADERS | {"Content-Security-Policy": policy}


class RequestLimits:
    """Add the security headers to every response, and refuse request bodies that are too large or too slow."""

    def __init__(
        self,
        app: ASGIApp,
        body_timeout_s: float = BODY_TIMEOUT_S,
        max_body_s: float = MAX_BODY_S,
        max_body_bytes: int = MAX_BODY_BYTES,
        headers: Mapping[str, str] = HEADERS,
    ) -> None:
        self._app = app
        self._body_timeout_s, self._max_body_s = body_timeout_s, max_body_s
        self._max_body_bytes = max_body_bytes
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, complete = 0, False
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._max_body_s

        async def bounded() -> Message:
            nonlocal received, complete
            if complete:  # the next message is the disconnect
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), min(self._body_timeout_s, deadline - clock()))
            except TimeoutError:
                raise HTTPException(408, "timeout while reading the request", {"Connection": "close"}) from None
            received += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if received > self._max_body_bytes:
                raise HTTPException(413, f"request body too large: at most {self._max_body_bytes // 1024} KiB")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        await self._app(scope, bounded, with_headers)


def add_error_handlers(app: FastAPI) -> None:
    """Make `app` answer errors with a JSON object whose field `error` is one sentence.

    Only a browser that requests a missing page gets an HTML page.
    """

    def problem(status: int, message: str, **headers: str) -> JSONResponse:
        return JSONResponse({"error": message}, status, headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        if "json" not in request.headers.get("content-type", ""):
            return problem(415, "expected a JSON body with Content-Type application/json")
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return problem(422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(NOT_FOUND_PAGE, 404)
        return problem(error.status_code, str(error.detail), **(error.headers or {}))

    @app.exception_handler(PositionError)
    @app.exception_handler(FormatError)
    @app.exception_handler(PlayerError)
    async def wrong(_: Request, error: ValueError) -> JSONResponse:
        return problem(422, str(error))

    @app.exception_handler(Stopped)
    async def too_long(_: Request, __: Exception) -> JSONResponse:
        return problem(422, "the search exceeds the server's time limit; ask for a smaller depth")

    @app.exception_handler(BusyError)
    async def busy(_: Request, __: Exception) -> JSONResponse:
        return problem(429, "all search slots are in use; try again in a few seconds", **{"Retry-After": "5"})

    @app.exception_handler(ClosedError)
    async def closed(_: Request, __: Exception) -> JSONResponse:
        return problem(503, "the server is shutting down")

    @app.exception_handler(ClientGoneError)
    async def gone(_: Request, __: Exception) -> JSONResponse:
        return problem(499, "client closed request")

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        logging.getLogger("outply").exception("request failed", exc_info=error)
        return problem(500, f"{plugin_error_message(error) or 'internal error'}; see the server's log for details")
