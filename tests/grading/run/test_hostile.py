"""Hostile contestants as submissions: each gets its verdict, and nothing of it is left behind."""

from pathlib import Path

import pytest
from support.grading.submissions import (
    CONTESTANTS,
    copy_contestant,
    sandboxed_processes,
)

from outply.formats.question import Question
from outply.games.warfare import Position
from outply.grading.result.verdict import GradedSubmission, Verdict
from outply.grading.run.batch import Batch
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState
from outply.grading.submissions.collect import collect
from outply.grading.suite.case import Case
from outply.jobs.executor import LocalExecutor
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.usefixtures("needs_sandbox", "temp_dir")


EXPECTED_VERDICTS = {
    "honest-python": Verdict.RIGHT,
    "honest-c": Verdict.RIGHT,
    "crash": Verdict.CRASH,
    "hang": Verdict.TIMEOUT,
    "fork-bomb": Verdict.TIMEOUT,
    "orphans": Verdict.TIMEOUT,
    "unreaped-children": Verdict.TIMEOUT,
    "large-file": Verdict.OUTPUT_LIMIT,
    "many-files": Verdict.OUTPUT_LIMIT,
    "deleted-files": Verdict.OUTPUT_LIMIT,
    "deep-directories": Verdict.OUTPUT_LIMIT,
    "memory": Verdict.MEMORY_LIMIT,
    "memory-of-processes": Verdict.MEMORY_LIMIT,
    "hidden-memory": Verdict.CRASH,
    "spy": Verdict.RIGHT,
    "network": Verdict.CRASH,
    "wrong-board": Verdict.WRONG_BOARD,
    "over-time": Verdict.TIMEOUT,
    "endless-output": Verdict.OUTPUT_LIMIT,
    "ignores-signals": Verdict.TIMEOUT,
    "background": Verdict.RIGHT,
    "output-link": Verdict.NO_OUTPUT,
    "output-fifo": Verdict.NO_OUTPUT,
    "input-link": Verdict.RIGHT,
    "input-fifo": Verdict.RIGHT,
    "unreadable-directory": Verdict.RIGHT,
    "agent-loops": None,
    "calibrate-loops": Verdict.RIGHT,
    "newgame-loops": Verdict.RIGHT,
    "calibrated": Verdict.CRASH,  # only a tournament calibrates
    "deleted-files-dead-leader": Verdict.OUTPUT_LIMIT,
    "deleted-files-of-thread": Verdict.OUTPUT_LIMIT,
    "deleted-files-mapped": Verdict.OUTPUT_LIMIT,
    "deleted-files-in-transit": Verdict.TIMEOUT,  # not seen without a RAM disk, which tournaments use
    "memory-dead-leader": Verdict.MEMORY_LIMIT,
    "short-children": Verdict.TIMEOUT,
    "system-time": Verdict.TIMEOUT,
    "sleeps-each-move": Verdict.RIGHT,
    "vsock": Verdict.CRASH,
    "watches-files": Verdict.CRASH,
    "burns-cpu": Verdict.RIGHT,
    "busy-build": Verdict.RIGHT,
    "dodges-ticks": Verdict.TIMEOUT,
    "forbidden-calls": Verdict.RIGHT,
    "forbidden-files": Verdict.RIGHT,
    "illegal-raid": Verdict.WRONG_MOVE,
    "input-directory": Verdict.RIGHT,
    "kills-processes": Verdict.RIGHT,
    "late-output": Verdict.NO_OUTPUT,
    "long-number": Verdict.MALFORMED,
    "makefile-replaced": Verdict.RIGHT,
    "output-closed": Verdict.RIGHT,
    "output-directory": Verdict.NO_OUTPUT,
    "output-loop": Verdict.NO_OUTPUT,
    "output-socket": Verdict.NO_OUTPUT,
    "output-sparse": Verdict.MALFORMED,
    "output-zero": Verdict.NO_OUTPUT,
    "setuid": Verdict.RIGHT,
    "stopped-child": Verdict.RIGHT,
    "threads": Verdict.TIMEOUT,
}

# Control groups count the memory of the kernel, which no other measure sees.
POSSIBLE_VERDICTS = {
    "empty-files": {Verdict.MEMORY_LIMIT, Verdict.TIMEOUT},
    "pipe-memory": {Verdict.MEMORY_LIMIT, Verdict.RIGHT},
}

RUN_TIMEOUT, BUILD_TIMEOUT, AMPLE_CPU = "run timeout", "build timeout", "ample CPU time"
GROUPS = {
    "hang": RUN_TIMEOUT,
    "ignores-signals": RUN_TIMEOUT,
    "deleted-files-in-transit": RUN_TIMEOUT,
    "agent-loops": BUILD_TIMEOUT,
    # They write until they are killed: with little CPU time, that limit may come first.
    "large-file": AMPLE_CPU,
    "many-files": AMPLE_CPU,
    "deep-directories": AMPLE_CPU,
    "endless-output": AMPLE_CPU,
}
"""Programs that are graded with other limits than the rest."""


def test_hostile_contestants_get_their_verdicts_and_leave_nothing_behind(tmp_path: Path, temp_dir: Path) -> None:
    for name in EXPECTED_VERDICTS | POSSIBLE_VERDICTS:
        copy_contestant(tmp_path / "class" / name, name)
    (tmp_path / "class" / "sleeps-each-move" / "seconds").write_text("1")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    any_move = Case(
        name="any",
        question=Question(Position.of([[5, 1], [1, 2]]), "COMPETITION", seconds=9.0),
        expected="",
    )
    executor = LocalExecutor(2)
    graded: list[GradedSubmission] = []
    for group in (RUN_TIMEOUT, BUILD_TIMEOUT, AMPLE_CPU, ""):
        limits = Limits(
            cpu_seconds=60.0 if group == AMPLE_CPU else 1.0,
            wall_seconds=0.5 if group == RUN_TIMEOUT else 240.0,
            memory_mib=64,
            disk_mib=8,
        )
        settings = Settings(limits=limits, build_timeout_s=0.5 if group == BUILD_TIMEOUT else 240.0)
        chosen = [one for one in submissions if GROUPS.get(one.name, "") == group]
        with GradingState(tmp_path / "grading.db", write=True) as state:
            batch = Batch(state, chosen, [any_move], settings)
            batch.run(executor)
            graded += batch.graded()
    reached = {
        one.name: None if judgement is None else judgement.verdict
        for one in graded
        for _, judgement in one.judgements
    }
    for name, possible in POSSIBLE_VERDICTS.items():
        assert reached.pop(name) in possible
    assert reached == EXPECTED_VERDICTS
    ((name, problem),) = [(one.name, one.problem) for one in graded if one.problem]
    assert (name, problem.startswith("`make -s agent` ran for ")) == ("agent-loops", True), problem
    assert sandboxed_processes(temp_dir) == []
    executor.close()
    assert list(temp_dir.iterdir()) == []


def test_every_contestant_has_an_expected_verdict() -> None:
    assert {path.name for path in CONTESTANTS.iterdir() if path.is_dir()} == {
        *EXPECTED_VERDICTS,
        *POSSIBLE_VERDICTS,
    }
