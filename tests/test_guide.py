"""What docs/add-a-game.md shows is in the package that it walks through, and prints what it says."""

import re
import shlex
import subprocess
import sys
from itertools import pairwise

import pytest
from conftest import ROOT
from support.installs import PACKAGES, environment, install

GUIDE = (ROOT / "docs" / "add-a-game.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
CODE = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [(command.strip(), printed) for (kind, command), (_, printed) in pairwise(BLOCKS) if kind == "sh"]


@pytest.fixture(params=[path for path in PACKAGES if path.name == "connectfour"], ids=str, scope="module")
def package(request):
    return request.param


@pytest.fixture(scope="module")
def installed(package, tmp_path_factory):
    target = tmp_path_factory.mktemp("guide")
    install(package, target)
    return target


def lines(text):
    """Return the lines that say something, without their indentation."""
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


@pytest.mark.parametrize("code", CODE, ids=[code.splitlines()[0] for code in CODE])
def test_the_code_that_it_shows_is_in_the_package(code, package):
    assert any(lines(code) in lines(path.read_text()) for path in package.rglob("*.py"))


def test_the_project_that_it_shows_is_the_packages(package):
    (shown,) = [text for language, text in BLOCKS if language == "toml"]
    project = lines((package / "pyproject.toml").read_text()).splitlines()
    assert set(lines(shown).splitlines()) <= set(project)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_it_says(command, printed, installed):
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
    found = done.stdout[: len(shown)] if "...\n" in printed else done.stdout
    # How large a file is depends on the version of zlib.
    assert re.sub(r"\d+ kB", "kB", found) == re.sub(r"\d+ kB", "kB", shown)
