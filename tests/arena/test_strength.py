"""benchmarks/strength.py: its tables add up, and invalid arguments are reported."""

import subprocess
import sys

import pytest
from conftest import ROOT
from support.processes.command_line import RunCommand


@pytest.fixture
def strength() -> RunCommand:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "benchmarks" / "strength.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def rows(output: str) -> dict[str, list[str]]:
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in output.splitlines() if "|" in line]
    return {row[0]: row[1:] for row in table}


def test_strength_table_has_a_row_per_board_size_and_a_total(strength: RunCommand) -> None:
    done = strength("greedy", "random:3", "--sizes", "2,3,starcircle", "--boards", "2", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    table = rows(done.stdout)
    sizes = [table["2 x 2"], table["3 x 3"], table["starcircle"]]
    for row in [*sizes, table["all"]]:
        games, won, drawn, lost = map(int, row[:4])
        assert games == won + drawn + lost
    for column in range(4):
        assert int(table["all"][column]) == sum(int(row[column]) for row in sizes)
    assert "6 of 6 pairs" in done.stderr


def test_regret_is_measured_on_solved_positions(strength: RunCommand) -> None:
    done = strength("--regret", "--sizes", "3", "--empty", "4", "--boards", "2")
    assert done.returncode == 0, done.stderr
    assert rows(done.stdout)["1 s"] == ["2", "0.00", "0", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["engin:3"], "unknown player 'engin:3'"),
        (["greedy", "minimax:0"], "expected a depth of at least 1"),
        (["--sizes", "5,27"], "got '27'"),
        (["--boards", "0"], "--boards and --jobs must be at least 1"),
        (["--regret", "--sizes", "4"], "at least --empty cells"),
    ],
)
def test_invalid_arguments_of_the_strength_benchmark_are_reported(
    strength: RunCommand, arguments: list[str], message: str
) -> None:
    done = strength(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
