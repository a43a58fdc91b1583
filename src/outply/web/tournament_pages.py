"""Live pages of a running tournament, rendered on request from the database of the tournament."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path, PurePosixPath
from threading import Lock

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import StateError, TournamentState
from outply.report.tournament.pages import DEFAULT_PRIVACY
from outply.report.tournament.privacy import Privacy
from outply.report.tournament.site import Site, waiting_page
from outply.web.static_files import MEDIA_TYPES

MAX_CACHED_PAGES = 256  # about 10 KiB each
REREAD_BACKOFF_FACTOR = 10.0
"""Pause between reads of the database, in durations of the last read: reading takes at most a tenth of a core."""

MTIME_RESOLUTION_NS = 50_000_000
"""Two changes of a file within this time may leave it with the same modification time."""

Stamp = tuple[int, int]
Page = Callable[[str], tuple[str, str]]
"""Returns the text and the ETag of a page; raises KeyError if there is no such page."""


class TournamentPages:
    """The pages of the tournament in the database file `path`, which may be created later.

    Until the tournament begins, the only page is one that says so. The pause between reads of the database is
    `backoff_factor` times the duration of the last read on `clock`. `time_ns` is the clock of modification times.
    `privacy` and `course` are those of `Site`.

    Raises StateError if the file is not a tournament database, or if it cannot be created because its folder is
    missing.
    """

    def __init__(
        self,
        path: Path,
        backoff_factor: float = REREAD_BACKOFF_FACTOR,
        time_ns: Callable[[], int] = time.time_ns,
        privacy: Privacy = DEFAULT_PRIVACY,
        course: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._backoff_factor = backoff_factor
        self._time_ns, self._clock = time_ns, clock
        self._privacy, self._course = privacy, course
        self._lock = Lock()
        self._next_read = 0.0
        self._rendered: Stamp | None = None
        self._page: Page | None = None
        if not path.absolute().parent.is_dir():
            raise StateError(f"{path}: the folder {path.parent} does not exist")
        self._read(self._stamp())

    @property
    def has_begun(self) -> bool:
        """Whether the tournament had begun when the database was read last."""
        return self._page is not None

    def page(self, name: str) -> tuple[str, str]:
        """Return the text and the ETag of the page `name`.

        Raises KeyError if there is no such page.
        """
        stamp = self._stamp()
        if stamp != self._rendered and self._clock() >= self._next_read and self._lock.acquire(blocking=False):
            try:
                self._read(stamp)
            finally:
                self._lock.release()
        return (self._page or self._waiting_page)(name)

    def _stamp(self) -> Stamp | None:
        """Return the modification time and the size of the database; None if there is none yet.

        Raises StateError if a tournament that had begun was removed.
        """
        try:
            status = self._path.stat()
        except OSError:
            if self.has_begun:
                raise StateError(f"{self._path} does not exist") from None
            return None
        return (status.st_mtime_ns, status.st_size) if status.st_size or self.has_begun else None

    def _read(self, stamp: Stamp | None) -> None:
        if stamp is None:
            return
        began = self._clock()
        may_change_again = self._time_ns() - stamp[0] < MTIME_RESOLUTION_NS
        with TournamentState(self._path) as store:
            if store.plan is None and not self.has_begun:
                return
            site = Site(Tournament(store), store, live=True, privacy=self._privacy, course=self._course)
        self._page, self._rendered = _cached(site.page), None if may_change_again else stamp
        ended = self._clock()
        self._next_read = ended + self._backoff_factor * (ended - began)

    def _waiting_page(self, name: str) -> tuple[str, str]:
        return _cached(lambda name: waiting_page(name, self._path.name))(name)


def _cached(render: Callable[[str], str]) -> Page:
    """Return a function that adds an ETag to the pages of `render` and caches them."""

    @lru_cache(MAX_CACHED_PAGES)
    def page(name: str) -> tuple[str, str]:
        text = render(name)
        return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'

    return page


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
