"""The scripts, style sheets and served pages, which tools/frontend.py builds from frontend/."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def asset(name: str) -> str:
    """Return the text of the built file `name`, such as `replay.js`."""
    return files("outply").joinpath("assets", name).read_text(encoding="utf-8")
