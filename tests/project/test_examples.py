"""Plug-in games of the packages in examples/ work with players, records, trees and the page."""

import ast
import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.processes.installs import NAMES, PACKAGES, environment, install, playing

COMMAND_TIMEOUT_S = 240
PLAYERS = [
    "minimax:2",
    "alphabeta:3",
    "exact:3",
    "plain:0.02s",
    "deepening:0.02s",
    "engine:0.02s",
    "engine:0.2s/game",
    "engine:2",
    "engine:300n",
    "engine:theirs",
    "level:1",
    "level:6",
    "greedy",
    "random",
]


class Installed:
    """A package installed into its own folder."""

    def __init__(self, package: Path, folder: Path) -> None:
        self.package = package
        self.folder = folder
        self.target = folder / "installed"
        project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
        (self.game,) = project["entry-points"]["outply.games"]
        install(package, self.target)

    def run(self, *arguments: str) -> str:
        """Run Python with the package and return its standard output."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=environment(self.target),
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    def outply(self, *arguments: str) -> str:
        return self.run("-m", "outply", *arguments)


@pytest.fixture(params=PACKAGES, ids=NAMES, scope="module")
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(request.param, tmp_path_factory.mktemp(request.param.name))


@pytest.fixture(scope="module")
def ask(installed: Installed) -> Iterator[Callable[..., Any]]:
    """Return a client of a real server that has the package installed."""
    with playing(installed.target) as url:

        def ask(path: str, **body: Any) -> Any:
            data = json.dumps(body).encode() if body else None
            request = urllib.request.Request(f"{url}/api/{path}", data, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=COMMAND_TIMEOUT_S) as answer:
                text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

        yield ask


def test_tests_of_the_example_package_pass(installed: Installed) -> None:
    printed = installed.run(
        "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(installed.package / "tests")
    )
    assert " passed" in printed
    assert "skipped" not in printed  # the native core is compiled


def test_tests_of_the_pettingzoo_environment_pass() -> None:
    package = ROOT / "examples" / "pettingzoo"
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(package / "tests")]
    done = subprocess.run(command, env=environment(package), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PACKAGES, ids=NAMES)
def test_example_package_imports_only_public_names(package: Path) -> None:
    imported = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None
                imported |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
    ours = {name for name in imported if name.split(".")[0] == "outply"}
    assert ours
    assert not [name for name in ours if any(part.startswith("_") for part in name.split("."))]


def test_example_game_is_offered_only_if_its_package_is_installed(installed: Installed, tmp_path: Path) -> None:
    assert installed.game in installed.outply("match", "--help")
    # This environment may contain the package, so Python (-S: without it) finds all other packages in a folder.
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(tuple(NAMES)):
            (tmp_path / path.name).symlink_to(path)
    command = [sys.executable, "-S", "-m", "outply", "match", "--game", installed.game]
    alone = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert alone.returncode == 2
    assert installed.game in alone.stderr


MATCHES = """
import sys
from outply.cli.main import main
game, *players = sys.argv[1:]
for player in players:
    sys.argv[1:] = ["match", "--game", game, "--first", player, "--second", "random:1", "--json", "-"]
    try:
        main()
    except SystemExit as ending:
        assert ending.code in (0, None), player
