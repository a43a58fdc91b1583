"""What all routes share: the class, the request of a visitor, and the rendering of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import HTMLResponse, RedirectResponse, Response

import outply
from outply.classroom.accounts.credentials import AttemptLimiter, csrf_token
from outply.classroom.accounts.people import Person
from outply.classroom.accounts.roles import Role
from outply.classroom.classroom import Classroom
from outply.classroom.ladder.ranking import StandingsCache
from outply.classroom.operation.metrics import ClassMetrics
from outply.classroom.settings.class_settings import format_time
from outply.report.base.assets import asset_bytes
from outply.report.base.jinja_env import environment
from outply.web.classroom.access import RefusedError, Visitor
from outply.web.classroom.forms import Form
from outply.web.classroom.ladder_rows import LadderRows
from outply.web.classroom.official_pages import OfficialPages
from outply.web.static_files import IMMUTABLE, StaticFile, hashed_name

ASSETS = ("classroom.css", "live.js", "replay.css", "replay.js", "sort.js")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassServer:
    """A class that is being served.

    `wake` starts the queue, `problem` returns the queue's last error, and `slots` the number of checks and games
    that run at the same time. `uploads` counts the running uploads by the ID of the person.
    """

    classroom: Classroom
    wake: Callable[[], None] = lambda: None
    problem: Callable[[], str] = lambda: ""
    is_ready: Callable[[], bool] = lambda: True
    slots: Callable[[], int] = lambda: 1
    metrics: ClassMetrics = field(default_factory=ClassMetrics)
    uploads: Counter[int] = field(default_factory=Counter)
    limiter: AttemptLimiter = field(default_factory=AttemptLimiter)
    ladder: StandingsCache = field(default_factory=StandingsCache)
    ladder_rows: LadderRows = field(default_factory=LadderRows)
    official: OfficialPages = field(default_factory=OfficialPages)
    version: str = field(default_factory=lambda: outply.__version__)  # takes 1 ms: reads the package's metadata
    manifest: Mapping[str, str] = field(
        default_factory=lambda: {name: hashed_name(name, asset_bytes(name)) for name in ASSETS}
    )

    def static_files(self) -> dict[str, StaticFile]:
        """Return the scripts and style sheets of the pages by their served names."""
        return {served: StaticFile(name, asset_bytes(name), IMMUTABLE) for name, served in self.manifest.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRequest:
    """A request that its route admits, with everything that its handler needs."""

    server: ClassServer
    visitor: Visitor
    client: str
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    form: Form
    body: bytes

    @property
    def classroom(self) -> Classroom:
        return self.server.classroom

    @property
    def now(self) -> float:
        return self.classroom.now()

    @property
    def person(self) -> Person:
        """The signed-in person, of a route that does not admit the public."""
        assert self.visitor.person is not None
        return self.visitor.person

    @property
    def actor(self) -> str:
        """The name of the visitor in the audit log."""
        return self.person.key

    def team_alias(self, team: int) -> str:
        """Return the alias of a team."""
        row = self.classroom.database.row("SELECT alias FROM team WHERE id = ?", team)
        return "" if row is None else str(row["alias"])

    def number(self, name: str) -> int:
        """Return a parameter of the path that is an ID.

        Raises RefusedError if it is not a number.
        """
        text = self.parameters[name]
        if not (text.isascii() and text.isdigit() and len(text) <= 12):
            raise RefusedError(404, "page not found")
        return int(text)

    def page(self, name: str, /, status: int = 200, **context: Any) -> Response:
        """Return the page of the template `classroom/NAME.html`."""
        return render_page(self.server, self.visitor, name, status, **context)


def render_page(server: ClassServer, visitor: Visitor, name: str, status: int = 200, **context: Any) -> Response:
    """Return a page for a visitor. No cache keeps it, because pages are personal."""
    template = environment().get_template(f"classroom/{name}.html")
    settings = server.classroom.settings
    text = template.render(
        context,
        course=settings.course,
        is_ladder_public=settings.visibility.public_ladder,
        is_tournament_public=settings.visibility.public_tournament,
        has_tournament=server.classroom.official.is_file(),
        person=visitor.person,
        viewer=visitor.viewer,
        is_staff=visitor.role in (Role.ASSISTANT, Role.ADMINISTRATOR),
        is_administrator=visitor.role is Role.ADMINISTRATOR,
        csrf=csrf_token(visitor.session) if visitor.session else "",
        static=server.manifest,
        time=format_time,
        version=server.version,
    )
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def redirect(path: str) -> Response:
    """Return a redirect to a page of this server after a form was processed."""
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})
