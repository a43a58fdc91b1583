"""Credentials: sign-in links, sessions and tokens for the command line. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from dataclasses import dataclass
from enum import Enum

from outply.classroom.accounts.people import Person, get_person
from outply.classroom.database import ClassDatabase

SECRET_BYTES = 24
DAY_S = 24 * 3600.0
TOKEN_PREFIX = "outply_"
MAX_TOKENS = 10
MAX_TITLE_CHARS = 60


class LinkProblem(Enum):
    """The reason why a sign-in link is refused."""

    UNKNOWN = "This sign-in link is not valid. Check that the whole address was copied."
    USED = "This sign-in link was used before. Each link works once; ask the course staff for a new one."
    EXPIRED = "This sign-in link has expired. Ask the course staff for a new one."
    REVOKED = "This sign-in link was replaced by a newer one. Use the newest link, or ask the course staff."


class LinkError(Exception):
    """Raised if a sign-in link is refused."""

    def __init__(self, problem: LinkProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token for the command line, without its secret."""

    id: int
    title: str
    created_at: float
    used_at: float | None


def hash_secret(secret: str) -> str:
    """Return the hash under which a secret is stored. Secrets are random, so that a fast hash suffices."""
    return hashlib.sha256(secret.encode(errors="surrogateescape")).hexdigest()


def issue_link(database: ClassDatabase, person: int, now: float, days: float) -> str:
    """Return the secret of a new sign-in link, which replaces the person's earlier links."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with database.transaction():
        revoke_links(database, person, now)
        database.insert("link", person=person, hash=hash_secret(secret), expires_at=now + days * DAY_S)
    return secret


def revoke_links(database: ClassDatabase, person: int, now: float) -> None:
    """Revoke all unused sign-in links of a person."""
    database.execute(
        "UPDATE link SET revoked_at = ? WHERE person = ? AND used_at IS NULL AND revoked_at IS NULL", now, person
    )


def link_owner(database: ClassDatabase, secret: str, now: float) -> Person:
    """Return the person whom a sign-in link belongs to; the link stays valid.

    Raises LinkError if the link is refused.
    """
    row = database.row("SELECT * FROM link WHERE hash = ?", hash_secret(secret))
    if row is None:
        raise LinkError(LinkProblem.UNKNOWN)
    if row["used_at"] is not None:
        raise LinkError(LinkProblem.USED)
    if row["revoked_at"] is not None:
        raise LinkError(LinkProblem.REVOKED)
    if now >= row["expires_at"]:
        raise LinkError(LinkProblem.EXPIRED)
    person = get_person(database, row["person"])
    if not person.is_active:
        raise LinkError(LinkProblem.REVOKED)
    return person


def redeem_link(database: ClassDatabase, secret: str, now: float) -> Person:
    """Use up a sign-in link and return its owner. Of several attempts at the same time, one succeeds.

    Raises LinkError if the link is refused.
    """
    with database.transaction():
        person = link_owner(database, secret, now)
        database.execute("UPDATE link SET used_at = ? WHERE hash = ?", now, hash_secret(secret))
    return person


def start_session(database: ClassDatabase, person: int, now: float, days: float) -> str:
    """Return the secret of a new session. Sessions that have expired are removed."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with database.transaction():
        database.execute("DELETE FROM session WHERE expires_at <= ?", now)
        database.insert("session", person=person, hash=hash_secret(secret), expires_at=now + days * DAY_S)
    return secret


def session_person(database: ClassDatabase, secret: str, now: float) -> Person | None:
    """Return the active person of a session; None if there is no such session."""
    row = database.row("SELECT person FROM session WHERE hash = ? AND expires_at > ?", hash_secret(secret), now)
    return _active_person(database, row["person"]) if row is not None else None


def set_viewed(database: ClassDatabase, secret: str, person: int | None) -> None:
    """Make a session show the pages of another person, without permission to change anything; None to end this."""
    database.execute("UPDATE session SET viewing = ? WHERE hash = ?", person, hash_secret(secret))


