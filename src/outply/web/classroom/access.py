"""Who sends a request: sessions, tokens of the command line, and the trusted header of a reverse proxy."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request

from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import Person, find_person
from outply.classroom.accounts.roles import STAFF, Role, may_view
from outply.classroom.classroom import Classroom

COOKIE = "outply-session"
MAX_ADDRESS_CHARS = 64
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
BEARER = "Bearer "


class RefusedError(Exception):
    """A request is refused with an HTTP status; the message is for the visitor."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The sender of a request.

    `session` is the secret of the session, empty for a token or without a session. If `is_new_session` is set, the
    response must set its cookie. `viewer` is the member of the staff who sees the pages of the student `person`
    and cannot change anything; None if the person is the sender.
    """

    person: Person | None = None
    viewer: Person | None = None
    session: str = ""
    is_new_session: bool = False
    has_token: bool = False

    @property
    def role(self) -> Role:
        return Role.PUBLIC if self.person is None else self.person.role


def peer_address(request: Request) -> str:
    """Return the address of the other end of the connection, which is that of a reverse proxy if there is one."""
    return request.client.host if request.client is not None else ""


def client_address(classroom: Classroom, request: Request) -> str:
    """Return the address of the client: the one that a trusted proxy has added, or that of the connection."""
    peer = peer_address(request)
    forwarded = request.headers.getlist("x-forwarded-for")
    if not forwarded or peer not in classroom.settings.sign_in.trusted_proxies:
        return peer
    # The proxy has appended the address that it saw; whatever comes before it was sent by the client.
    return forwarded[-1].rpartition(",")[2].strip()[:MAX_ADDRESS_CHARS] or peer


def direct_address(request: Request) -> str:
    """Return the address of a client without a proxy in between; empty if a proxy has passed the request on."""
    return "" if any(name in request.headers for name in PROXY_HEADERS) else peer_address(request)


def is_secure(classroom: Classroom) -> bool:
    """Return whether students reach the server by HTTPS."""
    return urlsplit(classroom.settings.course.url).scheme == "https"


def cookie_name(classroom: Classroom) -> str:
    """Return the name of the session cookie; the prefix binds it to this host, and needs HTTPS."""
    return f"__Host-{COOKIE}" if is_secure(classroom) else COOKIE


def identify(classroom: Classroom, request: Request, *, is_api: bool) -> Visitor:
    """Return the sender of a request. The API accepts tokens only, pages accept everything else only."""
    database, now = classroom.database, classroom.now()
    if is_api:
        secret = request.headers.get("authorization", "")
        if not secret.startswith(BEARER):
            return Visitor()
        person = credentials.token_person(database, secret.removeprefix(BEARER).strip(), now)
        return Visitor(person=person, has_token=person is not None)
    secret = request.cookies.get(cookie_name(classroom), "")
    person = credentials.session_person(database, secret, now) if secret else None
    if person is not None:
        viewed = credentials.viewed_person(database, secret) if person.role in STAFF else None
        if viewed is not None and may_view(person.role, viewed.role):
            return Visitor(person=viewed, viewer=person, session=secret)
        return Visitor(person=person, session=secret)
    person = _trusted_person(classroom, request)
    if person is None:
        return Visitor()
    session = credentials.start_session(database, person.id, now, classroom.settings.sign_in.session_days)
    database.audit(now, person.key, "signed in", "single sign-on")
    return Visitor(person=person, session=session, is_new_session=True)


def _trusted_person(classroom: Classroom, request: Request) -> Person | None:
    """Return the person whom the reverse proxy has identified; None without such a proxy."""
    sign_in = classroom.settings.sign_in
    if not sign_in.trusted_header or peer_address(request) not in sign_in.trusted_proxies:
        return None
    names = request.headers.getlist(sign_in.trusted_header)
    return find_person(classroom.database, names[0]) if len(names) == 1 and request.method == "GET" else None


def check_origin(classroom: Classroom, request: Request) -> None:
    """Refuse a request that a page of another site has sent.

    Raises RefusedError. Browsers send at least one of the two headers with every POST request.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin", "")
    hosts = {request.headers.get("host", ""), urlsplit(classroom.settings.course.url).netloc}
    if site:
        is_foreign = site not in ("same-origin", "none")
    else:  # an origin has no path; `urlsplit` raises ValueError for some invalid ones
        is_foreign = bool(origin) and origin.partition("://")[2] not in hosts
    if is_foreign:
        raise RefusedError(403, "this request came from another site")


def check_csrf(visitor: Visitor, token: str) -> None:
    """Refuse a form without the CSRF token of the session.

    Raises RefusedError.
    """
    if visitor.session and not credentials.is_csrf_token(visitor.session, token):
        raise RefusedError(403, "the form is out of date; go back, reload the page and try again")
