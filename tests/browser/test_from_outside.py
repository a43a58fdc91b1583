"""A game from outside is played on the page; with OUTPLY_PICTURES in the environment, the guide gets a picture."""

from types import SimpleNamespace

import pytest
from browser.test_pictures import SIZE, take
from installing import PACKAGES, install, playing
from playwright.sync_api import expect

CONNECT_FOUR = [package for package in PACKAGES if package.name == "connectfour"]
OPENING = ["D1", "D2", "E1", "C1", "F1", "G1", "D3", "D4"]


@pytest.fixture(params=CONNECT_FOUR, ids=["connectfour"] * len(CONNECT_FOUR), scope="module")
def server(request, tmp_path_factory):
    target = tmp_path_factory.mktemp("installed")
    install(request.param, target)
    with playing(target) as url:
        yield SimpleNamespace(url=url)


def test_connect_four_by_clicks_with_the_value_of_every_move(sit_down):
    table = sit_down("connectfour/standard/empty", ("person", "person"), moves=OPENING[:-1], viewport=SIZE)
    table.click(OPENING[-1])
    expect(table.status).to_have_text("Blue to move")
    table.tool("values").click()
    expect(table.board.locator('[aria-label*="worth"]')).to_have_count(7)
    take(table.page, "add-a-game")
