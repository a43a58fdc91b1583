"""Roles of people in a class, and the roles that a route or an action admits."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """What a person may do. PUBLIC is the role of a visitor who is not signed in."""

    PUBLIC = "public"
    STUDENT = "student"
    ASSISTANT = "assistant"
    ADMINISTRATOR = "administrator"


EVERYONE = frozenset(Role)
SIGNED_IN = EVERYONE - {Role.PUBLIC}
STUDENTS = frozenset({Role.STUDENT})
STAFF = frozenset({Role.ASSISTANT, Role.ADMINISTRATOR})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})


def may_view(actor: Role, target: Role) -> bool:
    """Return whether `actor` may see the pages of a person with the role `target`, without changing anything."""
    return actor in STAFF and target is Role.STUDENT


def may_manage(actor: Role, target: Role) -> bool:
    """Return whether `actor` may issue or revoke the credentials of a person with the role `target`.

    An assistant manages students only; otherwise an assistant could sign in as an administrator.
    """
    return actor is Role.ADMINISTRATOR or (actor is Role.ASSISTANT and target is Role.STUDENT)
