"""The routes of the class server, each with the roles that it admits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.responses import Response

from outply.classroom.accounts.roles import ADMINISTRATORS, EVERYONE, SIGNED_IN, STAFF, STUDENTS, Role
from outply.classroom.settings.class_settings import ClassSettings
from outply.classroom.settings.file import MAXIMA
from outply.web.classroom import (
    audit,
    hidden,
    imports,
    ladder,
    official,
    operation,
    sign_in,
    staff,
    student,
    viewing,
)
from outply.web.classroom.server import ClassRequest

Handler = Callable[[ClassRequest], Response]
METRICS_PATH = "/metrics"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A method and path with the roles that it admits. Only an upload may have a large body, up to `upload_mib`.

    `is_public` returns whether the settings also admit visitors who are not signed in, and `is_trusted` whether
    they admit a client at an address.
    """

    method: str
    path: str
    roles: frozenset[Role]
    handler: Handler
    is_upload: bool = False
    upload_mib: Callable[[ClassSettings], int] = lambda settings: settings.limits.upload_mib
    is_public: Callable[[ClassSettings], bool] = lambda _: False
    is_trusted: Callable[[ClassSettings, str], bool] = lambda _, __: False

    def admits(self, role: Role, settings: ClassSettings, address: str = "") -> bool:
        """Return whether a visitor with this role may use the route.

        `address` is that of a client whose connection no proxy has passed on.
        """
        is_open = self.is_public(settings) or (bool(address) and self.is_trusted(settings, address))
        return role in self.roles or (role is Role.PUBLIC and is_open)

    @property
    def is_api(self) -> bool:
        """Whether the route belongs to the API, which accepts tokens instead of sessions and forms."""
        return self.path.startswith("/api/") or self.path == METRICS_PATH


def _get(path: str, roles: frozenset[Role], handler: Handler) -> Route:
    return Route(method="GET", path=path, roles=roles, handler=handler)


def _is_ladder_public(settings: ClassSettings) -> bool:
    return settings.visibility.public_ladder


def _may_read_metrics(settings: ClassSettings, address: str) -> bool:
    return address in settings.metrics.addresses


def _is_tournament_public(settings: ClassSettings) -> bool:
    return settings.visibility.public_tournament


def _get_ladder(path: str, handler: Handler) -> Route:
    return Route(method="GET", path=path, roles=SIGNED_IN, handler=handler, is_public=_is_ladder_public)


def _post(path: str, roles: frozenset[Role], handler: Handler, *, is_upload: bool = False) -> Route:
    return Route(method="POST", path=path, roles=roles, handler=handler, is_upload=is_upload)


ROUTES = (
    _get("/", EVERYONE, student.home),
    _get("/health", EVERYONE, operation.health),
    _get("/ready", EVERYONE, operation.readiness),
    Route(
        method="GET",
        path=METRICS_PATH,
        roles=STAFF,
        handler=operation.show_metrics,
        is_trusted=_may_read_metrics,
    ),
    _get("/sign-in/{secret}", EVERYONE, sign_in.show_link),
    _post("/sign-in/{secret}", EVERYONE, sign_in.use_link),
    _post("/sign-out", SIGNED_IN, sign_in.sign_out),
    _get("/account", SIGNED_IN, sign_in.show_account),
    _post("/account/link", SIGNED_IN, sign_in.create_link),
    _post("/account/tokens", SIGNED_IN, sign_in.create_token),
    _post("/account/tokens/{token}/revoke", SIGNED_IN, sign_in.revoke_token),
    _post("/submissions", STUDENTS, student.upload, is_upload=True),
    _get("/submissions/{submission}", SIGNED_IN, student.show_submission),
    _post("/submissions/{submission}/activate", STUDENTS, student.activate),
    _post("/submissions/{submission}/rerun", STAFF, staff.rerun),
    _get_ladder("/ladder", ladder.show_ladder),
    _get_ladder("/ladder/games/{game}", ladder.show_game),
    _get_ladder("/ladder/games/{game}/record", ladder.download_game),
    Route(
        method="GET",
        path="/official/{name:path}",
        roles=SIGNED_IN,
        handler=official.show_official,
        is_public=_is_tournament_public,
    ),
    _get("/staff", STAFF, staff.show_staff),
    _get("/staff/audit", STAFF, audit.show_audit),
    _get("/staff/export/{format}", STAFF, staff.export_results),
    _post(viewing.END_PATH, STAFF, viewing.end_view),
    _post("/staff/people/{person}/view", STAFF, viewing.begin_view),
    _post("/staff/tournament/play", ADMINISTRATORS, official.play_official),
    _post("/staff/ladder/{submission}/resume", STAFF, ladder.resume_version),
    _post("/staff/people/{person}/link", STAFF, staff.issue_link),
    _post("/staff/people/{person}/revoke", STAFF, staff.revoke),
    _post("/staff/people/{person}/deactivate", ADMINISTRATORS, staff.deactivate),
    _post("/staff/people/{person}/reactivate", ADMINISTRATORS, staff.reactivate),
    _post("/staff/queue/pause", ADMINISTRATORS, staff.pause),
    _post("/staff/queue/resume", ADMINISTRATORS, staff.resume),
    _post("/staff/queue/rerun", ADMINISTRATORS, staff.rerun_all),
    _post("/staff/queue/rerun-outdated", ADMINISTRATORS, hidden.rerun_outdated),
    Route(
        method="POST",
        path="/staff/import",
        roles=ADMINISTRATORS,
        handler=imports.import_submissions,
        is_upload=True,
        upload_mib=lambda _: MAXIMA["upload_mib"],
    ),
    _post("/staff/baselines/update", ADMINISTRATORS, staff.update_baselines),
    _get("/hidden/{run}", SIGNED_IN, hidden.show_hidden),
    _post("/staff/hidden/release/{deadline:path}", ADMINISTRATORS, hidden.release),
    _post("/staff/hidden/withdraw/{deadline:path}", ADMINISTRATORS, hidden.withdraw),
    _post("/api/submissions", STUDENTS, student.api_submit, is_upload=True),
    _get("/api/submissions/{submission}", SIGNED_IN, student.api_submission),
)
