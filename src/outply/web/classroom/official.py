"""Pages of the official tournament, and the request to play it."""

from __future__ import annotations

from pathlib import PurePosixPath

from starlette.responses import Response

from outply.classroom.results import official
from outply.web.classroom.access import RefusedError
from outply.web.classroom.server import ClassRequest, redirect
from outply.web.static_files import MEDIA_TYPES


def show_official(request: ClassRequest) -> Response:
    """Show a page of the tournament or, before it begins, what will be played."""
    classroom, name = request.classroom, request.parameters["name"] or "index.html"
    try:
        text = request.server.official.page(classroom, name)
    except KeyError:
        raise RefusedError(404, "page not found") from None
    if text is not None:
        kind = MEDIA_TYPES[PurePosixPath(name).suffix]
        return Response(text, media_type=kind, headers={"Cache-Control": "no-store"})
    if name != "index.html":
        raise RefusedError(404, "page not found")
    settings = classroom.settings
    return request.page(
        "official",
        settings=settings,
        state=official.status(classroom.database),
        closes=settings.deadlines[-1].closes if settings.deadlines else None,
        is_closed=settings.is_closed(request.now),
    )


def play_official(request: ClassRequest) -> Response:
    """Freeze the active versions and play the tournament now."""
    if not official.request(request.classroom.database, request.actor, request.now):
        raise RefusedError(409, "the official tournament has begun")
    request.server.wake()
    return redirect("/staff#tournament")
