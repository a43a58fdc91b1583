"""The pages of a tournament: their content, their links, and untrusted text."""

import csv
import io
import json
import posixpath
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from support.arena.tournaments import (
    HOSTILE,
    KEREN,
    OUTPUT,
    TINY,
    TINY_MOVES,
    TRICKS,
    add_game,
    create_tournament,
    play_missing_games,
    tiny_result,
)
from support.assertions import not_none
from support.web.html_pages import Page

from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, SWISS
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.report.base.formatting import MINUS
from outply.report.tournament.export import games_csv, standings_csv, tournament_to_dict
from outply.report.tournament.privacy import AliasError, Privacy, aliases_csv, complete_aliases, read_aliases
from outply.report.tournament.site import pages

TIMES = "\u00d7"


def site(store: TournamentState) -> dict[str, str]:
    return dict(pages(Tournament(store), store))


def read(files: dict[str, str], name: str) -> Page:
    return Page(files[name])


def page_of(files: dict[str, str], name: str) -> str:
    """Return the page of a contestant."""
    return next(page for page in contestants(files) if f"<bdi>{name}</bdi></h1>" in page)


def contestants(files: dict[str, str]) -> list[str]:
    return [text for name, text in files.items() if name.startswith("contestant/")]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TournamentState]:
    with create_tournament(tmp_path / "t.db", ["anna", "bert", HOSTILE, "lazy"], (TINY, KEREN), games=3) as store:
        add_game(store, "anna", "bert")
        add_game(store, "bert", "anna", tiny_result(final_score=-2), number=2)
        add_game(
            store,
            "anna",
            HOSTILE,
            tiny_result(1, 9, failed=1, failure="crashed", explanation=OUTPUT, output=OUTPUT, errors=OUTPUT),
        )
        wrong = tiny_result(
            2,
            0,
            failed=0,
            failure="wrong board",
            explanation="the board is wrong",
            failed_move_seconds=(2.5, 3.25),
        )
        add_game(store, HOSTILE, "anna", wrong, number=2)
        store.add_build_failure("lazy", "make agent exited with status 2", OUTPUT)
        yield store


@pytest.fixture
def files(store: TournamentState) -> dict[str, str]:
    return site(store)


def test_standings_page_shows_the_plan_and_the_progress(files: dict[str, str]) -> None:
    words = read(files, "index.html").words
    assert "Round-robin: every contestant meets every other, with 3 games a pairing on tiny and Keren." in words
    assert "60 s of CPU time" in words
    assert "4 of 9 games played, 2 forfeited" in words
    assert re.search(r"1 anna 0 0 4 4 \+36 \+\d+", words)
    assert f"1 {TIMES} crashed, 1 {TIMES} wrong board" in words
    assert re.search(rf"Moving first is worth (0|[+{MINUS}]\d+) Elo", words)


def test_bars_of_the_ratings_share_a_scale_that_covers_all_intervals(files: dict[str, str]) -> None:
    svg = re.compile(r'<svg viewBox="0 0 (\S+) .*?M(\S+) 0v12.*?M(\S+) 6H(\S+)"/><circle cx="(\S+?)"')
    bars = [[float(number) for number in match] for match in svg.findall(files["index.html"])]
    (width,), (zero,) = ({bar[index] for bar in bars} for index in (0, 1))
    assert all(0 <= low <= elo <= high <= width for _, _, low, high, elo in bars)
    assert min(low for _, _, low, *_ in bars) == 0 < zero < width
    assert max(high for *_, high, _ in bars) == width


def test_build_failure_is_shown_with_its_output(files: dict[str, str]) -> None:
    page = read(files, "index.html")
    assert "Build failures lazy: make agent exited with status 2" in page.words
    assert "</pre><script>alert(2)</script>" in page.text
    assert "make agent exited with status 2" in Page(page_of(files, "lazy")).words


def test_all_links_of_the_tournament_site_have_a_target(files: dict[str, str]) -> None:
    parsed = {name: Page(text) for name, text in files.items() if name.endswith(".html")}
    assert sum(len(page.links) for page in parsed.values()) > 50
    for name, page in parsed.items():
        for link in page.links:
            path, _, place = unquote(link).partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            assert there in files, f"{name} links to {link}"
            assert not place or place in parsed[there].ids, f"{name} links to {link}"


def test_untrusted_text_is_never_interpreted_as_markup(files: dict[str, str]) -> None:
    for name, text in files.items():
        if not name.endswith(".html"):
            continue
        page = Page(text)
        scripts = [values for tag, values in page.elements if tag == "script"]
        assert all("src" in values or values == {"type": "application/json", "id": "game"} for values in scripts)
        assert not any(tag == "img" or key.startswith("on") for tag, values in page.elements for key in values)
        assert not any(char in text for char in "\x00\x1b\u202e")


def test_output_of_a_forfeiting_program_is_shown(files: dict[str, str]) -> None:
    (game,) = [Page(text) for name, text in files.items() if name.startswith("game/") and "alert(2)" in text]
    assert "</pre><script>alert(2)</script>\\x00\\x1b[2J\\u202e <!--" in game.text
    assert f"anna wins: {HOSTILE} forfeits (crashed)" in game.words


