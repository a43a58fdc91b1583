"""The read-only view: a member of the staff sees the pages of a student, and cannot change anything."""

from __future__ import annotations

from starlette.responses import Response

from outply.classroom.accounts import credentials, people
from outply.classroom.accounts.roles import may_view
from outply.classroom.classroom import Classroom
from outply.web.classroom.access import RefusedError, Visitor
from outply.web.classroom.server import ClassRequest, redirect

END_PATH = "/staff/view/end"
OWN_PATHS = frozenset({END_PATH, "/sign-out"})
"""Forms that belong to the viewer, not to the student."""

READ_ONLY = "you are looking at the pages of a student and cannot change anything; end the view first"
ACTION = "viewed as student"
REPEAT_S = 60.0
"""A page that is loaded again within this time, as live pages are, is one entry of the audit log."""


def begin_view(request: ClassRequest) -> Response:
    """Show the pages of a student in this browser from now on."""
    try:
        person = people.get_person(request.classroom.database, request.number("person"))
    except KeyError:
        raise RefusedError(404, "there is no such person") from None
    if not may_view(request.visitor.role, person.role):
        raise RefusedError(403, "only the pages of students can be viewed")
    credentials.set_viewed(request.classroom.database, request.visitor.session, person.id)
    request.classroom.database.audit(request.now, request.actor, "began to view as student", person.key)
    return redirect("/")


def end_view(request: ClassRequest) -> Response:
    """Return to the viewer's own pages."""
    credentials.set_viewed(request.classroom.database, request.visitor.session, None)
    request.classroom.database.audit(request.now, request.actor, "ended the view as student")
    return redirect("/staff#roster")


def check_view(classroom: Classroom, visitor: Visitor, method: str, template: str, path: str) -> Visitor:
    """Return the sender of a request in a read-only view, and write the view of a page to the audit log.

    Raises RefusedError if the request would change something.
    """
    if visitor.viewer is None or visitor.person is None:
        return visitor
    if template in OWN_PATHS:
        return Visitor(person=visitor.viewer, session=visitor.session)
    if method != "GET":
        raise RefusedError(403, READ_ONLY)
    database, now, subject = classroom.database, classroom.now(), f"{visitor.person.key}: {path}"
    with database.transaction():
        row = database.row(
            "SELECT at, action, subject FROM audit WHERE actor = ? ORDER BY id DESC LIMIT 1", visitor.viewer.key
        )
        is_repeated = row is not None and (row["action"], row["subject"]) == (ACTION, subject)
        if not (is_repeated and row is not None and now - row["at"] < REPEAT_S):
            database.audit(now, visitor.viewer.key, ACTION, subject)
    return visitor
