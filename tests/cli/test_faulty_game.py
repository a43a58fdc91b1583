"""The error message of a failing plug-in game names the method and the moves, in one line."""

import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.games import nim
from support.processes.command_line import RunCommand
from support.processes.installs import bring, environment
from support.processes.terminal import COMMAND

FAULTS = {
    "play raises": (
        "def play(self, move):\n        return super().play(move) if self.left > 3 else 1 // 0",
        ("fails in `play(one)` of Bad(left=3, to_move='", ": ZeroDivisionError: integer", "(extra.py, line"),
    ),
    "moves raise what a refusal raises": (
        "def moves(self):\n        if self.left == 3:\n            raise ValueError('no\\nluck')\n"
        "        return super().moves()",
        ("fails in `moves()` of Bad(left=3, to_move='", "ValueError: no luck (extra.py, line"),
    ),
    "play gives nothing": (
        "def play(self, move):\n        return super().play(move) if self.left > 3 else None",
        (
            "returns invalid results",
            "nim, plain, five after",
            "`play` must return a position of the same game and variant",
        ),
    ),
    "there are no moves": (
        "def moves(self):\n        return super().moves() if self.left > 3 else []",
        ("returns invalid results", "`moves` must not be empty before the game is over"),
    ),
}


@pytest.fixture
def outply(tmp_path: Path) -> RunCommand:
    """Return a function that runs a command with a Nim game that has one faulty method."""

    def run(fault: str, *arguments: str, **variables: str) -> CompletedProcess[str]:
        source = Path(nim.__file__).read_text()
        source += f"\n\nclass Bad(Heap):\n    {fault}\n\n\nKINDS.append(Bad)\nNim.heap = Bad\n"
        bring(tmp_path, "extra", source, "nim = extra:Nim")
        env = environment(tmp_path) | variables
        return subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    return run


MATCH = ("match", "--game", "nim", "--first", "random:1", "--second", "random:2")
COMMANDS = {
    "match": ("match", "--game", "nim", "--first", "alphabeta:2", "--second", "greedy"),
    "tree": ("tree", "--game", "nim", "--depth", "5", "--algorithm", "minimax", "--text"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", FAULTS)
def test_error_names_the_game_the_method_and_the_position(command: str, fault: str, outply: RunCommand) -> None:
    source, parts = FAULTS[fault]
    done = outply(source, *COMMANDS[command])
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("outply: the game 'nim' ")
    assert line.endswith("Set OUTPLY_DEBUG=1 to see the traceback")
    for part in parts:
        assert part in line


def test_error_in_a_match_names_the_moves_before_it(outply: RunCommand) -> None:
    done = outply(FAULTS["play raises"][0], "match", "--game", "nim", "--first", "greedy", "--second", "greedy")
    assert "; that was at move 2 after two. " in done.stderr


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        ("def is_legal(self, move):\n        return self.left == 5", "`is_legal("),
        (
            "def play(self, move):\n        return type(self)(self.left - move.matches, 'A', 0)",
            "`to_move` must alternate between the players",
        ),
    ],
)
def test_broken_game_is_not_reported_as_a_fault_of_the_player(
    fault: str, promise: str, outply: RunCommand
) -> None:
    done = outply(fault, *MATCH)
    assert done.returncode == 2
    assert promise in done.stderr
    assert "Traceback" not in done.stderr


def test_debug_variable_shows_the_traceback(outply: RunCommand) -> None:
    done = outply("def play(self, move):\n        return 1 // 0", *MATCH, OUTPLY_DEBUG="1")
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "return 1 // 0" in done.stderr


def test_rejected_move_is_not_reported_as_a_fault_of_the_game(outply: RunCommand) -> None:
    done = outply("pass", "tree", "--game", "nim", "--depth", "2", "--after", "three")
    assert done.returncode == 2
    assert "'three' is not a legal move" in done.stderr
    assert "fails" not in done.stderr
