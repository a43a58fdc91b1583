"""The web application of the class server: admits requests by the role of their sender and answers them."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as StarletteRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from outply.classroom.accounts.roles import Role
from outply.classroom.classroom import Classroom
from outply.classroom.operation.metrics import read_gauges
from outply.classroom.operation.notifications import Notifier
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.settings.file import MAXIMA
from outply.jobs.sqlite_state import StateError
from outply.web.classroom.access import (
    RefusedError,
    Visitor,
    check_csrf,
    check_origin,
    client_address,
    direct_address,
    identify,
)
from outply.web.classroom.connections import HeaderTimeoutProtocol
from outply.web.classroom.forms import Form, FormError, parse_form
from outply.web.classroom.logs import LOGGER
from outply.web.classroom.request_log import PERSON, REQUEST_ID, ROUTE, STATIC, RequestLog
from outply.web.classroom.routes import ROUTES, Route
from outply.web.classroom.server import ClassRequest, ClassServer, render_page
from outply.web.classroom.sign_in import set_session
from outply.web.classroom.viewing import check_view
from outply.web.middleware import HEADERS, RequestLimits

FORM_BYTES = 64 << 10
"""Maximum size of a form, without its file."""

MAX_CONNECTIONS = 1000
"""Open connections and requests; further ones are answered with the status 503."""

CLIENT_CLOSED_REQUEST = 499
"""The status of a request in the log whose client has disconnected."""

LOG = logging.getLogger(LOGGER)
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\s:/?#@\[\],]+))(?::[0-9]*)?")
"""A Host header in lower case. `urlsplit` raises ValueError for some headers and ignores a part of others."""

MAX_UPLOADS_PER_PERSON = 2
"""Uploads of a person at the same time. Each is in memory until it is unpacked."""

SECURITY_HEADERS = HEADERS | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}
DISK_FULL = "the disk of the server is full; nothing was lost. The course staff must make room"
BUSY = "the database of the class does not answer; nothing was lost. Try again in a minute"


def create_class_app(server: ClassServer, on_start: Callable[[], None] = lambda: None) -> Starlette:
    """Return the web application of a class. `on_start` is called when it begins to answer."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            on_start()
        except Exception:
            LOG.exception("the server could not start")
            raise
        yield

    files = server.static_files()

    server.metrics.read_gauges = lambda: read_gauges(server.classroom, server.slots())

    async def static(request: Request) -> Response:
        request.scope[ROUTE] = STATIC
        if (name := request.path_params["name"]) not in files:
            raise HTTPException(404)
        return files[name].respond(request.headers)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = "page not found" if error.status_code == 404 else str(error.detail)
        return _refusal(server, request, Visitor(), error.status_code, message)

    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("request failed", exc_info=error, extra={"request_id": request.scope[REQUEST_ID]})
        message = f"internal error; the server's log has the details of request {request.scope[REQUEST_ID]}"
        return _refusal(server, request, Visitor(), 500, message)

    # Starlette without FastAPI: pages and forms have no models, and each handler gets the same request object.
    return Starlette(
        routes=[
            StarletteRoute(STATIC, static),
            *(StarletteRoute(one.path, _endpoint(server, one), methods=[one.method]) for one in ROUTES),
        ],
        middleware=[
            Middleware(RequestLog, metrics=server.metrics),
            Middleware(
                RequestLimits, max_body_bytes=(MAXIMA["upload_mib"] << 20) + FORM_BYTES, headers=SECURITY_HEADERS
            ),
            Middleware(HostCheck, server=server),
        ],
        exception_handlers={HTTPException: refused, Exception: broken},
        lifespan=lifespan,
    )