def viewed_person(database: ClassDatabase, secret: str) -> Person | None:
    """Return the person whose pages a session shows; None if they are those of its owner."""
    row = database.row("SELECT viewing FROM session WHERE hash = ? AND viewing NOT NULL", hash_secret(secret))
    return None if row is None else get_person(database, row["viewing"])


def end_session(database: ClassDatabase, secret: str) -> None:
    database.execute("DELETE FROM session WHERE hash = ?", hash_secret(secret))


def revoke_all(database: ClassDatabase, person: int, now: float) -> None:
    """Revoke the sessions, the sign-in links and the tokens of a person."""
    with database.transaction():
        revoke_links(database, person, now)
        database.execute("DELETE FROM session WHERE person = ?", person)
        database.execute("UPDATE token SET revoked_at = ? WHERE person = ? AND revoked_at IS NULL", now, person)


def csrf_token(session: str) -> str:
    """Return the token that forms of a session contain. Other sites cannot read it."""
    return hash_secret(f"csrf:{session}")[:32]


def is_csrf_token(session: str, token: str) -> bool:
    """Return whether `token` is the CSRF token of a session."""
    return hmac.compare_digest(csrf_token(session).encode(), token.encode(errors="replace"))


def create_token(database: ClassDatabase, person: int, title: str, now: float) -> str | None:
    """Return the secret of a new token for the command line; None if the person has `MAX_TOKENS` already."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    with database.transaction():
        if len(list_tokens(database, person)) >= MAX_TOKENS:
            return None
        title = title.strip()[:MAX_TITLE_CHARS] or "command line"
        database.insert("token", person=person, title=title, hash=hash_secret(secret), created_at=now)
    return secret


def list_tokens(database: ClassDatabase, person: int) -> list[Token]:
    """Return the valid tokens of a person, the newest first."""
    rows = database.rows("SELECT * FROM token WHERE person = ? AND revoked_at IS NULL ORDER BY id DESC", person)
    return [
        Token(id=row["id"], title=row["title"], created_at=row["created_at"], used_at=row["used_at"])
        for row in rows
    ]


def revoke_token(database: ClassDatabase, person: int, token: int, now: float) -> bool:
    """Revoke a token of a person; return False if the person has no such token."""
    query = "UPDATE token SET revoked_at = ? WHERE id = ? AND person = ? AND revoked_at IS NULL"
    return database.execute(query, now, token, person) == 1


def token_person(database: ClassDatabase, secret: str, now: float) -> Person | None:
    """Return the active person of a token; None if there is no such token."""
    row = database.row("SELECT id, person FROM token WHERE hash = ? AND revoked_at IS NULL", hash_secret(secret))
    if row is None:
        return None
    database.execute("UPDATE token SET used_at = ? WHERE id = ?", now, row["id"])
    return _active_person(database, row["person"])


def _active_person(database: ClassDatabase, person: int) -> Person | None:
    found = get_person(database, person)
    return found if found.is_active else None


class AttemptLimiter:
    """Limits failed attempts per client: at most `max_attempts` within `window_s` seconds.

    The memory is bounded: only the `max_clients` clients with the latest failures are remembered.
    """

    def __init__(self, max_attempts: int = 20, window_s: float = 600.0, max_clients: int = 10_000) -> None:
        self._max_attempts, self._window_s, self._max_clients = max_attempts, window_s, max_clients
        self._failures: dict[str, deque[float]] = {}

    def is_blocked(self, client: str, now: float) -> bool:
        """Return whether the client has failed too often."""
        failures = self._failures.get(client)
        while failures and failures[0] <= now - self._window_s:
            failures.popleft()
        return failures is not None and len(failures) >= self._max_attempts

    def record_failure(self, client: str, now: float) -> None:
        failures = self._failures.pop(client, deque(maxlen=self._max_attempts))
        failures.append(now)
        self._failures[client] = failures
        while len(self._failures) > self._max_clients:
            del self._failures[next(iter(self._failures))]
