"""The icons of the web app are those that tools/icons.py draws."""

import io

import pytest
from conftest import ROOT
from PIL import Image
from support.modules import load_module

icons = load_module(ROOT / "tools" / "icons.py")


@pytest.mark.parametrize("name", icons.ICONS)
def test_icon_is_the_drawn_one(name: str) -> None:
    # Pixels, because versions of zlib compress differently.
    drawn = Image.open(io.BytesIO(icons.draw(*icons.ICONS[name]))).convert("RGBA")
    committed = Image.open(ROOT / "src" / "outply" / "assets" / name).convert("RGBA")
    assert drawn.size == committed.size
    assert drawn.tobytes() == committed.tobytes()


def test_maskable_icon_has_no_transparent_pixel() -> None:
    icon = Image.open(ROOT / "frontend" / "icons" / "icon-maskable-512.png").convert("RGBA")
    assert icon.getchannel("A").getextrema() == (255, 255)