def _endpoint(server: ClassServer, route: Route) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that answers the requests of a route."""

    async def endpoint(request: Request) -> Response:
        visitor, scope = Visitor(), request.scope
        scope[ROUTE] = route.path
        try:
            visitor = await run_in_threadpool(identify, server.classroom, request, is_api=route.is_api)
            if (sender := visitor.viewer or visitor.person) is not None:
                scope[PERSON] = sender.key
            if visitor.viewer is not None:
                visitor = await run_in_threadpool(
                    check_view, server.classroom, visitor, route.method, route.path, request.url.path
                )
            _check_role(server.classroom, route, visitor, direct_address(request))
            if route.method == "POST" and not route.is_api:
                check_origin(server.classroom, request)
            with _upload_slot(server, route, visitor):
                body = await _read_body(server, route, request)
                form = Form() if route.is_api else parse_form(request.headers.get("content-type", ""), body)
                if route.method == "POST" and not route.is_api and Role.PUBLIC not in route.roles:
                    check_csrf(visitor, form.fields.get("csrf", ""))
                class_request = ClassRequest(
                    server=server,
                    visitor=visitor,
                    client=client_address(server.classroom, request),
                    parameters=request.path_params,
                    query=request.query_params,
                    form=form,
                    body=body if route.is_api else b"",
                )
                response = await run_in_threadpool(route.handler, class_request)
                if visitor.is_new_session:
                    set_session(class_request, response, visitor.session)
        except RefusedError as error:
            return await run_in_threadpool(_refusal, server, request, visitor, error.status, str(error))
        except FormError as error:
            return await run_in_threadpool(_refusal, server, request, visitor, 422, str(error))
        except ClientDisconnect:  # within the body; nothing can be answered, and the server has no error
            return Response(status_code=CLIENT_CLOSED_REQUEST)
        except StateError as error:
            LOG.error("%s", error)
            return _refusal(server, request, Visitor(), 503, DISK_FULL if "disk is full" in str(error) else BUSY)
        return response

    return endpoint


@contextmanager
def _upload_slot(server: ClassServer, route: Route, visitor: Visitor) -> Iterator[None]:
    """Count an upload of a person while it is received and unpacked.

    Raises RefusedError if the person has too many at the same time.
    """
    if not route.is_upload or visitor.person is None:
        yield
        return
    person = visitor.person.id
    if server.uploads[person] >= MAX_UPLOADS_PER_PERSON:
        raise RefusedError(429, f"{MAX_UPLOADS_PER_PERSON} uploads of yours are running; wait until one ends")
    server.uploads[person] += 1
    try:
        yield
    finally:
        server.uploads[person] -= 1


class HostCheck:
    """Refuses requests for other hosts, also those that no route answers: redirects repeat the host."""

    def __init__(self, app: ASGIApp, server: ClassServer) -> None:
        self._app, self._server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self._app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                _check_host(self._server.classroom, request)
            except RefusedError as error:
                arguments = self._server, request, Visitor(), error.status, str(error)
                answer = await run_in_threadpool(_refusal, *arguments)
        await answer(scope, receive, send)


def _check_host(classroom: Classroom, request: Request) -> None:
    """Refuse a request for another host, which defeats DNS rebinding.

    Raises RefusedError.
    """
    url = classroom.settings.course.url
    found = HOST.fullmatch(request.headers.get("host", "").lower())
    if found is None or (found["name"] or found["address"]) not in (*LOCAL_HOSTS, urlsplit(url).hostname):
        raise RefusedError(400, f"this server answers at {url}; course.url in class.toml sets its address")


def _check_role(classroom: Classroom, route: Route, visitor: Visitor, address: str) -> None:
    """Raise RefusedError if the route does not admit the visitor, who sends the request from `address`."""
    if route.admits(visitor.role, classroom.settings, address):
        return
    if visitor.role is Role.PUBLIC:
        hint = "send a valid token" if route.is_api else "use your personal sign-in link"
        raise RefusedError(401, f"you are not signed in; {hint}")
    raise RefusedError(403, "your role does not permit this")


async def _read_body(server: ClassServer, route: Route, request: Request) -> bytes:
    """Return the body of a request.

    Raises RefusedError if it is larger than the route permits.
    """
    upload_mib = route.upload_mib(server.classroom.settings) if route.is_upload else 0
    max_bytes = FORM_BYTES + (upload_mib << 20)
    body = bytearray()  # not a list of parts, which may have one byte each
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            problem = f"the file is larger than {upload_mib} MiB" if route.is_upload else "the form is too large"
            raise RefusedError(413, problem)
    return bytes(body)


def _refusal(server: ClassServer, request: Request, visitor: Visitor, status: int, message: str) -> Response:
    """Return the answer to a refused request: a page for browsers, JSON for other programs."""
    sentence = message[:1].upper() + message[1:]
    if "text/html" in request.headers.get("accept", ""):
        return render_page(server, visitor, "refused", status, message=sentence)
    return JSONResponse({"error": message}, status, {"Cache-Control": "no-store"})


class Server(uvicorn.Server):
    """A uvicorn server that puts running checks back into the queue on shutdown.

    The first signal lets requests, checks and games that are about to end finish; the second one stops at once.
    """

    def __init__(self, config: uvicorn.Config, runner: QueueRunner) -> None:
        super().__init__(config)
        self._runner = runner

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            self.force_exit = True
            self._runner.stop_now()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        LOG.info("stopping; a second signal stops at once")
        await super().shutdown(sockets)
        await run_in_threadpool(self._runner.stop)
        LOG.info("stopped")


def serve_class(listener: socket.socket, classroom: Classroom, runner: QueueRunner) -> None:
    """Serve a class on `listener` and run its queue until a signal arrives."""
    server = ClassServer(
        classroom=classroom,
        wake=runner.wake,
        problem=lambda: runner.problem or runner.official_problem,
        is_ready=lambda: runner.is_alive and not runner.problem,
        slots=lambda: runner.slots,
        metrics=runner.metrics,
    )
    notifier = Notifier(classroom)

    def start() -> None:
        runner.start()
        notifier.start()

    app = create_class_app(server, start)
    # uvicorn logs nothing: its access log would contain sign-in links, its tracebacks may quote requests.
    config = uvicorn.Config(
        app,
        http=HeaderTimeoutProtocol,
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=2,
        limit_concurrency=MAX_CONNECTIONS,
    )
    try:
        Server(config, runner).run(sockets=[listener])
    finally:
        notifier.stop()
