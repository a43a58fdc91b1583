"""Builds of a tournament: games that begin before the last build, and failed builds that are tried again."""

from collections.abc import Collection, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from outply.arena.tournament import jobs
from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import BuildJob, BuildResult, GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, SWISS, Board, Contestant, Plan, PlanError
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import JobContext, JobEvent
from outply.sandbox.host import HostError

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
PROGRAMS = [Contestant(name, f"program:/{name}", "1") for name in "abcd"]
NO_JAVAC = BuildResult(problem="make agent exited with status 2", errors="make: javac: No such file or directory")
SYNTAX_ERROR = BuildResult(problem="make agent exited with status 2", errors="agent.c:1: error: expected ';'")


class FakeExecutor(LocalExecutor):
    """An executor that returns results at once; the builds in `slow` end after all other jobs."""

    def __init__(self, builds: Mapping[str, BuildResult] | None = None, slow: Collection[str] = ()) -> None:
        self._builds, self._slow = builds or {}, slow
        self.events: list[str] = []
        self.generations: set[str] = set()

    def run(self, jobs: Any, **options: Any) -> Generator[Any, None, None]:
        assert options["pin_cores"]
        slow: list[BuildJob] = []
        while jobs or slow:
            job = jobs.popleft() if jobs else slow.pop(0)
            self.generations.add(job.generation)
            value: BuildResult | GameResult = GameResult(turns=(), final_score=1, board_total=9)
            if isinstance(job, BuildJob):
                name = job.contestant.name
                if name in self._slow and jobs:
                    slow.append(job)
                    continue
                value = self._builds.get(name, BuildResult())
                self.events.append(f"build {name}")
            else:
                self.events.append(f"{job.game.first}{job.game.second}")
            yield JobEvent(job=job, value=value, is_result=True)

    @property
    def built(self) -> list[str]:
        return [event.removeprefix("build ") for event in self.events if event.startswith("build ")]

    @property
    def played(self) -> list[str]:
        return [event for event in self.events if not event.startswith("build ")]


@pytest.fixture
def state(tmp_path: Path) -> Iterator[TournamentState]:
    with TournamentState(tmp_path / "t.db", write=True) as state:
        yield state


def begin(
    state: TournamentState, contestants: list[Contestant] = PROGRAMS, tournament_format: str = ROUND_ROBIN
) -> Tournament:
    enter(state, Plan(format=tournament_format, games=1, boards=(TINY,)), contestants)
    return Tournament(state)


def test_games_begin_while_other_contestants_are_built(state: TournamentState) -> None:
    executor = FakeExecutor(slow="a")
    assert begin(state).run(executor)
    built = executor.events.index("build a")
    assert len(executor.events[3:built]) == 3, "the games between b, c and d"
    assert all("a" in game for game in executor.events[built + 1 :])
    assert len(set(map(frozenset, executor.played))) == len(executor.played) == 6


@pytest.mark.parametrize("slow", ["a", "d"])
def test_contestant_whose_build_fails_plays_no_game(state: TournamentState, slow: str) -> None:
    executor = FakeExecutor({"a": SYNTAX_ERROR}, slow=slow)
    assert begin(state).run(executor)
    assert "a" not in "".join(executor.played)
    assert len(set(map(frozenset, executor.played))) == len(executor.played) == 3
    assert list(state.build_failures) == ["a"]


def test_swiss_games_begin_after_the_last_build(state: TournamentState) -> None:
    executor = FakeExecutor(slow="a")
    assert begin(state, tournament_format=SWISS).run(executor)
    assert sorted(executor.events[:4]) == [f"build {name}" for name in "abcd"]


def test_only_contestants_with_missing_games_are_built(state: TournamentState) -> None:
    begin(state, PROGRAMS[:2]).run(FakeExecutor())
    executor = FakeExecutor()
    assert begin(state, PROGRAMS[:2]).run(executor)
    assert executor.events == []


def test_failed_build_is_tried_again_only_if_a_tool_was_missing(state: TournamentState) -> None:
    begin(state).run(FakeExecutor({"a": NO_JAVAC, "b": SYNTAX_ERROR}))
    assert list(state.build_failures) == ["a", "b"]
    executor = FakeExecutor()
    assert Tournament(state).run(executor)
    assert executor.built == ["a"]
    assert len(executor.played) == 2
    assert list(state.build_failures) == ["b"]


def test_build_that_fails_again_leaves_the_contestant_eliminated(state: TournamentState) -> None:
    tournament = begin(state)
    tournament.run(FakeExecutor({"a": NO_JAVAC}))
    executor = FakeExecutor({"a": NO_JAVAC})
    assert tournament.run(executor)
    assert executor.events == ["build a"]
    assert list(state.build_failures) == ["a"]


def test_rebuild_builds_all_contestants_anew(state: TournamentState) -> None:
    first, second, third = FakeExecutor({"a": SYNTAX_ERROR}), FakeExecutor(), FakeExecutor()
    begin(state).run(first)
    assert Tournament(state).run(second, rebuild=True)
    assert len(second.played) == 3
    assert state.build_failures == {}
    assert not first.generations & second.generations, "builds of another generation are not used"
    begin(state, [*PROGRAMS, Contestant("e", "program:/e", "1")]).run(third)
    assert third.generations == second.generations, "later runs use the same builds"


def test_eliminated_contestant_cannot_return_to_a_swiss_tournament(state: TournamentState) -> None:
    begin(state, tournament_format=SWISS).run(FakeExecutor({"a": NO_JAVAC}))
    executor = FakeExecutor()
    assert Tournament(state).run(executor, rebuild=True)
    assert executor.events == []
    assert Tournament(state).barred() == ["a"]


def test_swiss_tournament_does_not_begin_if_a_tool_is_missing(state: TournamentState) -> None:
    tournament = begin(state, tournament_format=SWISS)
    executor = FakeExecutor({"a": NO_JAVAC, "b": NO_JAVAC})
    with pytest.raises(PlanError, match="a and b could not be built, because javac is missing"):
        tournament.run(executor)
    assert executor.played == []
    assert tournament.run(FakeExecutor())
    assert len({name for game in state.outcomes() for name in (game.first, game.second)}) == 4


def test_contestants_can_be_removed_before_the_first_game_of_a_swiss_tournament(state: TournamentState) -> None:
    with pytest.raises(PlanError, match="javac is missing"):
        begin(state, tournament_format=SWISS).run(FakeExecutor({"a": NO_JAVAC, "b": NO_JAVAC}))
    enter(state, Plan(format=SWISS, games=1, boards=(TINY,)), PROGRAMS[2:], without=["a", "b"])
    assert Tournament(state).run(FakeExecutor())
    assert state.build_failures == {}


def test_build_is_repeated_when_the_machine_has_recovered(monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter([HostError("this machine is out of memory")])

    def fail_once(*_: object, **__: object) -> None:
        for error in failures:
            raise error

    monkeypatch.setattr(jobs, "build_contestant", fail_once)
    pauses: list[float] = []
    result = BuildJob(contestant=PROGRAMS[0], sandboxed=True)(JobContext(sleep=pauses.append))
    assert result == BuildResult(note="built again: this machine is out of memory")
    assert pauses == [1.0]


def test_pauses_between_builds_grow_until_the_machine_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise HostError("this machine is out of memory")

    monkeypatch.setattr(jobs, "build_contestant", fail)
    pauses: list[float] = []
    with pytest.raises(HostError, match="out of memory"):
        BuildJob(contestant=PROGRAMS[0], sandboxed=True)(JobContext(sleep=pauses.append))
    assert pauses == [1.0, 10.0, 30.0]
