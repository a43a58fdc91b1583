"""Matplotlib figures as SVG elements. An HTML page may contain any number of these elements.

A figure has the same bytes on every machine: the font comes with Matplotlib, and user settings are ignored.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from outply.games.svg import INK
from outply.report.base.theme import FONTS, MUTED, RULE

if TYPE_CHECKING:  # Matplotlib takes a second to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# On its first import Matplotlib scans the fonts of the machine and logs a message about it.
logging.getLogger("matplotlib").setLevel(logging.ERROR)

ACCENT = "#b4501e"
"""Colour of alpha-beta beside minimax, different from the colours of the players."""

# All lengths are in inches.
FIGURE_WIDTH = 7.2  # a printed page without its margins
LEFT, RIGHT, BOTTOM, PANEL_GAP = 0.62, 0.06, 0.4, 0.16
LINE_HEIGHT, CHAR_WIDTH = 0.13, 0.07

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
    "svg.fonttype": "none",  # text stays searchable, and takes a third of the size of outlines
}

SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
OMITTED_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


@contextmanager
def style() -> Iterator[None]:
    """Apply the style of reports to Matplotlib inside a `with` block, ignoring user settings."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        # Only the measuring font lacks these glyphs; the browser draws them with another one.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def panels(titles: list[str], columns: int, height: float, *, legend_lines: int = 0) -> tuple[Figure, list[Axes]]:
    """Return a figure and its panels: one per title, `columns` in a row, with the same height and shared axes.

    `height` is the height of a panel in inches; `legend_lines` is the number of lines of the legend above all
    panels. The layout is computed here because Matplotlib's layout engine takes longer than everything else.
    """
    from matplotlib.figure import Figure

    columns = min(columns, len(titles))
    rows = -(-len(titles) // columns)
    title_height = LINE_HEIGHT * max(title.count("\n") + 1 for title in titles) + 0.08
    legend_height = legend_lines * LINE_HEIGHT * 1.3
    figure_height = BOTTOM + rows * (title_height + height) + (rows - 1) * PANEL_GAP + legend_height
    width = (FIGURE_WIDTH - LEFT - RIGHT - (columns - 1) * PANEL_GAP) / columns
    figure = Figure(figsize=(FIGURE_WIDTH, figure_height))
    axes: list[Axes] = []
    for index, title in enumerate(titles):
        row, column = divmod(index, columns)
        left = LEFT + column * (width + PANEL_GAP)
        bottom = BOTTOM + (rows - 1 - row) * (title_height + height + PANEL_GAP)
        shared = axes[0] if axes else None
        panel = figure.add_axes(
            (left / FIGURE_WIDTH, bottom / figure_height, width / FIGURE_WIDTH, height / figure_height),
            sharex=shared,
            sharey=shared,
        )
        panel.tick_params(labelleft=column == 0, labelbottom=index + columns >= len(titles))
        panel.set_title("\n".join(_shorten(line, width) for line in title.split("\n")), parse_math=False)
        axes.append(panel)
    return figure, axes


def _shorten(text: str, width: float) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `width` inches."""
    max_chars = int(width / CHAR_WIDTH)
    return text if len(text) <= max_chars else text[: max_chars - 1] + "\N{HORIZONTAL ELLIPSIS}"


def svg(figure: Figure, name: str, title: str) -> str:
    """Return the figure as an `<svg>` element; `name` must be unique in the page.

    `title` is the text alternative of the figure.
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    text = io.StringIO()
    # The salt makes the identifiers in the figure unique in the page.
    with matplotlib.rc_context({"svg.hashsalt": name}):
        FigureCanvasSVG(figure).print_figure(text, format="svg", metadata=OMITTED_METADATA)
    root = ElementTree.fromstring(text.getvalue())
    view_box = root.attrib["viewBox"]
    _clean(root)
    root.attrib = {
        "viewBox": view_box,
        "role": "img",
        "aria-label": title,
        "style": f"stroke-linejoin:round;stroke-linecap:butt;font-family:{FONTS}",
    }
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element) -> None:
    """Remove everything that a page does not need from an SVG element and its children.

    The style sheet is removed because it would apply to the whole page.
    """
    element.tag = element.tag.removeprefix(SVG_NAMESPACE)
    attributes = element.attrib
    if element.tag == "g":
        attributes.pop("id", None)  # every figure numbers its groups, and nothing refers to these numbers
    if XLINK_HREF in attributes:
        attributes["href"] = attributes.pop(XLINK_HREF)
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    for key, value in attributes.items():
        value = re.sub(r"font-family: [^;]*;? ?", "", value)
        value = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", value)
        attributes[key] = " ".join(value.split())
    for child in list(element):
        if child.tag in (f"{SVG_NAMESPACE}metadata", f"{SVG_NAMESPACE}style"):
            element.remove(child)
        else:
            _clean(child)
    for part in ("text", "tail"):
        if (getattr(element, part) or "").isspace():
            setattr(element, part, None)
