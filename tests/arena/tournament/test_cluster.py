"""A tournament on a Dask cluster that loses a worker."""

import shutil
from pathlib import Path
from subprocess import Popen

import pytest
from support.grading.submissions import CONTESTANTS
from support.processes.dask_cluster import CONNECT_TIMEOUT_S, kill

from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan
from outply.arena.tournament.run import Progress, Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import DaskExecutor
from outply.players.contestant import fingerprint

pytest.importorskip("distributed")

BOARD = Board("small", "warfare/raid/random:3:1")


@pytest.fixture
def contestant(needs_sandbox: None, tmp_path: Path) -> Contestant:
    """A program that takes the first free cell."""
    folder = tmp_path / "first"
    folder.mkdir()
    (folder / "Makefile").write_text("agent:\n\ttouch built\nrun:\n\ttest -e built && sh honest.sh\n")
    shutil.copy(CONTESTANTS / "honest.sh", folder)
    return Contestant("first", f"program:{folder}", fingerprint(folder))


def test_games_of_a_lost_worker_are_played_again(
    scheduler: str, workers: list[Popen[bytes]], contestant: Contestant, tmp_path: Path
) -> None:
    contestants = [contestant, Contestant("greedy", "greedy"), Contestant("level:1", "level:1")]
    with TournamentState(tmp_path / "t.db", write=True) as state:
        enter(state, Plan(format=ROUND_ROBIN, games=5, boards=(BOARD,)), contestants)
        events = []

        def lose_worker(progress: Progress) -> None:
            events.append(progress.event)
            if sum(isinstance(event, GameResult) for event in events) == 4:
                kill(workers[0])

        with DaskExecutor(scheduler, CONNECT_TIMEOUT_S) as executor:
            assert Tournament(state).run(executor, on_progress=lose_worker)
        games = state.games()
        assert len(games) == len({stored.game for stored in games}) == 15
        assert all(stored.result.failed is None for stored in games), [
            stored.result.explanation for stored in games
        ]


def test_contestant_that_cannot_be_built_on_a_worker_is_eliminated(
    scheduler: str, workers: list[Popen[bytes]], contestant: Contestant, tmp_path: Path
) -> None:
    (tmp_path / "first" / "Makefile").write_text("agent:\n\tfalse\n")
    broken = Contestant("broken", contestant.player, "other")
    contestants = [broken, Contestant("greedy", "greedy"), Contestant("a", "level:1")]
    with TournamentState(tmp_path / "t.db", write=True) as state:
        enter(state, Plan(format=ROUND_ROBIN, games=1, boards=(BOARD,)), contestants)
        with DaskExecutor(scheduler, CONNECT_TIMEOUT_S) as executor:
            assert Tournament(state).run(executor)
        assert list(state.build_failures) == ["broken"]
        assert len(state.games()) == 1
