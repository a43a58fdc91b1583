"""Verdicts: the result of a program on one case, and of a submission on all cases."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from outply.grading.submissions.tools import Tool
from outply.sandbox.limits import Termination


class Verdict(Enum):
    """Outcome of a program on a case; the value of the member is the label that reports show."""

    RIGHT = "right"
    WRONG_MOVE = "wrong move"
    WRONG_BOARD = "right move, wrong board"
    WRONG_EVALUATION = "wrong evaluation"
    WRONG_VALUE = "wrong value"
    WRONG_NODE_COUNT = "wrong node count"
    MALFORMED = "malformed"
    NO_OUTPUT = "no output"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory"
    OUTPUT_LIMIT = "wrote too much"
    CRASH = "crash"

    @classmethod
    def of_termination(cls, termination: Termination) -> Verdict:
        """Return the verdict on a run that crashed or exceeded a limit."""
        return _BY_TERMINATION[termination]


_BY_TERMINATION = {
    Termination.ERROR: Verdict.CRASH,
    Termination.CPU_TIME: Verdict.TIMEOUT,
    Termination.WALL_TIME: Verdict.TIMEOUT,
    Termination.MEMORY: Verdict.MEMORY_LIMIT,
    Termination.DISK: Verdict.OUTPUT_LIMIT,
    Termination.OUTPUT: Verdict.OUTPUT_LIMIT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Verdict on one program and one case, with its reasons.

    `sentences` explain the verdict, the first difference first. `right_parts` are the right parts of the answer.
    `mistakes` are the names of the known mistakes that produce exactly this answer. `output` is the beginning of
    output.txt, `errors` the beginning of standard error.
    """

    verdict: Verdict
    sentences: tuple[str, ...] = ()
    right_parts: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    memory_mib: float = 0.0
    output: str = ""
    errors: str = ""

    @property
    def is_right(self) -> bool:
        return self.verdict is Verdict.RIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedSubmission:
    """Judgements of one submission: pairs of case name and judgement, in the order of the cases.

    A case that was not run has the judgement None. `student` is the student's name on the roster, or `name` if the
    submission matches no student. `problem` is the reason why the program could not be run, empty if it could;
    `build_output` is the output of the build. `columns` are pairs of header and cell from the student's row of the
    roster. `late` is the lateness of the submission, empty if it is not late; `attempt` is its number.
    `given_up_after` is the number of consecutive timeouts after which the remaining cases were skipped; 0 if no
    case was skipped. `tools` are the compilers and interpreters that ran, with `notes` on their choice. If
    `is_tool_missing` is set, the problem is a compiler or interpreter that is not installed, and not the fault of
    the submission.
    """

    name: str
    student: str
    judgements: tuple[tuple[str, Judgement | None], ...]
    problem: str = ""
    build_output: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    given_up_after: int = 0
    late: str = ""
    attempt: int | None = None
    tools: tuple[Tool, ...] = ()
    notes: tuple[str, ...] = ()
    is_tool_missing: bool = False

    @property
    def right(self) -> int:
        """Number of cases answered right."""
        return sum(judgement is not None and judgement.is_right for _, judgement in self.judgements)

    @property
    def is_finished(self) -> bool:
        """Whether no case is left to run: all are judged, skipped by the give-up policy or cannot be run."""
        all_judged = all(judgement is not None for _, judgement in self.judgements)
        return bool(self.problem) or self.given_up_after > 0 or all_judged

    @property
    def has_score(self) -> bool:
        """Whether the points are final: the grading is finished, and no compiler or interpreter was missing."""
        return self.is_finished and not self.is_tool_missing

    @property
    def missing_label(self) -> str:
        """Label of the cases without a verdict: `not run` or `not reached`."""
        return "not run" if self.problem or self.given_up_after else "not reached"

    @property
    def missing_reason(self) -> str:
        """Reason why some cases have no verdict, as a clause to follow a colon."""
        if self.problem:
            return "the program could not be run"
        if self.given_up_after:
            timeouts = "a timeout" if self.given_up_after == 1 else f"{self.given_up_after} timeouts in a row"
            return f"grading was stopped after {timeouts}"
        return "grading ended early"
