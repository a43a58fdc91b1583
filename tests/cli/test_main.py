"""The command line as a whole: help, unknown commands and the style of errors."""

import subprocess
import sys

import click
import pytest
from support.assertions import not_none
from support.command_line import run_cli

from outply.cli.main import COMMANDS, outply

LOADED = """
import sys
sys.argv = ["outply", "--help"]
from outply.cli.main import run
run()
print("loaded", *sorted(name for name in sys.modules if name.startswith("outply.cli.")))
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_the_listed_name_and_summary_and_a_help_text(name: str) -> None:
    command = not_none(outply.get_command(click.Context(outply), name))
    assert (command.name, command.get_short_help_str(200)) == (name, COMMANDS[name].summary)
    assert command.help


def test_help_imports_no_command() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded outply.cli.main outply.cli.terminal"
    for name, command in COMMANDS.items():
        assert f"  {name:11} {command.summary}\n" in done.stdout


def test_misspelt_command_gets_a_suggestion() -> None:
    done = run_cli("slove")
    assert "Did you mean 'solve'?" in done.stderr


@pytest.mark.parametrize("arguments", [["nosuch"], ["solve", "--nosuch"], []])
def test_usage_error_has_exit_status_2(arguments: list[str]) -> None:
    assert run_cli(*arguments).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove"], "no such command 'slove'. Did you mean 'solve'?\nTry 'outply --help' for help."),
        (["solve", "--nosuch"], "no such option '--nosuch'\nTry 'outply solve --help' for help."),
        (
            ["why"],
            "expected INPUT and ANSWER, or a folder of cases and -- COMMAND\nTry 'outply why --help' for help.",
        ),
        (
            ["tree", "x", "--depth", "abc"],
            "invalid value for '--depth': 'abc' is not a valid integer\nTry 'outply tree --help' for help.",
        ),
        (
            ["match", "--board", "random:99:1"],
            "expected a board of 1 to 26 rows, got 99\nTry 'outply match --help' for help.",
        ),
    ],
)
def test_usage_errors_have_the_style_of_all_errors(arguments: list[str], message: str) -> None:
    done = run_cli(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"outply: {message}\n"
