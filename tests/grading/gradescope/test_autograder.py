"""Gradescope's archive: what is in it, and that its two scripts do their work in a clean directory.

The scripts run for real. What outply needs comes from wheels that are repacked from this environment and carried
in the archive, so that pip asks nobody.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT
from support.gradescope_schema import faults
from support.tournaments import add_game, create_tournament

from outply.grading.gradescope.autograder import archive
from outply.grading.gradescope.wheel import WheelError, repacked
from outply.grading.result.rubric import RubricError
from outply.grading.run.settings import Settings
from outply.grading.suite import folder as suite
from outply.sandbox.limits import Limits

CASES = ROOT / "examples"
RIGHT = (ROOT / "tests" / "programs" / "right.py").read_text()
NEEDED = ("click", "rich", "markdown-it-py", "mdurl", "pygments")
"""What `outply grade` imports of others."""

OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_COMPILE": "1"}

runs = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can run a program as another user"
)


def files(data):
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {info.filename: (file.read(info), info.external_attr >> 16) for info in file.infolist()}


@pytest.fixture(scope="module")
def packed():
    return files(
        archive(CASES, None, Settings(Limits(cpu_seconds=7.0, wall_seconds=21.0, memory_mib=512), strict=True))
    )


def test_the_scripts_stand_at_the_root_and_can_be_run(packed):
    assert {name for name in packed if "/" not in name} == {"setup.sh", "run_autograder", "settings.sh"}
    for name in ("setup.sh", "run_autograder"):
        text, mode = packed[name]
        assert mode & 0o111
        assert text.startswith(b"#!/usr/bin/env bash\n")
        assert b"\r" not in text


def test_the_cases_are_those_of_the_folder(packed):
    kept = {name.removeprefix("suite/"): data for name, (data, _) in packed.items() if name.startswith("suite/")}
    assert kept == {path.name: path.read_bytes() for path in CASES.iterdir() if path.suffix in (".in", ".out")}


def test_the_settings_are_those_of_the_grading(packed):
    lines = packed["settings.sh"][0].decode().splitlines()
    assert {
        "CPU_SECONDS=7",
        "WALL_SECONDS=21",
        "MEMORY_MIB=512",
        "STRICT=yes",
        "JAVA=yes",
        "RULES=raid",
        "GIVE_UP=0",
    } <= {*lines}
    this = f"PYTHON={sys.version_info.major}.{sys.version_info.minor}"
    stable = "-abi3-" in repacked().filename
    assert {*lines} >= ({"PYTHON=3.12", "OR_LATER=yes"} if stable else {this, "OR_LATER=no"})


def test_it_carries_the_installed_outply(packed):
    wheel = repacked()
    assert packed[f"wheels/{wheel.filename}"][0] == wheel.data


def test_a_wheel_of_outply_that_is_named_is_carried_instead(tmp_path):
    path = tmp_path / "outply-9.9-cp312-abi3-manylinux_2_28_x86_64.whl"
    path.write_bytes(b"a wheel")
    found = files(archive(CASES, None, Settings(), [path]))
    assert [name for name in found if name.startswith("wheels/")] == [f"wheels/{path.name}"]
    assert {"PYTHON=3.12", "OR_LATER=yes"} <= {*found["settings.sh"][0].decode().splitlines()}


def test_a_wheel_that_cannot_run_in_gradescope_is_refused(tmp_path):
    path = tmp_path / "outply-9.9-cp313-cp313-macosx_14_0_arm64.whl"
    path.write_bytes(b"a wheel")
    with pytest.raises(WheelError, match="is not for Linux, which Gradescope runs"):
        archive(CASES, None, Settings(), [path])


def test_a_rubric_is_carried_and_one_that_does_not_fit_refused(tmp_path):
    rubric = tmp_path / "points.toml"
    rubric.write_text("[cases]\nwarfare-1 = 5\n")
    assert files(archive(CASES, rubric, Settings()))["rubric.toml"][0] == rubric.read_bytes()
    rubric.write_text("[cases]\nnosuchcase = 5\n")
    with pytest.raises(RubricError, match="nosuchcase"):
        archive(CASES, rubric, Settings())


def test_of_a_tournament_the_standings_are_carried_and_nothing_else(tmp_path):
    with create_tournament(tmp_path / "state.db", ["ada", "bob"]) as store:
        add_game(store, "ada", "bob")
    found = files(archive(CASES, None, Settings(), leaderboard=tmp_path / "state.db"))
    assert set(json.loads(found["leaderboard.json"][0])) == {"ada", "bob"}
    assert not any(name.endswith(".db") for name in found)


def test_a_folder_without_cases_is_refused(tmp_path):
    with pytest.raises(suite.SuiteError):
        archive(tmp_path, None, Settings())


@pytest.fixture(scope="module")
def place():
    """A directory as Gradescope has one after setup.sh; anybody may come into it, as in Gradescope."""
    root = Path(tempfile.mkdtemp(prefix="outply-autograder-"))
    root.chmod(0o755)
    try:
        carried = root / "wheels"
        carried.mkdir()
        for wheel in map(repacked, NEEDED):
            (carried / wheel.filename).write_bytes(wheel.data)
        rubric = root / "points.toml"
        rubric.write_text("total = 100\n")
        with create_tournament(root / "state.db", ["ada", "-bob"]) as store:
            add_game(store, "ada", "-bob")
        wheels, state = sorted(carried.iterdir()), root / "state.db"
        data = archive(CASES, rubric, Settings(), wheels, within=100.0, java=False, leaderboard=state)
        # As Gradescope does it, with the permissions that the archive tells.
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            for info in file.infolist():
                file.extract(info, root / "source")
                (root / "source" / info.filename).chmod(info.external_attr >> 16 & 0o777)
        shutil.copy(root / "source" / "run_autograder", root)
        shutil.rmtree(carried)
        rubric.unlink()
        state.unlink()
        done = script(root, "source/setup.sh", **OFFLINE)
        assert done.returncode == 0, done.stderr
        yield root
    finally:
        shutil.rmtree(root)


def script(root, name, **variables):
    environment = {**os.environ, "OUTPLY_AUTOGRADER": str(root), **variables}
    environment.pop("PYTHONPATH", None)
    command = ["bash", name] if name.endswith(".sh") else [str(root / name)]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def changed(root, **settings):
    """Change settings for a while, as an instructor would."""
    file = root / "source" / "settings.sh"
    kept = file.read_text()
    file.write_text(kept + "".join(f"{name}={value}\n" for name, value in settings.items()))
    try:
        yield
    finally:
        file.write_text(kept)


def graded(root, email="eve@example.edu", **submission):
    """Run the autograder on somebody's submission of these files, and return its results."""
    shutil.rmtree(root / "submission", ignore_errors=True)
    (root / "submission").mkdir()
    for name, text in submission.items():
        (root / "submission" / name.replace("_", ".")).write_text(text)
    about = {"previous_submissions": "the answers", "users": [{"email": email}]}
    (root / "submission_metadata.json").write_text(json.dumps(about))
    done = script(root, "run_autograder")
    found = json.loads((root / "results" / "results.json").read_text())
    assert faults(found) == [], done.stderr
    return found


