"""The command line as a whole: help, unknown commands and the style of errors."""

import subprocess
import sys

import click
import pytest
from click.shell_completion import ShellComplete
from conftest import ROOT
from support.assertions import not_none
from support.processes.command_line import run_cli

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
    width = max(map(len, COMMANDS))
    for name, command in COMMANDS.items():
        assert f"  {name:{width}}  {command.summary}\n" in done.stdout


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
            ["solve", "--halp"],
            "no such option '--halp'. Did you mean '--help'?\nTry 'outply solve --help' for help.",
        ),
        (["bench", "--dept"], "no such option '--dept'\nTry 'outply bench --help' for help."),
        (
            ["solve", "--depth", "6"],
            "the depth is in the input, not an option; outply tree INPUT --depth 6 searches to another depth\n"
            "Try 'outply solve --help' for help.",
        ),
        (
            ["completion"],
            "missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish\n"
            "Try 'outply completion --help' for help.",
        ),
        (
            ["why"],
            "expected INPUT and ANSWER, or a folder of cases and -- COMMAND; "
            "to test a program: outply why --game warfare -- COMMAND\nTry 'outply why --help' for help.",
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


def test_help_command_shows_the_help_of_a_command() -> None:
    assert run_cli("help", "solve").stdout == run_cli("solve", "--help").stdout
    assert run_cli("help", "tournament", "run").stdout == run_cli("tournament", "run", "--help").stdout
    assert run_cli("help").stdout == run_cli("--help").stdout
    assert "Did you mean 'solve'?" in run_cli("help", "slove").stderr
    assert "outply solve has no subcommands" in run_cli("help", "solve", "it").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_existing_page_of_the_documentation(name: str) -> None:
    *_, last = run_cli(name, "--help").stdout.splitlines()
    label, _, page = last.strip().partition(": ")
    assert label == "Documentation"
    assert (ROOT / page).is_file()


def test_help_names_no_assignment_by_number() -> None:
    for name in COMMANDS:
        assert "assignment 00" not in run_cli(name, "--help").stdout


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("match --first alpha", {"alphabeta:4", "alphabeta:4:safety"}),
        ("match --second hu", {"human"}),
        ("match --board s", {"Sevastopol", "Smolensk", "s"}),
        ("match --game starcircle --board i", {"initial", "i"}),
        ("tournament run gr", {"greedy", "gr"}),
        ("report --board w", {"Westerplatte", "w"}),
    ],
)
def test_players_and_boards_are_completed(words: str, completions: set[str]) -> None:
    *arguments, incomplete = words.split()
    shell = ShellComplete(outply, {}, "outply", "_OUTPLY_COMPLETE")
    assert {item.value for item in shell.get_completions(arguments, incomplete)} == completions