"""
"""Plays a match with each of the named players, in one process."""


def test_every_player_plays_the_example_game(installed: Installed) -> None:
    results = installed.run("-c", MATCHES, installed.game, *PLAYERS).splitlines()
    assert [json.loads(result)["game"] for result in results] == [installed.game] * len(PLAYERS)


def test_record_of_the_example_game_is_written_and_replayed(installed: Installed) -> None:
    both = "--first", "alphabeta:3", "--second", "greedy"
    log = installed.outply("match", "--game", installed.game, *both, "--record", "game.record")
    assert installed.outply("match", "--replay", "game.record") == log
    assert f"game     {installed.game}\n" in (installed.folder / "game.record").read_text()
    assert "alphabeta:3" in log


def first_group(pattern: str, text: str) -> str:
    """Return the first group of the first match."""
    match = re.search(pattern, text)
    assert match is not None
    return match[1]


def test_search_tree_of_the_example_game_is_written_as_text_and_page(installed: Installed) -> None:
    question = "tree", "--game", installed.game, "--depth", "3"
    text = installed.outply(*question, "--text")
    visits = int(first_group(r"([\d,]+) visits", text).replace(",", ""))
    assert len(re.findall(r"^\*? +\d+ ", text, re.MULTILINE)) == visits
    first = first_group(r"1 (\S+)", text)
    after = installed.outply(*question, "--after", first, "--algorithm", "minimax", "--text")
    assert after != text
    assert f"all {visits:,} visits" in installed.outply(*question, "-o", "tree.html")
    assert first in (installed.folder / "tree.html").read_text()
    assert "saved" in installed.outply(*question, "--compare", "--text")


def test_server_plays_the_example_game(installed: Installed, ask: Callable[..., Any]) -> None:
    offered = {game["name"]: game for game in ask("games")["games"]}
    about = offered[installed.game]
    assert about["has_input_format"] is True
    start = ask("start", game=installed.game, rules=about["variants"][0]["name"], setup=about["setups"][0])[
        "start"
    ]
    moves: list[str] = []
    for player in ("level:1", "alphabeta:2", "minimax:2", "engine:0.05s", "greedy", "random:1"):
        here = ask("position", start=start, moves=moves)
        chosen = ask("choose", start=start, moves=moves, player=player)["move"]
        assert chosen in [option["move"] for option in here["legal_moves"]]
        assert all(option["click_path"] for option in here["legal_moves"])
        moves.append(chosen)
    assert ask("position", start=start, moves=moves)["moves"] == moves
    assert ask("export/svg", start=start, moves=moves).startswith("<svg")


def test_server_exports_and_opens_a_record_of_the_example_game(
    installed: Installed, ask: Callable[..., Any]
) -> None:
    start = ask("start", game=installed.game)["start"]
    moves: list[str] = []
    while options := ask("position", start=start, moves=moves)["legal_moves"]:
        moves.append(options[0]["move"])
    record = ask("export/record", start=start, moves=moves)
    assert ask("start", text=record) == {"start": start, "moves": moves, "names": ["person", "person"]}


def test_server_analyses_the_example_game_and_returns_its_search_tree(
    installed: Installed, ask: Callable[..., Any]
) -> None:
    start = ask("start", game=installed.game)["start"]
    stream = ask("analyse", start=start, seconds=2.0, values=True)  # long enough even on a machine that stalls
    options = ask("position", start=start)["legal_moves"]
    values = json.loads(re.findall(r"event: snapshot\ndata: (.*)", stream)[-1])["move_values"]
    assert [value["move"] for value in values] == [option["move"] for option in options]
    assert "event: done" in stream
    tree = ask("tree", start=start, moves=[options[0]["move"]], depth=2)
    assert tree["game"] == installed.game
    solved = ask("solve", start=start, mode="MINIMAX", depth=2)
    assert solved["output"].split("\n")[:3] == [solved["move"], str(solved["value"]), str(solved["node_count"])]


def test_position_of_the_example_game_can_be_reproduced_by_edits(
    installed: Installed, ask: Callable[..., Any]
) -> None:
    about = next(game for game in ask("games")["games"] if game["name"] == installed.game)
    if not about["editable"]:
        pytest.skip(f"{installed.game} does not support editing")
    start = ask("start", game=installed.game)["start"]
    moves = [ask("position", start=start)["legal_moves"][0]["move"]]
    here = ask("position", start=start, moves=moves)
    edits = [{key: cell[key] for key in ("square", "text", "owner")} for cell in here["cells"]]
    edited = ask("start", start=start, edits=edits, to_move=here["to_move"])["start"]
    again = ask("position", start=edited)
    assert (again["cells"], again["to_move"], again["board"]) == (here["cells"], here["to_move"], "")