@runs
def test_a_right_program_has_all_points(place):
    found = graded(place, homework3_py=RIGHT)
    assert found["score"] == 100
    assert [test["status"] for test in found["tests"]] == ["passed"] * 4


@runs
@pytest.mark.parametrize(
    ("email", "place_there"), [("ada@example.edu", 1), ("-bob@example.edu", 2), ("eve@x", None)]
)
def test_who_takes_part_in_the_tournament_has_a_place_on_the_leaderboard(place, email, place_there):
    board = {entry["name"]: entry["value"] for entry in graded(place, email).get("leaderboard", [])}
    assert board.get("Place") == place_there


@runs
def test_a_program_with_a_mistake_does_not(place):
    found = graded(place, homework3_py=f"import os\nos.environ['MUTANT'] = 'chains'\n{RIGHT}")
    assert found["score"] == 50
    assert "failed" in [test["status"] for test in found["tests"]]


@runs
def test_a_submission_that_cannot_be_run_is_told_why(place):
    found = graded(place, notes_txt="I have nothing.")
    assert found["score"] == 0
    assert found["output"].startswith(
        "It could not be run: no program found: expected a Makefile or one of homework.py"
    )


LATE = """
import os, sys, time
if "outply.grading.gradescope.supervisor" not in sys.orig_argv:
    monotonic = time.monotonic
    time.monotonic = lambda: monotonic() + 1e6 * os.path.exists({sign!r})
"""


