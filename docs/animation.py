"""Make the moving picture of the README: `outply why` names a mistake, then alpha-beta runs step by step.

`python3 run.py python docs/animation.py` writes docs/images/demo.svg. The terminal shows what docs/why.md shows,
whose commands are run by a test; the tree is searched by the textbook's alpha-beta.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from outply.games.warfare import Position
from outply.search.textbook import alphabeta
from outply.search.trace import TraceScope, Visit

DOCS = Path(__file__).parent
TARGET = DOCS / "images" / "demo.svg"

WIDTH, HEIGHT = 800, 452
LINE_HEIGHT = 17
TERMINAL_S, TREE_S = 9.0, 15.0
DURATION_S = TERMINAL_S + TREE_S
FIRST_FRAME_S = 5.0
"""The time at which the picture begins: the terminal is complete, so that the first look shows no empty window."""

COMMAND = "outply why input.txt output.txt"
SKIPPED = "…"
"""Marks the lines of the page that are left out there and here."""

BOARD = Position.of([[8, 3, 9], [2, 7, 4], [6, 1, 5]], ["XO.", "OXO", "..X"])
DEPTH = 3

STYLE = """
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6deeb}
.b{font-weight:700;fill:#fff}.p{fill:#7ee787}.bad{fill:#ff9a8d;font-weight:700}.dim{fill:#8b98ab}
.edge{stroke:#5b6b82;fill:none}.node rect{fill:#182231;stroke:#6ea8fe}
.node text{font-size:11.5px;text-anchor:middle}
.now rect{fill:none;stroke:#ffd866;stroke-width:3}
.value{fill:#ffd866!important;font-weight:700;paint-order:stroke;stroke:#0d1420;stroke-width:5px}
.cut line{stroke:#ff9a8d;stroke-width:2.5}.cut text{fill:#ff9a8d;font-size:11.5px}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
"""

STILL = "still"
STILL_STYLE = f".{STILL}{{opacity:1}}"
"""What is visible without animation: if the reader prefers reduced motion, or in programs that show one frame."""


class Animation:
    """Collects the elements of the picture; an element is visible from one time to another."""

    def __init__(self) -> None:
        self._elements: list[str] = []
        self._rules: dict[str, str] = {}

    def add(self, element: str, start: float, end: float = DURATION_S, kind: str = "") -> None:
        """Show an SVG element from `start` to `end`, in seconds; `kind` is its class."""
        name = f"a{round(start * 100)}-{round(end * 100)}"
        first, last = start / DURATION_S * 100, min(end / DURATION_S * 100, 99.9)
        self._rules[name] = (
            f"@keyframes {name}{{0%,{max(first - 0.01, 0):.2f}%{{opacity:0}}{first:.2f}%,{last:.2f}%{{opacity:1}}"
            f"{last + 0.01:.2f}%,100%{{opacity:0}}}}"
            f".{name}{{opacity:0;animation:{name} {DURATION_S}s -{FIRST_FRAME_S}s infinite}}"
        )
        self._elements.append(f'<g class="{name} {kind}">{element}</g>')

    def svg(self, title: str) -> str:
        """Return the picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
            f"<style>{STYLE}{''.join(self._rules.values())}{STILL_STYLE}</style>"
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#0d1420"/>'
            '<g><circle cx="20" cy="18" r="5" fill="#ff6b5e"/><circle cx="38" cy="18" r="5" fill="#f5bf4f"/>'
            f'<circle cx="56" cy="18" r="5" fill="#5ac05a"/></g>{"".join(self._elements)}</svg>\n'
        )


def transcript() -> list[str]:
    """Return what `outply why` prints on its page of the documentation, up to the mistake that it names."""
    page = (DOCS / "why.md").read_text()
    printed = page.split(f"$ {COMMAND}\n", 1)[1].split("```", 1)[0].rstrip().splitlines()
    hints = ("Show it", "  Values above", "Ask the program")
    return [line for line in printed if line != SKIPPED and not line.startswith(hints)]


def text(x: float, y: float, content: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{attribute} xml:space="preserve">{escape(content)}</text>'


def draw_terminal(animation: Animation) -> None:
    """Type the command, then show its output line by line."""
    for typed in range(len(COMMAND) + 1):
        start = 0.3 + typed * 0.04
        end = TERMINAL_S if typed == len(COMMAND) else start + 0.04
        kind = STILL if typed == len(COMMAND) else ""
        animation.add(text(20, 50, f"$ {COMMAND[:typed]}", "p"), start, end, kind)
    y, start = 50.0, 2.0
    for line in transcript():
        y += LINE_HEIGHT if line else LINE_HEIGHT * 0.6
        if not line:
            continue
        is_mistake = line.startswith("- ")
        kind = "bad" if is_mistake else "b" if not line.startswith(" ") else ""
        start += 0.9 if is_mistake else 0.09
        animation.add(text(20, y, line, kind), start, TERMINAL_S, STILL)


def layout(visits: list[Visit]) -> dict[int, tuple[float, float]]:
    """Return the place of each visit: leaves from left to right, a parent above the middle of its children."""
    children: dict[int | None, list[Visit]] = {}
    for visit in visits:
        children.setdefault(visit.parent, []).append(visit)
    places: dict[int, tuple[float, float]] = {}
    leaves = [visit for visit in visits if visit.order not in children]
    step = (WIDTH - 70) / max(len(leaves) - 1, 1)
    for number, visit in enumerate(leaves):
        places[visit.order] = 35 + number * step, 110 + visit.depth * 82
    for visit in sorted(visits, key=lambda one: -one.depth):
        if visit.order in children:
            below = [places[child.order][0] for child in children[visit.order]]
            places[visit.order] = (below[0] + below[-1]) / 2, 110 + visit.depth * 82
    return places


def steps(visits: list[Visit]) -> Iterator[tuple[str, Visit]]:
    """Yield each node as it is entered, and as it is left with its value."""
    path: list[Visit] = []
    for visit in visits:
        while path and path[-1].order != visit.parent:
            yield "leave", path.pop()
        yield "enter", visit
        path.append(visit)
    while path:
        yield "leave", path.pop()


def number(bound: float) -> str:
    return f"{bound:g}".replace("inf", "∞").replace("-", "\N{MINUS SIGN}")


def draw_tree(animation: Animation) -> None:
    """Show alpha-beta visit by visit: where it is, its window, the values, and what is cut off."""
    result = alphabeta(BOARD, DEPTH, trace=TraceScope())
    assert result.trace is not None
    visits = list(result.trace)
    places = layout(visits)
    events = list(steps(visits))
    pace = (TREE_S - 2.5) / len(events)
    title = f"alpha-beta, depth {DEPTH}: {result.node_count} visits, best move {result.move}"
    animation.add(text(20, 50, "$ outply tree input.txt", "p"), TERMINAL_S, DURATION_S, "tree")
    animation.add(text(20, HEIGHT - 14, title, "b"), DURATION_S - 2.4, DURATION_S, "tree")
    for index, (event, visit) in enumerate(events):
        start = TERMINAL_S + 0.3 + index * pace
        x, y = places[visit.order]
        box = f'<rect x="{x - 27:g}" y="{y - 14:g}" width="54" height="28" rx="5"/>'
        if event == "enter":
            if visit.parent is not None:
                above = places[visit.parent]
                edge = f'<path class="edge" d="M{above[0]:g} {above[1] + 14:g}L{x:g} {y - 14:g}"/>'
                animation.add(edge, start, DURATION_S, "tree")
            name = (
                "MAX" if visit.move is None else re.sub("(Stake|Raid)", lambda kind: kind[0][0], str(visit.move))
            )
            animation.add(f"{box}{text(x, y + 4, name)}", start, DURATION_S, "node tree")
        else:
            shown = f"{visit.relation.replace('=', '')}{number(visit.value)}"
            animation.add(text(x, y + 27, shown, "value"), start, DURATION_S, "node tree")
            if visit.cut:
                cut = f'<line x1="{x + 30:g}" y1="{y + 10:g}" x2="{x + 44:g}" y2="{y + 24:g}"/>'
                animation.add(f"{cut}{text(x + 32, y + 38, f'{visit.cut} cut')}", start, DURATION_S, "cut tree")
        animation.add(box, start, start + pace, "now")
        window = f"visit {visit.order + 1}: alpha {number(visit.alpha_in)}, beta {number(visit.beta_in)}"
        reason = f"  cut: {visit.cutoff_reason}" if event == "leave" and visit.cut else ""
        animation.add(text(330, 50, window + reason, "dim"), start, start + pace, "step")


def main() -> None:
    animation = Animation()
    draw_terminal(animation)
    draw_tree(animation)
    TARGET.write_text(animation.svg("outply why names the mistake of a program, and alpha-beta runs step by step"))


if __name__ == "__main__":
    main()
