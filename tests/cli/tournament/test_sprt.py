"""`outply tournament sprt`."""

import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from support.processes.command_line import RunCommand
from support.processes.terminal import COMMAND
from support.waiting import wait_until


def test_sprt_finds_the_stronger_player(call: RunCommand) -> None:
    done = call("sprt", "greedy", "random:1", "--elo1", "300")
    assert done.returncode == 0
    assert done.stdout.startswith("accept H1")
    assert "greedy against random:1: Elo over +" in done.stdout


def test_sprt_does_not_count_repeated_games_of_deterministic_players(call: RunCommand, tmp_path: Path) -> None:
    compared = ("sprt", "greedy", "random:1", "--board", "random:3:1", "--elo1", "200", "--state", "s.db")
    done = call(*compared, "--jobs", "1")
    assert done.stdout.startswith("undecided: continue")
    assert "1 pair)" in done.stdout
    assert "2 pairs of games not counted: same board and same moves as before. Use more boards" in done.stdout
    before = results(tmp_path / "s.db")
    assert call(*compared).stdout == done.stdout
    assert results(tmp_path / "s.db") == before


def test_failed_start_of_an_sprt_leaves_no_file(call: RunCommand, tmp_path: Path, needs_sandbox: None) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "Makefile").write_text("agent:\n\tfalse\n")
    assert "broken could not be built" in call("sprt", "broken", "greedy", "--state", "s.db").stderr
    assert not (tmp_path / "s.db").exists()


def test_sprt_counts_failures_with_the_right_plural(call: RunCommand, tmp_path: Path, needs_sandbox: None) -> None:
    (tmp_path / "crash").mkdir()
    (tmp_path / "crash" / "Makefile").write_text("agent:\nrun:\n\tfalse\n")
    arguments = ("sprt", "crash", "greedy", "--board", "random:2:1", "--pairs", "1", "--state", "s.db")
    assert "2 games: crash lost, crashed" in call(*arguments).stdout
    with closing(sqlite3.connect(tmp_path / "s.db")) as database, database:
        database.execute("UPDATE results SET failure = '' WHERE first = 'crash'")
    assert "1 game: crash lost, crashed" in call(*arguments).stdout


def results(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT rowid, pair, first FROM results ORDER BY pair, first").fetchall()


def test_sprt_resumes_from_its_state(call: RunCommand, tmp_path: Path) -> None:
    compared = ("sprt", "greedy", "random:1", "--board", "random:3:1", "--elo1", "5", "--state", "s.db")
    assert call(*compared, "--pairs", "2").stdout.startswith("undecided: continue")
    before = results(tmp_path / "s.db")
    assert [(pair, first) for _, pair, first in before] == [
        (pair, first) for pair in (0, 1) for first in ("greedy", "random:1")
    ]
    with closing(sqlite3.connect(tmp_path / "s.db")) as database, database:
        database.execute("DELETE FROM results WHERE pair = 1 AND first = 'greedy'")
    assert call(*compared, "--pairs", "3").returncode == 0
    after = results(tmp_path / "s.db")
    assert len(after) == 6
    assert set(before) - set(after) <= {row for row in before if row[1:] == (1, "greedy")}


def test_interrupted_sprt_keeps_its_results(call: RunCommand, tmp_path: Path) -> None:
    boards = ("--board", "random:2:1", "--board", "random:20:1")  # a game on the second board takes years
    compared = ["sprt", "greedy", "minimax:9", *boards, "--elo1", "0.1", "--state", "s.db"]
    process = subprocess.Popen([*COMMAND, "tournament", *compared], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: (tmp_path / "s.db").exists() and has_results(tmp_path / "s.db"), "a game is stored")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "finished games are kept; run the same command to resume" in errors
    assert results(tmp_path / "s.db")


def has_results(path: Path) -> bool:
    try:
        return bool(results(path))
    except sqlite3.OperationalError:  # the database is being created
        return False


def test_state_file_of_another_sprt_is_refused(call: RunCommand) -> None:
    call("sprt", "greedy", "random:1", "--board", "Keren", "--pairs", "1", "--state", "s.db")
    call("run", "greedy", "random:1", "--games", "3", "--board", "random:3:1", "--jobs", "1")
    for arguments, message in (
        (["greedy", "random:2", "--board", "Keren"], "s.db was created with other settings: programs. "),
        (["greedy", "random:1", "--seed", "3", "--seconds", "9"], ": boards, seconds, seed. "),
        (["greedy", "random:1", "--state", "tournament.db"], "tournament.db is not a database of type 'SPRT'"),
    ):
        done = call("sprt", "--state", "s.db", *arguments)
        assert done.returncode == 2
        assert message in done.stderr


def test_sprt_reports_wrong_usage(call: RunCommand) -> None:
    done = call("sprt", "greedy", "random:1", "--elo0", "5", "--elo1", "5")
    assert (done.returncode, "expected elo0 < elo1" in done.stderr) == (2, True)
