"""The scripts, style sheets and served pages, which tools/frontend.py builds from frontend/."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def asset(name: str) -> str:
    """Return the text of the built file `name`, such as `replay.js`."""
    return asset_bytes(name).decode()


def asset_bytes(name: str) -> bytes:
    """Return the content of the built file `name`, such as `icon-192.png`."""
    return files("outply").joinpath("assets", name).read_bytes()
