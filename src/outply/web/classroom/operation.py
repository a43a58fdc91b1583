"""Answers for the operator of the server: health, readiness and metrics."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from outply.classroom.operation import metrics
from outply.jobs.sqlite_state import StateError
from outply.web.classroom.server import ClassRequest


def health(_: ClassRequest) -> Response:
    """Answer that the server runs."""
    return JSONResponse({"status": "ok"})


def readiness(request: ClassRequest) -> Response:
    """Answer whether the server can accept submissions: the database answers and the queue runs."""
    try:
        request.classroom.database.row("SELECT 1 FROM flag")
    except StateError:
        return JSONResponse({"status": "the database does not answer"}, 503)
    if not request.server.is_ready():
        return JSONResponse({"status": "the queue does not run"}, 503)
    return JSONResponse({"status": "ok"})


def show_metrics(request: ClassRequest) -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(
        request.server.metrics.text(),
        media_type=metrics.CONTENT_TYPE,
        headers={"Cache-Control": "no-store"},
    )
