"""The tree of a search as a drawing, to be printed or to stand in a report.

MAX's nodes are square and have a triangle that points up, MIN's are round and have one that points down. The
chosen line of play is bold. Moves that were cut are a dashed stub with the reason.
"""

from __future__ import annotations

from html import escape

from outply.games.svg import INK, PAPER
from outply.report.base.numbers import count
from outply.report.base.theme import FONTS, MUTED
from outply.report.tree.svg_layout import ROOM, STUB, Box, sketch
from outply.report.tree.wording import cut, details, title, visits_of, window
from outply.search.tree import Tree

ROW, HIGH = 46, 36  # from one leaf to the next, and a node
NARROWEST, GAP = 168, 68  # a node, and the way to the next ply
MARGIN, HEAD = 18, 64
LEFT, RIGHT = 28, 10  # in a node, before and after what is written
LARGE, MIDDLE, SMALL = 13, 12, 10.5
WIDTH = 0.58  # of a letter, for each unit of the font's size
FILLS = {True: "#e6ecf6", False: "#f7ead9"}
CHOSEN = "#9a4a05"
UP, DOWN = "m0 7 6-11 6 11z", "m0-4h12l-6 11z"


def svg(tree: Tree, room: int = ROOM) -> str:
    """Return the drawing as an SVG document of about so many boxes at most."""
    return _Drawing(tree, room).svg()


class _Drawing:
    """The boxes of a tree, and how wide they are."""

    def __init__(self, tree: Tree, room: int) -> None:
        self.tree = tree
        self.prunes = tree.algorithm == "ALPHABETA"
        self.boxes = list(sketch(tree, room).all())
        nodes = [box.node for box in self.boxes if box.node is not None]
        self.shown = len(nodes)
        self.wide = max([NARROWEST, *map(self.room_for, nodes)])

    def svg(self) -> str:
        tree, boxes = self.tree, self.boxes
        about = details(tree).partition(", of which")[0]
        across = max(self.place(box)[0] for box in boxes) + self.wide + MARGIN + GAP
        width = max(across, MARGIN * 2 + MIDDLE * WIDTH * len(about))
        height = HEAD + (max(box.row for box in boxes) + 1) * ROW + MARGIN
        all_shown = self.shown == tree.visited
        note = "" if all_shown else f"{count(self.shown)} of these visits are drawn; the others are counted"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img" font-family="{FONTS}">',
            f"<title>{escape(title(tree))}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            _text(MARGIN, 26, title(tree), INK, 17, bold=True),
            _text(MARGIN, 43, about, MUTED, MIDDLE),
            _text(MARGIN, 58, note, MUTED, MIDDLE),
            *self.edges(),
            *(self.stub(box) if box.node is None else self.node(box, box.node) for box in boxes),
        ]
        return "\n".join([*filter(None, parts), "</svg>"])

    def place(self, box: Box) -> tuple[float, float]:
        """Return where the left side of a box has its middle."""
        middle = STUB / 2 if box.node is None else 0.5
        return MARGIN + box.ply * (self.wide + GAP), HEAD + (box.row + middle) * ROW

    def words(self, node: int) -> tuple[str, str, str]:
        """Return what stands in a node: its move and value, its order, its window."""
        visit = self.tree.visits[node]
        told = ""
        if self.prunes:
            told = window(visit.alpha_in, visit.beta_in)
            left = window(visit.alpha_out, visit.beta_out)
            told = (told if told == left else f"{told} → {left}").replace("inf", "∞")
        return f"{'root' if visit.move is None else visit.move} = {visit.value}", f"#{visit.order}", told

    def room_for(self, node: int) -> float:
        """Return how wide the box of a node has to be."""
        move, order, told = self.words(node)
        upper = WIDTH * (LARGE * len(move) + SMALL * (len(order) + 1))
        return LEFT + max(upper, WIDTH * SMALL * len(told)) + RIGHT

    def edges(self) -> list[str]:
        paths: dict[str, list[str]] = {
            f'stroke="{MUTED}"': [],
            f'stroke="{MUTED}" stroke-dasharray="3 3"': [],
            f'stroke="{CHOSEN}" stroke-width="3"': [],
        }
        plain, dashed, bold = paths.values()
        for box in self.boxes:
            x, y = self.place(box)
            x += self.wide
            for child in box.children:
                to_x, to_y = self.place(child)
                to_x -= 4 if child.node is None else 0
                path = f"M{x:g} {y:g}C{x + GAP / 2:g} {y:g} {to_x - GAP / 2:g} {to_y:g} {to_x:g} {to_y:g}"
                (dashed if child.node is None else bold if child.chosen else plain).append(path)
        return [f'<path fill="none" {style} d="{"".join(lines)}"/>' for style, lines in paths.items() if lines]

    def node(self, box: Box, node: int) -> str:
        is_max = self.tree.is_max(node)
        move, order, told = self.words(node)
        x, y = self.place(box)
        line = y - 3 if told else y + 4.5
        stroke = f'stroke="{CHOSEN}" stroke-width="2.6"' if box.chosen else f'stroke="{MUTED}"'
        return "".join(
            [
                f'<rect x="{x:g}" y="{y - HIGH / 2:g}" width="{self.wide:g}" height="{HIGH}" '
                f'rx="{2 if is_max else HIGH / 2:g}" fill="{FILLS[is_max]}" {stroke}/>',
                f'<path fill="{INK if is_max else "none"}" stroke="{INK}" '
                f'd="M{x + 10:g} {y:g}{UP if is_max else DOWN}"/>',
                _text(x + LEFT, line, move, INK, LARGE, bold=box.chosen),
                _text(x + self.wide - RIGHT, line, order, MUTED, SMALL, end=True),
                _text(x + LEFT, y + 12, told, MUTED, SMALL),
                _text(x + self.wide + 6, y + 4, f"+ {visits_of(box.visits)}" if box.visits else "", MUTED, SMALL),
            ]
        )

    def stub(self, box: Box) -> str:
        x, y = self.place(box)
        if box.cut_of is not None:
            return _text(x, y + 4, cut(self.tree.visits[box.cut_of]), INK, MIDDLE)
        moves = f"{count(box.siblings)} more move{'' if box.siblings == 1 else 's'}"
        return _text(x, y + 4, f"{moves}, {visits_of(box.visits)}", MUTED, MIDDLE)


def _text(x: float, y: float, text: str, fill: str, size: float, *, bold: bool = False, end: bool = False) -> str:
    if not text:
        return ""
    style = (' font-weight="bold"' if bold else "") + (' text-anchor="end"' if end else "")
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" font-size="{size:g}"{style}>{escape(text)}</text>'
