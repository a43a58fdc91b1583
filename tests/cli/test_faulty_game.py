"""A game from outside that fails while it is played is told in a sentence, which names its method and the move."""

import subprocess
from pathlib import Path

import pytest
from support import nim
from support.installs import bring, environment
from support.terminal import COMMAND

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
        ("gives what breaks", "nim, plain, five after", "`play` returns a position of the same game and variant"),
    ),
    "there are no moves": (
        "def moves(self):\n        return super().moves() if self.left > 3 else []",
        ("gives what breaks", "there are `moves` as long as the game is not over"),
    ),
}


@pytest.fixture
def outply(tmp_path):
    """Run a command where a game Nim has another way to do one thing."""

    def run(fault, *arguments, **variables):
        source = Path(nim.__file__).read_text()
        source += f"\n\nclass Bad(Heap):\n    {fault}\n\n\nKINDS.append(Bad)\nNim.heap = Bad\n"
        bring(tmp_path, "extra", source, "nim = extra:Nim")
        known = environment(tmp_path) | variables
        return subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, env=known, capture_output=True, text=True, check=False
        )

    return run


MATCH = ("match", "--game", "nim", "--first", "random:1", "--second", "random:2")
COMMANDS = {
    "match": ("match", "--game", "nim", "--first", "alphabeta:2", "--second", "greedy"),
    "tree": ("tree", "--game", "nim", "--depth", "5", "--algorithm", "minimax", "--text"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_game_the_method_and_the_position_are_named(command, fault, outply):
    source, said = FAULTS[fault]
    done = outply(source, *COMMANDS[command])
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("outply: the game 'nim' ")
    assert line.endswith("OUTPLY_DEBUG=1 shows the traceback")
    for words in said:
        assert words in line


def test_a_match_says_after_which_moves(outply):
    done = outply(FAULTS["play raises"][0], "match", "--game", "nim", "--first", "greedy", "--second", "greedy")
    assert "; that was at move 2 after two. " in done.stderr


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        ("def is_legal(self, move):\n        return self.left == 5", "`is_legal("),
        (
            "def play(self, move):\n        return type(self)(self.left - move.count, 'A', 0)",
            "after a move the other player is to move",
        ),
    ],
)
def test_a_player_is_not_blamed_for_what_the_game_does(fault, promise, outply):
    done = outply(fault, *MATCH)
    assert done.returncode == 2
    assert promise in done.stderr
    assert "Traceback" not in done.stderr


def test_whoever_writes_a_game_sees_the_traceback(outply):
    done = outply("def play(self, move):\n        return 1 // 0", *MATCH, OUTPLY_DEBUG="1")
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "return 1 // 0" in done.stderr


def test_what_a_game_refuses_is_no_fault_of_it(outply):
    done = outply("pass", "tree", "--game", "nim", "--depth", "2", "--after", "three")
    assert done.returncode == 2
    assert "'three' is not a move" in done.stderr
    assert "fails" not in done.stderr
