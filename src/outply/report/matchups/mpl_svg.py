"""Matplotlib for pages: one style, and figures as SVG elements that may stand in one page beside each other.

The same figure has the same bytes each time, on every machine: its font is the one that comes with Matplotlib, and
what a person has set up for their own plots does not apply.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from contextlib import contextmanager
from html import escape

from outply.games.svg import INK
from outply.report.base.theme import FONTS, MUTED, RULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The first import looks through the fonts of the machine, and says so where it takes long or cannot be kept.
logging.getLogger("matplotlib").setLevel(logging.ERROR)

ACCENT = "#b4501e"
"""For alpha-beta beside minimax: neither of the two players' colours."""

WIDTH = 7.2  # inches, as all lengths here: the width of a printed page without its margins
LEFT, RIGHT, FOOT, GAP = 0.62, 0.06, 0.4, 0.16
LINE, LETTER = 0.13, 0.07  # how high and how wide text is

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "axes.titlesize": 7.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 5,
    "axes.labelsize": 7.5,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.5,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "legend.handlelength": 2.6,
    "lines.linewidth": 1.3,
    "text.color": INK,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "svg.fonttype": "none",  # text stays text: to be searched and copied, and a third of the size of outlines
    "svg.hashsalt": "outply",
}

METADATA = ("Date", "Creator", "Format", "Type")  # of which a page needs none


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of reports, whatever the person's own settings are."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        # A name may have letters that the font for measuring lacks; whoever shows the page draws them.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def panels(titles: list[str], columns: int, height: float, *, head: int = 0) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel of that height for each title, all with the same axes, `columns` in a row.

    `head` is the number of lines above all panels, where the legend goes. The places are worked out here because
    Matplotlib's own layout takes longer than all the rest.
    """
    from matplotlib.figure import Figure

    columns = min(columns, len(titles))
    rows = -(-len(titles) // columns)
    title = LINE * max(title.count("\n") + 1 for title in titles) + 0.08
    full = FOOT + rows * (title + height) + (rows - 1) * GAP + head * LINE * 1.3
    width = (WIDTH - LEFT - RIGHT - (columns - 1) * GAP) / columns
    figure = Figure(figsize=(WIDTH, full))
    axes: list[Axes] = []
    for place, text in enumerate(titles):
        row, column = divmod(place, columns)
        left, bottom = LEFT + column * (width + GAP), FOOT + (rows - 1 - row) * (title + height + GAP)
        shared = axes[0] if axes else None
        one = figure.add_axes(
            (left / WIDTH, bottom / full, width / WIDTH, height / full), sharex=shared, sharey=shared
        )
        one.tick_params(labelleft=column == 0, labelbottom=place + columns >= len(titles))
        one.set_title("\n".join(_cut(line, width) for line in text.split("\n")), parse_math=False)
        axes.append(one)
    return figure, axes


def _cut(text: str, width: float) -> str:
    """Return the text, or as much of it as has room."""
    most = int(width / LETTER)
    return text if len(text) <= most else text[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def svg(figure: Figure, name: str, title: str) -> str:
    """Return the figure as an `<svg>` element; `name` keeps its identifiers apart from those of other figures."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    text = io.StringIO()
    FigureCanvasSVG(figure).print_figure(text, format="svg", metadata=dict.fromkeys(METADATA))
    box, body = _parts(text.getvalue())
    pieces = re.split(r"(<[^>]*>)", body)  # every second one is a tag; what people called things is in the others
    tags = [_lean(tag) for tag in pieces[1::2]]
    used = set(re.findall(r"(?:href=\"|url\()#([^\")]+)", "".join(tags)))
    pieces[1::2] = [_identified(tag, name, used) for tag in tags]
    return (
        f'<svg viewBox="{box}" role="img" aria-label="{escape(title)}" '
        f'style="stroke-linejoin:round;stroke-linecap:butt;font-family:{FONTS}">'
        + "".join(piece for piece in pieces if not piece.isspace())
        + "</svg>"
    )


def _parts(text: str) -> tuple[str, str]:
    """Return the view box of Matplotlib's file, and what is drawn in it."""
    found = re.search(r'<svg[^>]* viewBox="([^"]*)"[^>]*>(.*)</svg>', text, re.DOTALL)
    assert found, "this is what Matplotlib writes"
    # A style sheet inside would hold for the whole page.
    unwanted = r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>"
    return found[1], re.sub(unwanted, "", found[2], flags=re.DOTALL)


def _lean(tag: str) -> str:
    """Return the tag without all that a page does not need; the font of each text is that of all."""
    tag = re.sub(r"font-family: [^;\"]*;? ?", "", tag).replace("xlink:href", "href")
    tag = re.sub(r' transform="rotate\(-0 [^"]*"', "", tag)
    tag = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", tag)
    return re.sub(r"\s+(?=\")|\s*\n\s*(?=[MLCQz])", "", re.sub(r"\s*\n\s*", "\n", tag))


def _identified(tag: str, name: str, used: set[str]) -> str:
    """Return the tag with the name before the identifiers that are used, and without the others."""
    tag = re.sub(r' id="([^"]+)"', lambda one: f' id="{name}-{one[1]}"' if one[1] in used else "", tag)
    return re.sub(r"(href=\"|url\()#", rf"\1#{name}-", tag)
