"""`outply tournament`: run, status, standings and export."""

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
from support.assertions import not_none
from support.processes.command_line import RunCommand
from support.processes.terminal import COMMAND

from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.state import TournamentState
from outply.cli.main import outply
from outply.jobs.executor import open_executor

SHORT = ("--games", "3", "--board", "random:3:1")


def test_round_robin_is_played_and_exported(call: RunCommand, tmp_path: Path) -> None:
    done = call("run", "greedy", "random:1", "level:1", *SHORT)
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
    call("run", "greedy", "random:1", *SHORT)
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
    done = call("run", "a", "b", *SHORT)
    assert done.returncode == 2
    assert "apt-get install bubblewrap" in done.stderr
    assert "--unsafe" in done.stderr


def test_removed_contestant_does_not_count(call: RunCommand) -> None:
    call("run", "greedy", "random:1", "level:1", *SHORT)
    done = call("run", "--without", "level:1")
    assert done.returncode == 0
    assert "level:1" not in done.stdout
    assert "3 games played" in call("status").stdout


def test_directory_without_a_makefile_enters_and_fails_to_build(
    call: RunCommand, tmp_path: Path, needs_sandbox: None
) -> None:
    for name in ("ada", "eve"):
        (tmp_path / "agents" / name).mkdir(parents=True)
    (tmp_path / "agents" / "ada" / "Makefile").write_text("agent:\n\tfalse\n")
    done = call("run", "agents", "greedy", "random:1", *SHORT)
    assert "eve could not be built: no Makefile" in done.stdout
    assert "ada could not be built: make agent exited" in done.stdout


def test_changed_settings_are_refused_and_named(call: RunCommand) -> None:
    call("run", "greedy", "random:1", *SHORT, "--seed", "7")
    assert call("run", "--seed", "7", "--games", "3").returncode == 0
    other = call("run", "--games", "5", "--seconds", "9")
    assert other.returncode == 2
    assert "created with other settings: games 3 instead of 5; seconds 200 instead of 9. " in other.stderr
    assert "boards random:3:1 instead of Keren" in call("run", "level:1", "--board", "Keren").stderr


def test_joining_or_changed_contestants_are_announced(call: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "Makefile").write_text("agent:\n\tfalse\n")
    assert "join" not in call("run", "greedy", "random:1", *SHORT).stderr
    late = call("run", "level:1", "ada", "--unsafe").stderr
    assert "level:1 and ada join the tournament in tournament.db, which has 2 contestants and 3 games. " in late
    assert "join" not in call("run", "level:1").stderr
    (tmp_path / "ada" / "Makefile").write_text("agent:\n\ttrue\n\tfalse\n")
    assert "ada has changed; its earlier games no longer count" in call("run", "--unsafe").stderr


def test_contestants_in_directories_of_the_same_name_are_named_by_their_paths(
    call: RunCommand, tmp_path: Path
) -> None:
    def entered() -> set[str]:
        return {row["contestant"] for row in json.loads(call("standings", "--json", "-").stdout)["standings"]}

    for day in ("monday", "friday", "sunday"):
        (tmp_path / day / "ada").mkdir(parents=True)
        (tmp_path / day / "ada" / "Makefile").write_text("agent:\n\tfalse\n")
    assert call("run", "monday/ada", "friday", "greedy", *SHORT, "--unsafe").returncode == 0
    assert entered() == {"monday/ada", "friday/ada", "greedy"}
    assert call("run", "sunday/ada", "--unsafe").returncode == 0
    assert entered() == {"monday/ada", "friday/ada", "sunday/ada", "greedy"}
    assert "duplicate contestant name" in call("run", "sunday", "sunday/ada").stderr


def test_failed_start_leaves_no_file_and_other_databases_unchanged(call: RunCommand, tmp_path: Path) -> None:
    assert call("run", "greedy").returncode == 2
    assert list(tmp_path.iterdir()) == []
    with closing(sqlite3.connect(tmp_path / "other.db")) as database, database:
        database.execute("CREATE TABLE x (y)")
    before = (tmp_path / "other.db").read_bytes()
    assert (
        "not a database of type 'tournament'"
        in call("run", "greedy", "level:1", *SHORT, "--state", "other.db").stderr
    )
    assert (tmp_path / "other.db").read_bytes() == before


