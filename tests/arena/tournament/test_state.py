"""The database of a tournament: whole games or none, each once."""

import sqlite3
from contextlib import closing

import pytest

from outply.arena.tournament.game_job import Result
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Entrant, Game, Plan
from outply.arena.tournament.state import Store, StoreError

KEREN = Board("Keren", "warfare/raid/Keren")
PLAN = Plan(ROUND_ROBIN, 3, [KEREN], 60.0, 7)
ENTRANTS = [Entrant("b", "program:/b", "1"), Entrant("a", "greedy")]
GAME = Game(0, 1, "b", "a", KEREN)
RESULT = Result((("A1 Stake", 0.25, 0.5), ("B1 Raid", 0.125, 0.25)), 4, 36)
DIGESTS = {"a": "", "b": "1"}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "t.db"


@pytest.fixture
def store(path):
    with Store(path, write=True) as store:
        store.begin(PLAN, ENTRANTS)
        yield store


def test_what_goes_in_comes_out(store, path):
    store.keep(GAME, DIGESTS, RESULT)
    with Store(path) as again:
        assert again.plan == PLAN
        assert again.entrants == ENTRANTS
        (kept,) = again.games()
        assert (kept.game, kept.result) == (GAME, RESULT)


def test_a_game_counts_once(store):
    assert store.keep(GAME, DIGESTS, RESULT)
    assert not store.keep(GAME, DIGESTS, Result((), -4, 36))
    assert [score.margin for _, score in store.scores()] == [4]


def test_a_failure_is_kept_with_its_evidence(store):
    result = Result((), 0, 36, 1, "crashed", "make run exited with status 2", "out", "err", (1.5, 2.0))
    store.keep(GAME, DIGESTS, result)
    assert store.games()[0].result == result
    ((number, score),) = store.scores()
    assert (number, score.failed, score.failure, score.margin) == (1, "a", "crashed", 36)


def test_games_before_a_change_do_not_count(store):
    store.keep(GAME, DIGESTS, RESULT)
    store.begin(PLAN, [Entrant("b", "program:/b", "2"), ENTRANTS[1]])
    assert store.scores() == []
    store.begin(PLAN, ENTRANTS)  # and it changes back
    assert len(store.scores()) == 1


def test_who_would_not_build_may_try_again_when_changed(store):
    store.eliminate("b", "make agent exited with status 2", "error: x")
    assert store.problems == {"b": ("make agent exited with status 2", "error: x")}
    store.begin(PLAN, ENTRANTS)
    assert list(store.problems) == ["b"]
    store.begin(PLAN, [Entrant("b", "program:/b", "2"), ENTRANTS[1]])
    assert store.problems == {}


def test_two_do_not_run_one_tournament(store, path):
    with pytest.raises(StoreError, match="another process is running the tournament"):
        Store(path, write=True)
    with Store(path) as reader:  # but others may look
        assert reader.plan == PLAN


def test_a_file_whose_making_was_cut_short_is_made_anew(path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(Store, "TABLES", Store.TABLES.replace("CREATE TABLE IF NOT EXISTS games", "the end", 1))
        with pytest.raises(StoreError, match="syntax error"):
            Store(path, write=True)
    with Store(path, write=True) as store:
        assert (store.plan, store.games()) == (None, [])


def test_who_looks_waits_for_who_writes_however_slow_the_disk_is(store, path):
    with Store(path) as reader:
        for one in (store, reader):
            (milliseconds,) = one._database.execute("PRAGMA busy_timeout").fetchone()
            assert milliseconds >= 60_000


def test_a_file_that_is_something_else_is_refused(tmp_path):
    text = tmp_path / "text"
    text.write_text("hello, this is a text that is long enough to be looked at" * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(text)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE x (y)")
    with pytest.raises(StoreError, match="not a tournament"):
        Store(other)
    with pytest.raises(StoreError, match="there is no tournament"):
        Store(tmp_path / "nothing")


def test_a_full_disk_loses_nothing_that_was_kept(store, path):
    store.keep(GAME, DIGESTS, RESULT)
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count = {pages}")  # what a full disk is to SQLite
    large = Result((("A1 Stake", 0.0, 0.0),) * 10_000, 4, 36)
    with pytest.raises(StoreError, match="full"):
        store.keep(Game(0, 2, "a", "b", KEREN), DIGESTS, large)
    with Store(path) as again:
        assert len(again.scores()) == 1
    store._database.execute("PRAGMA max_page_count = 1000000")
    assert store.keep(Game(0, 2, "a", "b", KEREN), DIGESTS, large)


def test_once_unsafe_it_stays_so(store, path):
    assert not store.unsafe
    store.mark_unsafe()
    store.mark_unsafe()
    store.begin(PLAN, ENTRANTS)
    with Store(path) as again:
        assert again.unsafe


def test_a_file_from_before_there_were_marks_can_be_read(store, path):
    store._database.execute("DROP TABLE marks")
    with Store(path) as old:
        assert not old.unsafe
