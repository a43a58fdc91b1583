"""`outply review`: reviews of game records and of tournament games."""

import json
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.processes.command_line import RunCommand, run_cli

from outply.formats import game_record

NODES = ("--nodes", "300")


@pytest.fixture
def outply(tmp_path: Path) -> RunCommand:
    def run(*arguments: str, given: str = "") -> CompletedProcess[str]:
        return run_cli("review", *arguments, cwd=tmp_path, given=given)

    return run


@pytest.fixture(autouse=True)
def record(tmp_path: Path) -> str:
    """The text of game.record, a game of greedy against a random player."""
    players = ("--first", "greedy", "--second", "random:1")
    run_cli("match", "--board", "random:4:1", *players, "--record", "game.record", cwd=tmp_path)
    return (tmp_path / "game.record").read_text()


def test_text_has_the_summary_first_and_fits_80_columns(outply: RunCommand) -> None:
    done = outply("game.record", *NODES)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Warfare, raid rules, random:4:1: ")
    assert max(map(len, lines)) <= 80
    heading = next(number for number, line in enumerate(lines) if line.split()[:2] == ["no", "player"])
    assert any(line.startswith(("Turning point: ", "The costliest move ")) for line in lines[:heading])
    assert [line.split()[0] for line in lines[heading + 2 :]] == [str(number) for number in range(1, 17)]


def test_json_is_written_to_standard_output_or_a_file(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("game.record", *NODES, "--format", "json")
    data = json.loads(done.stdout)
    assert len(data["moves"]) == 16
    assert data["nodes"] == 300
    assert outply("game.record", *NODES, "-o", "review.json").stdout == "wrote review.json\n"
    assert json.loads((tmp_path / "review.json").read_text()) == data


def test_page_is_written_by_the_extension_of_the_file(outply: RunCommand, tmp_path: Path) -> None:
    done = outply("game.record", *NODES, "-o", "review.html")
    assert (done.returncode, done.stdout) == (0, "wrote review.html\n")
    assert (tmp_path / "review.html").read_text().startswith("<!DOCTYPE html>")


def test_record_is_read_from_standard_input(outply: RunCommand, record: str) -> None:
    assert outply("-", *NODES, given=record).stdout == outply("game.record", *NODES).stdout


def test_unfinished_game_is_reviewed(outply: RunCommand, record: str, tmp_path: Path) -> None:
    whole = game_record.read(record.encode(), "game.record")
    part = replace(whole, turns=whole.turns[:5], final=whole.positions()[5])
    (tmp_path / "part.record").write_text(game_record.write(part))
    done = outply("part.record", *NODES)
    assert done.returncode == 0
    assert done.stdout.startswith("Warfare, raid rules, random:4:1: not finished\n")
    (tmp_path / "start.record").write_text(game_record.write(replace(part, turns=(), final=part.start)))
    assert outply("start.record").stderr == "outply: start.record: the game has no moves to review\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.record",), "missing.record: no such file or directory"),
        (("game.record", "--game", "3"), "--game requires the database of a tournament; game.record is none"),
        (("game.record", "--nodes", "0"), "invalid value for '--nodes'"),
        (("game.record", "-o", "no/such/file.html"), "no/such/file.html"),
    ],
)
def test_wrong_arguments_are_refused_before_the_search(
    outply: RunCommand, arguments: tuple[str, ...], message: str
) -> None:
    done = outply(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_file_that_is_not_a_record_is_refused(outply: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("3\nMINIMAX\n")
    done = outply("input.txt")
    assert done.returncode == 2
    assert "input.txt, line 1" in done.stderr
    assert "outply record 1" in done.stderr


@pytest.fixture
def tournament(tmp_path: Path) -> None:
    """Play a tournament of two games; its database is cup.db."""
    players = ("greedy", "random:1")
    options = ("--state", "cup.db", "--board", "random:2:1", "--games", "2", "--jobs", "1")
    done = run_cli("tournament", "run", *players, *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("tournament")
def test_game_of_a_tournament_is_reviewed(outply: RunCommand) -> None:
    data = json.loads(outply("cup.db", "--game", "2", "--format", "json").stdout)
    assert {data["first"], data["second"]} == {"greedy", "random:1"}
    assert len(data["moves"]) == 4
    assert "cup.db contains 2 games; choose one with --game N" in outply("cup.db").stderr
    missing = outply("cup.db", "--game", "3")
    assert missing.returncode == 2
    assert "cup.db has no game 3; its games are numbered from 1 to 2" in missing.stderr
