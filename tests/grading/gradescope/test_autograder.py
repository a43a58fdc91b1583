"""The autograder archive, and its two scripts in a clean directory.

The scripts really run. The dependencies of outply are wheels repacked from this environment and included in the
archive, so that pip needs no network.
"""

import ensurepip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.arena.tournaments import add_game, create_tournament
from support.grading.gradescope_schema import faults

from outply.grading.gradescope.autograder import build_archive
from outply.grading.gradescope.wheel import WheelError, repack_installed
from outply.grading.result.rubric import RubricError
from outply.grading.run.settings import Settings
from outply.grading.suite import folder as suite
from outply.sandbox.limits import Limits

CASES = ROOT / "examples"
RIGHT = (ROOT / "tests" / "programs" / "right.py").read_text()
DEPENDENCIES = ("click", "rich", "markdown-it-py", "mdurl", "pygments")
"""Distributions that `outply grade` imports."""

Files = dict[str, tuple[bytes, int]]
"""Content and mode of files, by name."""

OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_COMPILE": "1"}

PYTHON = """\
#!/bin/sh
if [ "$2" != venv ]; then exec {python} "$@"; fi
{python} -m venv --without-pip "$3" && {python} -m zipfile -e {pip} "$3"/lib/python3.*/site-packages
"""
"""A Python that unpacks pip in virtual environments: `venv` takes 5 s of CPU time to install and compile it."""

runs = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can run a program as another user"
)