@pytest.fixture
def sign(place):
    """The file by which a submission ends the time of the whole grading, however long that has taken so far."""
    folder = place / "signs"
    folder.mkdir()
    folder.chmod(0o777)
    (packages,) = (place / "venv").glob("lib/python*/site-packages")
    (packages / "late.py").write_text(LATE.format(sign=str(folder / "late")))
    (packages / "late.pth").write_text("import late\n")
    yield folder / "late"
    (packages / "late.pth").unlink()
    shutil.rmtree(folder)


@runs
def test_when_the_time_for_all_is_over_what_was_graded_counts(place, sign):
    hangs = f"import time\nif 'Star' not in open('input.txt').read(): open({str(sign)!r}, 'w'); time.sleep(600)\n"
    with changed(place, WITHIN="3600", WALL_SECONDS="100000"):
        found = graded(place, homework3_py=hangs + RIGHT)
    assert found["score"] == 25
    assert "3 of them were not reached" in found["output"]
    assert [test["status"] for test in found["tests"]] == ["passed", "failed", "failed", "failed"]


@runs
def test_a_grading_that_fails_leaves_a_sentence(place):
    """The suite is lost, as a disk that is full would have it."""
    cases = place / "source" / "suite"
    cases.rename(place / "source" / "lost")
    try:
        found = graded(place, homework3_py=RIGHT)
    finally:
        (place / "source" / "lost").rename(cases)
    assert found["score"] == 0
    assert "no fault of the submission" in found["output"]


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
def test_a_program_finds_every_door_shut(place):
    (place / "open.txt").write_text("Everybody may read this.")
    found = graded(place, homework3_py=TRIES.format(root=str(place)))
    assert found["score"] == 0
    for test in found["tests"]:
        assert test["output"].endswith("Yours:\nopen"), "only what is open to everybody can be had"


@runs
@as_root
def test_the_answer_cannot_be_had_by_a_link(place):
    link = f'import os\nos.symlink("{place}/source/suite/warfare-1.out", "output.txt")\n'
    found = graded(place, homework3_py=link)
    assert found["score"] == 0
    assert all("No output" in test["output"] for test in found["tests"])


@runs
def test_nothing_of_a_submission_is_left_running(place):
    """A process that has left its group and lost its parents would write results of its own."""
    mark = f"1000.{os.getpid()}"
    stays = (
        "import os\nopen('output.txt', 'w').write('A1 Stake')\n"
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        f"        os.execvp('sleep', ['sleep', '{mark}'])\n"
    )
    assert graded(place, homework3_py=stays)["score"] == 0
    assert not [entry for entry in Path("/proc").glob("[0-9]*/cmdline") if mark in _read(entry)]


def _read(path):
    try:
        return path.read_text()
    except OSError:
        return ""


@runs
def test_a_machine_without_the_right_python_is_told_which_one_is_needed(place):
    with changed(place, PYTHON="4.1"):
        done = script(place, "source/setup.sh", PATH=_tools(place))
    assert done.returncode != 0
    assert re.search("the wheel of outply needs Python 4.1( or later)?, which is not here", done.stderr)


def _tools(place):
    """Return a path with what a script needs, and no way to install anything."""
    folder = place / "tools"
    folder.mkdir(exist_ok=True)
    for tool in ("bash", "id", "python3"):
        (folder / tool).unlink(missing_ok=True)
        (folder / tool).symlink_to(sys.executable if tool == "python3" else shutil.which(tool))
    return str(folder)
