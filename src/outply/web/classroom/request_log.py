"""Log and count every request by the template of its route."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outply.classroom.operation.metrics import ClassMetrics
from outply.web.classroom.logs import log_request

ROUTE, PERSON, REQUEST_ID = "outply.route", "outply.person", "outply.request_id"
"""Keys in the scope of a request: the template of its path, the key of its sender, and its random ID."""

STATIC, UNKNOWN = "/static/{name}", "unknown"
QUIET = frozenset({STATIC, "/health", "/ready", "/metrics"})
"""Routes that are requested so often that they are logged only if they fail."""

METHODS = frozenset({"GET", "HEAD", "POST"})
ID_BYTES = 8


class RequestLog:
    """Gives each request an ID, which the header X-Request-ID returns, and logs and counts it when it ends."""

    def __init__(
        self, app: ASGIApp, metrics: ClassMetrics, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._app, self._metrics, self._clock = app, metrics, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = self._clock(), 500
        scope[REQUEST_ID] = secrets.token_hex(ID_BYTES)

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                header = (b"x-request-id", scope[REQUEST_ID].encode())
                message["headers"] = [*message.get("headers", []), header]
            await send(message)

        try:
            await self._app(scope, receive, with_id)
        finally:
            self._finish(scope, status, self._clock() - began)

    def _finish(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else UNKNOWN
        route = scope.get(ROUTE, UNKNOWN)
        self._metrics.count_request(method, route, status, seconds)
        if route in QUIET and status < 400:
            return
        fields: dict[str, Any] = {
            "request_id": scope[REQUEST_ID],
            "method": method,
            "route": route,
            "status": status,
            "duration_ms": round(1000 * seconds, 1),
        }
        if person := scope.get(PERSON):
            fields["person"] = person
        log_request(fields, status)
