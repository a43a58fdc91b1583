"""The architecture as a drawing: the layers that imports are checked by, and the packages' docstrings."""

from __future__ import annotations

import textwrap
import tomllib
from html import escape
from pathlib import Path

from extensions.package import docstring

from outply.games.svg import COLOURS, INK, INKS, LINE, PAPER, SHADES

ROOT = Path(__file__).parent.parent

WIDTH, HEIGHT, GAP = 720, 58, 12  # of a layer, and what is between two
NATIVE = 230  # the width of the native core, beside what imports it
CHARACTER, LEADING = 6.4, 15  # of the small text
IMPORTER = "outply.search"  # alone has the native core; tests/test_repository.py holds it to that


def layers() -> list[list[str]]:
    """Return the packages from the top of the house to its ground; those of a layer do not know each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return [[name.strip() for name in layer.split("|")] for layer in settings["contracts"][0]["layers"]]


def native() -> str:
    """Return what the native core consists of."""
    parts = sorted(path.name for path in (ROOT / "native").iterdir() if path.is_dir())
    return f"C++20 headers: {', '.join(parts)}."


def drawn() -> str:
    """Return the drawing as SVG."""
    parts = []
    rows = layers()
    for number, names in enumerate(rows):
        y = number * (HEIGHT + GAP)
        room = WIDTH - (NATIVE + GAP if IMPORTER in names else 0)
        width = (room - GAP * (len(names) - 1)) / len(names)
        for place, name in enumerate(names):
            parts.append(_box(place * (width + GAP), y, width, name, docstring(name), SHADES[1]))
        if IMPORTER in names:
            parts.append(_box(WIDTH - NATIVE, y, NATIVE, "native", native(), COLOURS[0], INKS[0]))
            middle = y + HEIGHT / 2
            parts.append(f'<path d="M{room} {middle}h{GAP - 1}" marker-end="url(#tip)"/>')
        if number:
            parts.append(f'<path d="M40 {y - GAP}v{GAP - 1}" marker-end="url(#tip)"/>')
    height = len(rows) * (HEIGHT + GAP) - GAP
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="-12 -12 {WIDTH + 24} {height + 24}" width="{WIDTH + 24}" '
        f'height="{height + 24}" role="img" font-family="Helvetica,Arial,sans-serif" fill="none" stroke="{INK}">'
        "<title>The layers of Outply: each imports only what is below it</title>"
        '<marker id="tip" orient="auto" markerWidth="6" markerHeight="6" refX="4" refY="3">'
        f'<path d="M0 0 5 3 0 6z" fill="{INK}" stroke="none"/></marker>'
        f'<rect x="-12" y="-12" width="{WIDTH + 24}" height="{height + 24}" rx="4" fill="{PAPER}" stroke="none"/>'
        + "".join(parts)
        + "</svg>"
    )


def _box(x: float, y: float, width: float, name: str, about: str, fill: str, ink: str = INK) -> str:
    lines = textwrap.wrap(" ".join(about.replace("`", "").split()), int((width - 24) / CHARACTER))
    first = y + (24 if len(lines) == 1 else 18)
    texts = "".join(
        f'<text x="{x + 12:g}" y="{first + LEADING * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines, start=1)
    )
    return (
        f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{HEIGHT}" rx="5" fill="{fill}" stroke="{LINE}"/>'
        f'<g fill="{ink}" stroke="none" font-size="12.5">'
        f'<text x="{x + 12:g}" y="{first:g}" font-size="14" font-weight="bold">{escape(name)}</text>{texts}</g>'
    )
