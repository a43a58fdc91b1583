"""Tournaments from start to end, with interruptions."""

import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.waiting import wait_until

from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import BuildJob, BuildResult, GameResult
from outply.arena.tournament.plan import (
    GAUNTLET,
    KNOCK_OUT,
    ROUND_ROBIN,
    Board,
    Contestant,
    Plan,
    PlanError,
    ScheduledGame,
)
from outply.arena.tournament.run import Progress, Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import JobEvent

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
PLAYERS = [Contestant(name, name) for name in ("greedy", "level:1", "random:1")]


class FakeExecutor(LocalExecutor):
    """Returns results at once: the contestant whose name sorts first wins, and the given builds fail.

    It starts no processes and has no work directory, so it need not be closed.
    """

    def __init__(self, problems: Mapping[str, str] | None = None) -> None:
        self.problems = problems or {}
        self.built: list[str] = []
        self.played: list[str] = []

    def run(self, jobs: Any, **options: Any) -> Generator[Any, None, None]:
        while jobs:
            job = jobs.popleft()
            if isinstance(job, BuildJob):
                self.built.append(job.contestant.name)
                value: Any = BuildResult(problem=self.problems.get(job.contestant.name, ""))
            else:
                self.played.append(str(job))
                yield JobEvent(job=job, value=1, is_result=False)
                score = 1 if job.game.first < job.game.second else -1
                value = GameResult(turns=(), final_score=score, board_total=9)
            yield JobEvent(job=job, value=value, is_result=True)


@pytest.fixture
def state(tmp_path: Path) -> Iterator[TournamentState]:
    with TournamentState(tmp_path / "t.db", write=True) as state:
        yield state


def plan(tournament_format: str = ROUND_ROBIN, games: int = 3, board: Board = TINY) -> Plan:
    return Plan(format=tournament_format, games=games, boards=(board,))


def run(
    state: TournamentState, contestants: list[Contestant], executor: Any, tournament_format: str = ROUND_ROBIN
) -> tuple[Tournament, bool]:
    """Enter the contestants, run the tournament, and return it with the result of `run`."""
    enter(state, plan(tournament_format), contestants)
    tournament = Tournament(state)
    return tournament, tournament.run(executor)


def test_all_games_are_played(state: TournamentState) -> None:
    with LocalExecutor(workers=2) as executor:
        tournament, is_complete = run(state, PLAYERS, executor)
    assert is_complete
    games = {row.name: row.wdl.games for row in tournament.standings().rows}
    assert games == {contestant.name: 6 for contestant in PLAYERS}
    assert len(state.outcomes()) == 9
    assert tournament.missing() == []


def test_complete_tournament_is_not_played_again(state: TournamentState) -> None:
    run(state, PLAYERS, FakeExecutor())
    second = FakeExecutor()
    assert run(state, PLAYERS, second)[1]
    assert second.played == []


def test_stopped_tournament_resumes(state: TournamentState) -> None:
    enter(state, plan(), PLAYERS)
    tournament = Tournament(state)
    executor = FakeExecutor()
    events = []

    def stop_after_four_games(progress: Progress) -> None:
        events.append(progress.event)
        if sum(isinstance(event, GameResult) for event in events) == 4:
            tournament.stop()

    assert not tournament.run(executor, on_progress=stop_after_four_games)
    assert len(state.outcomes()) == 4
    assert tournament.run(executor)
    assert len(executor.played) == len(set(executor.played)) + 3  # three pairs meet twice in the same roles
    assert len(state.outcomes()) == 9


def test_late_contestant_plays_only_its_own_games(state: TournamentState) -> None:
    run(state, PLAYERS[:2], FakeExecutor())
    executor = FakeExecutor()
    run(state, PLAYERS, executor)
    assert len(executor.played) == 6
    assert all("random:1" in game for game in executor.played)


def test_changed_contestant_plays_its_games_again(state: TournamentState) -> None:
    programs = [Contestant("a", "program:/a", "1"), Contestant("b", "program:/b", "1"), PLAYERS[0]]
    run(state, programs, FakeExecutor())
    executor = FakeExecutor()
    run(state, [Contestant("a", "program:/a", "2"), *programs[1:]], executor)
    assert len(executor.played) == 6
    assert all(game.startswith("a v") or " v a " in game for game in executor.played)


