"""The background runner: stops by signals, reviews that fail, and games that the server cannot play."""

import io
import logging
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from support.waiting import wait_until
from support.web.classrooms import (
    FakeClock,
    InlineExecutor,
    Site,
    add_ladder_game,
    make_class,
    make_runner,
    ready,
    submit,
    visible,
    won,
)
from support.web.event_loops import run_coroutine

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.classroom.checks import queue
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import reviews
from outply.classroom.ladder.games import LadderGame, key_of
from outply.classroom.ladder.reviews import ReviewJob
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.submissions import State, get_submission
from outply.jobs.job import J, JobContext, JobEvent, WorkerError
from outply.web.classroom.app import Server
from outply.web.classroom.logs import LOGGER, configure_logging

pytestmark = pytest.mark.unit

LADDER = '[ladder]\nbaselines = ["greedy"]\ngames_per_version = 2\n'
SECRET = "<b>no room in /srv/secret</b>"


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", ladder=LADDER, clock=FakeClock()) as made:
        yield made


class InterruptedExecutor(InlineExecutor):
    """Calls `interrupt` while the first job is running; then the job reports, and its result arrives."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt

    def run(self, jobs: deque[J], **_: Any) -> Generator[JobEvent[J], None, None]:
        job = jobs.popleft()
        self._interrupt()
        yield JobEvent(job=job, value="playing", is_result=False)
        yield JobEvent(job=job, value=won(1), is_result=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FakeGame(GameJob):
    """A game that the first player wins, or that cannot be played."""

    problem: str = ""

    def __call__(self, context: JobContext) -> GameResult:
        if self.problem:
            raise WorkerError(self.problem)
        return won(1)


def game_runner(classroom: Classroom, problem: str = "") -> QueueRunner:
    def game_job_of(game: LadderGame) -> FakeGame:
        job = classroom.game_job(game)
        return FakeGame(
            game=job.game, first=job.first, second=job.second, seconds=1, sandboxed=True, problem=problem
        )

    return QueueRunner(classroom, InlineExecutor(), game_job_of=game_job_of)


def stopped_runner(classroom: Classroom, stop: Callable[[QueueRunner], None]) -> QueueRunner:
    """Return a runner that is stopped while its first job is running."""
    runners: list[QueueRunner] = []
    runners.append(make_runner(classroom, executor=InterruptedExecutor(lambda: stop(runners[0]))))
    return runners[0]


@pytest.mark.parametrize("stop", [QueueRunner.stop, QueueRunner.stop_now], ids=["stop", "stop now"])
def test_stop_during_a_check_puts_it_back_without_counting_the_start(
    classroom: Classroom, stop: Callable[[QueueRunner], None]
) -> None:
    """After `stop`, events of the check are ignored; after `stop_now`, the runner puts it back."""
    one = submit(classroom, "ann")
    assert stopped_runner(classroom, stop).run_available() == 0
    saved = get_submission(classroom.database, one.id)
    assert (saved.state, saved.attempts, saved.progress) == (State.QUEUED, 0, "")
    claim = queue.claim_next(classroom.database, classroom.now())
    assert claim is not None
    assert claim.attempts == 1


@pytest.mark.parametrize("stop", [QueueRunner.stop, QueueRunner.stop_now], ids=["stop", "stop now"])
def test_stop_during_a_game_puts_it_back_and_it_is_saved_once(
    classroom: Classroom, stop: Callable[[QueueRunner], None]
) -> None:
    ready(classroom, "ann")
    assert stopped_runner(classroom, stop).run_available() == 0
    rows = classroom.database.rows("SELECT state, attempts FROM ladder_game")
    assert {tuple(row) for row in rows} == {("waiting", 0)}
    assert game_runner(classroom).run_available() == 2
    assert [game.attempts for game in ladder_games.recent_games(classroom.database)] == [1, 1]


class BlockedExecutor(InlineExecutor):
    """Runs a job until `release` is set."""

    def __init__(self) -> None:
        self.release = threading.Event()

    def run(self, jobs: deque[J], **_: Any) -> Generator[JobEvent[J], None, None]:
        job = jobs.popleft()
        self.release.wait()
        yield JobEvent(job=job, value="late", is_result=False)


def test_second_signal_stops_while_a_check_is_running(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, executor = submit(classroom, "ann"), BlockedExecutor()
    runner = make_runner(classroom, executor=executor)
    stop = runner.stop
    monkeypatch.setattr(runner, "stop", lambda: stop(threading.TIMEOUT_MAX))

    async def interrupt_twice_and_shut_down() -> None:
        server = Server(uvicorn.Config(lambda: None, lifespan="off"), runner)
        server.config.load()
        server.servers = []
        server.lifespan = server.config.lifespan_class(server.config)
        server.handle_exit(signal.SIGTERM, None)
        server.handle_exit(signal.SIGTERM, None)
        await server.shutdown()

    try:
        runner.start()
        wait_until(
            lambda: get_submission(classroom.database, one.id).state is State.CHECKING, "the check is running"
        )
        run_coroutine(interrupt_twice_and_shut_down())
        saved = get_submission(classroom.database, one.id)
        assert (saved.state, saved.attempts) == (State.QUEUED, 0)
    finally:
        executor.release.set()
        stop()
    wait_until(lambda: not runner.is_alive, "the thread has ended")
    assert runner.problem == ""


def test_empty_queue_is_looked_at_again_without_a_wake(classroom: Classroom) -> None:
    runner = make_runner(classroom, idle_s=0.001)
    runner.start()
    try:
        one = submit(classroom, "ann")
        wait_until(lambda: get_submission(classroom.database, one.id).state is State.READY, "the check has ended")
    finally:
        runner.stop(threading.TIMEOUT_MAX)
    wait_until(lambda: not runner.is_alive, "the thread has ended")


def test_review_that_fails_is_not_repeated_and_games_go_on(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = key_of(ready(classroom, "ann"))
    lost = add_ladder_game(classroom, "greedy", version, won(1))

    def fail(*_: object) -> None:
        raise WorkerError("its process died")

    monkeypatch.setattr(ReviewJob, "__call__", fail)
    assert game_runner(classroom).run_available() == 2  # both games of a pairing
    assert reviews.next_review(classroom.database, classroom.settings) is None
    assert reviews.losing_moments(classroom.database, [ladder_games.get_game(classroom.database, lost)]) == {}


def test_reason_why_a_game_cannot_be_played_is_shown_to_staff_and_not_logged(classroom: Classroom) -> None:
    ready(classroom, "ann")
    site, stream = Site.of(classroom), io.StringIO()
    handler = configure_logging(stream)
    try:
        assert game_runner(classroom, SECRET).run_available() == 0
        page = site.session("tom").get("/staff").text
    finally:
        logging.getLogger(LOGGER).removeHandler(handler)
    assert "&lt;b&gt;no room in /srv/secret&lt;/b&gt;" in page
    assert "could not play games in the last 24 hours" in visible(page)
    assert "was not played: WorkerError" in stream.getvalue()
    assert "secret" not in stream.getvalue()
    assert "secret" not in site.session("ann").get("/").text + site.session("ann").get("/ladder").text
    assert game_runner(classroom).run_available() == 2
    assert "could not play" not in site.session("tom").get("/staff").text
