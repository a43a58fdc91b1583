"""A tournament and an SPRT run from Python, without the command line."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from outply.arena.ratings.sprt import ACCEPT_H1, Sprt, SprtVerdict
from outply.arena.ratings.sprt_run import BuildFailedError, SprtMatch, SprtResults, SprtState, run_sprt
from outply.arena.tournament.boards import find_board
from outply.arena.tournament.contestants import find_contestant
from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import LocalExecutor

SPRT_0_1 = Path(__file__).with_name("ratings") / "sprt-0.1.sql"

SCRIPT = """
import sys
from pathlib import Path

from outply.arena.ratings.sprt import Sprt
from outply.arena.ratings.sprt_run import SprtMatch, run_sprt
from outply.arena.ratings.sprt_run import SprtResults
from outply.arena.tournament.boards import find_board
from outply.arena.tournament.contestants import find_contestant
from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.jobs.executor import LocalExecutor

if __name__ == "__main__":
    with TournamentState(Path("cup.db"), write=True) as state, LocalExecutor(1) as executor:
        enter_players(state, ["greedy", "random:1"], {"games": 1, "boards": ["random:2:1"]})
        tournament = Tournament(state)
        tournament.run(executor)
        print([row.name for row in tournament.standings().rows])
        contestants = find_contestant("greedy"), find_contestant("random:1")
        match = SprtMatch(contestants=contestants, boards=(find_board("Keren"),), max_pairs=1)
        print(run_sprt(Sprt(0.0, 20.0), match, SprtResults(), executor).pairs)
    print([name for name in sys.modules if name.startswith("outply.cli") or name == "click"])
"""


def test_tournament_and_sprt_do_not_import_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "['greedy', 'random:1']\n1\n[]\n", done.stderr


def test_player_that_joins_an_existing_tournament_causes_a_notice(tmp_path: Path) -> None:
    with TournamentState(tmp_path / "cup.db", write=True) as state:
        assert enter_players(state, ["greedy", "random:1"], {"games": 1, "boards": ["Keren"]}) == []
        (notice,) = enter_players(state, ["level:1"])
        assert notice.startswith(f"level:1 joins the tournament in {tmp_path / 'cup.db'}, which has 2 contestants")
        assert [contestant.name for contestant in state.contestants] == ["greedy", "random:1", "level:1"]
        assert enter_players(state, without=["greedy"]) == []
        assert Tournament(state).names == ["random:1", "level:1"]
        with pytest.raises(PlanError, match="created with other settings: games 1 instead of 3"):
            enter_players(state, settings={"games": 3})


def sprt_match(player: str, opponent: str, board: str = "Keren", max_pairs: int = 50) -> SprtMatch:
    return SprtMatch(
        contestants=(find_contestant(player), find_contestant(opponent)),
        boards=(find_board(board),),
        max_pairs=max_pairs,
    )


def test_sprt_ends_when_it_is_decided() -> None:
    verdicts: list[SprtVerdict] = []
    with LocalExecutor(2) as executor:
        match = SprtMatch(contestants=(find_contestant("greedy"), find_contestant("random:1")), max_pairs=50)
        results = SprtResults()
        verdict = run_sprt(Sprt(0.0, 300.0), match, results, executor, on_verdict=verdicts.append)
    assert verdict.status == ACCEPT_H1
    assert verdicts[-1] == verdict
    assert verdict.pairs == len(results.points) < 50


def test_sprt_of_a_broken_program_raises_with_the_build_output(needs_sandbox: None, tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("agent:\n\techo no luck; false\n")
    with LocalExecutor(1) as executor, pytest.raises(BuildFailedError, match="exited with status 2") as raised:
        run_sprt(Sprt(0.0, 20.0), sprt_match(str(tmp_path), "greedy"), SprtResults(), executor)
    assert raised.value.output


def test_sprt_between_equal_contestants_raises() -> None:
    with pytest.raises(PlanError, match="expected two different contestants, got greedy twice"):
        sprt_match("greedy", "greedy")


def test_sprt_of_version_0_1_resumes(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(SPRT_0_1.read_text())
    match = sprt_match("greedy", "random:1", board="random:2:1", max_pairs=3)
    with SprtState(path, write=True) as state, LocalExecutor(1) as executor:
        state.begin(match.settings())
        results = SprtResults(state)
        assert results.points == [2.0, 2.0]
        assert run_sprt(Sprt(0.0, 20.0), match, results, executor).pairs == 3
