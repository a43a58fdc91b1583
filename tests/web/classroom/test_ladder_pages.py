"""The pages of the ladder, in process: what students, staff and the public see."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.web.classrooms import (
    SCRIPT,
    FakeClock,
    Site,
    add_ladder_game,
    failed,
    make_class,
    person,
    ready,
    visible,
    won,
)

from outply.classroom.ladder import ranking
from outply.classroom.ladder.games import key_of
from outply.formats import game_record
from outply.web.classroom.routes import ROUTES

pytestmark = pytest.mark.unit

LADDER = """
[ladder]
baselines = ["greedy", "level:4"]
failures_before_pause = 3
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=FakeClock(), ladder=LADDER) as classroom:
        yield Site.of(classroom)


def make_public(site: Site) -> None:
    path = site.classroom.folder / "class.toml"
    path.write_text(path.read_text() + "\n[visibility]\npublic_ladder = true\n")


def alias(site: Site, key: str) -> str:
    return person(site.classroom, key).alias


def row_of(page: str, title: str) -> str:
    """Return the row of a page that contains a title, with its tags."""
    return next(row[0] for row in re.finditer(r"<tr.*?</tr>", page, re.DOTALL) if title in row[0])


def test_ladder_shows_aliases_ratings_and_games(site: Site) -> None:
    ann, bob = key_of(ready(site.classroom, "ann")), key_of(ready(site.classroom, "bob"))
    for _ in range(3):
        add_ladder_game(site.classroom, ann, bob, won(1))
    game = add_ladder_game(site.classroom, bob, "level:4", won(-5))
    page = site.session("ann").get("/ladder").text
    own = row_of(page, alias(site, "ann"))
    assert "(you)" in own
    assert visible(own).split()[0] == "1"
    assert "(you)" not in row_of(page, alias(site, "bob"))
    assert visible(row_of(page, "<code>level:4")).endswith("1 100&nbsp;% baseline")
    assert f'href="/ladder/games/{game}"' in page
    assert "wins by 5" in page
    for name in ("Ann Lee", "Bob", "Cyd", "ann@example.edu"):
        assert name not in page.replace("<bdi>Ann Lee</bdi>", "")  # her own name, beside the sign-out button


def test_ladder_follows_new_games_and_new_versions(site: Site) -> None:
    browser = site.session("ann")
    assert "waits" not in visible(browser.get("/ladder").text)
    first = key_of(ready(site.classroom, "ann"))
    assert "waits for its first game" in visible(browser.get("/ladder").text)
    add_ladder_game(site.classroom, first, "greedy", won(1))
    assert "playing" in visible(row_of(browser.get("/ladder").text, alias(site, "ann")))


