"""The grading in a container: results are there whatever happens, and nothing of a submission outlives it."""

import json
import os
import subprocess
import sys

import pytest
from support.gradescope_schema import faults

RUN = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from outply.grading import supervisor
clock = SimpleNamespace(sleep=time.sleep, monotonic=lambda: time.monotonic() + 1e6 * Path("late").exists())
supervisor.time = clock
sys.exit(supervisor.main(sys.argv[1:]))
"""
"""The supervisor, whose time is over as soon as there is a file called late."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")


@pytest.fixture
def supervise(tmp_path):
    """Run a shell script as the grading; its last argument is where it is to write."""

    def run(script):
        command = [sys.executable, "-c", RUN, "--within", "3600", "--results", "results.json"]
        done = subprocess.run([*command, "--", "sh", "-c", script, "sh"], cwd=tmp_path, check=False)
        return done.returncode, json.loads((tmp_path / "results.json").read_text())

    return run


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_the_grading_writes_are_the_results(supervise):
    assert supervise("""echo '{"score": 7}' > "$2" """) == (0, {"score": 7})


def test_a_grading_that_fails_after_it_wrote_has_results(supervise):
    assert supervise("""echo '{"score": 7}' > "$2"; exit 1""") == (0, {"score": 7})


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", "echo half > $2", "echo '[1]' > $2"])
def test_without_results_there_is_a_sentence(supervise, script):
    status, told = supervise(script)
    assert (status, told["score"], faults(told)) == (1, 0, [])
    assert "The grading itself failed" in told["output"]


def test_a_grading_without_end_is_ended(supervise):
    status, told = supervise("touch late; while :; do :; done")
    assert (status, told["score"], faults(told)) == (1, 0, [])
    assert "took too long" in told["output"]


def test_what_was_written_before_the_time_was_over_counts(supervise):
    assert supervise("""echo '{"score": 7}' > "$2"; touch late; exec sleep 1000""") == (0, {"score": 7})


def test_who_was_left_running_is_ended_first(supervise, tmp_path):
    """A process that has left its group and lost its parents would write results of its own."""
    spoiler = """echo $$ > left; while :; do echo '{"score": 100}' > results.json; sleep 0.01; done"""
    (tmp_path / "spoiler").write_text(spoiler)
    script = """(setsid sh -c "(sh spoiler &)" &)
    while [ ! -s left ]; do :; done
    echo '{"score": 7}' > "$2"
    """
    assert supervise(script) == (0, {"score": 7})
    assert not is_alive(int((tmp_path / "left").read_text()))
