"""Plug-in games are loaded from entry points; invalid ones are ignored."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from support.processes import installs as installing

from outply.games import CapabilityTable, all_games
from outply.games.registry import built_in_games

Bring = Callable[[str, str, str], None]
"""Installs a package, given its name, its source and its entry point."""

RunPython = Callable[..., subprocess.CompletedProcess[str]]
"""Runs Python with arguments and the installed packages."""

GOOD = """
from outply.games.starcircle import StarCircle

class Good(StarCircle):
    name = "good"
"""


@pytest.fixture
def bring(tmp_path: Path) -> Bring:
    return partial(installing.bring, tmp_path)


@pytest.fixture
def python(tmp_path: Path) -> RunPython:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, env=installing.environment(tmp_path), capture_output=True, text=True, check=True
        )

    return run


def listed(python: RunPython) -> tuple[list[str], str]:
    done = python("-c", "from outply.games import all_games; all_games(); print(*all_games())")
    installed = all_games().keys() - built_in_games().keys()  # by other packages than those of the test
    return [name for name in done.stdout.split() if name not in installed], done.stderr


def test_registry_has_only_built_in_games_if_no_plugin_is_installed(python: RunPython) -> None:
    assert listed(python) == (["warfare", "starcircle"], "")


def test_installed_package_adds_a_game(bring: Bring, python: RunPython) -> None:
    bring("extra", GOOD, "good = extra:Good")
    assert listed(python) == (["warfare", "starcircle", "good"], "")


BROKEN = {
    "cannot be imported": ("import nowhere", "bad = extra:Bad", "ModuleNotFoundError: No module named 'nowhere'"),
    "is not there": ("", "bad = extra:Bad", "AttributeError"),
    "cannot be made": (
        "def Bad():\n    raise OSError('no\\nluck')",
        "bad = extra:Bad",
        "raises OSError: no luck",
    ),
    "ends Python": ("raise SystemExit(3)", "bad = extra:Bad", "SystemExit: 3"),
    "is not a game": ("class Bad:\n    name = 'bad'", "bad = extra:Bad", "lacks cells, changed_squares"),
    "has another name": (GOOD, "bad = extra:Good", "has the name 'good'"),
    "has no tuple of setups": (
        GOOD + "    setups = ('initial')",
        "good = extra:Good",
        "`setups` must be a non-empty tuple",
    ),
    "has a name that is taken": (GOOD, "warfare = extra:Good", "another game has this name"),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_invalid_plugin_is_ignored_with_one_warning_line(problem: str, bring: Bring, python: RunPython) -> None:
    source, entry, said = BROKEN[problem]
    bring("extra", source, entry)
    games, warnings = listed(python)
    assert games == ["warfare", "starcircle"]
    (line,) = warnings.splitlines()
    assert line.startswith(f"ignoring the game {entry.split()[0]!r} of the package 'extra': ")
    assert said in line


def test_second_game_with_the_same_name_is_ignored(bring: Bring, python: RunPython) -> None:
    bring("extra", GOOD, "good = extra:Good")
    bring("other", GOOD, "good = other:Good")
    games, warnings = listed(python)
    assert games == ["warfare", "starcircle", "good"]
    assert warnings == "ignoring the game 'good' of the package 'other': another game has this name\n"


def test_check_of_an_invalid_plugin_does_not_call_it_missing(bring: Bring, tmp_path: Path) -> None:
    bring("extra", "import nowhere", "bad = extra:Bad")
    done = subprocess.run(
        [sys.executable, "-m", "outply", "game", "check", "bad"],
        env=installing.environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    reason, message = done.stderr.splitlines()
    assert "No module named 'nowhere'" in reason
    assert message == "outply: the game 'bad' is installed, but cannot be used; the reason is above"


def test_invalid_plugin_does_not_stop_commands(bring: Bring, python: RunPython) -> None:
    bring("extra", "1 / 0", "bad = extra:Bad")
    done = python("-m", "outply", "match", "--game", "starcircle", "--first", "greedy", "--second", "greedy")
    assert "wins by" in done.stdout or "a draw" in done.stdout
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "examples/warfare-3.in", "-o", "-"]])
def test_plugins_are_not_loaded_before_a_game_is_chosen(
    arguments: list[str], bring: Bring, python: RunPython, monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    monkeypatch.chdir(examples.parent)
    bring("extra", "1 / 0", "bad = extra:Bad")
    assert python("-m", "outply", *arguments).stderr == ""


def test_capability_table_finds_modules_of_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint("chess", "string", "outply.test"), EntryPoint("warfare", "math", "outply.test")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == "outply.test" else [])
    table = CapabilityTable(group="outply.test", warfare="textwrap")
    assert set(table.games()) == {"warfare", "chess"}
    assert "chess" in table
    assert (table["chess"].__name__, table["warfare"].__name__) == ("string", "textwrap")
    table.register("go", "json")
    assert table["go"].__name__ == "json"
    assert CapabilityTable(warfare="textwrap").games() == ("warfare",)
