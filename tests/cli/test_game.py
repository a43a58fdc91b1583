"""`outply game`, and the other commands on an added game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.games.tictactoe import installed
from support.processes.command_line import run_cli

from outply.arena.tournament.boards import default_board, find_board
from outply.arena.tournament.plan import PlanError
from outply.arena.tournament.settings import make_plan
from outply.formats.start import StartError, find_start
from outply.games import registry
from outply.games.starcircle import StarCircle
from outply.search.speed import FIRST_ENGINE_NODES, engine_nodes_per_second, nodes_per_second

INPUT = "tictactoe standard\nO\nALPHABETA\n3\nX..\n.X.\n..O\n"


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("tictactoe")):
        yield


def test_list_names_all_games_and_what_they_offer() -> None:
    done = run_cli("game", "list")
    assert done.returncode == 0
    assert "warfare: Warfare, built in" in done.stdout
    assert "tictactoe: Tictactoe, from outply_tictactoe" in done.stdout
    has_native_core = {
        lines.partition(":")[0]: "native core" in lines for lines in re.split(r"\n(?=\w)", done.stdout)
    }
    assert has_native_core["warfare"]
    assert has_native_core["starcircle"]
    assert not has_native_core["tictactoe"]


def test_check_reports_conformance_and_speed() -> None:
    done = run_cli("game", "check", "tictactoe", "--games", "2", "--no-speed")
    assert done.returncode == 0
    assert done.stdout.startswith("tictactoe conforms: 2 random games, ")
    assert "speed" not in done.stdout
    assert "is installed; available: warfare" in run_cli("game", "check", "chess").stderr


def test_check_reports_the_violated_requirement(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game_named("tictactoe")
    monkeypatch.setattr(type(game), "to_lines", lambda self, position: ["?"])
    done = run_cli("game", "check", "tictactoe")
    assert done.returncode == 1
    assert done.stdout.startswith("tictactoe does not conform: tictactoe, standard, initial: ")


def test_speed_counts_nodes_per_second() -> None:
    times = iter([0.0, 0.1, 0.1, 0.5, 2.0, 2.0])
    python, native = nodes_per_second(registry.game_named("tictactoe").start(), clock=lambda: next(times))
    assert python > 10
    assert native is None
    python, native = nodes_per_second(StarCircle().start(), seconds=0.0)
    assert native is not None
    times = iter([0.0, 0.5, 1.0, 3.0])  # of two searches, the second of which is long enough
    assert engine_nodes_per_second(StarCircle().start(), clock=lambda: next(times)) > FIRST_ENGINE_NODES / 2


def test_new_writes_a_package_named_after_its_folder(tmp_path: Path) -> None:
    done = run_cli("game", "new", tmp_path / "gomoku")
    assert done.returncode == 0
    assert f"next: pip install -e {tmp_path / 'gomoku'}, then outply game check gomoku" in done.stdout
    assert (tmp_path / "gomoku" / "outply_gomoku.py").exists()
    done = run_cli("game", "new", tmp_path / "native", "--name", "gomoku", "--native")
    assert f"pip install --no-build-isolation {tmp_path / 'native'}, then outply game check gomoku" in done.stdout
    assert (tmp_path / "native" / "native" / "rules.hpp").exists()
    again = run_cli("game", "new", tmp_path / "gomoku", "--name", "warfare")
    assert again.returncode == 2
    assert "warfare is a game of Outply" in again.stderr


def test_prefix_of_packages_is_not_part_of_the_name_of_a_new_game(tmp_path: Path) -> None:
    run_cli("game", "new", tmp_path / "outply-gomoku")
    assert 'name = "outply-gomoku"' in (tmp_path / "outply-gomoku" / "pyproject.toml").read_text()
    assert (tmp_path / "outply-gomoku" / "outply_gomoku.py").exists()


def test_solve_why_and_tree_read_the_generic_format(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(INPUT)
    assert run_cli("solve", cwd=tmp_path).stdout == "B1 (value 0) -> output.txt\n"
    assert (tmp_path / "output.txt").read_text() == "B1\n0\n106\nXO.\n.X.\n..O"
    assert run_cli("why", "input.txt", "output.txt", cwd=tmp_path).returncode == 0
    tree = run_cli("tree", "input.txt", "--text", cwd=tmp_path).stdout
    assert tree.startswith("Tictactoe, ALPHABETA to depth 3\nMAX is O, 106 visits\n")


def test_suite_of_cases_is_generated_and_shown(tmp_path: Path) -> None:
    done = run_cli(
        "cases", "c", "--game", "tictactoe", "--kind", "ties", "--count", "2", "--json", "-", cwd=tmp_path
    )
    assert {case["game"] for case in json.loads(done.stdout)["cases"]} == {"tictactoe"}
    assert run_cli("solve", "c", "--out-dir", "o", cwd=tmp_path).returncode == 0
    assert run_cli("why", "c", "o", cwd=tmp_path).returncode == 0
    refused = run_cli("cases", "d", "--game", "tictactoe", "--size", "4", cwd=tmp_path)
    assert "--size applies only to Warfare" in refused.stderr


def test_opening_is_the_first_board_after_random_moves() -> None:
    name, position = find_start("opening:4:1", game_name="tictactoe")
    assert (name, position.to_move) == ("opening:4:1", "X")
    assert position == find_start("opening:4:1", game_name="tictactoe")[1]
    assert position != find_start("opening:4:2", game_name="tictactoe")[1]
    with pytest.raises(StartError, match="expected opening:PLIES:SEED"):
        find_start("opening:x:1", game_name="tictactoe")
    with pytest.raises(StartError, match="is over after 9 moves"):
        find_start("opening:9:1", game_name="tictactoe")


def test_plan_has_boards_of_the_game() -> None:
    plan = make_plan({"game": "tictactoe", "games": 4, "seed": 7})
    assert [board.name for board in plan.boards] == ["opening:4:7", "opening:4:8"]
    assert all(board.start.startswith("tictactoe/standard/X/") for board in plan.boards)
    assert default_board(None, 3) == "random:8:3"
    assert make_plan({"boards": ["Smolensk"]}).boards[0].start == "warfare/raid/Smolensk"
    assert make_plan({}, plan).boards == plan.boards
    with pytest.raises(PlanError, match="already been started with tictactoe, got starcircle"):
        make_plan({"game": "starcircle"}, plan)
    with pytest.raises(PlanError, match="expected a board on which X is to move"):
        find_board("opening:3:1", "tictactoe")
    with pytest.raises(PlanError, match="unknown game 'chess'"):
        find_board("initial", "chess")


def test_template_of_another_game_names_its_players(tmp_path: Path) -> None:
    done = run_cli("tournament", "template", tmp_path / "mine", "--game", "starcircle")
    assert f"next: outply check {tmp_path / 'mine'} --game starcircle" in done.stdout
    assert 'PLAYERS = ("Star", "Circle")' in (tmp_path / "mine" / "rules.py").read_text()
    refused = run_cli("tournament", "template", tmp_path / "other", "--game", "starcircle", "--language", "java")
    assert "the template for other games than Warfare is in python" in refused.stderr
