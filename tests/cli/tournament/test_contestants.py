"""Contestants of `outply tournament run`: joining, names, new versions and removal."""

import json
from pathlib import Path

from support.arena.tournaments import SHORT_TOURNAMENT, make_programs
from support.processes.command_line import RunCommand


def test_removed_contestant_does_not_count(call: RunCommand) -> None:
    call("run", "greedy", "random:1", "level:1", *SHORT_TOURNAMENT)
    done = call("run", "--without", "level:1")
    assert done.returncode == 0
    assert "level:1" not in done.stdout
    assert "3 games played" in call("status").stdout


def test_contestant_that_is_removed_and_listed_at_once_is_not_entered(call: RunCommand) -> None:
    assert call("run", "greedy", "random:1", "level:1", *SHORT_TOURNAMENT, "--without", "level:1").returncode == 0
    assert "2 contestants" in call("status").stdout


def test_unknown_name_to_remove_is_reported(call: RunCommand) -> None:
    done = call("run", "greedy", "random:1", *SHORT_TOURNAMENT, "--without", "gredy")
    assert "--without: unknown contestant gredy; expected greedy or random:1" in done.stderr
    assert done.returncode == 0


def test_directory_without_a_makefile_enters_and_fails_to_build(
    call: RunCommand, tmp_path: Path, needs_sandbox: None
) -> None:
    for name in ("ada", "eve"):
        (tmp_path / "agents" / name).mkdir(parents=True)
    (tmp_path / "agents" / "ada" / "Makefile").write_text("agent:\n\tfalse\n")
    done = call("run", "agents", "greedy", "random:1", *SHORT_TOURNAMENT)
    assert "eve could not be built: no Makefile" in done.stdout
    assert "ada could not be built: make agent exited" in done.stdout


def test_joining_or_changed_contestants_are_announced(call: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "Makefile").write_text("agent:\n\tfalse\n")
    assert "join" not in call("run", "greedy", "random:1", *SHORT_TOURNAMENT).stderr
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
    assert call("run", "monday/ada", "friday", "greedy", *SHORT_TOURNAMENT, "--unsafe").returncode == 0
    assert entered() == {"monday/ada", "friday/ada", "greedy"}
    assert call("run", "sunday/ada", "--unsafe").returncode == 0
    assert entered() == {"monday/ada", "friday/ada", "sunday/ada", "greedy"}
    assert "duplicate contestant name" in call("run", "sunday", "sunday/ada").stderr


def test_new_versions_replace_contestants_of_the_same_name(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path / "week1", "ada", "bob")
    make_programs(tmp_path / "week2", "ada", "cyd", comment=" # 2")
    assert call("run", "week1", "greedy", "random:1", *SHORT_TOURNAMENT, "--unsafe").returncode == 0
    done = call("run", "week2", "--new-versions", "--unsafe")
    assert "ada has changed; its earlier games no longer count" in done.stderr
    assert "cyd joins the tournament" in done.stderr
    status = call("status").stdout
    assert "5 contestants" in status
    week1, week2 = tmp_path / "week1" / "ada", tmp_path / "week2" / "ada"
    assert f"ada: version 1 ({week1}, 0 games, not counted); version 2 ({week2}, 0 games, current)" in status


def test_new_version_of_a_removed_contestant_is_not_entered(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path / "week1", "ada", "bob")
    make_programs(tmp_path / "week2", "ada", "bob", comment=" # 2")
    call("run", "week1", "greedy", "random:1", *SHORT_TOURNAMENT, "--unsafe")
    done = call("run", "week2", "--new-versions", "--without", "ada", "--unsafe")
    assert done.returncode == 0
    assert "ada" not in done.stdout
    assert "3 contestants" in call("status").stdout


def test_directory_with_the_name_of_a_contestant_joins_with_a_hint_at_new_versions(
    call: RunCommand, tmp_path: Path
) -> None:
    make_programs(tmp_path / "week1", "ada")
    make_programs(tmp_path / "week2", "ada")
    call("run", "week1", "greedy", "random:1", *SHORT_TOURNAMENT, "--unsafe")
    joined = call("run", "week2", "--unsafe")
    assert "use --new-versions if it is a new version of ada" in joined.stderr
    make_programs(tmp_path / "week3", "ada", comment=" # 3")
    refused = call("run", "week3", "--new-versions", "--unsafe")
    assert refused.returncode == 2
    assert "could be a new version of ada or week2/ada. Use --without NAME" in refused.stderr
    assert call("run", "week3", "--new-versions", "--without", "week2/ada", "--unsafe").returncode == 0
    week3 = tmp_path / "week3" / "ada"
    assert f"version 2 ({week3}, 0 games, current)" in call("status").stdout


def test_contestant_with_an_invalid_name_is_excluded(call: RunCommand, tmp_path: Path) -> None:
    make_programs(tmp_path / "agents", "ada", "b:b")
    done = call("run", "agents", "greedy", "random:1", *SHORT_TOURNAMENT, "--unsafe")
    assert done.returncode == 0
    assert "'b:b' does not take part: a contestant's name must not contain ':'" in done.stderr
    assert "3 contestants" in call("status").stdout


def test_first_contestant_of_a_gauntlet_stays_first_when_it_enters_again(call: RunCommand) -> None:
    call("run", "greedy", "random:1", *SHORT_TOURNAMENT, "--format", "gauntlet")
    call("run", "greedy", "random:2")
    played = json.loads(call("standings", "--json", "-").stdout)["pairings"]
    assert all("greedy" in (pairing["contestant"], pairing["opponent"]) for pairing in played)
    assert len(played) == 2
