"""`outply check`: the trial of a contestant's program."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from click.testing import CliRunner
from conftest import ROOT
from support.processes.command_line import run_cli
from support.processes.terminal import Terminal

from outply.arena.preflight import PreflightProblem, PreflightResult
from outply.cli.check import check as check_command
from outply.cli.tournament.template import template
from outply.players.forfeit import Failure

pytestmark = pytest.mark.usefixtures("needs_sandbox")

CONTESTANTS = ROOT / "tests" / "contestants"
QUICK = "--board", "random:3:1", "--moves", "2"


def check(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return run_cli("check", folder, *QUICK, *arguments)


@pytest.fixture
def contestant(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a contestant whose target `run` has the given recipe."""

    def make(run: str, agent: str = "@true", more: str = "") -> Path:
        folder = tmp_path / "mine"
        folder.mkdir()
        shutil.copy(CONTESTANTS / "honest.sh", folder)
        (folder / "Makefile").write_text(f"agent:\n\t{agent}\nrun:\n\t@{run}\n{more}")
        return folder

    return make


def test_path_that_is_not_a_directory_is_reported(tmp_path: Path) -> None:
    (tmp_path / "agent.py").touch()
    for name, reason in (("agent.py", "is a file"), ("nowhere", "does not exist")):
        done = check(tmp_path / name)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{name} {reason}; expected the directory of a program with a Makefile" in done.stderr


