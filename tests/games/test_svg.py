"""Pictures of positions: complete, legible, and distinguishable without colours."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import WORD_SIZES, AnyPosition, starcircle_positions, warfare_positions

from outply.games import game_of, starcircle, svg, warfare
from outply.games.boards import NAMES, named, random_board
from outply.games.protocol import Position
from outply.games.registry import built_in_games
from outply.games.view import DARK_COLOURS, LIGHT_COLOURS, BoardView, Cell, Colour, Shape, Square

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {f"{SVG}{tag}" for tag in ("svg", "title", "rect", "path", "g", "text")}

positions = (
    warfare_positions(max_empty=36)
    | warfare_positions(sizes=WORD_SIZES, max_empty=676)
    | starcircle_positions()
    | st.sampled_from([game.start() for game in built_in_games().values()])
)


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def attribute(element: ET.Element, name: str) -> str:
    value = element.get(name)
    assert value is not None
    return value


def content(element: ET.Element | None) -> str:
    """Return the text of an element; fail if the element or its text is None."""
    assert element is not None
    assert element.text is not None
    return element.text


def texts(picture: str) -> list[tuple[Square, str]]:
    """Return the texts by square; labels are on squares just outside of the board."""
    found = []
    for text in ET.fromstring(picture).iter(f"{SVG}text"):
        x, y = float(attribute(text, "x")), float(attribute(text, "y"))
        found.append(((int(y // svg.SIDE), int(x // svg.SIDE)), content(text)))
    return found


def squares_of(shape: str, picture: str) -> list[Square]:
    """Return the squares with the shape."""
    found = []
    for path in ET.fromstring(picture).iter(f"{SVG}path"):
        for x, y in re.findall(rf"M(\d+) (\d+){re.escape(shape)}", attribute(path, "d")):
            found.append((int(y) // svg.SIDE, int(x) // svg.SIDE))
    return found


@up_to(60)
@given(positions)
def test_picture_contains_each_text_and_label_once(position: AnyPosition) -> None:
    view = game_of(position).view(position)
    expected = [(cell.square, cell.text) for cell in view.cells if cell.text]
    expected += [((row, -1), label) for row, label in enumerate(view.rows)]
    expected += [((len(view.rows), column), label) for column, label in enumerate(view.columns)]
    assert sorted(texts(svg.render_view(view))) == sorted(expected)


@up_to(60)
@given(positions)
def test_pieces_of_the_two_owners_have_different_shapes(position: AnyPosition) -> None:
    view = game_of(position).view(position)
    picture = svg.render_view(view)
    shapes = [svg.PIECES[shape] for shape in view.shapes] if view.pieces else svg.MARKS
    assert shapes[0] != shapes[1]
    for player, shape in zip(view.players, shapes, strict=True):
        owned = [cell.square for cell in view.cells if cell.owner == player]
        assert sorted(squares_of(shape, picture)) == owned


def test_owners_differ_in_lightness_and_texts_have_contrast() -> None:
    assert contrast(*svg.COLOURS) > 2.5
    for colour, ink in zip(svg.COLOURS, svg.INKS, strict=True):
        assert contrast(colour, ink) >= 4.5
        assert contrast(colour, svg.PAPER) >= 3, "a line of a figure must be seen on white"
        for shade in (0, 0.5, 1):
            assert contrast(colour, svg.shaded(shade)) > 1.9
    for ground in (svg.PAPER, *map(svg.shaded, (0, 0.5, 1))):
        assert contrast(ground, svg.INK) >= 4.5


@pytest.mark.parametrize("dark", DARK_COLOURS)
@pytest.mark.parametrize("light", LIGHT_COLOURS)
def test_every_pair_of_colours_differs_in_lightness_and_has_legible_texts(dark: Colour, light: Colour) -> None:
    assert contrast(svg.PALETTE[dark][0], svg.PALETTE[light][0]) > 2.5
    for fill, ink in (svg.PALETTE[dark], svg.PALETTE[light]):
        assert contrast(fill, ink) >= 4.5


def test_piece_is_seen_by_its_outline_or_by_its_fill_on_every_square() -> None:
    for fill, _ in svg.PALETTE.values():
        for shade in (0, 0.5, 1):
            assert max(contrast(fill, svg.shaded(shade)), contrast(svg.INK, svg.shaded(shade))) >= 3
    for shade in (0, 1):
        assert contrast(svg.GRID_LINE, svg.shaded(shade)) >= 3


def board_of(*cells: Cell, **style: Any) -> BoardView:
    """Return a view with one row of pieces of Black and White."""
    columns = "ABCDEFGH"[: len(cells)]
    return BoardView(("Black", "White"), ["1"], columns, cells, pieces=True, **style)


def test_pieces_have_the_shapes_and_colours_of_the_view() -> None:
    cells = [
        Cell((0, 0), "Black", "", 0.0),
        Cell((0, 1), "White", "", 0.0),
        Cell((0, 2), "White", "", 0.0, "king"),
        Cell((0, 3), "Black", "N", 0.0, "text"),
    ]
    picture = svg.render_view(board_of(*cells, shapes=("disc", "cross"), colours=("black", "white")))
    for shape, squares in {"disc": [0], "cross": [1], "king": [2], "text": [3], "star": []}.items():
        assert squares_of(svg.PIECES[cast("Shape", shape)], picture) == [(0, column) for column in squares]
    assert {svg.PALETTE["black"][0], svg.PALETTE["white"][0]} <= set(re.findall(r'fill="(#\w+)" stroke', picture))
    (letter,) = re.findall(r'<g font-size="(\d+)" fill="(#\w+)"><text x="140"[^>]*>N', picture)
    assert letter == ("20", svg.PALETTE["black"][1])


def test_glyphs_above_the_middle_of_a_line_are_drawn_lower() -> None:
    cells = [Cell((0, column), "Black", text, 0.0, "text") for column, text in enumerate(("N", "^", "^N"))]
    heights = re.findall(r'<text x="\d+" y="([\d.]+)">[N^]', svg.render_view(board_of(*cells)))
    letter, caret, both = map(float, heights)
    assert letter == both < caret


def test_grid_of_points_ends_at_the_outer_points() -> None:
    cells = [Cell((0, column), None, "", 0.0) for column in range(3)]
    (lines,) = re.findall(
        rf'stroke="{svg.GRID_LINE}" d="([^"]*)"', svg.render_view(board_of(*cells, grid="points"))
    )
    assert lines == "M20 20h80M20 20v0M60 20v0M100 20v0"
    assert svg.GRID_LINE in svg.render_view(board_of(*cells, grid="lines"))
    assert svg.GRID_LINE not in svg.render_view(board_of(*cells))


@up_to(60)
@given(positions, st.data())
def test_last_move_is_highlighted(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(position.moves() or [None]), label="move")
    if move is None:
        return
    after = position.play(move)
    plain, lit = svg.render_position(after), svg.render_position(after, move)
    frames = re.search(rf'stroke="{svg.HIGHLIGHT}"[^>]* d="([^"]*)"', lit)
    squares = game_of(position).click_path(move, position.variant)
    assert (frames is None) == (not squares)
    if frames:
        found = re.findall(r"M(\d+) (\d+)m", frames[1])
        assert [(int(y) // svg.SIDE, int(x) // svg.SIDE) for x, y in found] == list(squares)
    assert svg.HIGHLIGHT not in plain


@up_to(60)
@given(positions)
def test_picture_is_self_contained_and_has_no_ids(position: AnyPosition) -> None:
    picture = position._repr_svg_()
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert {element.tag for element in root.iter()} <= ALLOWED
    assert not [name for element in root.iter() for name in element.attrib if name in ("id", "class", "href")]
    assert "url(" not in picture
    title = content(root.find(f"{SVG}title"))
    for player in game_of(position).players:
        assert str(position.total(player)) in title


@up_to(60)
@given(positions)
def test_nothing_is_drawn_outside_of_the_view_box(position: AnyPosition) -> None:
    root = ET.fromstring(position._repr_svg_())
    left, top, width, height = map(float, attribute(root, "viewBox").split())
    for text in root.iter(f"{SVG}text"):
        assert left < float(attribute(text, "x")) < left + width
        assert top < float(attribute(text, "y")) < top + height


@pytest.mark.parametrize("digits", range(1, 8))
def test_long_values_fit_into_their_cells(digits: int) -> None:
    value = min(10**digits - 1, warfare.MAX_VALUE)
    picture = warfare.Position.of([[value, 1], [1, 1]])._repr_svg_()
    font = max(float(size) for size in re.findall(r'<g font-size="([\d.]+)" fill="[^"]*"><text x="20"', picture))
    widest_digit = 0.64  # of the font's size, in the widest of the usual fonts
    assert digits * widest_digit * font <= svg.SIDE


def test_svg_pictures_are_small_files() -> None:
    for name in NAMES:
        for owner in "XO":
            full = warfare.Position.of(named(name), [owner * 6] * 6)
            assert len(full._repr_svg_()) < 8000
    assert len(warfare.Position.of(random_board(26, 1), ["XO" * 13] * 26)._repr_svg_()) < 80_000
    assert len(starcircle.StarCircle().start()._repr_svg_()) < 8000


def test_size_sets_the_width_and_keeps_the_aspect_ratio() -> None:
    position = starcircle.StarCircle().start()
    for size in (120, 640):
        root = ET.fromstring(svg.render_position(position, size=size))
        _, _, width, height = map(float, attribute(root, "viewBox").split())
        assert root.get("width") == str(size)
        assert abs(float(attribute(root, "height")) - size * height / width) <= 0.5


def test_importing_rules_does_not_import_svg() -> None:
    code = "import sys, outply.games.warfare, outply.games.starcircle; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"outply.games.view", "outply.games.svg"} & set(done.stdout.split())


def test_texts_are_escaped() -> None:
    view = BoardView(("a", "b"), ["<"], ["&"], [Cell((0, 0), "a", "<&>", 0.5)])
    picture = svg.render_view(view, title="<script>&")
    assert Counter(text for _, text in texts(picture)) == Counter(["<", "&", "<&>"])
    assert content(ET.fromstring(picture).find(f"{SVG}title")) == "<script>&"
