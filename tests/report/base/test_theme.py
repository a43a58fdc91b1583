"""Colours and shapes in style sheets and scripts are those of games/svg.py."""

import re
from urllib.parse import quote

import pytest
from conftest import ROOT
from support.assertions import not_none

from outply.games.svg import COLOURS, GRID_LINE, HIGHLIGHT, INK, INKS, LINE, MARKS, PALETTE, PIECES, SHADES
from outply.report.base.theme import MUTED


def read(path: str) -> str:
    return (ROOT / "frontend" / path).read_text(encoding="utf-8")


def test_style_sheets_and_svg_drawings_use_the_same_colours() -> None:
    properties = dict(re.findall(r"--([\w-]+): ([^;]+);", read("shared/style/theme.css")))
    assert (properties["side-0"], properties["side-1"]) == COLOURS
    assert (properties["ink-0"], properties["ink-1"]) == INKS
    assert properties["highlight"] == HIGHLIGHT
    assert {name: (properties[f"player-{name}"], properties[f"on-{name}"]) for name in PALETTE} == PALETTE
    assert properties["grid-line"].startswith(f"light-dark({GRID_LINE},")
    for name, shade in zip(("shade-0", "shade-1"), SHADES, strict=True):
        assert properties[name].startswith(f"light-dark({shade},")
    assert (properties["board-ink"], properties["board-line"]) == (INK, LINE)
    assert properties["ink"].startswith(f"light-dark({INK},")
    assert properties["muted"].startswith(f"light-dark({MUTED},")


@pytest.mark.parametrize("page", ["play/play.html", "tree/tree.html"])
def test_icon_has_the_colours_of_the_players(page: str) -> None:
    icon = not_none(re.search(r'rel="icon" href="([^"]*)"', read(page)))[1]
    assert all(quote(colour) in icon for colour in COLOURS)


def test_python_and_browser_draw_marks_and_pieces_with_the_same_paths() -> None:
    text = read("shared/board/figures.js")
    assert [shape for shape in (*MARKS, *PIECES.values()) if f'"{shape}"' not in text] == []