def test_time_of_a_forfeiting_move_is_shown(store: TournamentState, files: dict[str, str]) -> None:
    (game,) = [Page(text) for name, text in files.items() if name.startswith("game/") and "board is wrong" in text]
    assert "The move took 2.50 s of CPU time, 3.25 s by the clock; all moves of the game together" in game.words
    assert "together took 2.75 s of its CPU time." in game.words
    assert any("2.75 s 2.50 s" in Page(text).words for text in contestants(files))
    rows = csv.DictReader(io.StringIO(games_csv(store.games())))
    (row,) = [row for row in rows if row["forfeit"] == "wrong board"]
    assert (row["moves"], row["first_cpu_seconds"], row["second_cpu_seconds"]) == ("2", "2.75", "0.125")


def test_games_of_a_contestant_are_grouped_by_opponent(files: dict[str, str]) -> None:
    words = Page(page_of(files, "anna")).words
    assert "Against bert: 2 of 2, +12" in words
    assert "Game 1 tiny first won +10 4 1.75 s 1.50 s" in words
    assert "Game 2 tiny second won +2 4 625 ms 500 ms" in words
    assert "opponent: crashed" in words
    assert "CPU time per move" in words


def test_cross_table_has_points_margins_and_likelihoods(files: dict[str, str]) -> None:
    words = read(files, "cross.html").words
    assert "against bert: 2/2 +12" in words
    assert f"against anna: 0/2 {MINUS}12" in words
    assert "Likelihood of superiority" in words
    assert "lazy" not in words


def test_game_page_contains_moves_and_times_as_data(files: dict[str, str]) -> None:
    (text,) = [
        text for name, text in files.items() if name.startswith("game/") and "anna wins by 10" in Page(text).words
    ]
    data = json.loads(not_none(re.search(r'id="game">(.*)</script>', text))[1])
    turns = data["turns"]
    assert [(turn["move"], turn["cpu_seconds"], turn["wall_seconds"]) for turn in turns] == list(TINY_MOVES)
    assert turns[-1]["totals"] == [11, 1]
    assert [player["who"] for player in data["players"]] == ["anna", "bert"]
    assert data["result"] == "anna wins by 10"


def test_sites_of_the_same_tournament_state_are_identical(store: TournamentState, files: dict[str, str]) -> None:
    assert site(store) == files


def test_unsandboxed_tournament_is_marked_on_every_page(store: TournamentState, tmp_path: Path) -> None:
    assert not any("NOT ISOLATED" in text for text in site(store).values())
    store.flag_unsandboxed()
    store.begin(not_none(store.plan), store.contestants)
    unsafe_site = site(store)
    assert all("NOT ISOLATED" in text for name, text in unsafe_site.items() if name.endswith(".html"))


