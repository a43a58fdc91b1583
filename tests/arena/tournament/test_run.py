"""A tournament from its beginning to its end, with stops between."""

import multiprocessing
import signal
import subprocess
import sys
import time

import pytest

from outply.arena.tournament.build_job import BuildJob, BuildResult
from outply.arena.tournament.game_job import Result
from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, Board, Entrant, Plan, PlanError
from outply.arena.tournament.run import Tournament, enter
from outply.arena.tournament.state import Store
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import JobEvent

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
PLAYERS = [Entrant("greedy", "greedy"), Entrant("level:1", "level:1"), Entrant("random:1", "random:1")]


class FakeExecutor:
    """Returns results at once: the first contestant by name wins, and builds fail as given."""

    def __init__(self, problems=()):
        self.problems = dict(problems)
        self.built, self.played = [], []

    def run(self, jobs, **options):
        while jobs:
            job = jobs.popleft()
            if isinstance(job, BuildJob):
                self.built.append(job.entrant.name)
                value = BuildResult(problem=self.problems.get(job.entrant.name, ""))
            else:
                self.played.append(str(job))
                yield JobEvent(job=job, value=1, is_result=False)
                value = Result((), 1 if job.game.first < job.game.second else -1, 9)
            yield JobEvent(job=job, value=value, is_result=True)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "t.db", write=True) as store:
        yield store


def hold(store, entrants, executor, kind=ROUND_ROBIN, games=3):
    enter(store, Plan(kind, games, [TINY]), entrants)
    held = Tournament(store)
    return held, held.run(executor)


def test_all_games_are_played_on_all_cores(store):
    with LocalExecutor(workers=2) as executor:
        held, over = hold(store, PLAYERS, executor)
    assert over
    assert [row.player for row in held.table().standings][-1] != "greedy"
    assert len(store.scores()) == 9
    assert held.missing() == []


def test_a_second_run_has_nothing_to_do(store):
    hold(store, PLAYERS, FakeExecutor())
    again = FakeExecutor()
    assert hold(store, PLAYERS, again)[1]
    assert again.played == []


def test_it_stops_and_goes_on(store):
    enter(store, Plan(ROUND_ROBIN, 3, [TINY]), PLAYERS)
    held = Tournament(store)
    executor = FakeExecutor()
    heard = []

    def stop_soon(progress):
        heard.append(progress)
        if sum(isinstance(one.news, Result) for one in heard) == 4:
            held.stop()

    assert not held.run(executor, on_progress=stop_soon)
    assert len(store.scores()) == 4
    assert held.run(executor)
    assert len(executor.played) == len(set(executor.played)) + 3  # three pairs meet twice in the same roles
    assert len(store.scores()) == 9


def test_who_comes_late_plays_what_is_missing(store):
    hold(store, PLAYERS[:2], FakeExecutor())
    late = FakeExecutor()
    hold(store, PLAYERS, late)
    assert len(late.played) == 6
    assert all("random:1" in game for game in late.played)


def test_who_has_changed_plays_again(store):
    programs = [Entrant("a", "program:/a", "1"), Entrant("b", "program:/b", "1"), PLAYERS[0]]
    hold(store, programs, FakeExecutor())
    again = FakeExecutor()
    hold(store, [Entrant("a", "program:/a", "2"), *programs[1:]], again)
    assert len(again.played) == 6
    assert all(game.startswith("a v") or " v a " in game for game in again.played)


def test_who_does_not_build_is_eliminated_and_comes_last(store):
    programs = [Entrant("a", "program:/a", "1"), *PLAYERS]
    held, over = hold(store, programs, FakeExecutor({"a": "make agent exited with status 2"}))
    assert over
    assert len(store.scores()) == 9
    assert held.table().standings[-1].player == "a"


@pytest.mark.parametrize(
    ("entrants", "sentence"),
    [
        (PLAYERS[:1], "at least two"),
        ([*PLAYERS, PLAYERS[0]], "two who take part are called greedy"),
    ],
)
def test_who_cannot_enter_is_told_why(store, entrants, sentence):
    with pytest.raises(PlanError, match=sentence):
        enter(store, Plan(ROUND_ROBIN, 3, [TINY]), entrants)


def test_a_tournament_that_has_begun_keeps_its_ways(store):
    hold(store, PLAYERS, FakeExecutor())
    with pytest.raises(PlanError, match="held in another way: games 3 and not 5"):
        enter(store, Plan(ROUND_ROBIN, 5, [TINY]), PLAYERS)
    with pytest.raises(PlanError, match="random:1 took part"):
        enter(store, Plan(ROUND_ROBIN, 3, [TINY]), PLAYERS[:2])


def test_nobody_comes_late_to_a_knock_out(store):
    hold(store, PLAYERS, FakeExecutor(), KNOCK_OUT)
    with pytest.raises(PlanError, match="a knock-out tournament has begun, and late came late"):
        enter(store, Plan(KNOCK_OUT, 3, [TINY]), [*PLAYERS, Entrant("late", "greedy")])


def test_the_first_of_a_gauntlet_meets_everybody(store):
    executor = FakeExecutor()
    hold(store, PLAYERS, executor, GAUNTLET)
    assert len(executor.played) == 6
    assert all("greedy" in game for game in executor.played)


RUN = """
import sys
from pathlib import Path
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Entrant, Plan
from outply.arena.tournament.run import Tournament, enter
from outply.arena.tournament.state import Store
from outply.jobs.executor import LocalExecutor
board = Board("small", "warfare/raid/random:4:1")
if __name__ == "__main__":
    with Store(Path(sys.argv[1]), write=True) as store:
        names = ["level:1", "level:2", "greedy", "random:3"]
        enter(store, Plan(ROUND_ROBIN, 9, [board]), [Entrant(name, name) for name in names])
        with LocalExecutor(2) as executor:
            print("begun", flush=True)
            Tournament(store).run(executor)
"""


@pytest.mark.parametrize("kept", [1, 7, 20])
def test_a_killed_coordinator_loses_no_game_and_doubles_none(tmp_path, kept):
    script, path = tmp_path / "run.py", tmp_path / "t.db"
    script.write_text(RUN)
    process = subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"begun\n"
    before = []
    while len(before) < kept and process.poll() is None:
        time.sleep(0.01)
        with Store(path) as store:
            before = [game.game for game in store.games()]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    subprocess.run([sys.executable, str(script), str(path)], check=True, capture_output=True)
    with Store(path) as store:
        games = [game.game for game in store.games()]
    assert len(games) == len(set(games)) == 6 * 9
    assert set(before) <= set(games)


def test_a_killed_worker_costs_no_game(store):
    enter(store, Plan(ROUND_ROBIN, 9, [Board("small", "warfare/raid/random:4:1")]), PLAYERS)
    killed = []

    def kill_once(progress):
        if not killed and isinstance(progress.news, int):
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()

    with LocalExecutor(workers=2) as executor:
        assert Tournament(store).run(executor, on_progress=kill_once)
    assert killed
    assert len(store.games()) == len({game.game for game in store.games()}) == 27


def test_what_was_run_without_walls_is_marked_so(store):
    held, _ = hold(store, PLAYERS, FakeExecutor())
    assert not store.unsafe
    assert held.run(FakeExecutor(), sandboxed=False)  # nothing is missing: nobody was run
    assert not store.unsafe
    enter(store, held.plan, [*PLAYERS, Entrant("late", "greedy")])
    assert held.run(FakeExecutor(), sandboxed=False)
    assert store.unsafe
