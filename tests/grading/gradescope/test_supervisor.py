"""The supervisor always writes results, and no process of a submission survives it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.grading.gradescope_schema import faults

RUN = """
import sys, time
from pathlib import Path
from outply.grading.gradescope import supervisor
sys.exit(supervisor.main(sys.argv[1:], clock=lambda: time.monotonic() + 1e6 * Path("late").exists()))
"""
"""The supervisor with a clock that jumps past its deadline when a file `late` appears."""

Supervise = Callable[[str], tuple[int, Any]]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")


@pytest.fixture
def supervise(tmp_path: Path) -> Supervise:
    """Run a shell script as the grading; its last argument is the results file."""

    def run(script: str) -> tuple[int, Any]:
        command = [sys.executable, "-c", RUN, "--time-limit", "3600", "--results", "results.json"]
        done = subprocess.run([*command, "--", "sh", "-c", script, "sh"], cwd=tmp_path, check=False)
        return done.returncode, json.loads((tmp_path / "results.json").read_text())

    return run


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_results_of_the_grading_are_written(supervise: Supervise) -> None:
    assert supervise("""echo '{"score": 7}' > "$2" """) == (0, {"score": 7})


def test_results_are_kept_if_grading_fails_after_writing_them(supervise: Supervise) -> None:
    assert supervise("""echo '{"score": 7}' > "$2"; exit 1""") == (0, {"score": 7})


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", "echo half > $2", "echo '[1]' > $2"])
def test_failed_grading_is_reported_in_the_results(supervise: Supervise, script: str) -> None:
    status, results = supervise(script)
    assert (status, results["score"], faults(results)) == (1, 0, [])
    assert "The grading itself failed" in results["output"]


def test_endless_grading_is_killed_and_reported(supervise: Supervise) -> None:
    status, results = supervise("touch late; while :; do :; done")
    assert (status, results["score"], faults(results)) == (1, 0, [])
    assert "took too long" in results["output"]


def test_results_are_kept_if_grading_writes_them_before_the_deadline(supervise: Supervise) -> None:
    assert supervise("""echo '{"score": 7}' > "$2"; touch late; exec sleep 1000""") == (0, {"score": 7})


def test_orphaned_processes_are_killed_before_the_results_are_written(
    supervise: Supervise, tmp_path: Path
) -> None:
    """An orphan outside of its process group would overwrite the results."""
    spoiler = """echo $$ > left; while :; do echo '{"score": 100}' > results.json; sleep 0.01; done"""
    (tmp_path / "spoiler").write_text(spoiler)
    script = """(setsid sh -c "(sh spoiler &)" &)
    while [ ! -s left ]; do :; done
    echo '{"score": 7}' > "$2"
    """
    assert supervise(script) == (0, {"score": 7})
    assert not is_alive(int((tmp_path / "left").read_text()))
