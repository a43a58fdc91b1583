"""The official tournament: frozen versions, games that survive a restart, and the result."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.grading.archives import extract
from support.web.classrooms import FakeClock, GamesExecutor, make_class, person, ready, submit

from outply.arena.tournament.state import TournamentState
from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckResult
from outply.classroom.classroom import Classroom
from outply.classroom.operation.runner import RETRY_S, QueueRunner
from outply.classroom.results import official
from outply.classroom.results.official import OfficialResult
from outply.classroom.submissions import State
from outply.jobs.job import WorkerError

DAY_S = 24 * 3600
SETTINGS = """
[ladder]
is_open = false
baselines = ["greedy", "level:4"]

[tournament]
games = 2
seconds = 5

[[deadlines]]
name = "Final"
due = 2027-01-16T08:00:00+00:00
"""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock, ladder=SETTINGS) as made:
        yield made


def alias(classroom: Classroom, key: str) -> str:
    return person(classroom, key).alias


def order_of(classroom: Classroom) -> list[str]:
    return ["greedy", alias(classroom, "ann"), "level:4", alias(classroom, "bob")]


def runner(classroom: Classroom, executor: GamesExecutor) -> QueueRunner:
    return QueueRunner(classroom, executor, random=Random(1))


def test_tournament_is_played_once_after_the_last_deadline(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    ready(classroom, "bob")
    executor = GamesExecutor(order_of(classroom))
    assert runner(classroom, executor).run_available() == 0
    clock.advance(2 * DAY_S)
    assert runner(classroom, executor).run_available() == 12  # four contestants, six pairings
    assert runner(classroom, executor).run_available() == 0
    result = official.result(classroom.database)
    assert result is not None
    ann, bob = alias(classroom, "ann"), alias(classroom, "bob")
    assert result.places == {bob: 1, ann: 2}
    assert result.against == {
        ann: {"greedy": (2.0, 2), "level:4": (0.0, 2)},
        bob: {"greedy": (2.0, 2), "level:4": (2.0, 2)},
    }
    assert (result.has_beaten(ann, "greedy"), result.has_beaten(ann, "level:4")) == (True, False)
    assert not result.has_beaten("Unknown", "greedy")
    with TournamentState(classroom.official) as state:
        assert {one.name for one in state.contestants} == set(order_of(classroom))
    assert classroom.official.stat().st_mode & 0o077 == 0


def test_half_of_the_points_is_not_a_majority() -> None:
    result = OfficialResult(against={"A": {"greedy": (1.0, 2)}, "B": {"greedy": (1.5, 2)}})
    assert (result.has_beaten("A", "greedy"), result.has_beaten("B", "greedy")) == (False, True)


def test_stopped_tournament_continues_and_plays_no_game_twice(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    ready(classroom, "bob")
    clock.advance(2 * DAY_S)
    order = order_of(classroom)
    numbers: list[int] = []

    def stop_at(number: int) -> None:
        numbers.append(number)
        if number == 5:
            first.stop(0)

    executor = GamesExecutor(order, stop_at)
    first = runner(classroom, executor)
    assert first.run_available() == 0  # ended at once: the fifth game is lost, four are stored
    assert official.status(classroom.database) == "playing"
    with TournamentState(classroom.official) as state:
        assert len(state.games()) == 4
    executor.on_game = numbers.append
    assert runner(classroom, executor).run_available() == 8
    assert len(numbers) == 5 + 8
    with TournamentState(classroom.official) as state:
        counts = Counter((stored.game.pair, stored.game.number) for stored in state.games())
    assert set(counts.values()) == {1}
    assert official.status(classroom.database) == "finished"


def test_versions_of_a_tournament_that_has_begun_are_frozen(classroom: Classroom, clock: FakeClock) -> None:
    frozen = [ready(classroom, key) for key in ("ann", "bob")]
    submit(classroom, "ann")
    clock.advance(2 * DAY_S)
    claim = queue.claim_next(classroom.database, clock.now)
    assert claim is not None
    assert not official.is_due(classroom.database, classroom.settings, clock.now)
    queue.finish(classroom.database, claim, State.FAILED, clock.now, headline="", advice="", result=None)
    assert official.is_due(classroom.database, classroom.settings, clock.now)
    assert sorted(official.freeze(classroom.database, clock.now)) == sorted(frozen)
    classroom.database.execute("UPDATE team SET active_submission = NULL")
    assert sorted(official.freeze(classroom.database, clock.now)) == sorted(frozen)


def test_version_without_makefile_does_not_take_part(classroom: Classroom, clock: FakeClock) -> None:
    playing = ready(classroom, "ann")
    ready(classroom, "bob", CheckResult(preflight=None))
    assert official.freeze(classroom.database, clock.now) == [playing]


def test_pause_and_waiting_checks_interrupt_the_tournament(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    ready(classroom, "bob")
    clock.advance(2 * DAY_S)

    def pause_at(number: int) -> None:
        if number == 3:
            queue.set_paused(classroom.database, True, "tom", clock.now)  # noqa: FBT003

    executor = GamesExecutor(order_of(classroom), pause_at)
    assert runner(classroom, executor).run_available() == 3
    assert runner(classroom, executor).run_available() == 0
    queue.set_paused(classroom.database, False, "tom", clock.now)  # noqa: FBT003
    assert runner(classroom, executor).run_available() == 9


def test_tournament_with_one_contestant_is_not_played(tmp_path: Path, clock: FakeClock) -> None:
    settings = SETTINGS.replace("games = 2", "games = 2\nhas_baselines = false")
    with make_class(tmp_path / "class", clock=clock, ladder=settings) as classroom:
        ready(classroom, "ann")
        clock.advance(2 * DAY_S)
        assert runner(classroom, GamesExecutor([])).run_available() == 0
        assert official.status(classroom.database) == "finished"
        assert official.result(classroom.database) == OfficialResult()


def test_tournament_waits_for_a_request_if_it_is_not_automatic(tmp_path: Path, clock: FakeClock) -> None:
    settings = SETTINGS.replace("games = 2", "games = 2\nis_automatic = false")
    with make_class(tmp_path / "class", clock=clock, ladder=settings) as classroom:
        ready(classroom, "ann")
        clock.advance(2 * DAY_S)
        executor = GamesExecutor(order_of(classroom))
        assert runner(classroom, executor).run_available() == 0
        assert official.request(classroom.database, "administrator", clock.now)
        assert not official.request(classroom.database, "administrator", clock.now)
        assert runner(classroom, executor).run_available() == 6


def test_requested_tournament_comes_before_games_of_the_ladder(tmp_path: Path, clock: FakeClock) -> None:
    settings = SETTINGS.replace("is_open = false", "is_open = true")
    with make_class(tmp_path / "class", clock=clock, ladder=settings) as classroom:
        ready(classroom, "ann")
        official.request(classroom.database, "administrator", clock.now)
        assert runner(classroom, GamesExecutor(order_of(classroom))).run_available() == 6
        assert official.status(classroom.database) == "finished"
        assert not classroom.database.rows("SELECT 1 FROM ladder_game")


def test_error_of_the_tournament_is_shown_and_tried_again_later(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    clock.advance(2 * DAY_S)
    is_broken = True

    def break_down(_: int) -> None:
        if is_broken:
            raise WorkerError("no compiler")

    executor = GamesExecutor(order_of(classroom), break_down)
    one = runner(classroom, executor)
    assert one.run_available() == 0
    assert one.official_problem == "no compiler"
    assert (one.run_available(), executor.games) == (0, 1)
    is_broken = False
    clock.advance(RETRY_S)
    assert one.run_available() == 6
    assert one.official_problem == ""


def test_backup_contains_the_tournament(classroom: Classroom, clock: FakeClock, tmp_path: Path) -> None:
    ready(classroom, "ann")
    clock.advance(2 * DAY_S)
    runner(classroom, GamesExecutor(order_of(classroom))).run_available()
    classroom.backup(tmp_path / "b.tar.gz")
    extract(tmp_path / "b.tar.gz", tmp_path / "copy")
    with TournamentState(tmp_path / "copy" / "official.db") as state:
        assert len(state.games()) == 6


def test_copied_class_plays_on_with_its_own_directories(classroom: Classroom, clock: FakeClock) -> None:
    ready(classroom, "ann")
    clock.advance(2 * DAY_S)
    executor = GamesExecutor(order_of(classroom), lambda number: first.stop(0) if number == 2 else None)
    first = runner(classroom, executor)
    first.run_available()
    moved = classroom.folder.with_name("moved")
    classroom.folder.rename(moved)
    with Classroom(moved, clock) as copy:
        assert runner(copy, GamesExecutor(order_of(copy))).run_available() == 5
        with TournamentState(copy.official) as state:
            directories = [one.directory for one in state.contestants if one.directory is not None]
    assert all(directory.startswith(str(moved)) for directory in directories)
