"""Code and output in docs/add-a-game.md, docs/native-game.md and docs/reversi.md match the example packages."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT
from support.processes.installs import PACKAGES, environment, install

GUIDE = (ROOT / "docs" / "add-a-game.md").read_text()
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FENCED.findall(GUIDE)
CODE = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [(command.strip(), printed) for (kind, command), (_, printed) in pairwise(BLOCKS) if kind == "sh"]

NATIVE_PAGES = ("native-game.md", "reversi.md")
SOURCES = {"cpp": "*.?pp", "cmake": "CMakeLists.txt", "toml": "pyproject.toml", "python": "*.py"}
"""The files of an example that may contain a block of each language."""

NATIVE_CODE = [
    (language, code)
    for page in NATIVE_PAGES
    for language, code in FENCED.findall((ROOT / "docs" / page).read_text())
    if language in SOURCES
]


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
    shown = shown[shown.index("[project]") :]  # the example is built with its native core
    project = lines((package / "pyproject.toml").read_text()).splitlines()
    assert set(lines(shown).splitlines()) <= set(project)


@pytest.mark.parametrize(("language", "code"), NATIVE_CODE, ids=[code.splitlines()[0] for _, code in NATIVE_CODE])
def test_code_on_the_pages_about_native_cores_is_in_an_example_package(language: str, code: str) -> None:
    files = [path.read_text() for package in PACKAGES for path in package.rglob(SOURCES[language])]
    parts = code.split("\n\n") if language == "toml" else [code]
    assert all(any(lines(part) in lines(text) for text in files) for part in parts)


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
