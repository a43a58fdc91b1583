"""Code and output in docs/add-a-game.md match the example package."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT
from support.installs import PACKAGES, environment, install

GUIDE = (ROOT / "docs" / "add-a-game.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
CODE = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [(command.strip(), printed) for (kind, command), (_, printed) in pairwise(BLOCKS) if kind == "sh"]


@pytest.fixture(params=[path for path in PACKAGES if path.name == "connectfour"], ids=str, scope="module")
def package(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("guide")
    install(package, target)
    return target


def lines(text: str) -> str:
    """Return the non-blank lines without their indentation."""
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


@pytest.mark.parametrize("code", CODE, ids=[code.splitlines()[0] for code in CODE])
def test_code_in_the_guide_is_in_the_example_package(code: str, package: Path) -> None:
    assert any(lines(code) in lines(path.read_text()) for path in package.rglob("*.py"))


def test_project_file_in_the_guide_is_part_of_the_example_package(package: Path) -> None:
    (shown,) = [text for language, text in BLOCKS if language == "toml"]
    project = lines((package / "pyproject.toml").read_text()).splitlines()
    assert set(lines(shown).splitlines()) <= set(project)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_guide_command_prints_the_shown_output(command: str, printed: str, installed: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "outply"
    done = subprocess.run(
        [sys.executable, "-m", "outply", *arguments],
        cwd=installed,
        env=environment(installed),
        capture_output=True,
        text=True,
        check=True,
    )
    shown, _, cut = printed.partition("...\n")
    assert cut == ""
    actual = done.stdout[: len(shown)] if "...\n" in printed else done.stdout
    # File sizes depend on the version of zlib.
    assert re.sub(r"\d+ kB", "kB", actual) == re.sub(r"\d+ kB", "kB", shown)