@pytest.mark.parametrize("protocol", ["files", "lines"])
@pytest.mark.parametrize("language", ["python", "cpp", "java"])
def test_every_contestant_template_passes_the_check(tmp_path: Path, language: str, protocol: str) -> None:
    if language == "java" and shutil.which("javac") is None:
        pytest.skip("javac is not installed")
    folder = tmp_path / "mine"
    written = CliRunner().invoke(
        template, [str(folder), "--language", language, "--protocol", protocol], standalone_mode=False
    )
    assert written.return_value == 0, written.output
    done = check(folder, "--moves", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{folder} passed: ")
    assert "a game on this board has 5" in done.stdout


@pytest.mark.parametrize("protocol", ["files", "lines"])
def test_starcircle_template_passes_the_check(tmp_path: Path, protocol: str) -> None:
    folder = tmp_path / "mine"
    written = CliRunner().invoke(
        template, [str(folder), "--game", "starcircle", "--protocol", protocol], standalone_mode=False
    )
    assert written.output.endswith(f"next: outply check {folder} --game starcircle\n")
    done = run_cli("check", folder, "--game", "starcircle", "--seconds", "3", "--moves", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{folder} passed: ")


def test_failure_of_a_line_protocol_program_shows_its_commands_and_replies(tmp_path: Path) -> None:
    program = "while read line; do test $$line = isready && echo readyok; echo bestmove nowhere; done"
    (tmp_path / "Makefile").write_text(f"agent:\nengine:\n\t@{program}\n")
    done = check(tmp_path)
    assert done.returncode == 1
    assert "would forfeit: unreadable output" in done.stdout
    assert "each `go` by exactly one `bestmove MOVE`" in " ".join(done.stdout.split())
    assert "commands:\n    position warfare/raid/X/" in done.stdout
    assert "replies:\n    bestmove nowhere\n" in done.stdout


def test_template_command_does_not_overwrite_files(tmp_path: Path) -> None:
    for status in (0, 2):
        done = CliRunner().invoke(template, [str(tmp_path)])
        assert (done.exit_code, "already exists" in done.output) == (status, status == 2)


def test_program_plays_both_sides_and_the_end_of_a_game(contestant: Callable[..., Path]) -> None:
    # Without control groups, the memory of a program that runs for a few milliseconds is not measured.
    done = check(contestant("sh honest.sh; sleep 0.1"), "--json", "-")
    result = json.loads(done.stdout)
    assert (done.returncode, result["passed"], result["problem"]) == (0, True, None)
    titles = [move["game"] for move in result["moves"]]
    assert titles[:3] == ["as X from the start"] * 2 + ["as O from the start"]
    assert set(titles[3:]) == {"as O near the end"}
    assert result["memory_mib"] > 0
    assert result["moves_in_budget"] > 100


WRONG = {
    "illegal move": (
        "(echo A1 Raid; tail -n 3 input.txt) > output.txt",
        "left or right of A1 to raid from",
    ),
    "wrong board": ("sh honest.sh; tr X O < output.txt > o; mv o output.txt", "A1 is 'O', expected 'X'"),
    "unreadable output": ("echo A1 stake please > output.txt; cat input.txt >> output.txt", "output.txt:"),
    "no output": (
        "sh honest.sh; mv output.txt out.txt",
        "directory are: Makefile honest.sh input.txt out.txt",
    ),
    "out of CPU time": ("sh honest.sh; while :; do :; done", "Line 4 of input.txt"),
    "crashed": ("python3 -c 'import numpy.nothing'", "are not visible: put them into the program's directory"),
    "printed too much": ("cat /dev/zero", "Printed text is not read"),
}


@pytest.mark.parametrize("failure", WRONG)
def test_failure_of_a_program_is_reported_with_advice(contestant: Callable[..., Path], failure: str) -> None:
    run, advice = WRONG[failure]
    done = check(contestant(run), "--seconds", "0.4" if failure == "out of CPU time" else "60")
    assert (done.returncode, done.stderr) == (1, "")
    first, second = done.stdout.splitlines()[:2]
    assert first.endswith(f"mine would forfeit: {failure}"), done.stdout
    assert second.startswith("  as X from the start, its move 1: ")
    assert advice in " ".join(done.stdout.split()), done.stdout


def test_build_failure_shows_the_end_of_the_output_of_make(contestant: Callable[..., Path]) -> None:
    done = check(contestant("true", "@echo first; cc nothing.c"))
    assert done.returncode == 1
    assert "would forfeit: build failed\n  building: make agent exited with status 2" in done.stdout
    assert "nothing.c" in done.stdout


def test_timeout_report_lists_the_times_of_earlier_moves(contestant: Callable[..., Path]) -> None:
    burn = "sh honest.sh; test -e played && while :; do :; done; touch played"
    done = check(contestant(burn), "--seconds", "1")
    assert done.returncode == 1
    assert "  as X from the start, its move 2: make run used " in done.stdout
    assert "  its earlier moves took 0." in done.stdout


def test_control_characters_of_the_program_are_escaped(contestant: Callable[..., Path]) -> None:
    done = check(contestant("printf '\\033[31mred' >&2; false"))
    assert (done.returncode, "\x1b" in done.stdout, "\\x1b[31mred" in done.stdout) == (1, False, True)


def test_failure_of_an_optional_target_is_only_noted(contestant: Callable[..., Path]) -> None:
    done = check(contestant("sh honest.sh", more="calibrate:\n\t@echo oh no >&2; false\n"))
    assert done.returncode == 0
    assert "Note: make calibrate exited with status 2, which is allowed: make: ***" in done.stdout
    assert "newgame" not in done.stdout


def test_unsafe_check_prints_a_warning(contestant: Callable[..., Path]) -> None:
    done = check(contestant("sh honest.sh"), "--unsafe")
    assert done.returncode == 0
    assert done.stdout.startswith("NOT ISOLATED: ")


@pytest.mark.usefixtures("without_sandbox")
def test_check_without_a_sandbox_is_refused_with_advice(contestant: Callable[..., Path]) -> None:
    done = check(contestant("sh honest.sh"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "bubblewrap is not installed" in done.stderr
    assert "--unsafe" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--opponent", "unknown"], "unknown player"),
        (["--board", "nowhere"], "Warfare has no board 'nowhere'"),
        (["--moves", "0"], "--moves"),
    ],
)
def test_wrong_usage_has_exit_status_2(
    contestant: Callable[..., Path], arguments: list[str], message: str
) -> None:
    done = check(contestant("sh honest.sh"), *arguments)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_terminal_shows_the_current_step(
    at_terminal: Callable[..., Terminal], contestant: Callable[..., Path]
) -> None:
    terminal = at_terminal("check", str(contestant("sh honest.sh")), *QUICK)
    terminal.wait_for("checking: building")
    terminal.wait_for("checking: as O from the start, its move 1")
    assert terminal.finish() == 0
    assert "passed: " in terminal.shown


def test_preflight_report_shows_tabs_and_ends_each_remark_with_one_punctuation_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = PreflightProblem(
        failure=Failure.CRASHED,
        where="as X from the start, its move 1",
        explanation="make run exited with status 1",
        question=None,
        answer=None,
        output="",
        errors="Exception in thread main\n\tat Agent.main(Agent.java:3)\n",
        files=(),
    )
    result = PreflightResult(moves=(), problem=problem, remarks=("does the program wait?", "make newgame failed"))
    monkeypatch.setattr("outply.cli.check.run_preflight", lambda *_, **__: result)
    printed = CliRunner().invoke(check_command, [str(tmp_path), "--unsafe"]).output
    assert "Note: does the program wait?\n" in printed
    assert "Note: make newgame failed.\n" in printed
    assert "            at Agent.main(Agent.java:3)\n" in printed