def test_contestant_that_cannot_be_built_is_eliminated_and_comes_last(state: TournamentState) -> None:
    programs = [Contestant("a", "program:/a", "1"), *PLAYERS]
    executor = FakeExecutor({"a": "make agent exited with status 2"})
    tournament, is_complete = run(state, programs, executor)
    assert is_complete
    assert executor.built == ["a"]
    assert len(state.outcomes()) == 9
    assert tournament.standings().rows[-1].name == "a"


@pytest.mark.parametrize(
    ("contestants", "message"),
    [
        (PLAYERS[:1], "at least two"),
        ([*PLAYERS, PLAYERS[0]], "duplicate contestant name 'greedy'"),
    ],
)
def test_invalid_contestants_are_refused(
    state: TournamentState, contestants: list[Contestant], message: str
) -> None:
    with pytest.raises(PlanError, match=message):
        enter(state, plan(), contestants)


def test_settings_of_a_started_tournament_cannot_change(state: TournamentState) -> None:
    run(state, PLAYERS, FakeExecutor())
    with pytest.raises(PlanError, match="was created with other settings: games 3 instead of 5"):
        enter(state, plan(games=5), PLAYERS)
    with pytest.raises(PlanError, match=r"missing contestants of .*: random:1"):
        enter(state, plan(), PLAYERS[:2])


def test_contestant_cannot_join_a_knock_out_late(state: TournamentState) -> None:
    run(state, PLAYERS, FakeExecutor(), KNOCK_OUT)
    with pytest.raises(PlanError, match="a knock-out tournament cannot change after its start: late"):
        enter(state, plan(KNOCK_OUT), [*PLAYERS, Contestant("late", "greedy")])


def test_first_contestant_of_a_gauntlet_plays_all_games(state: TournamentState) -> None:
    executor = FakeExecutor()
    run(state, PLAYERS, executor, GAUNTLET)
    assert len(executor.played) == 6
    assert all("greedy" in game for game in executor.played)


RUN = """
import sys
from pathlib import Path
from outply.arena.tournament.entry import enter
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import LocalExecutor
board = Board("small", "warfare/raid/random:4:1")
if __name__ == "__main__":
    with TournamentState(Path(sys.argv[1]), write=True) as state:
        contestants = [Contestant(name, name) for name in ("level:1", "level:2", "greedy", "random:3")]
        enter(state, Plan(format=ROUND_ROBIN, games=9, boards=(board,)), contestants)
        with LocalExecutor(2) as executor:
            print("started", flush=True)
            Tournament(state).run(executor)
"""


def games_in(path: Path) -> list[ScheduledGame]:
    with TournamentState(path) as state:
        return [game.game for game in state.games()]


@pytest.mark.parametrize("stored", [1, 7, 20])
def test_killed_coordinator_loses_and_repeats_no_game(tmp_path: Path, stored: int) -> None:
    script, path = tmp_path / "run.py", tmp_path / "t.db"
    script.write_text(RUN)
    process = subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"started\n"
    wait_until(lambda: len(games_in(path)) >= stored or process.poll() is not None, f"{stored} games are stored")
    before = games_in(path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    subprocess.run([sys.executable, str(script), str(path)], check=True, capture_output=True)
    games = games_in(path)
    assert len(games) == len(set(games)) == 6 * 9
    assert set(before) <= set(games)


def test_killed_worker_loses_no_game(state: TournamentState) -> None:
    enter(state, plan(games=9, board=Board("small", "warfare/raid/random:4:1")), PLAYERS)
    killed: list[multiprocessing.process.BaseProcess] = []

    def kill_once(progress: Progress) -> None:
        if not killed and isinstance(progress.event, int):
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()

    with LocalExecutor(workers=2) as executor:
        assert Tournament(state).run(executor, on_progress=kill_once)
    assert killed
    assert len(state.games()) == len({game.game for game in state.games()}) == 27


def test_unsandboxed_run_is_flagged(state: TournamentState) -> None:
    tournament, _ = run(state, PLAYERS, FakeExecutor())
    assert not state.has_unsandboxed_games
    assert tournament.run(FakeExecutor(), sandboxed=False)  # no game is missing, so no program is run
    assert not state.has_unsandboxed_games
    enter(state, tournament.plan, [*PLAYERS, Contestant("late", "greedy")])
    assert tournament.run(FakeExecutor(), sandboxed=False)
    assert state.has_unsandboxed_games
