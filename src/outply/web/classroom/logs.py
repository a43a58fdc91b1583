"""The log of a class server: one line per event, as text or as JSON.

A line never contains a name, an address of a page, a secret or what a program wrote: requests are logged by the
template of their route, people by their key, and unexpected errors without their message, which may quote input.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import IO, Any

LOGGER = "outply.classroom"
FIELDS = (
    "request_id",
    "method",
    "route",
    "status",
    "duration_ms",
    "person",
    "submission",
    "game",
    "state",
    "seconds",
    "versions",
    "checks",
    "games",
)
"""Additional fields of events, in the order of a line."""


def event(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a log record."""
    at = datetime.fromtimestamp(record.created, UTC)
    fields: dict[str, Any] = {
        "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "event": record.getMessage(),
    }
    fields |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
    if record.exc_info and record.exc_info[0] is not None:
        fields["error"] = record.exc_info[0].__name__
        fields["stack"] = _stack(record.exc_info[2])
    return fields


def _stack(trace: TracebackType | None) -> list[str]:
    """Return the calls that led to an exception, without source lines and values."""
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object in a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(event(record), ensure_ascii=True)


class TextFormatter(logging.Formatter):
    """Formats a record as a line of text: time, level, event, and the other fields as `name=value`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = event(record)
        stack = fields.pop("stack", [])
        head = f"{fields.pop('time')} {fields.pop('level')} {_one_line(fields.pop('event'))}"
        line = " ".join([head, *(f"{name}={_one_line(value)}" for name, value in fields.items())])
        return "\n".join([line, *(f"    {call}" for call in stack)])


def _one_line(value: object) -> str:
    """Return a value without control characters, so that it cannot forge another line."""
    return re.sub(r"[^\x20-\x7e]", lambda found: ascii(found[0])[1:-1], str(value))


def configure_logging(stream: IO[str], format_name: str = "text") -> logging.Handler:
    """Write the log of the class server to `stream`; return the handler, which a caller may remove again.

    Messages of the HTTP server about invalid requests may quote them, and are left out.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if format_name == "json" else TextFormatter())
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    for name in ("uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return handler


def log_request(fields: Mapping[str, Any], status: int) -> None:
    """Log a finished request."""
    level = logging.ERROR if status >= 500 else logging.INFO
    logging.getLogger(LOGGER).log(level, "request", extra=dict(fields))
