"""Builds, calibrations and games have one core, on this machine and on a cluster."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.grading.submissions import CONTESTANTS
from support.processes.dask_cluster import CONNECT_TIMEOUT_S

from outply.arena.tournament.entry import enter
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Contestant, Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import DaskExecutor, Executor, LocalExecutor
from outply.players.contestant import fingerprint

pytestmark = pytest.mark.usefixtures("needs_sandbox")

MAKEFILE = """
agent:
	-taskset -p ffff $$$$ > /dev/null 2>&1
	test $$(nproc) = 1
calibrate:
	nproc > cores
run:
	@test $$(cat cores) = 1 && test $$(nproc) = 1 && sh honest.sh
"""


@pytest.fixture(params=["local", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "dask":
        pytest.importorskip("distributed")
        request.getfixturevalue("workers")
        with DaskExecutor(request.getfixturevalue("scheduler"), CONNECT_TIMEOUT_S) as executor:
            yield executor
    else:
        with LocalExecutor(64) as executor:  # more workers than cores
            yield executor


def test_contestant_has_one_core(executor: Executor, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    (folder / "Makefile").write_text(MAKEFILE)
    shutil.copy(CONTESTANTS / "honest.sh", folder)
    contestants = [
        Contestant("agent", f"program:{folder}", fingerprint(folder)),
        Contestant("greedy", "greedy"),
    ]
    with TournamentState(tmp_path / "t.db", write=True) as state:
        enter(
            state,
            Plan(format=ROUND_ROBIN, games=2, boards=(Board("tiny", "warfare/raid/random:2:1"),)),
            contestants,
        )
        assert Tournament(state).run(executor)
        assert state.build_failures == {}
        assert [game.result.failure for game in state.games()] == [None, None]
