"""The check of a version: preflight games and the public suite, both in the sandbox."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from outply.arena.preflight import PreflightResult, run_preflight
from outply.classroom.checks.log import CheckLog
from outply.classroom.submissions import State
from outply.games.protocol import Position
from outply.grading.result.likely_mistakes import likely_mistakes
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.run.batch import graded_submission
from outply.grading.run.job import BUILD_DISK_MIB, BuildOutcome, GradeJob
from outply.grading.run.settings import Settings
from outply.grading.run.state import parse_judgement, write_judgement
from outply.grading.submissions.collect import Submission as GradedFiles
from outply.grading.submissions.recipe import Recipe, project_root
from outply.grading.submissions.tools import Tool
from outply.grading.suite.case import Case
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.contestant import has_makefile
from outply.players.forfeit import Failure
from outply.text import plural

MAX_OUTPUT_CHARS = 20_000
"""Characters kept of each output of a program."""

NO_ANSWER = frozenset(
    {Verdict.NO_OUTPUT, Verdict.TIMEOUT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT, Verdict.CRASH}
)
"""Verdicts on runs without an answer. A version with no other verdicts has failed its check."""

NO_FAULT = "This is not the fault of your program. The course staff see the problem and can start the check again."


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightGames:
    """The games of the preflight check: the start position, the opponent, and the limits of the program."""

    start: Position
    opponent: str
    max_moves: int
    seconds: float
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightReport:
    """The outcome of the preflight check, as it is stored. `problem` is empty if the program passed.

    `failure` is the label of the failure, `where` the step in which the program failed.
    """

    moves: int
    max_cpu_seconds: float
    problem: str = ""
    failure: str = ""
    where: str = ""
    hints: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    question: str = ""
    answer: str = ""
    output: str = ""
    errors: str = ""

    @property
    def is_build_failure(self) -> bool:
        return self.failure == Failure.BUILD_FAILED.label

    @classmethod
    def of(cls, result: PreflightResult) -> PreflightReport:
        """Return the report on the result of a preflight check."""
        moves = len(result.moves)
        seconds = max((move.cpu_seconds for move in result.moves), default=0.0)
        problem = result.problem
        if problem is None:
            return cls(moves=moves, max_cpu_seconds=seconds, remarks=result.remarks)
        return cls(
            moves=moves,
            max_cpu_seconds=seconds,
            problem=problem.explanation,
            failure=problem.failure.label,
            where=problem.where,
            hints=tuple(problem.hints()),
            remarks=result.remarks,
            question=(problem.question or "")[:MAX_OUTPUT_CHARS],
            answer=(problem.answer or "")[:MAX_OUTPUT_CHARS],
            output=problem.output[-MAX_OUTPUT_CHARS:],
            errors=problem.errors[-MAX_OUTPUT_CHARS:],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of a check. A part that was not run is None.

    `judgements` are by case name. `error` is a problem of the server, which is not the fault of the program.
    `case_count` is the number of cases of the suite, and `suite_hash` a hash of its content.
    """

    preflight: PreflightReport | None = None
    outcome: BuildOutcome | None = None
    judgements: tuple[tuple[str, Judgement], ...] = ()
    error: str = ""
    case_count: int = 0
    suite_hash: str = ""

    def graded(self, cases: Sequence[Case], name: str, settings: Settings) -> GradedSubmission | None:
        """Return the result of the public suite; None if it was not run."""
        if self.outcome is None:
            return None
        files = GradedFiles(name=name, student=name)
        return graded_submission(files, cases, dict(self.judgements), self.outcome, settings.give_up_after)

    def to_json(self) -> str:
        """Return the result as JSON text."""
        outcome = None if self.outcome is None else asdict(self.outcome)
        return json.dumps(
            {
                "preflight": None if self.preflight is None else asdict(self.preflight),
                "outcome": outcome,
                "judgements": {case: write_judgement(judgement) for case, judgement in self.judgements},
                "error": self.error,
                "case_count": self.case_count,
                "suite_hash": self.suite_hash,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> CheckResult:
        """Parse a result that `to_json` wrote."""
        fields: dict[str, Any] = json.loads(text)
        preflight, outcome = fields["preflight"], fields["outcome"]
        return cls(
            preflight=None if preflight is None else PreflightReport(**_tuples(preflight)),
            outcome=None
            if outcome is None
            else BuildOutcome(**_tuples(outcome) | {"tools": tuple(Tool(**tool) for tool in outcome["tools"])}),
            judgements=tuple((case, parse_judgement(body)) for case, body in fields["judgements"].items()),
            error=fields["error"],
            case_count=fields.get("case_count", 0),
            suite_hash=fields.get("suite_hash", ""),
        )


def _tuples(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckJob(Job):
    """Checks the version of a team in the directory `folder`.

    Plays the preflight games, unless `preflight` is None, then runs the cases of the public suite, unless there
    are none or the program does not build. If there are cases, a program without a Makefile plays no games.
    Reports the current step as text and its log as `LogText`, and returns a `CheckResult`. The program always runs
    in the sandbox. `submission` is the ID of the version, and `suite_hash` a hash of the content of the suite.
    """

    SUITE: ClassVar[str] = "public"

    submission: int
    folder: str
    preflight: PreflightGames | None
    cases: tuple[Case, ...]
    settings: Settings
    suite_hash: str = ""

    def __str__(self) -> str:
        return f"the check of submission {self.submission}"

    def sources(self) -> tuple[SourceDirectory, ...]:
        return (SourceDirectory(path=self.folder, max_mib=BUILD_DISK_MIB),)

    def __call__(self, context: JobContext) -> CheckResult:
        assert self.settings.sandboxed
        log = CheckLog(context.report)
        preflight = None
        if self.preflight is not None and not (self.cases and self._is_homework(context)):
            preflight = self._play(self.preflight, context, log)
        if not self.cases or (preflight is not None and preflight.is_build_failure):
            return CheckResult(preflight=preflight, suite_hash=self.suite_hash)
        judgements: list[tuple[str, Judgement]] = []
        job = GradeJob(name=str(self), folder=self.folder, cases=self.cases, settings=self.settings)

        def on_judgement(item: tuple[str, Judgement]) -> None:
            judgements.append(item)
            context.report(f"case {len(judgements)} of {len(self.cases)}")

        def run_cases(build: Path, recipe: Recipe) -> None:
            log.add_step(f"running {plural(len(self.cases), f'{self.SUITE} case')}")
            job.cases_job(build, recipe, self.cases)(JobContext(on_judgement, context.work_dir))

        log.add_step(f"building for the {self.SUITE} cases")
        context.report(f"building for the {self.SUITE} cases")
        outcome = job.build(context, run_cases, log.add_output)
        log.flush()
        return CheckResult(
            preflight=preflight,
            outcome=outcome,
            judgements=tuple(judgements),
            case_count=len(self.cases),
            suite_hash=self.suite_hash,
        )

    def _is_homework(self, context: JobContext) -> bool:
        """Return whether the program answers questions only: it has no Makefile, so that it cannot play games."""
        with context.source(self.folder) as source:
            return not has_makefile(project_root(source))

    def _play(self, games: PreflightGames, context: JobContext, log: CheckLog) -> PreflightReport:
        def on_step(step: str) -> None:
            log.add_step(step)
            context.report(step)

        with context.source(self.folder) as source:
            result = run_preflight(
                project_root(source),
                games.start,
                games.opponent,
                max_moves=games.max_moves,
                seconds=games.seconds,
                seed=games.seed,
                on_step=on_step,
                on_output=log.add_output,
            )
        log.add_step("preflight passed" if result.problem is None else "preflight failed")
        return PreflightReport.of(result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The state that follows from a result, a headline, and what to fix first."""

    state: State
    headline: str
    advice: str = ""


def summarize(result: CheckResult, cases: Sequence[Case], settings: Settings, suite: str = "public") -> Summary:
    """Return the summary of a result: the first problem that its author should fix.

    `suite` is the kind of the suite: public or hidden.
    """
    preflight, outcome = result.preflight, result.outcome
    if result.error:
        return Summary(state=State.ERROR, headline="The server could not check this version", advice=NO_FAULT)
    if outcome is not None and outcome.is_tool_missing:
        return Summary(state=State.ERROR, headline="A compiler or interpreter is missing here", advice=NO_FAULT)
    if preflight is not None and preflight.problem:
        where = "" if preflight.is_build_failure else f" {preflight.where}"
        sentences = [f"The program failed{where}: {preflight.problem}.", *preflight.hints]
        headline = f"Preflight: {preflight.failure}"
        return Summary(state=State.FAILED, headline=headline, advice=" ".join(sentences))
    if outcome is not None and outcome.problem:
        return Summary(state=State.FAILED, headline="The program could not be run", advice=outcome.problem)
    graded = result.graded(cases, "", settings)
    if graded is None:
        moves = preflight.moves if preflight is not None else 0
        return Summary(state=State.READY, headline=f"Preflight passed with {plural(moves, 'move')}")
    right, total = graded.right, len(graded.judgements)
    headline = f"{right} of {plural(total, f'{suite} case')} right"
    if right == total:
        return Summary(state=State.READY, headline=headline)
    verdicts = {judgement.verdict for _, judgement in graded.judgements if judgement is not None}
    has_answered = not verdicts <= NO_ANSWER
    return Summary(
        state=State.READY if has_answered else State.FAILED,
        headline=headline if has_answered else f"The program answers no {suite} case",
        advice=_first_mistake(graded, cases),
    )


def _first_mistake(graded: GradedSubmission, cases: Sequence[Case]) -> str:
    """Return advice on the likeliest known mistake or, if none fits, on the first case that is not right."""
    if likely := likely_mistakes(cases, graded):
        return f"{likely[0].statement} {likely[0].advice}"
    for case, judgement in graded.judgements:
        if judgement is not None and not judgement.is_right:
            return " ".join([f"{case}: {judgement.verdict.value}.", *judgement.sentences[:2]])
    return f"Some cases were not run: {graded.missing_reason}."
