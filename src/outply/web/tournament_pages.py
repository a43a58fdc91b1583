"""Live pages of a running tournament, rendered on request from the database of the tournament."""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from pathlib import Path, PurePosixPath
from threading import Lock

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import StateError, TournamentState
from outply.report.tournament.site import Site
from outply.web.static_files import MEDIA_TYPES

MAX_CACHED_PAGES = 256  # about 10 KiB each
REREAD_BACKOFF_FACTOR = 10.0
"""Pause between reads of the database, in durations of the last read: reading takes at most a tenth of a core."""

MTIME_RESOLUTION_NS = 50_000_000
"""Two changes of a file within this time may leave it with the same modification time."""

Stamp = tuple[int, int]


class TournamentPages:
    """The pages of the tournament in the database file `path`.

    Raises StateError or PlanError if the file contains no tournament.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._next_read = 0.0
        self._rendered: Stamp | None = None
        self._read(self._stamp())

    def page(self, name: str) -> tuple[str, str]:
        """Return the text and the ETag of the page `name`.

        Raises KeyError if there is no such page.
        """
        stamp = self._stamp()
        if stamp != self._rendered and time.monotonic() >= self._next_read and self._lock.acquire(blocking=False):
            try:
                self._read(stamp)
            finally:
                self._lock.release()
        return self._page(name)

    def _stamp(self) -> Stamp:
        try:
            status = self._path.stat()
        except OSError:
            raise StateError(f"{self._path} does not exist") from None
        return status.st_mtime_ns, status.st_size

    def _read(self, stamp: Stamp) -> None:
        began = time.monotonic()
        may_change_again = time.time_ns() - stamp[0] < MTIME_RESOLUTION_NS
        with TournamentState(self._path) as store:
            site = Site(Tournament(store), store, live=True)

        @lru_cache(MAX_CACHED_PAGES)
        def page(name: str) -> tuple[str, str]:
            text = site.page(name)
            return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'

        self._page, self._rendered = page, None if may_change_again else stamp
        self._next_read = time.monotonic() + REREAD_BACKOFF_FACTOR * (time.monotonic() - began)


def router(pages: TournamentPages) -> APIRouter:
    """Return the routes below /tournament/."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/tournament", methods=["GET", "HEAD"])
    async def index() -> Response:
        return RedirectResponse("tournament/")

    @routes.api_route("/tournament/{name:path}", methods=["GET", "HEAD"])
    def page(name: str, request: Request) -> Response:
        name = name or "index.html"
        try:
            text, tag = pages.page(name)
        except KeyError:
            raise HTTPException(404, "page not found") from None
        except (PlanError, StateError) as error:
            raise HTTPException(503, str(error)) from None
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
            return Response(status_code=304, headers=headers)
        return Response(text, media_type=MEDIA_TYPES[PurePosixPath(name).suffix], headers=headers)

    return routes
