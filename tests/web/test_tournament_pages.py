"""The pages of a tournament while it goes on."""

import json
import os
import re
import time
import urllib.error
import urllib.request
from urllib.parse import urljoin

import pytest
from support.serving import serving
from support.tournaments import fill, keep

from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.state import Store, StoreError
from outply.web.tournament_pages import Pages


@pytest.fixture
def store(tmp_path):
    with fill(tmp_path / "t.db", ["anna", "bert", "carl"]) as store:
        keep(store, "anna", "bert")
        yield store


@pytest.fixture
def live(store):
    with serving(tournament=Pages(store.path)) as running:
        yield running


def test_the_pages_are_under_tournament(live):
    status, headers, text = live.ask("/tournament")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "1 game played" in text
    for link in re.findall(r'(?:href|src)="(?!data:)([^"#]+)', text):
        assert live.ask(urljoin("/tournament/", link))[0] == 200
    assert live.ask("/tournament/game/1.html")[0] == 200


def test_the_page_to_play_on_knows_that_they_are_here(live):
    assert live.told("/api/games")["tournament"] is True
    with serving() as alone:
        assert alone.told("/api/games")["tournament"] is False


def test_they_keep_to_the_policy_of_the_app(live):
    for name in ("", "cross.html", "contestant/1-anna.html", "game/1.html"):
        _, headers, text = live.ask(f"/tournament/{name}")
        assert "script-src 'self'; style-src 'self'" in headers["Content-Security-Policy"]
        assert "<style" not in text
        assert " style=" not in text
        assert re.findall("<script(?! src=| type=.application/json)", text) == []


def test_a_game_that_is_kept_is_seen(store, monkeypatch):
    monkeypatch.setattr("outply.web.tournament_pages.REST", 0.0)
    pages = Pages(store.path)
    assert "1 game played" in pages.page("index.html")[0]
    keep(store, "anna", "carl")
    assert "2 games played" in pages.page("index.html")[0]


def test_of_two_games_that_end_at_the_same_time_the_second_is_seen_too(store, monkeypatch):
    """As the clock of files has it, which is coarse."""
    monkeypatch.setattr("outply.web.tournament_pages.REST", 0.0)
    now = time.time_ns()
    monkeypatch.setattr("time.time_ns", lambda: now)
    os.utime(store.path, ns=(now, now))
    pages = Pages(store.path)
    keep(store, "anna", "carl")
    os.utime(store.path, ns=(now, now))
    assert "2 games played" in pages.page("index.html")[0]


def test_what_has_not_changed_is_not_read_again(store, monkeypatch):
    os.utime(store.path, (1, 1))
    pages = Pages(store.path)
    first = pages.page("index.html")
    monkeypatch.setattr(Store, "__init__", lambda *_: pytest.fail("it was read again"))
    assert pages.page("index.html") == first


def test_a_browser_is_told_that_nothing_has_changed(live):
    tag = live.ask("/tournament/")[1]["ETag"]
    request = urllib.request.Request(f"{live.url}/tournament/", headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError, match="304") as told:
        urllib.request.urlopen(request)
    told.value.close()


@pytest.mark.parametrize("name", ["nothing.html", "../api/games", "game/99.html", "game/../index.html"])
def test_other_pages_are_not_there(live, name):
    status, _, text = live.ask(f"/tournament/{name}")
    assert (status, json.loads(text)) == (404, {"error": "there is no such page"})


def test_a_file_that_went_away_is_said_to_be_gone(store, live):
    os.rename(store.path, store.path.with_suffix(".old"))
    status, _, text = live.ask("/tournament/")
    assert status == 503
    assert json.loads(text)["error"].startswith("there is no tournament in ")


def test_what_is_no_tournament_is_refused_at_the_start(tmp_path):
    with pytest.raises(StoreError, match="there is no tournament"):
        Pages(tmp_path / "no.db")
    (tmp_path / "text").write_text("a text " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        Pages(tmp_path / "text")
    Store(tmp_path / "begun.db", write=True).close()
    with pytest.raises(PlanError, match="nobody has said yet"):
        Pages(tmp_path / "begun.db")


def test_without_a_tournament_there_are_no_such_pages(server):
    assert server.ask("/tournament/")[0] == 404
