"""The command line as a whole."""

import subprocess
import sys

import click
import pytest
from support.terminal import COMMAND

from outply.cli.main import COMMANDS, outply

LOADED = """
import sys
sys.argv = ["outply", "--help"]
from outply.cli.main import run
run()
print("loaded", *sorted(name for name in sys.modules if name.startswith("outply.cli.")))
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_called_as_it_is_listed_and_explains_itself(name):
    command = outply.get_command(click.Context(outply), name)
    assert (command.name, command.get_short_help_str(200)) == (name, COMMANDS[name])
    assert command.help


def test_help_is_there_before_any_command_is():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded outply.cli.main outply.cli.terminal"
    for name, sentence in COMMANDS.items():
        assert f"  {name:11} {sentence}\n" in done.stdout


def test_a_command_that_is_nearly_one_is_told_which():
    done = subprocess.run([*COMMAND, "slove"], capture_output=True, text=True, check=False)
    assert "Did you mean 'solve'?" in done.stderr


@pytest.mark.parametrize("arguments", [["nosuch"], ["solve", "--nosuch"], []])
def test_what_is_not_understood_ends_with_2(arguments):
    assert subprocess.run([*COMMAND, *arguments], capture_output=True, check=False).returncode == 2
