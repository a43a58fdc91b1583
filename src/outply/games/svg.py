"""Positions as SVG pictures, for any game.

Owners differ in hue and in lightness (for print and for colour-blind readers). Owned cells also have a cross or a
ring, and pieces the shapes that the view names. All shapes of the same style share one path, which keeps pictures
small.
"""

from __future__ import annotations

from html import escape

from outply.games import game_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.games.protocol import Move, Position
    from outply.games.view import BoardView, Cell, Colour, Shape, Square

PALETTE: dict[Colour, tuple[str, str]] = {
    "black": ("#26231f", "#ffffff"),
    "blue": ("#2b4f8c", "#ffffff"),
    "purple": ("#6a3d91", "#ffffff"),
    "red": ("#8f231c", "#ffffff"),
    "green": ("#54a56e", "#0f1f14"),
    "orange": ("#e9913c", "#26180a"),
    "white": ("#fbf9f4", "#26231f"),
    "yellow": ("#ecc13f", "#261f05"),
}
"""For each colour, the fill of a player's cells and pieces and the colour of the text on them."""

COLOURS = (PALETTE["blue"][0], PALETTE["green"][0])
"""The usual colours of the players in the order of `Game.players`: dark blue and light green."""

INKS = (PALETTE["blue"][1], PALETTE["green"][1])
"""Text colours of cells owned by the first player and by the second player."""

PAPER, LINE, INK = "#ffffff", "#c4bba9", "#2d2a26"
SHADES = ("#fdfbf7", "#e0d5bf")
"""Colours of cells without an owner, for shade 0 and shade 1."""

GRID_LINE = "#7d7462"
"""Colour of the lines of the grids `lines` and `points`."""

HIGHLIGHT = "#ffc933"

SIDE = 40  # of a cell, in SVG user units like all lengths here
LEFT, TOP, RIGHT, BOTTOM = 24, 6, 6, 20  # margins, which contain the labels
MAX_WIDTH_PX = 840  # if no size is given

# Paths relative to the top left of a cell, for each player.
MARKS = ("m17.7 29.7 4.6 4.6m0-4.6-4.6 4.6", "m17.5 32a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z")
"""Signs below the text of an owned cell: a cross and a ring."""

PIECES: dict[Shape, str] = {
    "disc": "m6 20a14 14 0 1 0 28 0a14 14 0 1 0-28 0z",
    "star": "m20 4 5 10.1 11.2 1.6-8.1 7.9 1.9 11.2-10-5.3-10 5.3 1.9-11.2-8.1-7.9 11.2-1.6z",
    "cross": "m12 6 8 8 8-8 6 6-8 8 8 8-6 6-8-8-8 8-6-6 8-8-8-8z",
    "king": "m7 32v-20l7 7 6-13 6 13 7-7v20z",
    "text": "m9 5h22q4 0 4 4v22q0 4-4 4h-22q-4 0-4-4v-22q0-4 4-4z",
}
"""The outlines of the pieces."""


def render_position(position: Position, last: Move | None = None, size: float | None = None) -> str:
    """Return a position as an `<svg>` element, with the squares of the last move, `last`, highlighted.

    `size` is the maximum width in pixels.
    """
    game = game_of(position)
    names = {player: game.player_label(player, position.variant) for player in game.players}
    totals = ", ".join(f"{name} {position.total(player)}" for player, name in names.items())
    mover = "the game is over" if position.is_over else f"{names[position.to_move]} to move"
    return render_view(
        game.view(position),
        last=() if last is None else game.click_path(last, position.variant),
        title=f"{game.title}: {totals}, {mover}",
        size=size,
    )


def render_view(
    view: BoardView, *, last: Iterable[Square] = (), title: str = "Board", size: float | None = None
) -> str:
    """Return a board view as a complete `<svg>` element, which can be embedded in an HTML page.

    `last` are the squares of the last move, which are highlighted. `title` is the accessible name. `size` is the
    maximum width in pixels.
    """
    columns, rows = len(view.columns), len(view.rows)
    width, height = LEFT + SIDE * columns + RIGHT, TOP + SIDE * rows + BOTTOM
    size = min(width * 1.1, MAX_WIDTH_PX) if size is None else size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-LEFT} {-TOP} {width} {height}" width="{size:.0f}" '
        f'height="{size * height / width:.0f}" style="max-width:100%;height:auto" role="img" '
        'font-family="Helvetica,Arial,sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{-LEFT}" y="{-TOP}" width="{width}" height="{height}" rx="4" fill="{PAPER}"/>',
        *_backgrounds(view),
        _grid(view),
        *_owners(view),
        *_highlights(last),
        *_texts(view),
        *_labels(view),
        "</svg>",
    ]
    return "".join(parts)


