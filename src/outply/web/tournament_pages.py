"""The pages of a tournament while it goes on: those of its static site, read from its database."""

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
from outply.arena.tournament.state import Store, StoreError
from outply.report.tournament.site import Site
from outply.web.static_files import TYPES

MOST_KEPT = 256  # pages, of which those of games are some ten KiB each
REST = 10.0
"""Times as long as the last reading took, nothing is read again: readers take a tenth of a core, however many."""

YOUNG = 50_000_000
"""Nanoseconds within which a file may change again and have the same time: the clock of files is that coarse."""

Stamp = tuple[int, int]


class Pages:
    """The pages of the tournament in a file; a `StoreError` or a `PlanError` if there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._due = 0.0
        self._known: Stamp | None = None
        self._read(self._stamp())

    def page(self, name: str) -> tuple[str, str]:
        """Return the text of a page and its tag; a `KeyError` if there is none of that name."""
        stamp = self._stamp()
        if stamp != self._known and time.monotonic() >= self._due and self._lock.acquire(blocking=False):
            try:
                self._read(stamp)
            finally:
                self._lock.release()
        return self._page(name)

    def _stamp(self) -> Stamp:
        try:
            status = self._path.stat()
        except OSError:
            raise StoreError(f"there is no tournament in {self._path}") from None
        return status.st_mtime_ns, status.st_size

    def _read(self, stamp: Stamp) -> None:
        began = time.monotonic()
        is_young = time.time_ns() - stamp[0] < YOUNG
        with Store(self._path) as store:
            site = Site(Tournament(store), store, live=True)

        @lru_cache(MOST_KEPT)
        def page(name: str) -> tuple[str, str]:
            text = site.page(name)
            return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'

        self._page, self._known = page, None if is_young else stamp
        self._due = time.monotonic() + REST * (time.monotonic() - began)


def router(pages: Pages) -> APIRouter:
    """Return the routes of the pages, all of them under /tournament/."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/tournament", methods=["GET", "HEAD"])
    async def whole() -> Response:
        return RedirectResponse("tournament/")

    @routes.api_route("/tournament/{name:path}", methods=["GET", "HEAD"])
    def page(name: str, request: Request) -> Response:
        name = name or "index.html"
        try:
            text, tag = pages.page(name)
        except KeyError:
            raise HTTPException(404, "there is no such page") from None
        except (PlanError, StoreError) as error:
            raise HTTPException(503, str(error)) from None
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
            return Response(status_code=304, headers=headers)
        return Response(text, media_type=TYPES[PurePosixPath(name).suffix], headers=headers)

    return routes
