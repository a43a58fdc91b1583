"""The page of the audit log, with filters."""

from __future__ import annotations

from starlette.responses import Response

from outply.web.classroom.server import ClassRequest

PAGE_ENTRIES = 100
MAX_FILTER_CHARS = 80


def show_audit(request: ClassRequest) -> Response:
    """Show the entries of the audit log that match the filters, the newest first."""
    database = request.classroom.database
    actor, action, subject = (
        request.query.get(name, "").strip()[:MAX_FILTER_CHARS] for name in ("person", "action", "subject")
    )
    before = request.query.get("before", "")
    last = int(before) if before.isascii() and before.isdigit() and len(before) <= 12 else None
    entries = database.rows(
        "SELECT * FROM audit WHERE (? = '' OR actor = ? COLLATE NOCASE) AND (? = '' OR action = ?) "
        "AND (? = '' OR instr(lower(subject), lower(?))) AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?",
        actor,
        actor,
        action,
        action,
        subject,
        subject,
        last,
        last,
        PAGE_ENTRIES + 1,
    )
    return request.page(
        "audit",
        entries=entries[:PAGE_ENTRIES],
        older=entries[PAGE_ENTRIES - 1]["id"] if len(entries) > PAGE_ENTRIES else None,
        actors=[row["actor"] for row in database.rows("SELECT DISTINCT actor FROM audit ORDER BY actor")],
        actions=[row["action"] for row in database.rows("SELECT DISTINCT action FROM audit ORDER BY action")],
        chosen={"person": actor, "action": action, "subject": subject},
    )
