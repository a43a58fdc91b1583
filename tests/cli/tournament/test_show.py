"""`outply tournament status` and `outply tournament standings`."""

from pathlib import Path

from support.processes.command_line import RunCommand

from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.state import TournamentState


def test_status_counts_the_games_of_rounds_that_are_not_paired_yet(call: RunCommand, tmp_path: Path) -> None:
    with TournamentState(tmp_path / "tournament.db", write=True) as state:
        players = [f"random:{number}" for number in range(9)]
        enter_players(state, players, {"format": "swiss", "games": 2, "boards": ["random:3:1"], "title": "Cup"})
    status = call("status").stdout
    assert status.startswith("Cup\nswiss, 2 games per pairing")
    assert "round 1 of 4\n0 games played, 0 lost by failure, 32 missing" in status


def test_standings_of_equal_players_are_reported_as_decided_by_lot(call: RunCommand) -> None:
    done = call("run", "random:1", "random:01", "random:001", "--games", "2", "--board", "random:3:1")
    assert (
        "Ranked by pairings won, then games won, then margin, then Sonneborn-Berger score, then lot."
        in done.stdout
    )
    assert done.stdout.count(" won by lot") == 3
