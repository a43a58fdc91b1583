"""The limits of contest programs: their defaults, and their way to the jobs of other processes."""

import pickle

from outply.arena.tournament.jobs import BuildJob, GameJob
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits

SMALL = ContestLimits(memory_mib=64, disk_mib=8, build_timeout_s=5.0)
PROGRAM = Contestant("a", "program:/a", "1")


def test_wall_budget_grows_with_the_cpu_budget_and_the_board() -> None:
    assert DEFAULT_LIMITS.wall_budget(200.0, Position.of(random_board(8, seed=1))) == 300 + 2 * 32


def test_run_has_the_memory_and_disk_space_of_the_contest() -> None:
    limits = SMALL.for_run(3.0, 4.0, user_time_only=True)
    assert (limits.cpu_seconds, limits.wall_seconds, limits.user_time_only) == (3.0, 4.0, True)
    assert (limits.memory_mib, limits.disk_mib) == (64, 8)


def test_limits_travel_with_the_jobs_of_a_tournament() -> None:
    game = ScheduledGame(number=1, first="a", second="a", board=Board("tiny", "warfare/raid/X/9_1/1_1/../.."))
    build_job = BuildJob(contestant=PROGRAM, sandboxed=True, limits=SMALL)
    game_job = GameJob(game=game, first=PROGRAM, second=PROGRAM, seconds=1.0, sandboxed=True, limits=SMALL)
    for job in (build_job, game_job):
        assert pickle.loads(pickle.dumps(job)) == job
        assert {source.max_mib for source in job.sources()} == {SMALL.disk_mib}
