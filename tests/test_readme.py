"""What the README prints is what one gets."""

import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    (text.strip(), following[1] if following[0] == "text" else None)
    for (language, text), following in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True)
    if language == "sh"
]
TEST_COMMAND = "python3 run.py pytest"


def run_here(command):
    """Run one of the README's commands in the environment that the tests run in."""
    for prefix, program in (("python3 run.py outply ", ["-m", "outply"]), ("python3 run.py python ", [])):
        if command.startswith(prefix):
            arguments = [sys.executable, *program, *shlex.split(command.removeprefix(prefix))]
            return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    raise AssertionError(f"the README's command {command!r} is not known here")


@pytest.mark.parametrize(("command", "printed"), [pair for pair in COMMANDS if pair[0] != TEST_COMMAND])
def test_a_command_prints_what_the_readme_says(command, printed):
    assert run_here(command).strip() == (printed or "").strip()


def test_the_python_examples_print_what_their_comments_say():
    code = "".join(text for language, text in BLOCKS if language == "python")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == re.findall(r"# -> (.*)", code)


def test_ci_runs_the_readmes_test_command():
    assert TEST_COMMAND in [command for command, _ in COMMANDS]
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_links_lead_somewhere():
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link.partition("#")[0]).exists(), link
