"""`outply match --first human` plays in the terminal."""

from pathlib import Path

from support.processes.command_line import run_cli

import outply


def test_person_types_moves_as_on_the_play_page(tmp_path: Path) -> None:
    typed = "?\nzz9\na1\nB2\n"
    options = ("--second", "greedy", "--board", "random:2:1", "--rules", "blitz", "--record", "game.txt")
    done = run_cli("match", "--first", "human", *options, given=typed, cwd=tmp_path)
    assert done.returncode == 0
    assert "blue (moves first): person" in done.stdout
    assert "'zz9' is not a legal move; a legal one is 'paradrop B2'" in done.stderr
    assert "paradrop A1, paradrop B1, paradrop A2, paradrop B2" in done.stderr
    assert "green, greedy: " in done.stderr
    game = outply.load_game(tmp_path / "game.txt")
    assert game.players == ("person", "greedy")
    assert [str(turn.move) for turn in game.turns[::2]] == ["A1 Stake", "B2 Stake"]


def test_quitting_keeps_the_moves(tmp_path: Path) -> None:
    options = ("--second", "Human", "--board", "random:2:1", "--record", "game.txt")
    done = run_cli("match", "--first", "human", *options, given="a1\nquit\n", cwd=tmp_path)
    assert done.returncode == 130
    assert "unfinished game with 1 move saved in game.txt" in done.stderr


def test_end_of_input_is_an_error() -> None:
    done = run_cli("match", "--first", "human", "--board", "random:2:1", given="a1\n")
    assert done.returncode == 2
    assert done.stderr.endswith("outply: standard input ended before the game\n")
