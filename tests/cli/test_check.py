"""`outply check` as a contestant's author runs it."""

import json
import os
import shutil
import subprocess

import pytest
from click.testing import CliRunner
from conftest import ROOT
from support.terminal import COMMAND

from outply.cli.tournament.template import template

pytestmark = pytest.mark.usefixtures("needs_sandbox")

CONTESTANTS = ROOT / "tests" / "contestants"
QUICK = "--board", "random:3:1", "--moves", "2"


def check(folder, *arguments, **options):
    words = [*COMMAND, "check", str(folder), *QUICK, *arguments]
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def contestant(tmp_path):
    """Makes a directory whose `run` does what is said after an honest move."""

    def make(run, agent="@true", more=""):
        folder = tmp_path / "mine"
        folder.mkdir()
        shutil.copy(CONTESTANTS / "honest.sh", folder)
        (folder / "Makefile").write_text(f"agent:\n\t{agent}\nrun:\n\t@{run}\n{more}")
        return folder

    return make


@pytest.mark.parametrize("language", ["python", "cpp", "java"])
def test_every_template_is_all_right(tmp_path, language):
    if language == "java" and shutil.which("javac") is None:
        pytest.skip("there is no javac")
    folder = str(tmp_path / "mine")
    written = CliRunner().invoke(template, [folder, "--language", language], standalone_mode=False)
    assert written.return_value == 0, written.output
    done = check(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{folder} is all right: ")
    assert "a game on this board has 5" in done.stdout


def test_a_template_is_not_written_over_another(tmp_path):
    for status in (0, 2):
        done = CliRunner().invoke(template, [str(tmp_path)])
        assert (done.exit_code, "is there already" in done.output) == (status, status == 2)


def test_it_plays_both_sides_and_the_end_of_a_game(contestant):
    # Where there are no control groups, the memory of what is over in some milliseconds is not seen.
    done = check(contestant("sh honest.sh; sleep 0.1"), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["all_right"], found["problem"]) == (0, True, None)
    titles = [move["game"] for move in found["moves"]]
    assert titles[:3] == ["as X from the start"] * 2 + ["as O from the start"]
    assert set(titles[3:]) == {"as O near the end"}
    assert found["memory_mib"] > 0
    assert found["moves_in_budget"] > 100


WRONG = {
    "illegal move": ("(echo A1 Raid; tail -n 3 input.txt) > output.txt", "a cell of one's own beside it"),
    "wrong board": ("sh honest.sh; tr X O < output.txt > o; mv o output.txt", "in A1, where X should be"),
    "unreadable output": ("echo A1 stake please > output.txt; cat input.txt >> output.txt", "output.txt is:"),
    "no output": ("sh honest.sh; mv output.txt out.txt", "the files are: Makefile honest.sh input.txt out.txt"),
    "out of CPU time": ("sh honest.sh; while :; do :; done", "Line 4 of input.txt"),
    "crashed": ("python3 -c 'import numpy.nothing'", "cannot be seen: put them into the directory"),
    "printed too much": ("cat /dev/zero", "Printed text is not read"),
}


@pytest.mark.parametrize("failure", WRONG)
def test_it_says_what_is_wrong_and_what_to_look_at(contestant, failure):
    run, said = WRONG[failure]
    done = check(contestant(run), "--seconds", "0.4" if failure == "out of CPU time" else "60")
    assert (done.returncode, done.stderr) == (1, "")
    first, second = done.stdout.splitlines()[:2]
    assert first.endswith(f"mine would lose: {failure}"), done.stdout
    assert second.startswith("  as X from the start, its move 1: ")
    assert said in " ".join(done.stdout.split()), done.stdout


def test_what_does_not_build_shows_the_end_of_what_make_says(contestant):
    done = check(contestant("true", "@echo first; cc nothing.c"))
    assert done.returncode == 1
    assert "would lose: build failed\n  building it: make agent exited with status 2" in done.stdout
    assert "nothing.c" in done.stdout


def test_who_runs_out_of_time_learns_what_the_moves_took(contestant):
    burn = "sh honest.sh; test -e played && while :; do :; done; touch played"
    done = check(contestant(burn), "--seconds", "1")
    assert done.returncode == 1
    assert "  as X from the start, its move 2: make run used " in done.stdout
    assert "  its moves before took 0." in done.stdout


def test_what_is_printed_cannot_act_on_the_terminal(contestant):
    done = check(contestant("printf '\\033[31mred' >&2; false"))
    assert (done.returncode, "\x1b" in done.stdout, "\\x1b[31mred" in done.stdout) == (1, False, True)


def test_other_targets_may_fail_and_it_is_told(contestant):
    done = check(contestant("sh honest.sh", more="calibrate:\n\t@echo oh no >&2; false\n"))
    assert done.returncode == 0
    assert "Remark: make calibrate exited with status 2, which is allowed: make: ***" in done.stdout
    assert "newgame" not in done.stdout


def test_without_walls_it_says_so(contestant):
    done = check(contestant("sh honest.sh"), "--unsafe")
    assert done.returncode == 0
    assert done.stdout.startswith("NOT ISOLATED: ")


def test_where_there_is_no_sandbox_it_refuses_and_names_the_way(contestant, tmp_path):
    done = check(contestant("sh honest.sh"), env=os.environ | {"PATH": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    assert "bubblewrap is not here" in done.stderr
    assert "--unsafe" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--opponent", "nobody"], "is not a player"),
        (["--board", "nowhere"], "there is no board 'nowhere'"),
        (["--moves", "0"], "--moves"),
    ],
)
def test_what_cannot_be_meant_is_refused(contestant, arguments, said):
    done = check(contestant("sh honest.sh"), *arguments)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_person_sees_how_far_it_is(at_terminal, contestant):
    terminal = at_terminal("check", str(contestant("sh honest.sh")), *QUICK)
    terminal.wait_for("checking: building it")
    terminal.wait_for("checking: as O from the start, its move 1")
    assert terminal.finish() == 0
    assert "is all right" in terminal.shown