def test_file_names_are_safe_and_unique(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", TRICKS) as store:
        for other in TRICKS[1:]:
            add_game(store, TRICKS[0], other)
        names = [name for name, _ in pages(Tournament(store), store)]
    assert len({name.lower() for name in names}) == len(names) == 2 + len(TRICKS) + len(TRICKS) - 1 + 4
    for name in names:
        assert re.fullmatch(r"((contestant|game)/)?[a-z0-9-]{1,60}\.(html|css|js)", name)


def test_start_page_has_the_date_and_the_latest_games(store: TournamentState) -> None:
    store.set_start_date(date(2026, 11, 16))
    words = read(site(store), "index.html").words
    assert "Started on 16 November 2026." in words
    latest = words[words.index("Latest games") :]
    assert latest.index("Game 2: bert v anna") < latest.index("Game 1: anna v bert")
    assert "anna bert tiny anna wins by 10" in latest


def test_built_in_players_are_shown_by_their_titles(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["level:2", "anna"]) as store:
        add_game(store, "level:2", "anna")
        files = site(store)
    assert "Novice" in read(files, "index.html").words
    assert "Novice v anna" in read(files, "game/1.html").words
    assert "Novice Built-in player level:2, place 1 of 2" in read(files, "contestant/1-level-2.html").words


def test_site_is_rendered_without_games(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["a", "b"]) as store:
        files = site(store)
    assert "0 of 1 game played" in read(files, "index.html").words
    assert "place 1 of 2" in Page(page_of(files, "b")).words


@pytest.mark.parametrize("tournament_format", [ROUND_ROBIN, GAUNTLET])
def test_tournament_format_without_rounds_has_no_rounds_page(tmp_path: Path, tournament_format: str) -> None:
    with create_tournament(tmp_path / "t.db", ["a", "b"], tournament_format=tournament_format) as store:
        assert "rounds.html" not in site(store)


@pytest.mark.parametrize("tournament_format", [KNOCK_OUT, SWISS])
def test_rounds_page_shows_pairings_and_winners(tmp_path: Path, tournament_format: str) -> None:
    with create_tournament(tmp_path / "t.db", ["a", "b", "c"], tournament_format=tournament_format) as store:
        assert "to be played" in read(site(store), "rounds.html").words
        play_missing_games(store)
        words = read(site(store), "rounds.html").words
    assert words.count("Round ") == 2
    assert words.count("no opponent: counts as won") == (1 if tournament_format == KNOCK_OUT else 2)
    assert re.search(r"[abc] wins 1", words)
    assert "to be played" not in words


def test_large_cross_table_is_truncated_with_a_note(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(50)]
    with create_tournament(tmp_path / "t.db", names) as store:
        for one, other in pairwise(names):
            add_game(store, one, other)
        page = read(site(store), "cross.html")
    assert "The first 40 of the standings. The games of the other 10 are on their own pages." in page.words
    assert sum(tag == "tr" for tag, _ in page.elements) == 2 * 41


FAILURE = tiny_result(1, failed=1, failure="crashed", explanation="found 'bert was here'", output="o", errors="e")


@pytest.fixture
def named(tmp_path: Path) -> Iterator[TournamentState]:
    """Return a tournament in which bert crashes and carl cannot be built."""
    with create_tournament(tmp_path / "named.db", ["anna", "bert", "carl", "dora"], (TINY,), SWISS) as store:
        store.add_build_failure("carl", "make agent exited", "carl.c:1: error")
        for game in Tournament(store).missing():
            store.add_game(game, FAILURE if game.second == "bert" else tiny_result())
        yield store


def test_tournament_pages_without_output_keep_the_explanations_of_failures(named: TournamentState) -> None:
    files = dict(pages(Tournament(named), named, Privacy(show_output=False)))
    text = "".join(files.values())
    assert "Standard output" not in text
    assert "carl.c" not in text
    assert "make agent exited" in text


def test_tournament_pages_with_aliases_contain_no_names_and_no_output_of_programs(named: TournamentState) -> None:
    names = [contestant.name for contestant in named.contestants]
    aliases = complete_aliases({}, names, random.Random(1))
    assert sorted(aliases.values()) == [f"Program {number}" for number in (1, 2, 3, 4)]
    privacy = Privacy(aliases=aliases)
    standings = privacy.standings(Tournament(named).standings())
    failures = privacy.build_failures(named.build_failures)
    files = dict(pages(Tournament(named), named, privacy))
    exported = [json.dumps(tournament_to_dict(standings, failures)), standings_csv(standings, failures)]
    exported += [games_csv(privacy.games(named.games())), *files, *files.values()]
    for name in names:
        assert not any(re.search(rf"\b{name}\b", text) for text in exported), name
    assert "the build failed" in files["index.html"]
    assert [contestant.name for contestant in privacy.contestants(named.contestants)] == sorted(aliases.values())
    rows = {row.name: row for row in Tournament(named).standings().rows}
    assert all(rows[name].wdl == row.wdl for row in standings.rows for name in names if aliases[name] == row.name)


def test_alias_file_is_read_and_completed(tmp_path: Path) -> None:
    path = tmp_path / "aliases.csv"
    assert read_aliases(path) == {}
    path.touch()
    assert read_aliases(path) == {}
    path.write_text(aliases_csv({"anna": "Tiger", "=b": "Program 2"}))
    stored = read_aliases(path)
    assert complete_aliases(stored, ["anna", "=b", "carl"], random.Random(1)) == {
        "anna": "Tiger",
        "=b": "Program 2",
        "carl": "Program 1",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,alias\na,b\n", "expected the columns contestant and alias"),
        ("name,mark\n", "expected the columns contestant and alias"),
        ("contestant,alias\na,b\nc,b\n", "each alias only once"),
        ("contestant,alias\na,\n", "with a value in each line"),
    ],
)
def test_invalid_alias_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "aliases.csv").write_text(text)
    with pytest.raises(AliasError, match=message):
        read_aliases(tmp_path / "aliases.csv")


def test_tournament_title_is_shown_on_every_page(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
        plan = not_none(store.plan)
        store.begin(replace(plan, title="Autumn <cup>"), store.contestants)
        files = site(store)
    for name, text in files.items():
        if name.endswith(".html"):
            assert text.count("Autumn &lt;cup&gt;") == 2, name


def test_earlier_versions_are_listed_on_the_page_of_the_contestant(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "t.db", ["anna", "bert"]) as store:
        add_game(store, "anna", "bert")
        anna, bert = store.contestants
        store.begin(not_none(store.plan), [replace(anna, fingerprint="2"), bert])
        words = read(site(store), "contestant/1-anna.html").words
    assert "Versions Version 1: 1 game, not counted Version 2: 0 games, current" in words


def test_standings_csv_has_a_line_per_contestant(named: TournamentState) -> None:
    rows = list(csv.DictReader(io.StringIO(standings_csv(Tournament(named).standings(), named.build_failures))))
    assert [row["place"] for row in rows] == ["1", "2", "3", "4"]
    assert [row["contestant"] for row in rows if row["build_failed"] == "1"] == ["carl"]
    assert sum(int(row["forfeits"]) for row in rows) == len(
        [g for g in named.games() if g.result.failed is not None]
    )
