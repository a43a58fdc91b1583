"""A search tree as an SVG drawing, for print and for reports.

MAX nodes are rectangles with a triangle that points up. MIN nodes are rounded, with a triangle that points down.
The principal variation is bold. A value that is a bound has `≤` or `≥` instead of `=`. Cut moves are drawn as a
dashed stub with the reason.
"""

from __future__ import annotations

from html import escape

from outply.games.svg import INK, PAPER
from outply.report.base.formatting import count
from outply.report.base.theme import FONTS, MUTED
from outply.report.tree.svg_layout import MAX_BOXES, STUB_ROWS, Box, layout
from outply.report.tree.text import cut, details, title, visit_count
from outply.search.trace import format_window
from outply.search.tree import SearchTree
from outply.text import plural_noun

# All lengths are in pixels.
ROW_HEIGHT, BOX_HEIGHT = 46, 36
MIN_BOX_WIDTH, PLY_GAP = 168, 68
MARGIN, HEADER_HEIGHT = 18, 64
TEXT_LEFT, TEXT_RIGHT = 28, 10  # from the sides of a box to its text
LARGE_FONT, MEDIUM_FONT, SMALL_FONT = 13, 12, 10.5
CHAR_WIDTH = 0.58  # per unit of the font size
FILLS = {True: "#e6ecf6", False: "#f7ead9"}  # MAX, MIN
PRINCIPAL_COLOUR = "#9a4a05"
UP_TRIANGLE, DOWN_TRIANGLE = "m0 7 6-11 6 11z", "m0-4h12l-6 11z"


def svg(tree: SearchTree, max_boxes: int = MAX_BOXES) -> str:
    """Return a search tree as an SVG document with approximately `max_boxes` boxes at most."""
    return Drawing(tree, max_boxes).svg()


