"""What comes in is bounded, and what goes out tells a page what it may do, and a stranger nothing."""

from __future__ import annotations

import asyncio
import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outply.formats.line_reader import FormatError
from outply.games.plugin_errors import fault_of
from outply.players.protocol import PlayerError
from outply.search.native import Stopped
from outply.web.positions import PlaceError
from outply.web.search_slots import BusyError, ClosedError, GoneError

MAX_BODY = 1 << 20
BODY_SECONDS = 20.0  # what the next part of a body may take

NOTHING_HERE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Nothing here</title><h1>There is nothing here</h1><p><a href="/">To the board</a></p></html>
"""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Adds the headers to every answer, and refuses bodies that are too large, or do not come."""

    def __init__(self, app: ASGIApp, body_seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, complete = 0, False

        async def bounded() -> Message:
            nonlocal received, complete
            if complete:  # what comes now is that the client goes away
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), self._body_seconds)
            except TimeoutError:
                raise HTTPException(408, "the rest of the request did not come", {"Connection": "close"}) from None
            received += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if received > MAX_BODY:
                raise HTTPException(413, f"a request has at most {MAX_BODY // 1024} KiB")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        await self._app(scope, bounded, with_headers)


def answer_errors(app: FastAPI) -> None:
    """Turn what goes wrong into a sentence."""

    def problem(status: int, sentence: str, **headers: str) -> JSONResponse:
        return JSONResponse({"error": sentence}, status, headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        if "json" not in request.headers.get("content-type", ""):
            return problem(415, "the request must be JSON, and its Content-Type application/json")
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return problem(422, f"{where}: {first['msg']}" if where else str(first["msg"]))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(NOTHING_HERE, 404)
        return problem(error.status_code, str(error.detail), **(error.headers or {}))

    @app.exception_handler(PlaceError)
    @app.exception_handler(FormatError)
    @app.exception_handler(PlayerError)
    async def wrong(_: Request, error: ValueError) -> JSONResponse:
        return problem(422, str(error))

    @app.exception_handler(Stopped)
    async def too_long(_: Request, __: Exception) -> JSONResponse:
        return problem(422, "that search takes longer than it may here; ask for a smaller depth")

    @app.exception_handler(BusyError)
    async def busy(_: Request, __: Exception) -> JSONResponse:
        return problem(429, "all searches are taken just now; try again in a few seconds", **{"Retry-After": "5"})

    @app.exception_handler(ClosedError)
    async def closed(_: Request, __: Exception) -> JSONResponse:
        return problem(503, "the server is about to end")

    @app.exception_handler(GoneError)
    async def gone(_: Request, __: Exception) -> JSONResponse:
        return problem(499, "nobody waits for this any more")

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        logging.getLogger("outply").exception("a request failed", exc_info=error)
        return problem(500, f"{fault_of(error) or 'something went wrong here'}; the server's log has more")
