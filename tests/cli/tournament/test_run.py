"""`outply tournament run`: games, settings, errors and interruption."""

import csv
import io
import json
import signal
import sqlite3
import subprocess
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.arena.tournaments import SHORT_TOURNAMENT, make_programs
from support.assertions import not_none
from support.processes.command_line import RunCommand
from support.processes.terminal import COMMAND

from outply.cli.main import outply
from outply.jobs.executor import open_executor


def test_round_robin_is_played_and_exported(call: RunCommand, tmp_path: Path) -> None:
    done = call("run", "greedy", "random:1", "level:1", *SHORT_TOURNAMENT)
    assert done.returncode == 0
    assert done.stdout.count(" wins by ") + done.stdout.count("a draw") == 9
    status = call("status").stdout
    assert "3 contestants, 0 of them could not be built" in status
    assert "9 games played, 0 lost by failure, 0 missing" in status
    standings = json.loads(call("standings", "--json", "-").stdout)["standings"]
    assert sorted(row["contestant"] for row in standings) == ["greedy", "level:1", "random:1"]
    assert sum(row["won"] + row["drawn"] / 2 for row in standings) == 9
    assert "greedy" in call("standings", "--cross").stdout
    call("export", "--csv", "games.csv", "--json", "standings.json")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "games.csv").read_text())))
    assert len(rows) == 9
    assert {row["board"] for row in rows} == {"random:3:1"}
    assert json.loads((tmp_path / "standings.json").read_text())["standings"] == standings


def test_tournament_resumes_with_contestants_that_join_later(call: RunCommand) -> None:
    call("run", "greedy", "random:1", *SHORT_TOURNAMENT)
    assert call("run").stdout.count(" wins by ") == 0
    late = call("run", "level:1").stdout
    assert late.count("level:1 v ") + late.count(" v level:1 ") == 6
    assert "9 games played" in call("status").stdout