def test_standings_are_computed_once_for_each_state(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    compute = Mock(wraps=ranking.standings)
    monkeypatch.setattr(ranking, "standings", compute)
    browser = site.session("ann")
    for _ in range(3):
        browser.get("/ladder")
    assert compute.call_count == 1
    add_ladder_game(site.classroom, key_of(ready(site.classroom, "ann")), "greedy", won(1))
    browser.get("/ladder")
    assert compute.call_count == 2


def test_public_sees_the_ladder_only_if_the_settings_allow_it(site: Site) -> None:
    key = key_of(ready(site.classroom, "ann"))
    game = add_ladder_game(site.classroom, key, "greedy", failed(0, errors="secret", explanation="quoted"))
    paths = ["/ladder", f"/ladder/games/{game}", f"/ladder/games/{game}/record"]
    visitor = site.visitor()
    assert {visitor.get(path).status for path in paths} == {401}
    assert "/ladder" not in visitor.get("/").text
    make_public(site)
    pages = [visitor.get(path) for path in paths]
    assert [page.status for page in pages] == [200] * 3
    assert not any("secret" in page.text or "quoted" in page.text or "Ann Lee" in page.text for page in pages)
    assert 'href="/ladder"' in visitor.get("/").text
    opened = {route.path for route in ROUTES if route.is_public(site.classroom.settings)}
    assert opened == {"/ladder", "/ladder/games/{game}", "/ladder/games/{game}/record"}
    assert visitor.get("/official/").status == 401


def test_output_of_a_failed_program_is_shown_to_its_team_only(site: Site) -> None:
    key = key_of(ready(site.classroom, "bob"))
    result = failed(
        1, output=SCRIPT, errors=f"{SCRIPT} at /home/bob", explanation=f"got {SCRIPT}", note="played again: /srv/x"
    )
    game = add_ladder_game(site.classroom, "level:4", key, result)
    pages = {who: site.session(who).get(f"/ladder/games/{game}").text for who in ("bob", "cyd", "ann", "tom")}
    for page in pages.values():
        assert SCRIPT not in page
        assert f"Forfeit by {alias(site, 'bob')}" in visible(page)
        assert "crashed" in page
    for who in ("bob", "cyd"):
        assert pages[who].count("&lt;script&gt;") == 3
        assert "probably say why" in pages[who]
    assert "&lt;script&gt;" not in pages["ann"]
    assert pages["tom"].count("&lt;script&gt;") == 1  # the explanation, as for preflights
    assert [who for who, page in pages.items() if "/home/bob" in page] == ["bob", "cyd"]
    assert [who for who, page in pages.items() if "/srv/x" in page] == ["tom"]


def test_game_page_has_the_data_of_the_replay_and_only_served_files(site: Site) -> None:
    key = key_of(ready(site.classroom, "ann"))
    game = add_ladder_game(site.classroom, key, "level:4", won(3))
    page = site.session("bob").get(f"/ladder/games/{game}").text
    data = re.search(r'<script type="application/json" id="game">(.*?)</script>', page)
    assert data is not None
    replay = json.loads(data[1])
    assert [player["who"] for player in replay["players"]] == [alias(site, "ann"), "Club player"]
    assert len(replay["turns"]) == 2
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert any("replay" in file for file in files)
    assert {site.visitor().get(file).status for file in files} == {200}
    assert re.findall(r"<script(?![^>]* src=)(?![^>]*application/json)", page) == []
    assert " style=" not in page


def test_record_of_a_game_can_be_downloaded(site: Site) -> None:
    key = key_of(ready(site.classroom, "ann"))
    game = add_ladder_game(site.classroom, key, "greedy", won(3))
    answer = site.session("bob").get(f"/ladder/games/{game}/record")
    assert answer.header("content-disposition") == f'attachment; filename="game-{game}.txt"'
    record = game_record.read(answer.text.encode(), "game.txt")
    assert record.players == (alias(site, "ann"), "Greedy")
    assert len(record.turns) == 2


def test_game_that_is_not_over_looks_like_a_missing_one(site: Site) -> None:
    ready(site.classroom, "ann")
    board = {"board": "b", "start": "s", "state": "running", "created_at": 0}
    game = site.classroom.database.insert("ladder_game", first="#1", second="greedy", **board)
    browser = site.session("ann")
    for path in (f"/ladder/games/{game}", f"/ladder/games/{game}/record", "/ladder/games/99", "/ladder/games/x"):
        assert browser.get(path).status == 404


def test_dashboard_shows_rating_place_and_games_of_the_active_version(site: Site) -> None:
    browser = site.session("bob")
    old = ready(site.classroom, "bob")
    add_ladder_game(site.classroom, key_of(old), "level:4", won(-1))
    new = ready(site.classroom, "bob")
    assert "Version 2 waits for its first game" in visible(browser.get("/").text)
    game = add_ladder_game(site.classroom, key_of(new), "level:4", won(2))
    page = browser.get("/").text
    assert re.search(r"Version 2 is rated [\d,]+ \(\S+ to [\d,]+\) , place 1 of 1 program", visible(page))
    assert f"/ladder/games/{game}" in page
    assert "won" in visible(row_of(page, f"/ladder/games/{game}"))
    history = [visible(row_of(page, f'href="/submissions/{one}"')) for one in (new, old)]
    assert all(re.search(r"\d to ", row) for row in history)  # the rating of each version


def test_paused_version_has_a_reason_for_its_team_and_staff_and_can_be_resumed(site: Site) -> None:
    submission = ready(site.classroom, "bob")
    for _ in range(3):
        add_ladder_game(site.classroom, key_of(submission), "level:4", failed(0))
    reason = "The program failed in its last 3 games: crashed"
    pages = {who: visible(site.session(who).get("/ladder").text) for who in ("ann", "bob", "tom")}
    assert [who for who, page in pages.items() if reason in page] == ["bob", "tom"]
    assert "paused" in pages["ann"]
    dashboard = visible(site.session("bob").get("/").text)
    assert f"Version 1 is paused. {reason}." in dashboard
    assert "ask the course staff to resume it" in dashboard
    tom = site.session("tom")
    assert reason in visible(tom.get("/staff").text)
    assert tom.post(f"/staff/ladder/{submission}/resume").header("location") == "/staff#ladder"
    assert tom.post("/staff/ladder/99/resume").status == 404
    assert "is paused" not in visible(site.session("bob").get("/").text)
    assert "resumed on the ladder" in visible(tom.get("/staff").text)


def test_staff_page_shows_games_and_cpu_time_of_the_ladder(site: Site) -> None:
    key = key_of(ready(site.classroom, "bob"))
    add_ladder_game(site.classroom, key, "level:4", won(1, cpu_s=90.0))
    page = site.session("tom").get("/staff").text
    assert "0 games running, 0 waiting, 1 finished in the last 24 hours" in visible(page)
    assert visible(row_of(page[page.index("CPU minutes") :], alias(site, "bob"))).endswith("1.5")


def test_alias_with_markup_is_escaped(site: Site) -> None:
    key = key_of(ready(site.classroom, "ann"))
    team = person(site.classroom, "ann").team
    site.classroom.database.execute("UPDATE team SET alias = ? WHERE id = ?", f"{SCRIPT}\x1b", team)
    game = add_ladder_game(site.classroom, key, "greedy", won(1))
    for path in ("/ladder", f"/ladder/games/{game}"):
        page = site.session("bob").get(path).text
        assert SCRIPT not in page
        assert "\x1b" not in page
    assert "\x1b" not in site.session("bob").get(f"/ladder/games/{game}/record").text
