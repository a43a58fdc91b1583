"""The check of a version: its summary, its stored form, and real programs in the sandbox."""

from pathlib import Path

import pytest
from support.grading.archives import zipped
from support.grading.submissions import answer_script, cases, copy_contestant, quick_settings, write_submission
from support.web.classrooms import InlineExecutor, make_class, submit

from outply.classroom.checks.check import CheckResult, PreflightReport, summarize
from outply.classroom.classroom import Classroom
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.submissions import State, Submission, get_submission
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.grading.submissions.tools import Tool

SETTINGS = quick_settings()
MOVES = PreflightReport(moves=7, max_cpu_seconds=0.5)
NOT_BUILT = PreflightReport(
    moves=0, max_cpu_seconds=0, problem="make failed", failure="build failed", hints=("Do x.",)
)
CASES = cases()


def judged(*verdicts: Verdict) -> tuple[tuple[str, Judgement], ...]:
    return tuple(
        (case.name, Judgement(verdict=verdict, sentences=("Look here.",)))
        for case, verdict in zip(CASES, verdicts, strict=False)
    )


@pytest.mark.parametrize(
    ("result", "state", "headline", "advice"),
    [
        (CheckResult(preflight=MOVES), State.READY, "Preflight passed with 7 moves", ""),
        (
            CheckResult(error="disk full"),
            State.ERROR,
            "The server could not check",
            "not the fault of your program",
        ),
        (
            CheckResult(preflight=NOT_BUILT),
            State.FAILED,
            "Preflight: build failed",
            "The program failed: make failed. Do x.",
        ),
        (CheckResult(outcome=BuildOutcome(problem="no program")), State.FAILED, "could not be run", "no program"),
        (
            CheckResult(outcome=BuildOutcome(problem="no g++", is_tool_missing=True)),
            State.ERROR,
            "A compiler or interpreter is missing",
            "not the fault",
        ),
        (
            CheckResult(outcome=BuildOutcome(), judgements=judged(*[Verdict.RIGHT] * len(CASES))),
            State.READY,
            f"{len(CASES)} of {len(CASES)} public cases right",
            "",
        ),
        (
            CheckResult(outcome=BuildOutcome(), judgements=judged(Verdict.RIGHT, Verdict.TIMEOUT)),
            State.READY,
            f"1 of {len(CASES)} public cases right",
            f"{CASES[1].name}: timeout. Look here.",
        ),
        (
            CheckResult(outcome=BuildOutcome(), judgements=judged(Verdict.CRASH, Verdict.TIMEOUT)),
            State.FAILED,
            "The program answers no public case",
            f"{CASES[0].name}: crash.",
        ),
    ],
)
def test_summary_names_what_to_fix_first(result: CheckResult, state: State, headline: str, advice: str) -> None:
    summary = summarize(result, CASES, SETTINGS)
    assert summary.state is state
    assert headline in summary.headline
    assert advice in summary.advice
    assert bool(advice) == bool(summary.advice)


def test_result_survives_its_stored_form() -> None:
    result = CheckResult(
        preflight=PreflightReport(moves=1, max_cpu_seconds=0.25, problem="p", hints=("a", "b"), remarks=("r",)),
        outcome=BuildOutcome(tools=(Tool(name="g++", path="/usr/bin/g++", version="12"),), notes=("n",)),
        judgements=judged(Verdict.RIGHT, Verdict.WRONG_MOVE),
    )
    assert CheckResult.from_json(result.to_json()) == result
    assert CheckResult.from_json(CheckResult(error="x").to_json()) == CheckResult(error="x")


def check(classroom: Classroom, folder: Path) -> Submission:
    """Submit a folder as an archive and check it in the sandbox."""
    files = [(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]
    archive = zipped(folder.with_suffix(".zip"), *files)
    submission = submit(classroom, "ann", archive.name, archive.read_bytes())
    QueueRunner(classroom, InlineExecutor()).run_available()
    return get_submission(classroom.database, submission.id)


def test_programs_are_built_and_run_in_the_sandbox(tmp_path: Path, examples: Path, needs_sandbox: None) -> None:
    with make_class(tmp_path / "class", suite=examples, preflight=False) as classroom:
        suite = classroom.public_cases()
        right = check(classroom, write_submission(tmp_path / "right", answer_script(suite), "true"))
        assert (right.state, right.headline) == (State.READY, f"{len(suite)} of {len(suite)} public cases right")
        broken = check(classroom, write_submission(tmp_path / "broken", "", "echo oh; false"))
        assert (broken.state, broken.headline) == (State.FAILED, "The program could not be run")
        assert "oh" in str(broken.result)


def test_program_without_a_makefile_answers_the_cases_and_plays_no_games(
    tmp_path: Path, examples: Path, needs_sandbox: None
) -> None:
    with make_class(tmp_path / "class", suite=examples, ladder="[ladder]\nbaselines = ['greedy']\n") as classroom:
        submission = submit(classroom, "ann", "homework.py", b"open('output.txt', 'w').write('A1 Stake')\n")
        QueueRunner(classroom, InlineExecutor()).run_available()
        checked = get_submission(classroom.database, submission.id)
        assert checked.state is State.READY
        assert "public cases right" in checked.headline
        assert CheckResult.from_json(str(checked.result)).preflight is None
        assert not classroom.database.rows("SELECT id FROM ladder_game")


@pytest.mark.parametrize("name", ["spy", "forbidden-files"])
def test_hostile_program_that_is_uploaded_stays_in_the_sandbox(
    name: str, tmp_path: Path, needs_sandbox: None
) -> None:
    with make_class(tmp_path / "class") as classroom:
        path = classroom.folder / "class.toml"
        path.write_text(path.read_text().replace("preflight_moves = 6", "preflight_moves = 1"))
        before = path.read_bytes()
        checked = check(classroom, copy_contestant(tmp_path / name, name))
        assert checked.state is State.READY, checked.advice  # it makes a legal move only if it saw nothing
        assert path.read_bytes() == before
