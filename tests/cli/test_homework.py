"""homework3.py, the drop-in program for the assignment."""

import resource
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import ROOT

from outply.cli import homework

HOMEWORK = ROOT / "homework3.py"
EXAMPLES = ROOT / "examples"


def run(folder: Path, *options: str) -> CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options, str(HOMEWORK)], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_input_txt_in_the_working_directory_is_answered(tmp_path: Path, name: str) -> None:
    (tmp_path / "input.txt").write_bytes((EXAMPLES / f"{name}.in").read_bytes())
    done = run(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "output.txt").read_bytes() == (EXAMPLES / f"{name}.out").read_bytes()


def test_script_can_be_started_through_a_symbolic_link(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes((EXAMPLES / "warfare-1.in").read_bytes())
    (tmp_path / "link.py").symlink_to(HOMEWORK)
    assert subprocess.run([sys.executable, "link.py"], cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "output.txt").exists()


def test_malformed_input_is_reported(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("27\n")
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "input.txt, line 1: found '27', expected N: a whole number, 1 to 26\n",
    )
    assert not (tmp_path / "output.txt").exists()


def test_missing_input_is_reported(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (2, "input.txt: no such file or directory\n")


def test_unwritable_output_is_reported(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes((EXAMPLES / "warfare-1.in").read_bytes())
    (tmp_path / "output.txt").mkdir()
    done = run(tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith("output.txt: is a directory\n")


def test_interrupt_leaves_the_output_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "input.txt").write_bytes((EXAMPLES / "warfare-1.in").read_bytes())
    (tmp_path / "output.txt").write_text("precious")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(homework, "solve", interrupt)
    assert homework.main() == 130
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "output.txt").read_text() == "precious"


def test_homework_program_imports_no_slow_module(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes((EXAMPLES / "warfare-3.in").read_bytes())
    done = run(tmp_path, "-X", "importtime")
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "outply._native" in imported
    heavy = {"argparse", "click", "collections", "dataclasses", "enum", "functools", "pathlib", "re", "typing"}
    bare = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "pass"], capture_output=True, text=True, check=True
    ).stderr
    assert imported & heavy <= {line.rpartition("|")[2].strip() for line in bare.splitlines()}


def test_competition_stays_within_the_remaining_cpu_time(tmp_path: Path) -> None:
    rows = "\n".join([" ".join(["3", "1", "4", "1", "5", "9", "2", "6"] * 2)] * 16 + ["." * 16] * 16)
    (tmp_path / "input.txt").write_text(f"16\nCOMPETITION\nX\n10.000\n{rows}\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert run(tmp_path).returncode == 0
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 10
    assert (tmp_path / "output.txt").exists()
