"""`outply grade` of a command, a directory and a class."""

import csv
import json
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import ROOT
from support.arena.tournaments import add_game, create_tournament
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import COMMAND
from support.waiting import wait_until

EXAMPLES = ROOT / "examples"
RIGHT = ROOT / "tests" / "programs" / "right.py"
MINE = ("--", sys.executable, str(RIGHT))


NEARLY_OVER = """
import functools, time
from pathlib import Path
from outply.cli import main
from outply.grading.run.stopping import Deadline

def clock():
    return time.monotonic() + (599.9 if Path("first").exists() else 0.0)

Deadline.after = functools.partial(Deadline.after, clock=clock)
main.main()
"""
"""The command line with a clock that jumps ahead by nearly ten minutes once the file `first` exists."""


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


@pytest.fixture
def grade(tmp_path: Path) -> RunCommand:
    def run(*arguments: str | Path, cases: Path = EXAMPLES) -> CompletedProcess[str]:
        return run_cli("grade", cases, *arguments, cwd=tmp_path)

    return run


@pytest.fixture
def directory(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a directory with the right program, or one with a mistake."""

    def make(name: str, mistake: str = "") -> Path:
        folder = tmp_path / "class" / name
        folder.mkdir(parents=True)
        program = RIGHT.read_text()
        if mistake:
            program = program.replace("import sys\n", f'import sys\n\nsys.argv[1:] = ["{mistake}"]\n', 1)
        (folder / "homework3.py").write_text(program)
        return folder

    return make


def test_right_program_has_exit_status_0(grade: RunCommand) -> None:
    done = grade(*MINE)
    tools, summary = done.stdout.splitlines()
    assert tools.startswith("Ran with: Python 3")
    assert (done.returncode, summary) == (0, "4 of 4 cases right, 4 of 4 points")


def test_wrong_program_has_exit_status_1_and_a_diagnosis(grade: RunCommand) -> None:
    done = grade(*MINE, "depth-less")
    assert done.returncode == 1
    assert "warfare-1: wrong move" in done.stdout
    assert "The answer plays B2 Stake, " in done.stdout
    assert "After B2 Stake the best line of play is X B1 Raid, with the value -51." in done.stdout
    assert "The node count is 5, not 3" in done.stdout
    assert done.stdout.endswith("2 of 4 cases right, 2 of 4 points\n")


def test_strict_comparison_rejects_carriage_returns(grade: RunCommand) -> None:
    assert grade(*MINE, "crlf").returncode == 0
    strict = grade("--strict", *MINE, "crlf")
    assert strict.returncode == 1
    assert "carriage return and line feed" in strict.stdout
    assert "0 of 4" in strict.stdout


def test_output_of_a_crashed_program_is_shown(grade: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("raise ValueError('\\x1b[31mno idea')")
    done = grade("--", sys.executable, "mine.py")
    assert done.returncode == 1
    assert "warfare-1: crash" in done.stdout
    assert "no idea" in done.stdout
    assert "\x1b[31m" not in done.stdout


def test_all_option_shows_every_wrong_case(grade: RunCommand, tmp_path: Path) -> None:
    for number in range(8):
        shutil.copy(EXAMPLES / "warfare-3.in", tmp_path / f"{number}.in")
    few, all_of_them = (grade(*more, "--", "true", cases=tmp_path) for more in ((), ("--all",)))
    assert few.stdout.count(": no output") == 5
    assert "and 3 more wrong cases" in few.stdout
    assert all_of_them.stdout.count(": no output") == 8


def test_program_over_the_cpu_limit_times_out(grade: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("while True: pass")
    done = grade("--seconds", "0.2", "--", sys.executable, "slow.py")
    assert done.stdout.count(": timeout") == 4
    assert "s of CPU time" in done.stdout


def test_looping_program_is_given_up(grade: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("while True: pass")
    done = grade("--seconds", "0.2", "--give-up", "2", "--json", "out.json", "--", sys.executable, "slow.py")
    assert done.returncode == 1
    assert "2 were not run: grading was stopped after 2 timeouts in a row" in done.stdout
    verdicts = [case["verdict"] for case in json.loads((tmp_path / "out.json").read_text())["cases"]]
    assert verdicts == ["timeout", "timeout", "not run", "not run"]


def test_no_case_is_run_if_the_overall_time_limit_is_zero(grade: RunCommand) -> None:
    done = grade("--within", "0", *MINE)
    assert done.returncode == 130
    summary = done.stdout.splitlines()[-1]
    assert summary == "0 of 4 cases right, 0 of 4 points; 4 were not reached: grading ended early"


def test_case_interrupted_by_the_overall_limit_counts_as_not_reached(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import time\nif 'Star' in open('input.txt').read():\n"
        f"    open({str(tmp_path / 'first')!r}, 'w').close()\n    raise SystemExit\ntime.sleep(600)"
    )
    limits = ("--within", "600", "--wall", "600")
    command = ["grade", str(EXAMPLES), *limits, "--json", "out.json", "--", sys.executable, "mine.py"]
    done = subprocess.run(
        [sys.executable, "-c", NEARLY_OVER, *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    verdicts = [case["verdict"] for case in json.loads((tmp_path / "out.json").read_text())["cases"]]
    assert verdicts == ["no output", "not reached", "not reached", "not reached"]
    assert "3 were not reached" in done.stdout


def test_interrupt_keeps_finished_cases(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import os, time\nif 'Star' in open('input.txt').read(): raise SystemExit\n"
        f"open({str(tmp_path / 'second')!r}, 'w').close()\ntime.sleep(60)"
    )
    command = [*COMMAND, "grade", str(EXAMPLES), "--json", "out.json", "--", sys.executable, "mine.py"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    wait_until((tmp_path / "second").exists, "the second case runs")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 130
    assert "3 were not reached" in out
    assert [case["verdict"] for case in json.loads((tmp_path / "out.json").read_text())["cases"]] == [
        "no output",
        *["not reached"] * 3,
    ]


def test_all_output_formats_can_be_written_for_one_program(grade: RunCommand, tmp_path: Path) -> None:
    done = grade(
        *("--html", "page", "--csv", "marks.csv", "--details", "all.csv", "--json", "marks.json"),
        *("--junit", "junit.xml", "--gradescope", "results.json", *MINE, "depth-less"),
    )
    assert done.returncode == 1
    assert "wrong node count" in (tmp_path / "page" / "index.html").read_text()
    (row,) = rows(tmp_path / "marks.csv")
    assert "2" in row.values()
    assert len(rows(tmp_path / "all.csv")) == 4
    assert json.loads((tmp_path / "marks.json").read_text())["right"] == 2
    assert len(ElementTree.parse(tmp_path / "junit.xml").findall(".//failure")) == 2
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 2


def test_json_on_standard_output_is_the_only_text_there(grade: RunCommand) -> None:
    assert json.loads(grade("--json", "-", *MINE).stdout)["score"] == 4


def test_tournament_rank_is_on_the_leaderboard_and_in_the_autograder(grade: RunCommand, tmp_path: Path) -> None:
    with create_tournament(tmp_path / "state.db", ["ada", "bob"]) as store:
        add_game(store, "ada", "bob")
    grade("--gradescope", "results.json", "--leaderboard", "state.db", "--contestant", "bob", *MINE)
    assert json.loads((tmp_path / "results.json").read_text())["leaderboard"][0]["value"] == 2
    assert grade("--gradescope-zip", "a.zip", "--leaderboard", "state.db").returncode == 0
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert set(json.loads(archive.read("leaderboard.json"))) == {"ada", "bob"}


def test_points_follow_the_rubric(grade: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "points.toml").write_text('total = 10\n[cases]\n"warfare-1" = 7\n[parts]\nmove = 0.5\n')
    done = grade("--rubric", "points.toml", *MINE, "depth-less")
    assert done.stdout.endswith("2 of 4 cases right, 2.5 of 10 points\n")


def test_expected_answer_that_violates_the_rules_causes_a_warning(grade: RunCommand, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "warfare-3.in", tmp_path / "odd.in")
    (tmp_path / "odd.out").write_text("A1 Stake\nX.XX.\n...O.\n..XX.\n..XO.\n.....")
    done = grade(*MINE, cases=tmp_path)
    assert "warning: odd.out differs from the answer by the rules" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give exactly one of"),
        (("--program", "x", "--", "true"), "give exactly one of"),
        (("--", "no-such-program"), "program not found: no-such-program"),
        (("--", "here.py"), "to run the file: -- python3 here.py"),
        (("--", "./here.py"), "./here.py is not executable; run chmod +x ./here.py, or -- python3 ./here.py"),
        (("--program", "none.py", "--unsafe"), "none.py does not exist; expected a folder, or a file .py"),
        (("--program", "notes.txt", "--unsafe"), "notes.txt is not a source file or folder"),
        (("--submissions", "here.py", "--unsafe"), "here.py is a file, expected the folder of all submissions"),
        (("--python2", "x", "--", "true"), "--python2 requires --program or --submissions"),
        (("--python2", "none", "--program", "x"), "none does not exist"),
        (("--rubric", "none.toml", "--", "true"), "cannot read none.toml"),
        (("--leaderboard", "x.db", "--", "true"), "--leaderboard requires --gradescope"),
        (
            ("--leaderboard", "x.db", "--gradescope", "r.json", "--", "true"),
            "--leaderboard requires --contestant",
        ),
        (("--contestant", "ada", "--gradescope", "r.json", "--", "true"), "--contestant requires --leaderboard"),
        (("--csv", "-", "--json", "-", "--", "true"), "--csv and --json cannot both write to standard output"),
        (("--unsafe", "--", "true"), "--unsafe requires --program or --submissions"),
        (("--all", "--submissions", "x"), "--all requires -- COMMAND or --program"),
        (("--similar", "--", "true"), "--similar requires --submissions"),
        (("--submissions", "x", "--html", "x/pages"), "--html x/pages is inside of x"),
        (("--submissions", "x", "--program", "."), "--program . is a folder"),
        (("--submissions", "x", "--template", "y"), "--template requires --similar"),
        (("--submissions", "x", "--similar-csv", "-"), "--similar-csv requires --similar"),
        (("--submissions", "x", "--similar", "--template", "missing.py"), "template missing.py does not exist"),
        (
            ("--submissions", "x", "--cluster", "tcp://x:1", "--jobs", "2"),
            "--jobs cannot be used together with --cluster",
        ),
        (("--gradescope-zip", "a.zip", "--leaderboard", "x.db"), "cannot read x.db"),
        (("--wheel", str(RIGHT), "--", "true"), "--wheel requires --gradescope-zip"),
        (("--gradescope-zip", "a.zip", "--jobs", "3"), "--jobs requires -- COMMAND, --program or --submissions"),
    ],
)
def test_wrong_usage_has_exit_status_2(
    grade: RunCommand, arguments: tuple[str | Path, ...], message: str, tmp_path: Path
) -> None:
    (tmp_path / "here.py").write_text("")
    (tmp_path / "notes.txt").write_text("")
    done = grade(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_swapped_arguments_of_grade_get_a_hint(grade: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    done = grade("--submissions", EXAMPLES, cases=Path("class"))
    assert f"contains cases: swap class and {EXAMPLES}" in done.stderr
    (tmp_path / "here.py").write_text("")
    done = grade("--", "true", cases=Path("here.py"))
    assert "To grade a program: outply grade CASES -- COMMAND, or --program here.py" in done.stderr
    done = grade("here.py", cases=Path("python3"))
    assert "CASES comes first, then the command: outply grade CASES -- COMMAND" in done.stderr


def test_jobs_option_divides_the_cases_of_one_program(grade: RunCommand, tmp_path: Path) -> None:
    done = grade("--jobs", "2", "--json", "results.json", *MINE)
    assert done.returncode == 0, done.stderr
    assert len(json.loads((tmp_path / "results.json").read_text())["cases"]) == len(list(EXAMPLES.glob("*.in")))


def test_folder_without_cases_is_reported(grade: RunCommand, tmp_path: Path) -> None:
    done = grade("--", "true", cases=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "contains no cases" in done.stderr


@pytest.mark.usefixtures("needs_sandbox")
class TestDirectories:
    def test_directory_is_run_in_the_sandbox(self, grade: RunCommand, directory: Callable[..., Path]) -> None:
        assert grade("--program", directory("good")).stdout.endswith("4 of 4 cases right, 4 of 4 points\n")

    def test_program_that_cannot_be_run_is_reported(self, grade: RunCommand, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        done = grade("--program", "empty")
        assert done.returncode == 1
        assert "Cannot be run: the submission is empty." in done.stdout

    def test_class_grading_writes_all_output_files(
        self, grade: RunCommand, directory: Callable[..., Path], tmp_path: Path
    ) -> None:
        directory("ada")
        directory("bob", "depth-less")
        (tmp_path / "class" / "eve").mkdir()
        (tmp_path / "pages" / "submission").mkdir(parents=True)
        (tmp_path / "pages" / "submission" / "withdrawn.html").write_text("old marks")
        (tmp_path / "roster.csv").write_text(
            "name,id,section\nAda Lovelace,ada,A\nBob,bob,B\nEve,eve,A\nZoe,zoe,\n"
        )
        done = grade(
            *("--submissions", "class", "--roster", "roster.csv"),
            *("--html", "pages", "--csv", "marks.csv", "--json", "marks.json", "--junit", "junit.xml"),
            *("--similar", "--similar-csv", "similar.csv"),
        )
        assert done.returncode == 0
        lines = [line.split() for line in done.stdout.splitlines() if line]
        assert any(line[:4] == ["Ada", "Lovelace", "4", "4"] for line in lines)
        assert any(line[:3] == ["Bob", "2", "2"] for line in lines)
        assert "1 of 3 submissions fully right, 1 could not be run, 1 without a submission" in done.stdout
        assert [row["section"] for row in rows(tmp_path / "marks.csv")] == ["A", "B", "A", ""]
        data = json.loads((tmp_path / "marks.json").read_text())
        assert {one["student"] for one in data["submissions"]} == {"Ada Lovelace", "Bob", "Eve", "Zoe"}
        assert (tmp_path / "pages" / "index.html").exists()
        (pair,) = data["similar"]
        assert [pair["first_submission"], pair["second_submission"]] == ["ada", "bob"]
        assert [row["first_submission"] for row in rows(tmp_path / "similar.csv")] == ["ada"]
        assert (tmp_path / "pages" / "similar" / "ada-bob.html").exists()
        assert "1 pair of submissions shares much of their code" in done.stdout
        pages = [path.name for path in (tmp_path / "pages" / "submission").iterdir()]
        assert sorted(pages) == ["ada.html", "bob.html", "eve.html", "zoe.html"]
        again = grade("--submissions", "class", "--roster", "roster.csv", "--csv", "-")
        assert again.stdout.splitlines() == (tmp_path / "marks.csv").read_text().splitlines()

    def test_unfinished_class_grading_reports_how_to_continue(
        self, grade: RunCommand, directory: Callable[..., Path]
    ) -> None:
        directory("ada")
        done = grade("--submissions", "class", "--within", "0")
        assert done.returncode == 130
        assert "4 cases not graded yet; repeat the command to continue" in done.stderr
        assert grade("--submissions", "class").returncode == 0

    def test_gradescope_option_is_refused_for_a_class(self, grade: RunCommand, tmp_path: Path) -> None:
        (tmp_path / "class").mkdir()
        done = grade("--submissions", "class", "--gradescope", "r.json")
        assert done.returncode == 2
        assert "--gradescope requires -- COMMAND or --program" in done.stderr


@pytest.mark.usefixtures("without_sandbox")
def test_submissions_are_refused_without_a_sandbox(grade: RunCommand, directory: Callable[..., Path]) -> None:
    directory("ada")
    done = grade("--submissions", "class")
    assert done.returncode == 2
    assert "need a sandbox" in done.stderr
