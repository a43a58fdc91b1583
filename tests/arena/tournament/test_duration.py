"""Upper bounds on the duration of a tournament, also if programs sleep until their wall time is used up."""

import heapq
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.grading.submissions import copy_contestant

from outply.arena.tournament.contestants import find_contestants
from outply.arena.tournament.duration import makespan_bound, max_game_seconds
from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import BuildJob, BuildResult, GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, SWISS, Board, Contestant, Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.formats import notation
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import JobContext, JobEvent
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
LARGE = Board("large", "warfare/raid/random:8:1")
THINKING_S = 10.0
BUILD_S = 5.0


class VirtualExecutor(LocalExecutor):
    """Runs jobs in virtual time: `now` is the time at which the last job ended, `busy` the time of all jobs.

    In a game, each contestant thinks for `THINKING_S`, except for sleepers, which use up their wall budget and
    then lose. The other games are won by the contestant that moves first.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.now = self.busy = self.longest = self.slept = 0.0

    def run(self, jobs: Any, **options: Any) -> Generator[Any, None, None]:
        running: list[tuple[float, int, Any]] = []
        started = 0
        while jobs or running:
            while jobs and len(running) < self.workers:
                job, started = jobs.popleft(), started + 1
                seconds = self._seconds(job)
                self.busy += seconds
                self.longest = max(self.longest, seconds)
                heapq.heappush(running, (self.now + seconds, started, job))
            self.now, _, job = heapq.heappop(running)
            value: Any = BuildResult()
            if not isinstance(job, BuildJob):
                failed = next((side for side, name in enumerate(names(job)) if is_sleeper(name)), None)
                value = GameResult(turns=(), final_score=1, board_total=9, failed=failed)
            yield JobEvent(job=job, value=value, is_result=True)

    def _seconds(self, job: Any) -> float:
        if isinstance(job, BuildJob):
            return BUILD_S
        budget = DEFAULT_LIMITS.wall_budget(job.seconds, notation.from_line(job.game.board.start))
        sleepers = sum(map(is_sleeper, names(job)))
        self.slept += sleepers * budget
        return sleepers * budget + (2 - sleepers) * THINKING_S


def names(job: Any) -> tuple[str, str]:
    return job.game.first, job.game.second


def is_sleeper(name: str) -> bool:
    return name.startswith("sleeper")


def contestants(count: int, sleepers: int) -> list[Contestant]:
    all_names = [f"sleeper{number}" if number < sleepers else f"program{number}" for number in range(count)]
    return [Contestant(name, f"program:/{name}", "1") for name in all_names]


@pytest.fixture
def state(tmp_path: Path) -> Iterator[TournamentState]:
    with TournamentState(tmp_path / "t.db", write=True) as state:
        yield state


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_swiss_tournament_with_sleepers_ends_within_the_bound(state: TournamentState, workers: int) -> None:
    sleepers, count, games, rounds = 2, 12, 2, 4
    plan = Plan(format=SWISS, games=games, boards=(LARGE,), rounds=rounds)
    enter(state, plan, contestants(count, sleepers))
    tournament, executor = Tournament(state), VirtualExecutor(workers)
    promised = tournament.max_duration(workers)
    assert tournament.run(executor)
    assert len(state.outcomes()) == rounds * count // 2 * games
    assert executor.slept <= sleepers * rounds * games * 364.0, "in each game at most the wall budget"
    assert executor.now <= makespan_bound(executor.busy, executor.longest, workers, rounds=rounds + 1)
    assert executor.now <= promised
    assert tournament.max_duration(workers) == 0.0, "nothing is left"


def test_duration_counts_only_what_is_left(state: TournamentState) -> None:
    plan = Plan(format=ROUND_ROBIN, games=2, boards=(TINY,), seconds=20.0)
    enter(state, plan, contestants(3, 0))
    tournament = Tournament(state)
    game_s = 2 * (60.0 + 1.5 * 20.0 + 2 * 2.0)
    assert max_game_seconds(plan, 1) == game_s
    assert tournament.max_duration(workers=1) == 3 * 600.0 + 6 * game_s
    assert tournament.max_duration(workers=2) == (3 * 600.0 + 600.0) / 2 + (6 + 1) * game_s / 2
    tournament.run(VirtualExecutor(1))
    assert tournament.max_duration(workers=1) == 0.0


class InlineExecutor(LocalExecutor):
    """Runs jobs in this process."""

    def run(self, jobs: Any, **options: Any) -> Generator[Any, None, None]:
        while jobs:
            job = jobs.popleft()
            yield JobEvent(job=job, value=job(JobContext()), is_result=True)


@pytest.mark.usefixtures("needs_sandbox")
def test_sleeping_program_loses_its_games_and_the_swiss_tournament_ends(
    state: TournamentState, tmp_path: Path
) -> None:
    limits = ContestLimits(wall_s_per_move=0.1)
    copy_contestant(tmp_path / "hang", "hang")
    players = find_contestants([str(tmp_path / "hang"), "greedy", "level:1", "random:1"])
    enter(state, Plan(format=SWISS, games=1, boards=(TINY,), seconds=0.2), players)
    with InlineExecutor() as executor:
        assert Tournament(state, limits).run(executor)
    slept = [stored.result for stored in state.games() if "hang" in stored.game.pair]
    assert [result.failure for result in slept] == ["out of wall time"] * 2
    assert all("the limit for the game is 0 s" in result.explanation for result in slept)
    assert len(state.outcomes()) == 4