def shaded(shade: float) -> str:
    """Return the colour (`#rrggbb`) of a cell without an owner, for a shade from 0 (light) to 1 (dark)."""
    plain, dark = ([int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in SHADES)
    return "#" + "".join(f"{round(a + (b - a) * shade):02x}" for a, b in zip(plain, dark, strict=True))


def _owned(view: BoardView, player: str | None) -> list[Cell]:
    return [cell for cell in view.cells if cell.owner == player]


def _paths(shape: str, squares: Iterable[Square]) -> str:
    """Return the data of an SVG path that draws `shape` on each of the squares."""
    return "".join(f"M{column * SIDE} {row * SIDE}{shape}" for row, column in squares)


def _backgrounds(view: BoardView) -> list[str]:
    fills: dict[str, list[Square]] = {}
    player_colours = dict(zip(view.players, _fills(view), strict=True))
    for cell in view.cells:
        fill = shaded(cell.shade) if view.pieces or cell.owner is None else player_colours[cell.owner]
        fills.setdefault(fill, []).append(cell.square)
    return [
        f'<path fill="{fill}" d="{_paths(f"h{SIDE}v{SIDE}h-{SIDE}z", squares)}"/>'
        for fill, squares in fills.items()
    ]


def _grid(view: BoardView) -> str:
    columns, rows = len(view.columns), len(view.rows)
    width, height = columns * SIDE, rows * SIDE
    if view.grid == "points":
        half = SIDE // 2
        lines = [f"M{half} {row * SIDE + half}h{width - SIDE}" for row in range(rows)]
        lines += [f"M{column * SIDE + half} {half}v{height - SIDE}" for column in range(columns)]
        return f'<path fill="none" stroke="{GRID_LINE}" d="{"".join(lines)}"/>'
    colour = GRID_LINE if view.grid == "lines" else LINE
    lines = [f"M0 {row * SIDE}h{width}" for row in range(1, rows)]
    lines += [f"M{column * SIDE} 0v{height}" for column in range(1, columns)]
    return f'<path fill="none" stroke="{colour}" d="{"".join(lines)}M0 0h{width}v{height}h-{width}z"/>'


def _fills(view: BoardView) -> list[str]:
    return [PALETTE[colour][0] for colour in view.colours]


def _inks(view: BoardView) -> list[str]:
    return [PALETTE[colour][1] for colour in view.colours]


def _owners(view: BoardView) -> list[str]:
    """Return the pieces of the players, or the marks on their cells."""
    paths = []
    for side, player in enumerate(view.players):
        fill, stroke = (_fills(view)[side], INK) if view.pieces else ("none", _inks(view)[side])
        squares: dict[str, list[Square]] = {}
        for cell in _owned(view, player):
            shape = PIECES[view.shape_of(cell)] if view.pieces else MARKS[side]
            squares.setdefault(shape, []).append(cell.square)
        paths += [
            f'<path fill="{fill}" stroke="{stroke}" stroke-width="1.3" d="{_paths(shape, where)}"/>'
            for shape, where in squares.items()
        ]
    return paths


def _highlights(squares: Iterable[Square]) -> list[str]:
    # A light line between two dark ones is visible on every colour.
    frame = _paths(f"m2.5 2.5h{SIDE - 5}v{SIDE - 5}h-{SIDE - 5}z", squares)
    if not frame:
        return []
    return [
        f'<path fill="none" stroke="{INK}" stroke-width="4.4" d="{frame}"/>'
        f'<path fill="none" stroke="{HIGHLIGHT}" stroke-width="2.6" d="{frame}"/>'
    ]


RAISED_GLYPHS = frozenset("^*'\"`°")
"""Characters that fonts draw above the middle of a line; board-grid.js has the same."""
RAISED_SHIFT_EM = 0.2


def _texts(view: BoardView) -> list[str]:
    tiles = [cell for cell in view.cells if _is_tile(view, cell)]
    others = [cell for cell in view.cells if not _is_tile(view, cell)]
    centre = 20 if view.pieces else 17.5  # leaves room for the mark of the owner
    return [*_text_groups(view, others, 12 if view.pieces else 16, centre), *_text_groups(view, tiles, 20, 20)]


def _is_tile(view: BoardView, cell: Cell) -> bool:
    return view.pieces and cell.owner is not None and view.shape_of(cell) == "text"


def _text_groups(view: BoardView, cells: list[Cell], max_font: float, centre: float) -> list[str]:
    """Return the texts of the cells, in fonts of the same size, around a height in the cell."""
    longest = max((len(cell.text) for cell in cells), default=0)
    font = min(max_font, 54 / max(longest, 1))
    baseline = centre + 0.36 * font

    def text(cell: Cell) -> str:
        row, column = cell.square
        shift = RAISED_SHIFT_EM * font if RAISED_GLYPHS.issuperset(cell.text) else 0
        return f'<text x="{column * SIDE + 20}" y="{row * SIDE + baseline + shift:.4g}">{escape(cell.text)}</text>'

    return [
        f'<g font-size="{font:.3g}" fill="{ink}">{texts}</g>'
        for player, ink in zip((None, *view.players), (INK, *_inks(view)), strict=True)
        if (texts := "".join(text(cell) for cell in cells if cell.owner == player and cell.text))
    ]


def _labels(view: BoardView) -> list[str]:
    foot = len(view.rows) * SIDE + 14
    return [
        f'<g font-size="12" fill="{INK}">',
        *(f'<text x="-12" y="{row * SIDE + 24}">{escape(name)}</text>' for row, name in enumerate(view.rows)),
        *(f'<text x="{x * SIDE + 20}" y="{foot}">{escape(name)}</text>' for x, name in enumerate(view.columns)),
        "</g>",
    ]
