"""The Jinja environment of all pages: HTML is escaped, and control characters are made visible."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from outply.report.base.assets import asset
from outply.report.base.formatting import average, count, day, duration, milliseconds, signed
from outply.text import escape_controls


@cache
def environment() -> Environment:
    """Return the shared Jinja environment, which loads the templates of `outply.report`."""
    env = Environment(
        loader=PackageLoader("outply.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        auto_reload=False,
    )
    env.filters |= {
        "count": count,
        "average": average,
        "ms": milliseconds,
        "day": day,
        "duration": duration,
        "signed": signed,
    }
    env.globals["asset"] = lambda name: Markup(asset(name))
    return env


def script_json(data: Any) -> str:
    """Return `data` as JSON text for a script element. No text in the data can end the element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _finalize(value: Any) -> Any:
    """Escape control characters in every text that a template prints, because any text may be untrusted."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return escape_controls(value, keep="\n\t") if is_text else value
