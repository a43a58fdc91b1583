"""Draw the figures of the theory pages: alpha-beta, minimal trees, Davidson's model and a sequential test."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from outply.arena.ratings.elo import expected_score
from outply.arena.ratings.sprt import CONTINUE, PAIR_POINTS, Sprt
from outply.games.svg import COLOURS, INK, LINE, PAPER, SHADES
from outply.search.trace import INFINITY

Tree: TypeAlias = "int | tuple[Tree, ...]"

TREE: Tree = (((5, 6), (7, 4)), ((3, 1), (9, 8)))
"""The example of docs/search-algorithms.md: MAX, MIN and MAX choose, and the numbers are leaves."""

MUTED = "#8d8577"
CUT = "#b4501e"
LINE_COLOURS = (COLOURS[0], CUT, "#2a7f8e")

# All lengths are in pixels.
MARGIN = 12
LEAF_GAP, LEVEL_HEIGHT, NODE_HEIGHT = 84, 82, 40
NODE_WIDTHS = (118, 118, 104, 40)  # by ply: inner nodes contain their window
PLOT_WIDTH, PLOT_HEIGHT = 520, 260
AXIS_LEFT, AXIS_BOTTOM, LABEL_RIGHT = 62, 46, 118


def theory_drawings() -> dict[str, str]:
    """Return the SVG text of every figure by name."""
    return {
        "theory-alphabeta": alphabeta_svg(),
        "theory-growth": growth_svg(),
        "theory-davidson": davidson_svg(),
        "theory-sprt": sprt_svg(),
    }


@dataclass(slots=True, kw_only=True)
class Node:
    """A node of the example tree with what alpha-beta found; a node that was not visited has no window."""

    ply: int
    x: float
    value: int | None = None
    window: tuple[float, float] | None = None
    sign: str = ""
    children: list[Node]

    @property
    def y(self) -> float:
        return self.ply * LEVEL_HEIGHT + NODE_HEIGHT / 2


def layout(tree: Tree, ply: int, first_leaf: int) -> tuple[Node, int]:
    """Return the node of a tree whose leaves begin at a column, and the column after its last leaf."""
    if isinstance(tree, int):
        return Node(ply=ply, x=(first_leaf + 0.5) * LEAF_GAP, value=tree, children=[]), first_leaf + 1
    children = []
    for part in tree:
        child, first_leaf = layout(part, ply + 1, first_leaf)
        children.append(child)
    return Node(ply=ply, x=(children[0].x + children[-1].x) / 2, children=children), first_leaf


def search(node: Node, alpha: float, beta: float) -> int:
    """Search a node by fail-soft alpha-beta, and store its window on entry, its value and the sign of a bound."""
    node.window = alpha, beta
    if not node.children:
        assert node.value is not None
        return node.value
    is_max = node.ply % 2 == 0
    best: int | None = None
    low, high = alpha, beta
    for child in node.children:
        value = search(child, low, high)
        best = value if best is None else max(best, value) if is_max else min(best, value)
        if best >= high if is_max else best <= low:
            break
        low, high = (max(low, best), high) if is_max else (low, min(high, best))
    assert best is not None
    node.value = best
    node.sign = "≤ " if best <= alpha else "≥ " if best >= beta else "= "
    return best


def alphabeta_svg() -> str:
    """Return the drawing of the example tree with windows, values and cutoffs."""
    root, columns = layout(TREE, 0, 0)
    search(root, -INFINITY, INFINITY)
    parts: list[str] = []
    _draw_node(root, parts)
    left = 44
    for ply, name in enumerate(("MAX", "MIN", "MAX", "leaves")):
        y = ply * LEVEL_HEIGHT + NODE_HEIGHT / 2 + 4
        parts.append(
            f'<text x="{-left}" y="{y:g}" text-anchor="start" font-size="12" fill="{MUTED}">{name}</text>'
        )
    width, height = columns * LEAF_GAP + left, 3 * LEVEL_HEIGHT + NODE_HEIGHT
    title = "Alpha-beta on a tree of three plies: 11 of 15 nodes are visited"
    return _frame(-left, 0, width, height, title, parts)


def _draw_node(node: Node, parts: list[str]) -> None:
    is_visited = node.window is not None
    for child in node.children:
        top, bottom = node.y + NODE_HEIGHT / 2, child.y - NODE_HEIGHT / 2
        if child.window is not None:
            style = f'stroke="{INK}" stroke-width="1.3"'
        else:
            style = f'stroke="{MUTED}" stroke-dasharray="4 4"'
        parts.append(f'<path d="M{node.x:g} {top:g}L{child.x:g} {bottom:g}" {style}/>')
        if is_visited and child.window is None:  # the stroke across the branch that is cut off
            x, y = (node.x + child.x) / 2, (top + bottom) / 2
            parts.append(f'<path d="M{x - 9:g} {y + 5:g}l18 -10" stroke="{CUT}" stroke-width="3"/>')
    width = NODE_WIDTHS[node.ply]
    radius = 5 if node.ply % 2 == 0 or not node.children else NODE_HEIGHT / 2
    fill, stroke, dashes = (SHADES[1], INK, "") if is_visited else (PAPER, MUTED, ' stroke-dasharray="4 4"')
    box = f'x="{node.x - width / 2:g}" y="{node.y - NODE_HEIGHT / 2:g}" width="{width}" height="{NODE_HEIGHT}"'
    parts.append(f'<rect {box} rx="{radius:g}" fill="{fill}" stroke="{stroke}"{dashes}/>')
    ink = INK if is_visited else MUTED
    if not node.children:
        parts.append(_text(node.x, node.y + 5, str(node.value), size=15, ink=ink))
    elif node.window is not None:
        alpha, beta = map(_bound, node.window)
        parts.append(_text(node.x, node.y - 3, f"{node.sign}{node.value}", size=15, ink=ink, bold=True))
        parts.append(_text(node.x, node.y + 13, f"[{alpha}, {beta}]", size=12, ink=ink))
    for child in node.children:
        _draw_node(child, parts)


def _bound(value: float) -> str:
    return {INFINITY: "∞", -INFINITY: "-∞"}.get(value, f"{value:g}")


def growth_svg() -> str:
    """Return the plot of the leaves of complete and minimal trees by depth, on a logarithmic scale."""
    branching, deepest, decades = 36, 8, 13
    plot = Plot(x_range=(0, deepest), y_range=(0, decades))
    plot.add_y_ticks({power: f"10^{power}" for power in range(0, decades, 3)})
    plot.add_x_ticks({depth: str(depth) for depth in range(deepest + 1)}, "depth")
    log_branching = math.log10(branching)
    full = [(depth, depth * log_branching) for depth in range(deepest + 1)]
    minimal = [(depth, math.log10(minimal_leaves(branching, depth))) for depth in range(deepest + 1)]
    plot.add_line(full, LINE_COLOURS[0], "all leaves: b^d")
    plot.add_line(minimal, LINE_COLOURS[1], "minimal tree")
    return plot.svg("Leaves of a tree with 36 moves at every node, by depth", "leaves (b = 36)")


def minimal_leaves(branching: int, depth: int) -> int:
    """Return the number of leaves that alpha-beta visits if the best move is always first (Knuth and Moore)."""
    leaves: int = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    return leaves


def davidson(difference: float, draw_weight: float) -> tuple[float, float, float]:
    """Return the probabilities of win, draw and loss at an Elo difference."""
    win, loss = 10 ** (difference / 800), 10 ** (-difference / 800)
    total = win + draw_weight + loss
    return win / total, draw_weight / total, loss / total


def davidson_svg() -> str:
    """Return the plot of the probabilities of win, draw and loss by Elo difference."""
    plot = Plot(x_range=(-600, 600), y_range=(0, 1))
    plot.add_y_ticks({share / 4: f"{25 * share} %" for share in range(5)})
    plot.add_x_ticks({elo: f"{elo:+d}" if elo else "0" for elo in range(-600, 601, 200)}, "difference in Elo")
    points = [(elo, davidson(elo, 0.5)) for elo in range(-600, 601, 20)]
    for index, name in enumerate(("win", "loss", "draw")):
        outcome = ("win", "draw", "loss").index(name)
        plot.add_line([(elo, shares[outcome]) for elo, shares in points], LINE_COLOURS[index], name)
    return plot.svg("Win, draw and loss in Davidson's model with v = 0.5", "probability")


def sprt_svg() -> str:
    """Return the plot of the log-likelihood ratio in three simulated tests."""
    test = Sprt(0, 60)
    low, high = test.bounds
    paths = {
        f"{elo:+d} Elo" if elo else "0 Elo": sprt_path(test, elo, seed) for elo, seed in ((60, 4), (30, 2), (0, 1))
    }
    longest = max(len(path) for path in paths.values())
    plot = Plot(x_range=(0, longest + 40), y_range=(-4, 4))
    plot.add_y_ticks({number: f"{number:+d}" if number else "0" for number in range(-4, 5, 2)})
    plot.add_x_ticks({pairs: str(pairs) for pairs in range(0, longest + 40, 40)}, "pairs of games")
    plot.add_bound(high, f"accept H1: {high:+.2f}")
    plot.add_bound(low, f"accept H0: {low:+.2f}")
    for colour, (name, path) in zip(LINE_COLOURS, paths.items(), strict=True):
        plot.add_line(list(enumerate(path)), colour, name)
    return plot.svg(
        "The log-likelihood ratio of three simulated tests of 0 against 60 Elo", "log-likelihood ratio"
    )


def sprt_path(test: Sprt, elo: float, seed: int) -> list[float]:
    """Simulate a test of decided games at a true difference; return the ratio after each pair, from 0 pairs on."""
    chance = random.Random(seed)
    counts = [0] * len(PAIR_POINTS)
    ratios = [0.0]
    while True:
        points = sum(chance.random() < expected_score(elo) for _ in range(2))
        counts[PAIR_POINTS.index(points)] += 1
        verdict = test.judge(counts)
        ratios.append(verdict.ratio)
        if verdict.status != CONTINUE:
            return ratios


class Plot:
    """A line plot with labels at the ends of its lines."""

    def __init__(self, *, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
        self.x_range, self.y_range = x_range, y_range
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        low, high = self.x_range
        return round((value - low) / (high - low) * PLOT_WIDTH, 1)

    def y(self, value: float) -> float:
        low, high = self.y_range
        return round((high - value) / (high - low) * PLOT_HEIGHT, 1)

    def add_x_ticks(self, ticks: dict[int, str], title: str) -> None:
        self.parts.append(f'<path d="M0 {PLOT_HEIGHT}h{PLOT_WIDTH}" stroke="{INK}"/>')
        self.parts += [_text(self.x(at), PLOT_HEIGHT + 18, label) for at, label in ticks.items()]
        self.parts.append(_text(PLOT_WIDTH / 2, PLOT_HEIGHT + 38, title))

    def add_y_ticks(self, ticks: dict[float, str] | dict[int, str]) -> None:
        for at, label in ticks.items():
            y = self.y(at)
            self.parts.append(f'<path d="M0 {y:g}h{PLOT_WIDTH}" stroke="{LINE}" stroke-width="0.7"/>')
            self.parts.append(_text(-8, y + 4, label, anchor="end"))

    def add_bound(self, at: float, label: str) -> None:
        y = self.y(at)
        self.parts.append(f'<path d="M0 {y:g}h{PLOT_WIDTH}" stroke="{INK}" stroke-dasharray="5 4"/>')
        self.parts.append(_text(PLOT_WIDTH + 8, y + 4, label, anchor="start"))

    def add_line(self, points: Sequence[tuple[float, float]], colour: str, label: str) -> None:
        path = "L".join(f"{self.x(x):g} {self.y(y):g}" for x, y in points)
        self.parts.append(f'<path d="M{path}" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"/>')
        x, y = points[-1]
        at_edge = self.x(x) > PLOT_WIDTH - 40
        label_y = self.y(y) + (5 if at_edge else 16 if y < 0 else -8)
        anchor = "start" if at_edge else "middle"
        offset = 8 if at_edge else 0
        self.parts.append(_text(self.x(x) + offset, label_y, label, ink=colour, bold=True, anchor=anchor))

    def svg(self, title: str, y_title: str) -> str:
        top = 24
        heading = _text(-AXIS_LEFT + 8, -top + 12, y_title, anchor="start")
        width = AXIS_LEFT + PLOT_WIDTH + LABEL_RIGHT
        return _frame(-AXIS_LEFT, -top, width, top + PLOT_HEIGHT + AXIS_BOTTOM, title, [heading, *self.parts])


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 12.5,
    ink: str = INK,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    """Return a text element; the digits after ^ become a superscript."""
    base, _, power = text.partition("^")
    raised = f'<tspan dy="-5" font-size="{size - 3:g}">{escape(power)}</tspan>' if power else ""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size:g}"'
    return f'<text {place} fill="{ink}" stroke="none"{weight}>{escape(base)}{raised}</text>'


def _frame(x: float, y: float, width: float, height: float, title: str, parts: list[str]) -> str:
    x, y, width, height = x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" style="max-width:100%;height:auto" role="img" '
        f'font-family="Helvetica,Arial,sans-serif" fill="none"><title>{escape(title)}</title>'
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{PAPER}"/>'
        + "".join(parts)
        + "</svg>"
    )
