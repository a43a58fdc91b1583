"""Tournament pages: replay, sorting, live updates, accessibility."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import NARROW, WIDE, OpenPage
from playwright.sync_api import Route, expect
from support.arena.tournaments import HOSTILE, OUTPUT, add_game, create_tournament, tiny_result
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import wait_for_layout, wait_until
from support.web.serving import Server, serving

from outply.arena.tournament.plan import SWISS
from outply.arena.tournament.state import TournamentState
from outply.web.tournament_pages import TournamentPages

PAGES = [
    "",
    "cross.html",
    "rounds.html",
    "contestant/1-anna.html",
    "contestant/4-lazy.html",
    "game/1.html",
    "game/2.html",
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TournamentState]:
    names = ["anna", "bert", HOSTILE, "lazy"]
    with create_tournament(tmp_path_factory.mktemp("browser") / "t.db", names, tournament_format=SWISS) as store:
        store.add_build_failure("lazy", "make agent exited with status 2", OUTPUT)
        add_game(store, "anna", "bert")
        add_game(
            store,
            HOSTILE,
            "anna",
            tiny_result(2, 8, failed=0, failure="crashed", explanation=OUTPUT, output=OUTPUT, errors=OUTPUT),
            game_round=1,
        )
        store.flag_unsandboxed()
        yield store


@pytest.fixture(scope="module")
def server(store: TournamentState) -> Iterator[Server]:
    """The server with the tournament, for `open_page`."""
    with serving(tournament=TournamentPages(store.path)) as running:
        yield running


def test_links_lead_from_the_play_page_to_the_tournament_and_back(open_page: OpenPage) -> None:
    page = open_page("/")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        page.get_by_role("link", name="Tournament").click()
        expect(page.get_by_text("games played")).to_be_visible()
        page.get_by_role("link", name="Play a game").click()
        expect(page.get_by_role("link", name="Tournament")).to_be_visible()


def test_game_page_replays_the_game_by_clicks_and_keys(open_page: OpenPage) -> None:
    page = open_page("/tournament/game/1.html")
    detail, current = page.locator(".readout-detail"), page.locator(".moves [aria-current]")
    expect(detail).to_have_text("Start position, 4 moves")
    page.get_by_role("button", name="One move forward").click()
    expect(detail).to_have_text("Move 1 of 4: X: A1 Stake, 250 ms CPU, 500 ms wall")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(detail).to_have_text("Move 3 of 4: X: B1 Raid, 1.50 s CPU, 1.75 s wall")
    expect(page.locator(".player-below")).to_have_text(["1.75 s CPU", "125 ms CPU"])
    expect(page.locator(".player-total")).to_have_text(["11", "0"])
    expect(page.get_by_role("cell", name="B1, value 1, X; last move")).to_be_visible()
    page.keyboard.press("End")
    expect(current).to_have_text("A2 Stake")
    expect(page.get_by_role("button", name="To the end")).to_be_disabled()
    page.get_by_role("button", name="B2 Stake").click()
    expect(detail).to_have_text(re.compile("^Move 2 of 4"))
    page.keyboard.press("ArrowDown")
    expect(current).to_have_text("B1 Raid")
    expect(current).to_be_focused()
    page.get_by_role("slider", name="Score over the game").press("Home")
    expect(current).to_have_text("Start")


def test_game_page_plays_by_itself_and_leads_to_the_play_page(open_page: OpenPage) -> None:
    page = open_page("/tournament/game/1.html")
    page.get_by_label("Speed").fill("-100")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moves [aria-current]")).to_have_text("A2 Stake")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="B2 Stake").click()
    page.get_by_role("link", name="Analyse here").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("B2 Stake")


def test_hostile_names_and_outputs_are_shown_as_text(open_page: OpenPage) -> None:
    page = open_page("/tournament/game/2.html")
    page.on("dialog", lambda _: pytest.fail("an untrusted script ran"))
    expect(page.locator("h1")).to_have_text(f"{HOSTILE} v anna")
    expect(page.locator("pre").first).to_contain_text("</pre><script>alert(2)</script>\\x00\\x1b[2J")
    expect(page.locator(".readout-status")).to_have_text(f"anna wins: {HOSTILE} forfeits (crashed)")


def test_pages_are_accessible_and_usable_by_keyboard_and_fit_a_phone(open_page: OpenPage, server: Server) -> None:
    page = open_page("/tournament/")
    for path in PAGES:
        page.set_viewport_size(WIDE)
        page.goto(f"{server.url}/tournament/{path}")
        expect(page.get_by_text("NOT ISOLATED")).to_be_visible()
        assert accessibility_violations(page) == [], path
        assert keyboard_problems(page) == [], path
        page.set_viewport_size(NARROW)
        wait_for_layout(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], path


@pytest.fixture
def played(server: Server) -> int:
    """The number of games played so far, including games that other tests have added."""
    (count,) = re.findall(r"(\d+) of \d+ games played", server.ask("/tournament/")[2])
    return int(count)


def test_open_page_updates_with_the_tournament(open_page: OpenPage, store: TournamentState, played: int) -> None:
    page = open_page("/tournament/")
    expect(page.get_by_text(re.compile(rf"^{played} of \d+ games"))).to_be_visible()
    page.get_by_role("button", name="Contestant").click()
    add_game(store, "bert", HOSTILE, game_round=1)
    wait_until(
        page,
        """text => {
          document.dispatchEvent(new Event("visibilitychange"));  // as if the reader came back
          return document.querySelector("main").textContent.includes(text);
        }""",
        f"{played + 1} of ",
    )
    expect(page.locator(".standing tbody th")).to_have_text([HOSTILE, "anna", "bert"])  # the sort order is kept


def test_game_finished_during_loading_appears(
    open_page: OpenPage, server: Server, store: TournamentState, played: int
) -> None:
    page = open_page("/")
    numbers = iter([played + 1])

    def end_a_game_first(route: Route) -> None:
        if route.request.resource_type == "fetch" and (number := next(numbers, None)):
            add_game(store, "anna", "bert", number=number)
        route.continue_()

    page.route("**/tournament/", end_a_game_first)
    page.goto(f"{server.url}/tournament/")
    expect(page.get_by_text(re.compile(rf"^{played + 1} of \d+ games"))).to_be_visible()


def test_waiting_page_shows_the_tournament_when_it_begins(
    open_page: OpenPage, tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "later.db"
    with serving(tournament=TournamentPages(path)) as waiting:
        monkeypatch.setattr(server, "url", waiting.url)
        page = open_page("/tournament/")
        expect(page.get_by_role("heading", name="The tournament has not begun")).to_be_visible()
        create_tournament(path, ["anna", "bert"]).close()
        wait_until(
            page,
            """() => {
              document.dispatchEvent(new Event("visibilitychange"));  // as if the reader came back
              return document.querySelector("h1").textContent === "Standings";
            }""",
        )
        expect(page.get_by_role("link", name="Cross table")).to_be_visible()
        expect(page.get_by_text(re.compile("^Live, updated"))).to_be_visible()
        page.close()  # a live page asks for news, which a server that has ended refuses


def test_click_on_a_column_header_sorts_the_standings(open_page: OpenPage) -> None:
    page = open_page("/tournament/")
    names = page.locator(".standing tbody th")
    head = page.get_by_role("button", name="Contestant")
    head.click()
    expect(names).to_have_text([HOSTILE, "anna", "bert"])
    head.click()
    expect(names).to_have_text(["bert", "anna", HOSTILE])
    page.get_by_role("button", name="Margin").click()
    expect(names.first).to_have_text("anna")
