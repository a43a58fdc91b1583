"""The server: the page's files, and the API by which the page asks for rules, moves and thoughts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import Response

from outply import report
from outply.web.api import router
from outply.web.middleware import Guard, answer_errors
from outply.web.search_slots import Desk
from outply.web.static_files import Files
from outply.web.tournament_pages import Pages
from outply.web.tournament_pages import router as tournament_router

STATIC = Path(__file__).parent / "static"
LOOK = Path(report.__file__).parent / "static" / "look"
TREE = LOOK.parent / "tree"


def create_app(
    desk: Desk | None = None, hosts: Sequence[str] = ("*",), tournament: Pages | None = None
) -> FastAPI:
    """Return the application; the desk says how many searches run at a time.

    `hosts` are the names that it may be called by: a page from elsewhere cannot lead a browser here under its own.
    The pages of a `tournament` are under /tournament/.
    """
    desk = desk or Desk()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()

    app = FastAPI(
        title="Outply",
        version=version("outply"),
        description="Warfare and Star/Circle: rules, answers and thoughts.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual page of these comes from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.add_middleware(Guard)
    answer_errors(app)
    app.include_router(router(desk, tournament is not None))
    if tournament is not None:
        app.include_router(tournament_router(tournament))

    files = Files(STATIC)

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return files.answer("index.html", request.headers)

    @app.api_route("/tree", methods=["GET", "HEAD"], include_in_schema=False)
    async def tree(request: Request) -> Response:
        return files.answer("tree.html", request.headers)

    app.mount("/static/look", Files(LOOK), name="look")
    app.mount("/static/tree", Files(TREE), name="tree")
    app.mount("/static", files, name="static")
    return app