class Drawing:
    """The drawing of a search tree: its boxes and their common width."""

    header_height: float = HEADER_HEIGHT
    row_height: float = ROW_HEIGHT
    box_height: float = BOX_HEIGHT
    window_font: float = SMALL_FONT

    def __init__(self, tree: SearchTree, max_boxes: int = MAX_BOXES) -> None:
        self.tree = tree
        self.prunes = tree.algorithm == "ALPHABETA"
        self.boxes = list(layout(tree, max_boxes).walk())
        nodes = [box.node for box in self.boxes if box.node is not None]
        self.shown = len(nodes)
        self.box_width = max([MIN_BOX_WIDTH, *map(self.text_width, nodes)])

    def svg(self) -> str:
        """Return the drawing as an SVG document."""
        boxes = self.boxes
        right = max(self.left_middle(box)[0] for box in boxes) + self.box_width
        width = max(right + MARGIN + self.overhang, self.header_width)
        height = self.header_height + (max(box.row for box in boxes) + 1) * self.row_height + MARGIN
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img" font-family="{FONTS}">',
            f"<title>{escape(title(self.tree))}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *self.header(),
            *self.edges(),
            *(self.stub(box) if box.node is None else self.node(box, box.node) for box in boxes),
        ]
        return "\n".join([*filter(None, parts), "</svg>"])

    @property
    def subtitle(self) -> str:
        """The settings of the search, in the header."""
        return details(self.tree).partition(", of which")[0]

    @property
    def header_width(self) -> float:
        """The width, in pixels, that the header needs."""
        return MARGIN * 2 + MEDIUM_FONT * CHAR_WIDTH * len(self.subtitle)

    @property
    def overhang(self) -> float:
        """The width, in pixels, of the texts to the right of the last boxes."""
        return PLY_GAP

    def header(self) -> list[str]:
        """Return the title of the drawing, the settings of the search, and how much of it is drawn."""
        all_shown = self.shown == self.tree.visited
        note = "" if all_shown else f"{count(self.shown)} of these visits are drawn; the others are counted"
        return [
            _text(MARGIN, 26, title(self.tree), INK, 17, bold=True),
            _text(MARGIN, 43, self.subtitle, MUTED, MEDIUM_FONT),
            _text(MARGIN, 58, note, MUTED, MEDIUM_FONT),
        ]

    def left_middle(self, box: Box) -> tuple[float, float]:
        """Return the coordinates (x, y) of the middle of the left side of a box."""
        middle = STUB_ROWS / 2 if box.node is None else 0.5
        x = MARGIN + box.ply * (self.box_width + PLY_GAP)
        return x, self.header_height + (box.row + middle) * self.row_height

    def node_texts(self, node: int) -> tuple[str, str, str]:
        """Return the texts of a node: move and value, number of the visit, window (empty for minimax)."""
        visit = self.tree.visits[node]
        window = ""
        if self.prunes:
            window = format_window(visit.alpha_in, visit.beta_in)
            on_exit = format_window(visit.alpha_out, visit.beta_out)
            window = (window if window == on_exit else f"{window} → {on_exit}").replace("inf", "∞")
        move = "root" if visit.move is None else visit.move
        return f"{move} {visit.relation} {visit.value}", f"#{visit.order}", window

    def text_width(self, node: int) -> float:
        """Return the width, in pixels, that the box of a node needs for its texts."""
        move, order, window = self.node_texts(node)
        upper = CHAR_WIDTH * (LARGE_FONT * len(move) + SMALL_FONT * (len(order) + 1))
        return TEXT_LEFT + max(upper, CHAR_WIDTH * self.window_font * len(window)) + TEXT_RIGHT

    def edges(self) -> list[str]:
        paths: dict[str, list[str]] = {
            f'stroke="{MUTED}"': [],
            f'stroke="{MUTED}" stroke-dasharray="3 3"': [],
            f'stroke="{PRINCIPAL_COLOUR}" stroke-width="3"': [],
        }
        thin, dashed, bold = paths.values()
        for box in self.boxes:
            x, y = self.left_middle(box)
            x += self.box_width
            for child in box.children:
                to_x, to_y = self.left_middle(child)
                to_x -= 4 if child.node is None else 0
                path = f"M{x:g} {y:g}C{x + PLY_GAP / 2:g} {y:g} {to_x - PLY_GAP / 2:g} {to_y:g} {to_x:g} {to_y:g}"
                (dashed if child.node is None else bold if child.is_principal else thin).append(path)
        return [f'<path fill="none" {style} d="{"".join(lines)}"/>' for style, lines in paths.items() if lines]

    def node(self, box: Box, node: int) -> str:
        is_max = self.tree.is_max(node)
        move, order, window = self.node_texts(node)
        x, y = self.left_middle(box)
        height = self.box_height
        baseline = y - height / 12 if window else y + 4.5
        stroke = f'stroke="{PRINCIPAL_COLOUR}" stroke-width="2.6"' if box.is_principal else f'stroke="{MUTED}"'
        hidden = f"+ {visit_count(box.hidden_visits)}" if box.hidden_visits else ""
        return "".join(
            [
                f'<rect x="{x:g}" y="{y - height / 2:g}" width="{self.box_width:g}" height="{height:g}" '
                f'rx="{2 if is_max else height / 2:g}" fill="{FILLS[is_max]}" {stroke}/>',
                f'<path fill="{INK if is_max else "none"}" stroke="{INK}" '
                f'd="M{x + 10:g} {y:g}{UP_TRIANGLE if is_max else DOWN_TRIANGLE}"/>',
                _text(x + TEXT_LEFT, baseline, move, INK, LARGE_FONT, bold=box.is_principal),
                _text(x + self.box_width - TEXT_RIGHT, baseline, order, MUTED, SMALL_FONT, end=True),
                _text(x + TEXT_LEFT, y + height / 3, window, MUTED, self.window_font),
                _text(x + self.box_width + 6, y + 4, hidden, MUTED, SMALL_FONT),
            ]
        )

    def stub(self, box: Box) -> str:
        x, y = self.left_middle(box)
        if box.cut_of is not None:
            return _text(x, y + 4, cut(self.tree.visits[box.cut_of]), INK, MEDIUM_FONT)
        moves = f"{count(box.hidden_siblings)} more {plural_noun(box.hidden_siblings, 'move')}"
        return _text(x, y + 4, f"{moves}, {visit_count(box.hidden_visits)}", MUTED, MEDIUM_FONT)


def _text(x: float, y: float, text: str, fill: str, size: float, *, bold: bool = False, end: bool = False) -> str:
    if not text:
        return ""
    style = (' font-weight="bold"' if bold else "") + (' text-anchor="end"' if end else "")
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" font-size="{size:g}"{style}>{escape(text)}</text>'
