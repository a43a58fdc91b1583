"""Draw the architecture from the import contract in pyproject.toml and the docstrings of the packages."""

from __future__ import annotations

import textwrap
import tomllib
from html import escape
from pathlib import Path

from extensions.package import docstring

from outply.games.svg import COLOURS, INK, INKS, LINE, PAPER, SHADES

ROOT = Path(__file__).parent.parent

# All lengths are in pixels.
WIDTH, LAYER_HEIGHT, GAP = 720, 58, 12
NATIVE_WIDTH = 230  # the box of the native core, beside its importer
CHAR_WIDTH, LINE_HEIGHT = 6.4, 15  # character width and line height of the small text
MARGIN = 12
NATIVE_IMPORTER = "outply.search"  # the only importer; tests/project/test_repository.py checks this


def layers() -> list[list[str]]:
    """Return the packages of each layer, from top to bottom; packages of one layer do not import each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return [[name.strip() for name in layer.split("|")] for layer in settings["contracts"][0]["layers"]]


def native_summary() -> str:
    """Return the parts of the native core."""
    parts = sorted(path.name for path in (ROOT / "native").iterdir() if path.is_dir())
    return f"C++20 headers: {', '.join(parts)}."


def architecture_svg() -> str:
    """Return the drawing as SVG."""
    parts = []
    rows = layers()
    for number, names in enumerate(rows):
        y = number * (LAYER_HEIGHT + GAP)
        row_width = WIDTH - (NATIVE_WIDTH + GAP if NATIVE_IMPORTER in names else 0)
        width = (row_width - GAP * (len(names) - 1)) / len(names)
        for index, name in enumerate(names):
            parts.append(_box(index * (width + GAP), y, width, name, docstring(name), SHADES[1]))
        if NATIVE_IMPORTER in names:
            x = WIDTH - NATIVE_WIDTH
            parts.append(_box(x, y, NATIVE_WIDTH, "native", native_summary(), COLOURS[0], INKS[0]))
            middle = y + LAYER_HEIGHT / 2
            parts.append(f'<path d="M{row_width} {middle}h{GAP - 1}" marker-end="url(#tip)"/>')
        if number:
            parts.append(f'<path d="M40 {y - GAP}v{GAP - 1}" marker-end="url(#tip)"/>')
    width, height = WIDTH + 2 * MARGIN, len(rows) * (LAYER_HEIGHT + GAP) - GAP + 2 * MARGIN
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="-{MARGIN} -{MARGIN} {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="Helvetica,Arial,sans-serif" fill="none" stroke="{INK}">'
        "<title>The layers of Outply: each imports only from the layers below it</title>"
        '<marker id="tip" orient="auto" markerWidth="6" markerHeight="6" refX="4" refY="3">'
        f'<path d="M0 0 5 3 0 6z" fill="{INK}" stroke="none"/></marker>'
        f'<rect x="-{MARGIN}" y="-{MARGIN}" width="{width}" height="{height}" rx="4" '
        f'fill="{PAPER}" stroke="none"/>' + "".join(parts) + "</svg>"
    )


def _box(x: float, y: float, width: float, name: str, summary: str, fill: str, ink: str = INK) -> str:
    lines = textwrap.wrap(" ".join(summary.replace("`", "").split()), int((width - 24) / CHAR_WIDTH))
    first = y + (24 if len(lines) == 1 else 18)
    texts = "".join(
        f'<text x="{x + 12:g}" y="{first + LINE_HEIGHT * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines, start=1)
    )
    return (
        f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{LAYER_HEIGHT}" rx="5" fill="{fill}" stroke="{LINE}"/>'
        f'<g fill="{ink}" stroke="none" font-size="12.5">'
        f'<text x="{x + 12:g}" y="{first:g}" font-size="14" font-weight="bold">{escape(name)}</text>{texts}</g>'
    )