def files(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {info.filename: (file.read(info), info.external_attr >> 16) for info in file.infolist()}


@pytest.fixture(scope="module")
def packed() -> Files:
    return files(
        build_archive(
            CASES, None, Settings(limits=Limits(cpu_seconds=7.0, wall_seconds=21.0, memory_mib=512), strict=True)
        )
    )


def test_scripts_are_executable_files_at_the_root(packed: Files) -> None:
    assert {name for name in packed if "/" not in name} == {"setup.sh", "run_autograder", "settings.sh"}
    for name in ("setup.sh", "run_autograder"):
        text, mode = packed[name]
        assert mode & 0o111
        assert text.startswith(b"#!/usr/bin/env bash\n")
        assert b"\r" not in text


def test_archive_contains_the_cases(packed: Files) -> None:
    archived = {
        name.removeprefix("suite/"): data for name, (data, _) in packed.items() if name.startswith("suite/")
    }
    assert archived == {path.name: path.read_bytes() for path in CASES.iterdir() if path.suffix in (".in", ".out")}


def test_archive_contains_the_settings_of_the_grading(packed: Files) -> None:
    lines = packed["settings.sh"][0].decode().splitlines()
    options = "--seconds 7 --wall 21 --memory 512 --strict"
    assert {"INSTALL_JAVA=yes", "TIME_LIMIT_SECONDS=480", f"GRADE_OPTIONS=({options})"} <= {*lines}
    this = f"PYTHON={sys.version_info.major}.{sys.version_info.minor}"
    stable = "-abi3-" in repack_installed().filename
    assert {*lines} >= ({"PYTHON=3.12", "PYTHON_OR_LATER=yes"} if stable else {this, "PYTHON_OR_LATER=no"})


def test_archive_contains_the_installed_outply(packed: Files) -> None:
    wheel = repack_installed()
    assert packed[f"wheels/{wheel.filename}"][0] == wheel.data


def test_given_wheel_of_outply_replaces_the_installed_one(tmp_path: Path) -> None:
    path = tmp_path / "outply-9.9-cp312-abi3-manylinux_2_28_x86_64.whl"
    path.write_bytes(b"a wheel")
    results = files(build_archive(CASES, None, Settings(), [path]))
    assert [name for name in results if name.startswith("wheels/")] == [f"wheels/{path.name}"]
    assert {"PYTHON=3.12", "PYTHON_OR_LATER=yes"} <= {*results["settings.sh"][0].decode().splitlines()}


def test_wheel_for_another_system_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "outply-9.9-cp313-cp313-macosx_14_0_arm64.whl"
    path.write_bytes(b"a wheel")
    with pytest.raises(WheelError, match="is not a wheel for Linux, which Gradescope needs"):
        build_archive(CASES, None, Settings(), [path])


def test_rubric_is_included_if_it_fits_the_suite(tmp_path: Path) -> None:
    rubric = tmp_path / "points.toml"
    rubric.write_text("[cases]\nwarfare-1 = 5\n")
    assert files(build_archive(CASES, rubric, Settings()))["rubric.toml"][0] == rubric.read_bytes()
    rubric.write_text("[cases]\nnosuchcase = 5\n")
    with pytest.raises(RubricError, match="nosuchcase"):
        build_archive(CASES, rubric, Settings())


def test_only_the_standings_of_a_tournament_are_included(tmp_path: Path) -> None:
    with create_tournament(tmp_path / "state.db", ["ada", "bob"]) as state:
        add_game(state, "ada", "bob")
    results = files(build_archive(CASES, None, Settings(), leaderboard=tmp_path / "state.db"))
    assert set(json.loads(results["leaderboard.json"][0])) == {"ada", "bob"}
    assert not any(name.endswith(".db") for name in results)


def test_folder_without_cases_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(suite.SuiteError):
        build_archive(tmp_path, None, Settings())


@pytest.fixture(scope="module")
def autograder() -> Iterator[Path]:
    """Gradescope's directory after setup.sh; every user may enter it, as in Gradescope."""
    root = Path(tempfile.mkdtemp(prefix="outply-autograder-"))
    root.chmod(0o755)
    try:
        wheels = root / "wheels"
        wheels.mkdir()
        for wheel in map(repack_installed, DEPENDENCIES):
            (wheels / wheel.filename).write_bytes(wheel.data)
        rubric = root / "points.toml"
        rubric.write_text("total = 100\n")
        tournament = root / "state.db"
        with create_tournament(tournament, ["ada", "-bob"]) as state:
            add_game(state, "ada", "-bob")
        data = build_archive(
            CASES,
            rubric,
            Settings(),
            sorted(wheels.iterdir()),
            time_limit_s=100.0,
            install_java=False,
            leaderboard=tournament,
        )
        # Gradescope unpacks the archive with the permissions stored in it.
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            for info in file.infolist():
                file.extract(info, root / "source")
                (root / "source" / info.filename).chmod(info.external_attr >> 16 & 0o777)
        shutil.copy(root / "source" / "run_autograder", root)
        shutil.rmtree(wheels)
        rubric.unlink()
        tournament.unlink()
        tools = root / "setup-tools"
        tools.mkdir()
        for pip in Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"):
            for name in ("python3", f"python3.{sys.version_info.minor}"):
                (tools / name).write_text(PYTHON.format(python=sys.executable, pip=pip))
                (tools / name).chmod(0o755)
        done = script(root, "source/setup.sh", **OFFLINE, PATH=f"{tools}{os.pathsep}{os.environ['PATH']}")
        shutil.rmtree(tools)
        assert done.returncode == 0, done.stderr
        yield root
    finally:
        shutil.rmtree(root)


def script(root: Path, name: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OUTPLY_AUTOGRADER": str(root), **variables}
    environment.pop("PYTHONPATH", None)
    command = ["bash", name] if name.endswith(".sh") else [str(root / name)]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def changed(root: Path, *lines: str) -> Iterator[None]:
    """Append lines to settings.sh, as an instructor could, and restore the file at the end of the block."""
    file = root / "source" / "settings.sh"
    original = file.read_text()
    file.write_text("\n".join([original, *lines, ""]))
    try:
        yield
    finally:
        file.write_text(original)


def graded(root: Path, email: str = "eve@example.edu", **submission: str) -> Any:
    """Run the autograder on a submission with the given files, and return the results."""
    shutil.rmtree(root / "submission", ignore_errors=True)
    (root / "submission").mkdir()
    for name, text in submission.items():
        (root / "submission" / name.replace("_", ".")).write_text(text)
    about = {"previous_submissions": "the answers", "users": [{"email": email}]}
    (root / "submission_metadata.json").write_text(json.dumps(about))
    done = script(root, "run_autograder")
    results = json.loads((root / "results" / "results.json").read_text())
    assert faults(results) == [], done.stderr
    return results


def place(results: Any) -> int | None:
    """Return the place of a submission in the tournament; None if it is not on the leaderboard."""
    return {entry["name"]: entry["value"] for entry in results.get("leaderboard", [])}.get("Place")


@runs
def test_right_program_has_all_points_and_its_place_in_the_tournament(autograder: Path) -> None:
    results = graded(autograder, "ada@example.edu", homework3_py=RIGHT)
    assert (results["score"], place(results)) == (100, 1)
    assert [test["status"] for test in results["tests"]] == ["passed"] * 4


@runs
def test_program_with_a_mistake_loses_points(autograder: Path) -> None:
    mutant = f"import os\nos.environ['MUTANT'] = 'chains'\n{RIGHT}"
    results = graded(autograder, "-bob@example.edu", homework3_py=mutant)
    assert (results["score"], place(results)) == (50, 2)
    assert "failed" in [test["status"] for test in results["tests"]]


@runs
def test_result_of_a_submission_that_cannot_be_run_states_the_reason(autograder: Path) -> None:
    results = graded(autograder, "eve@x", notes_txt="I have nothing.")
    assert (results["score"], place(results)) == (0, None)
    assert results["output"].startswith(
        "The program could not be run: no program found: expected a Makefile or one of homework.py"
    )


LATE = """
import os, sys, time
if "outply.grading.gradescope.supervisor" not in sys.orig_argv:
    monotonic = time.monotonic
    time.monotonic = lambda: monotonic() + 1e6 * os.path.exists({late_file!r})
"""


@pytest.fixture
def late_file(autograder: Path) -> Iterator[Path]:
    """A file that makes the clock of the grading jump past its time limit when a submission creates it."""
    folder = autograder / "signs"
    folder.mkdir()
    folder.chmod(0o777)
    (packages,) = (autograder / "venv").glob("lib/python*/site-packages")
    (packages / "late.py").write_text(LATE.format(late_file=str(folder / "late")))
    (packages / "late.pth").write_text("import late\n")
    yield folder / "late"
    (packages / "late.pth").unlink()
    shutil.rmtree(folder)


@runs
def test_cases_graded_before_the_time_limit_keep_their_points(autograder: Path, late_file: Path) -> None:
    hangs = (
        f"import time\nif 'Star' not in open('input.txt').read(): open({str(late_file)!r}, 'w'); time.sleep(600)\n"
    )
    with changed(autograder, "TIME_LIMIT_SECONDS=3600", "GRADE_OPTIONS+=(--wall 100000)"):
        results = graded(autograder, homework3_py=hangs + RIGHT)
    assert results["score"] == 25
    assert "3 not reached: grading ended early." in results["output"]
    assert [test["status"] for test in results["tests"]] == ["passed", "failed", "failed", "failed"]


@runs
def test_failed_grading_is_reported_in_the_results(autograder: Path) -> None:
    """The suite is missing, as after a full disk."""
    cases = autograder / "source" / "suite"
    cases.rename(autograder / "source" / "lost")
    try:
        results = graded(autograder, homework3_py=RIGHT)
    finally:
        (autograder / "source" / "lost").rename(cases)
    assert results["score"] == 0
    assert "not the fault of the submission" in results["output"]


TRIES = """
import glob, os, subprocess, sys
root = {root!r}

def attempt(action):
    try:
        return bool(action())
    except Exception:
        return False

def solver():
    sys.path += glob.glob(root + "/venv/lib/*/site-packages")
    import outply
    return outply

done = {{
    "open": attempt(lambda: open(root + "/open.txt").read()),
    "answers": attempt(lambda: os.listdir(root + "/source/suite")),
    "answer": attempt(lambda: open(root + "/source/suite/warfare-1.out").read()),
    "solver": attempt(solver),
    "earlier": attempt(lambda: open(root + "/submission_metadata.json").read()),
    "results": attempt(lambda: open(root + "/results/results.json", "w").write("mine")),
    "replaced": attempt(lambda: os.rename(root + "/results", root + "/mine") is None),
    "killed": attempt(lambda: os.kill(os.getppid(), 0) is None),
}}
open("output.txt", "w").write(" ".join(sorted(name for name in done if done[name])))
"""


@runs
@as_root
def test_submission_has_no_access_to_the_answers_or_the_solver_or_the_results(autograder: Path) -> None:
    (autograder / "open.txt").write_text("Readable for all users.")
    results = graded(autograder, homework3_py=TRIES.format(root=str(autograder)))
    assert results["score"] == 0
    for test in results["tests"]:
        assert test["output"].endswith("Your output.txt:\nopen"), "only the readable file is accessible"


@runs
@as_root
def test_symlink_to_the_answer_is_not_followed(autograder: Path) -> None:
    link = f'import os\nos.symlink("{autograder}/source/suite/warfare-1.out", "output.txt")\n'
    results = graded(autograder, homework3_py=link)
    assert results["score"] == 0
    assert all("No output" in test["output"] for test in results["tests"])


@runs
def test_no_process_of_a_submission_survives(autograder: Path) -> None:
    """An orphan outside of its process group would overwrite the results."""
    duration = f"1000.{os.getpid()}"  # identifies the process
    stays = (
        "import os\nopen('output.txt', 'w').write('A1 Stake')\n"
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execvp('sleep', ['sleep', '{duration}'])\n"
    )
    assert graded(autograder, homework3_py=stays)["score"] == 0
    assert not [entry for entry in Path("/proc").glob("[0-9]*/cmdline") if duration in _read(entry)]


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


@runs
def test_missing_python_version_is_named(autograder: Path) -> None:
    with changed(autograder, "PYTHON=4.1"):
        done = script(autograder, "source/setup.sh", PATH=_tools(autograder))
    assert done.returncode != 0
    assert re.search("outply's wheel needs Python 4.1( or later)?, which is not installed", done.stderr)


def _tools(autograder: Path) -> str:
    """Return a PATH with the tools of the script, but without a package manager."""
    folder = autograder / "tools"
    folder.mkdir(exist_ok=True)
    for tool in ("bash", "id", "python3"):
        (folder / tool).unlink(missing_ok=True)
        (folder / tool).symlink_to(sys.executable if tool == "python3" else str(shutil.which(tool)))
    return str(folder)