def make_programs(folder: Path, *names: str, comment: str = "") -> None:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "Makefile").write_text(f"agent:{comment}\n\tfalse\n")


def test_new_versions_replace_contestants_of_the_same_name(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path / "week1", "ada", "bob")
    make_programs(tmp_path / "week2", "ada", "cyd", comment=" # 2")
    assert call("run", "week1", "greedy", "random:1", *SHORT, "--unsafe").returncode == 0
    done = call("run", "week2", "--new-versions", "--unsafe")
    assert "ada has changed; its earlier games no longer count" in done.stderr
    assert "cyd joins the tournament" in done.stderr
    status = call("status").stdout
    assert "5 contestants" in status
    week1, week2 = tmp_path / "week1" / "ada", tmp_path / "week2" / "ada"
    assert f"ada: version 1 ({week1}, 0 games, not counted); version 2 ({week2}, 0 games, current)" in status


def test_directory_with_the_name_of_a_contestant_joins_with_a_hint_at_new_versions(
    call: RunCommand, tmp_path: Path
) -> None:
    make_programs(tmp_path / "week1", "ada")
    make_programs(tmp_path / "week2", "ada")
    call("run", "week1", "greedy", "random:1", *SHORT, "--unsafe")
    joined = call("run", "week2", "--unsafe")
    assert "use --new-versions if it is a new version of ada" in joined.stderr
    make_programs(tmp_path / "week3", "ada")
    refused = call("run", "week3", "--new-versions", "--unsafe")
    assert refused.returncode == 2
    assert "could be a new version of ada or week2/ada. Use --without NAME" in refused.stderr


def test_contestant_with_an_invalid_name_is_excluded(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path / "agents", "ada", "b:b")
    done = call("run", "agents", "greedy", "random:1", *SHORT, "--unsafe")
    assert done.returncode == 0
    assert "'b:b' does not take part: a contestant's name must not contain ':'" in done.stderr
    assert "3 contestants" in call("status").stdout


def test_first_contestant_of_a_gauntlet_stays_first_when_it_enters_again(call: RunCommand) -> None:
    call("run", "greedy", "random:1", *SHORT, "--format", "gauntlet")
    call("run", "greedy", "random:2")
    played = json.loads(call("standings", "--json", "-").stdout)["pairings"]
    assert all("greedy" in (pairing["contestant"], pairing["opponent"]) for pairing in played)
    assert len(played) == 2


def test_status_counts_the_games_of_rounds_that_are_not_paired_yet(call: RunCommand, tmp_path: Path) -> None:
    with TournamentState(tmp_path / "tournament.db", write=True) as state:
        players = [f"random:{number}" for number in range(9)]
        enter_players(state, players, {"format": "swiss", "games": 2, "boards": ["random:3:1"], "title": "Cup"})
    status = call("status").stdout
    assert status.startswith("Cup\nswiss, 2 games per pairing")
    assert "round 1 of 4\n0 games played, 0 lost by failure, 32 missing" in status


def test_tournament_title_can_change_and_unused_boards_are_reported(call: RunCommand) -> None:
    done = call("run", "greedy", "random:1", "--games", "2", "--board", "random:3:1", "--board", "random:3:2")
    assert "a pairing of 2 games uses 1 board; the last 1 of 2 boards are not used" in done.stderr
    assert call("run", "--title", "Autumn cup").returncode == 0
    assert call("status").stdout.startswith("Autumn cup\n")


def test_standings_of_equal_players_are_reported_as_decided_by_lot(call: RunCommand) -> None:
    done = call("run", "random:1", "random:01", "random:001", "--games", "2", "--board", "random:3:1")
    assert (
        "Ranked by pairings won, then games won, then margin, then Sonneborn-Berger score, then lot."
        in done.stdout
    )
    assert done.stdout.count(" won by lot") == 3


@pytest.mark.usefixtures("without_sandbox")
def test_tournament_refused_without_a_sandbox_leaves_no_database(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path, "a", "b")
    done = call("run", "a", "b", *SHORT)
    assert done.returncode == 2
    assert not (tmp_path / "tournament.db").exists()
