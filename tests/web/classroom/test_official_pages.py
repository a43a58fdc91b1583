"""The pages of the official tournament, in process."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web.classrooms import FakeClock, GamesExecutor, Site, make_class, person, ready, visible

from outply.classroom.operation.runner import QueueRunner

pytestmark = pytest.mark.unit

SETTINGS = """
[ladder]
is_open = false
baselines = ["greedy"]

[tournament]
games = 2

[[deadlines]]
name = "Final"
due = 2027-01-16T08:00:00+00:00
"""


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=clock, ladder=SETTINGS) as classroom:
        ready(classroom, "ann")
        ready(classroom, "bob")
        yield Site.of(classroom)


def play(site: Site, clock: FakeClock) -> None:
    """Play the tournament after the deadline: the program of Ann wins, and the program of Bob crashes."""
    clock.advance(2 * 24 * 3600)
    executor = GamesExecutor(["greedy", person(site.classroom, "ann").alias])
    assert QueueRunner(site.classroom, executor).run_available() == 6


def test_page_says_when_the_tournament_begins(site: Site, clock: FakeClock) -> None:
    browser = site.session("ann")
    assert "after 2027-01-16 08:00 UTC" in visible(browser.get("/official/").text)
    assert browser.get("/official/cross.html").status == 404
    assert "/official/" not in browser.get("/").text
    clock.advance(2 * 24 * 3600)
    assert "begins as soon as all checks have finished" in visible(browser.get("/official/").text)


def test_pages_show_aliases_and_no_output(site: Site, clock: FakeClock) -> None:
    play(site, clock)
    ann, bob = (person(site.classroom, key).alias for key in ("ann", "bob"))
    browser = site.session("cyd")
    index = browser.get("/official/").text
    assert "6 of 6 games played" in visible(index)
    assert re.findall(r"<bdi>([^<]+)</bdi></a></th>", index)[:3] == [ann, "Greedy", bob]
    links = set(re.findall(r'href="((?:game|contestant)/[^"#]+)', index))
    games = [browser.get(f"/official/game/{number}.html") for number in range(1, 7)]
    pages = [index, *(browser.get(f"/official/{link}").text for link in links), *(game.text for game in games)]
    assert {game.status for game in games} == {200}
    for page in pages:
        assert not any(text in page for text in ("its output", "its errors", "it quoted", "Ann Lee", "/class/"))
        assert " style=" not in page
        assert "Play a game" not in page
    assert any("crashed" in page for page in pages)
    assert not any("Analyse here" in page for page in pages)
    assert browser.get("/official/style.css").header("content-type").startswith("text/css")
    assert browser.get("/official/../class.db").status == 404
    assert browser.get("/official/nothing.html").status == 404


def test_dashboard_shows_the_place_and_navigation_the_pages(site: Site, clock: FakeClock) -> None:
    play(site, clock)
    page = site.session("ann").get("/").text
    assert "Place 1 of 2 programs in the official tournament" in visible(page)
    assert '<a href="/official/">Tournament</a>' in page
    assert "Finished: results" in visible(site.session("tom").get("/staff").text)


def test_public_sees_the_tournament_only_if_the_settings_allow_it(site: Site, clock: FakeClock) -> None:
    play(site, clock)
    visitor = site.visitor()
    assert visitor.get("/official/").status == 401
    path = site.classroom.folder / "class.toml"
    path.write_text(path.read_text() + "\n[visibility]\npublic_tournament = true\n")
    assert visitor.get("/official/").status == 200
    assert visitor.get("/official/game/1.html").status == 200
    assert visitor.get("/ladder").status == 401
    assert '<a href="/official/">Tournament</a>' in visitor.get("/").text


def test_administrator_starts_the_tournament_once(site: Site) -> None:
    admin = site.session("administrator")
    assert "play it now" in admin.get("/staff").text
    assert admin.post("/staff/tournament/play").status == 303
    assert "Begins as soon as all checks have finished" in visible(admin.get("/staff").text)
    assert admin.post("/staff/tournament/play").status == 409
    executor = GamesExecutor(["greedy", person(site.classroom, "ann").alias])
    assert QueueRunner(site.classroom, executor).run_available() == 6
