"""The one Jinja environment of all pages: every text is escaped, and what a stranger wrote is made visible."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from outply.report.base.numbers import average, count, duration, milliseconds
from outply.text import escape_controls


@cache
def environment() -> Environment:
    """Return it; templates are those of the package."""
    made = Environment(
        loader=PackageLoader("outply.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        auto_reload=False,
    )
    made.filters |= {"count": count, "average": average, "ms": milliseconds, "duration": duration}
    return made


def _finalize(value: Any) -> Any:
    """Make every text of a stranger fit to be read, wherever it stands."""
    return (
        escape_controls(value, keep="\n\t") if isinstance(value, str) and not isinstance(value, Markup) else value
    )