def test_toml_file_has_the_settings_of_the_command_line(call: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "board.txt").write_text("1 2\n3 4\n")
    (tmp_path / "cups" / "cup.toml").write_text(
        'format = "gauntlet"\ngames = 1\nseconds = 5\nboards = ["board.txt"]\n'
        'players = ["greedy", "random:1", "level:1"]\n'
    )
    assert call("run", "cups/cup.toml", "--state", "cup.db").returncode == 0
    status = call("status", "--state", "cup.db").stdout
    assert "gauntlet, 1 game per pairing, 5 s of CPU time per game and player" in status
    assert "2 games played" in status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "greedy"], "at least two contestants"),
        (["run", "greedy", "unknown"], "unknown player 'unknown'"),
        (["run", "greedy", "level:1", "--games", "0"], "the number of games per pairing must be 1 or more, got 0"),
        (["run", "greedy", "level:1", "--board", "Atlantis"], "Atlantis"),
        (["run", "greedy", "level:1", "greedy"], "duplicate contestant name 'greedy'"),
        (["run", "nothing.toml"], "cannot read nothing.toml"),
        (["run", "bad.toml"], "bad.toml is not valid TOML"),
        (["run", "wrong.toml"], "wrong.toml: invalid value of games: 'three'"),
        (["run", "odd.toml"], "unknown setting 'speed'; expected game, rules, format, games"),
        (["run", "game.toml"], "unknown game 'checkers'; expected"),
        (["run", "empty"], "neither empty nor a directory in it has a Makefile"),
        (
            ["run", "greedy", "level:1", "--seconds", "0"],
            "the CPU time per game must be positive and finite, got 0.0 s",
        ),
        (["run", "greedy", "level:1", "--rounds", "3"], "only Swiss tournaments have a number of rounds"),
        (["run", "names/a b ", "level:1"], "'a b ' does not take part: a contestant's name must not contain ':'"),
        (
            ["run", "greedy", "level:1", "--cluster", "tcp://127.0.0.1:9", "--jobs", "2"],
            "--jobs cannot be used together with --cluster",
        ),
        (["standings", "--cross", "--json", "-"], "--cross cannot be used together with --json -"),
        (["export", "--csv", "-", "--json", "-"], "--json and --csv cannot both write to standard output"),
        (["sprt", "greedy", "level:1", "--board", "Keren", "--seed", "1"], "--seed cannot be used together with"),
        (["standings"], "tournament.db contains no tournament. Start one with: outply tournament run"),
        (["status", "--state", "bad.toml"], "bad.toml"),
        (
            ["run", "greedy", "level:1", "--cluster", "tcp://127.0.0.1:9"],
            "cannot connect to a Dask scheduler at tcp://127.0.0.1:9",
        ),
    ],
)
def test_wrong_usage_is_reported_with_exit_status_2(
    call: RunCommand, tmp_path: Path, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.toml").write_text("kind = \n" * 100)
    (tmp_path / "wrong.toml").write_text('games = "three"\nplayers = ["greedy", "level:1"]\n')
    (tmp_path / "odd.toml").write_text("speed = 3\n")
    (tmp_path / "game.toml").write_text('game = "checkers"\nplayers = ["greedy", "level:1"]\n')
    (tmp_path / "empty").mkdir()
    (tmp_path / "names" / "a b ").mkdir(parents=True)
    (tmp_path / "names" / "a b " / "Makefile").touch()
    impatient = partial(open_executor, connect_timeout_s=1.0)
    monkeypatch.setattr("outply.cli.tournament.run.open_executor", impatient)
    result = CliRunner().invoke(outply, ["tournament", *arguments])
    assert result.exit_code == 2, result.output
    assert message in result.output.replace("\n", " "), result.output


def test_interrupt_finishes_the_running_games_and_says_how_to_resume(tmp_path: Path) -> None:
    options = ["--games", "999", "--board", "random:5:1", "--state", "t.db"]
    command = [*COMMAND, "tournament", "run", "level:2", "level:1", "greedy", *options]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert " v " in not_none(process.stdout).readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "finishing the running games; press Ctrl-C again to abort them" in errors
    assert "run `outply tournament run --state t.db` to resume" in errors
    assert "Traceback" not in errors
    assert "contestant" in output  # standings so far


@pytest.mark.usefixtures("without_sandbox")
def test_programs_are_refused_without_a_sandbox(call: RunCommand, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Makefile").write_text("agent:\nrun:\n\tfalse\n")
    done = call("run", "a", "b", *SHORT_TOURNAMENT)
    assert done.returncode == 2
    assert "apt-get install bubblewrap" in done.stderr
    assert "--unsafe" in done.stderr


def test_changed_settings_are_refused_and_named(call: RunCommand) -> None:
    call("run", "greedy", "random:1", *SHORT_TOURNAMENT, "--seed", "7")
    assert call("run", "--seed", "7", "--games", "3").returncode == 0
    other = call("run", "--games", "5", "--seconds", "9")
    assert other.returncode == 2
    assert "created with other settings: games 3 instead of 5; seconds 200 instead of 9. " in other.stderr
    assert "boards random:3:1 instead of Keren" in call("run", "level:1", "--board", "Keren").stderr


def test_failed_start_leaves_no_file_and_other_databases_unchanged(call: RunCommand, tmp_path: Path) -> None:
    assert call("run", "greedy").returncode == 2
    assert list(tmp_path.iterdir()) == []
    with closing(sqlite3.connect(tmp_path / "other.db")) as database, database:
        database.execute("CREATE TABLE x (y)")
    before = (tmp_path / "other.db").read_bytes()
    assert (
        "not a database of type 'tournament'"
        in call("run", "greedy", "level:1", *SHORT_TOURNAMENT, "--state", "other.db").stderr
    )
    assert (tmp_path / "other.db").read_bytes() == before


def test_tournament_title_can_change_and_unused_boards_are_reported(call: RunCommand) -> None:
    done = call("run", "greedy", "random:1", "--games", "2", "--board", "random:3:1", "--board", "random:3:2")
    assert "a pairing of 2 games uses 1 board; the last 1 of 2 boards are not used" in done.stderr
    assert call("run", "--title", "Autumn cup").returncode == 0
    assert call("status").stdout.startswith("Autumn cup\n")


@pytest.mark.usefixtures("without_sandbox")
def test_tournament_refused_without_a_sandbox_leaves_no_database(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path, "a", "b")
    done = call("run", "a", "b", *SHORT_TOURNAMENT)
    assert done.returncode == 2
    assert not (tmp_path / "tournament.db").exists()
