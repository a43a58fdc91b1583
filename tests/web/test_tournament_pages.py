"""Live pages of a running tournament."""

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from support.arena.tournaments import add_game, create_tournament
from support.web.serving import Server, serving

from outply.arena.tournament.state import StateError, TournamentState
from outply.web.tournament_pages import TournamentPages


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentState]:
    with create_tournament(tmp_path / "t.db", ["anna", "bert", "carl"]) as store:
        add_game(store, "anna", "bert")
        yield store


@pytest.fixture
def live(store: TournamentState) -> Iterator[Server]:
    with serving(tournament=TournamentPages(store.path)) as running:
        yield running


def test_pages_and_their_links_are_served(live: Server) -> None:
    status, headers, text = live.ask("/tournament")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "1 of 3 games played" in text
    for link in re.findall(r'(?:href|src)="(?!data:)([^"#]+)', text):
        assert live.ask(urljoin("/tournament/", link))[0] == 200
    assert live.ask("/tournament/game/1.html")[0] == 200


def test_games_endpoint_reports_whether_there_is_a_tournament(live: Server) -> None:
    assert live.get_json("/api/games")["tournament"] is True
    with serving() as alone:
        assert alone.get_json("/api/games")["tournament"] is False


def test_pages_follow_the_content_security_policy(live: Server) -> None:
    for name in ("", "cross.html", "contestant/1-anna.html", "game/1.html"):
        _, headers, text = live.ask(f"/tournament/{name}")
        assert "script-src 'self'; style-src 'self'" in headers["Content-Security-Policy"]
        assert "<style" not in text
        assert " style=" not in text
        assert re.findall("<script(?! src=| type=.application/json)", text) == []


def test_finished_game_appears_on_the_tournament_page(store: TournamentState) -> None:
    pages = TournamentPages(store.path, backoff_factor=0.0)
    assert "1 of 3 games played" in pages.page("index.html")[0]
    add_game(store, "anna", "carl")
    assert "2 of 3 games played" in pages.page("index.html")[0]


def test_two_games_finished_within_the_mtime_resolution_appear_on_the_page(store: TournamentState) -> None:
    now = 10**18
    os.utime(store.path, ns=(now, now))
    pages = TournamentPages(store.path, backoff_factor=0.0, time_ns=lambda: now)
    add_game(store, "anna", "carl")
    os.utime(store.path, ns=(now, now))
    assert "2 of 3 games played" in pages.page("index.html")[0]


def test_tournament_database_is_reread_after_a_pause_of_ten_reads(store: TournamentState) -> None:
    seconds = iter([0.0, 1.0, 10.9, 11.0, 11.0, 12.0])  # two reads of 1 s, with two requests between them
    pages = TournamentPages(store.path, clock=lambda: next(seconds))
    add_game(store, "anna", "carl")
    assert "1 of 3 games played" in pages.page("index.html")[0]
    assert "2 of 3 games played" in pages.page("index.html")[0]
    assert list(seconds) == []


def test_unchanged_tournament_database_is_read_once(
    store: TournamentState, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.utime(store.path, (1, 1))
    pages = TournamentPages(store.path)
    first = pages.page("index.html")
    monkeypatch.setattr(TournamentState, "__init__", lambda *_: pytest.fail("the database was reread"))
    assert pages.page("index.html") == first


def test_request_for_an_unchanged_tournament_page_gets_status_304(live: Server) -> None:
    tag = live.ask("/tournament/")[1]["ETag"]
    request = urllib.request.Request(f"{live.url}/tournament/", headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError, match="304") as error:
        urllib.request.urlopen(request)
    error.value.close()


@pytest.mark.parametrize("name", ["nothing.html", "../api/games", "game/99.html", "game/../index.html"])
def test_request_for_an_unknown_tournament_page_gets_status_404(live: Server, name: str) -> None:
    status, _, text = live.ask(f"/tournament/{name}")
    assert (status, json.loads(text)) == (404, {"error": "page not found"})


def test_tournament_page_gets_status_503_if_the_database_was_removed(store: TournamentState, live: Server) -> None:
    os.rename(store.path, store.path.with_suffix(".old"))
    status, _, text = live.ask("/tournament/")
    assert status == 503
    assert json.loads(text)["error"].endswith("t.db does not exist")


def test_file_that_cannot_contain_a_tournament_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StateError, match=r"no/cup\.db: the folder .*/no does not exist"):
        TournamentPages(tmp_path / "no" / "cup.db")
    (tmp_path / "text").write_text("a text " * 1000)
    with pytest.raises(StateError, match="not a database"):
        TournamentPages(tmp_path / "text")


def test_pages_wait_for_the_tournament_to_begin(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    pages = TournamentPages(path)
    waiting, tag = pages.page("index.html")
    assert not pages.has_begun
    assert "The tournament has not begun" in waiting
    assert "outply tournament run PLAYERS --state cup.db" in waiting
    assert all(pages.page(link)[0] for link in re.findall(r'(?:href|src)="([a-z]+\.(?:css|js))"', waiting))
    with pytest.raises(KeyError):
        pages.page("cross.html")
    TournamentState(path, write=True).close()
    assert pages.page("index.html") == (waiting, tag)
    create_tournament(path, ["anna", "bert"]).close()
    assert "0 of 1 game played" in pages.page("index.html")[0]
    assert pages.has_begun


def test_server_without_a_tournament_has_no_tournament_pages(server: Server) -> None:
    assert server.ask("/tournament/")[0] == 404
