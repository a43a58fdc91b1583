"""Draw patterns of Warfare's evaluation with the fitted weights of their cells."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from outply import _native
from outply.games.svg import COLOURS, INK, INKS, LINE, PAPER, SHADES

WEIGHTS = Path(__file__).parent.parent / "native" / "warfare" / "fitted_weights.hpp"
UNIT = 4096
"""Fixed-point representation of a weight of 1.0."""

PATTERNS = {
    # caption: the board, whose middle cell and its neighbours are the pattern; X is to move
    "own, threatened once": "..... ..X.. .XX.O ..X.. .....",
    "own, threatened twice": "..O.. ..... .XX.O ..X.. .....",
    "own, not threatened": "..... ..X.. .XX.. ..X.. .....",
    "enemy, one raid": "..... ..O.. .OO.X ..O.. .....",
    "enemy, two raids": "..X.. ..... .OO.X ..O.. .....",
    "empty, both can raid": "..... ..X.. .X.O. ..O.. .....",
    "empty among enemies": "..... ..O.. .O.O. ..O.. .....",
    "empty among own cells": "..... ..X.. .X.X. ..X.. .....",
}
SIZE, MIDDLE = 5, 12
CELLS = (MIDDLE, MIDDLE - SIZE, MIDDLE + 1, MIDDLE + SIZE, MIDDLE - 1)
"""The cells of the pattern, in the order of the evaluation's terms."""

# All lengths are in pixels.
CELL, GAP, CAPTION, COLUMNS, MARGIN = 46, 24, 26, 4, 12


def pattern_weights(owners: str) -> list[float]:
    """Return the weights of the cells of the pattern in the middle, for an even number of empty cells."""
    values = list(range(1, SIZE * SIZE + 1))
    terms = _native.WarfarePosition(SIZE, values, owners, "X", blitz=False).evaluation_terms()
    # The terms of a pattern follow each other. Every cell has a value of its own, by which they are found.
    wanted = [values[cell] for cell in CELLS]
    found = [number for number, value in terms]
    first = next(i for i in range(len(terms)) if [value for _, value in terms[i : i + len(CELLS)]] == wanted)
    numbers = re.search(r"\{([-\d,\s]+)\}", WEIGHTS.read_text())
    assert numbers is not None
    weights = [int(number) for number in numbers[1].split(",") if number.strip()]
    return [weights[number] / UNIT for number in found[first : first + len(CELLS)]]


def patterns_svg() -> str:
    """Return the drawing of all patterns as SVG."""
    side = 3 * CELL
    parts = []
    for number, (caption, board) in enumerate(PATTERNS.items()):
        x, y = number % COLUMNS * (side + GAP), number // COLUMNS * (side + GAP + CAPTION)
        parts.append(_pattern(x, y, board.replace(" ", ""), caption))
    rows = -(-len(PATTERNS) // COLUMNS)
    width = COLUMNS * (side + GAP) - GAP + 2 * MARGIN
    height = rows * (side + GAP + CAPTION) - GAP + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} -{MARGIN} {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:100%;height:auto" role="img" text-anchor="middle" '
        'font-family="Helvetica,Arial,sans-serif"><title>Patterns of five cells with their weights</title>'
        f'<rect x="-{MARGIN}" y="-{MARGIN}" width="{width}" height="{height}" rx="4" fill="{PAPER}"/>'
        + "".join(parts)
        + "</svg>"
    )


def _pattern(x: int, y: int, owners: str, caption: str) -> str:
    centre, bottom = x + 1.5 * CELL, y + 3 * CELL + 18
    parts = [f'<text x="{centre:g}" y="{bottom}" font-size="12" fill="{INK}">{escape(caption)}</text>']
    for cell, weight in zip(CELLS, pattern_weights(owners), strict=True):
        left, top = x + (cell % SIZE - 1) * CELL, y + (cell // SIZE - 1) * CELL
        side = "XO.".index(owners[cell])
        fill, ink = ((*COLOURS, SHADES[0])[side], (*INKS, INK)[side])
        bold = ' font-weight="bold"' if cell == MIDDLE else ""
        parts.append(
            f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{LINE}"/>'
            f'<text x="{left + CELL / 2:g}" y="{top + 29}" font-size="13" fill="{ink}"{bold}>{weight:+.2f}</text>'
        )
        if owners[cell] == ".":
            beside = [owners[at] for at in (cell - SIZE, cell + 1, cell + SIZE, cell - 1)]
            raiders = [raider for raider in range(2) if "XO"[raider] in beside]
            parts += [
                f'<circle cx="{left + 8 + 10 * place}" cy="{top + 8}" r="3.5" fill="{COLOURS[raider]}"/>'
                for place, raider in enumerate(raiders)
            ]
    return "".join(parts)
