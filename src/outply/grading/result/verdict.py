"""What came of a program on a case, and of a submission on all cases: plain values that can be kept and sent."""

from __future__ import annotations

from enum import Enum

from outply.games.struct import Struct
from outply.sandbox.limits import Termination


class Verdict(Enum):
    """How a program did on a case."""

    RIGHT = "right"
    MOVE = "wrong move"
    BOARD = "right move, wrong board"
    EVALUATION = "wrong evaluation"
    VALUE = "wrong value"
    COUNT = "wrong node count"
    MALFORMED = "malformed"
    NOTHING = "no output"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    TOO_MUCH = "wrote too much"
    CRASH = "crash"

    @classmethod
    def of_termination(cls, termination: Termination) -> Verdict:
        """Return the verdict on a program that crashed or exceeded a limit."""
        return _BY_TERMINATION[termination]


_BY_TERMINATION = {
    Termination.ERROR: Verdict.CRASH,
    Termination.CPU_TIME: Verdict.TIMEOUT,
    Termination.WALL_TIME: Verdict.TIMEOUT,
    Termination.MEMORY: Verdict.MEMORY,
    Termination.DISK: Verdict.TOO_MUCH,
    Termination.OUTPUT: Verdict.TOO_MUCH,
}


PARTS = {"warfare": ("move", "board"), "starcircle": ("move", "evaluation", "value", "count")}
"""What an answer says, each of which can be right by itself."""


class Judgement(Struct):
    """What came of one program on one case.

    `sentences` say it in words, the first difference first. `right_parts` are the parts of the answer that are
    right. `mistakes` are the names of usual mistakes that give this very answer. `output` is the beginning of what
    the program left in output.txt, `errors` that of what it printed on standard error.
    """

    __slots__ = (
        "verdict",
        "sentences",
        "right_parts",
        "mistakes",
        "cpu_seconds",
        "wall_seconds",
        "memory_mib",
        "output",
        "errors",
    )

    verdict: Verdict
    sentences: tuple[str, ...]
    right_parts: tuple[str, ...]
    mistakes: tuple[str, ...]
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float
    output: str
    errors: str

    def __init__(
        self,
        verdict: Verdict,
        sentences: tuple[str, ...] = (),
        right_parts: tuple[str, ...] = (),
        mistakes: tuple[str, ...] = (),
        cpu_seconds: float = 0.0,
        wall_seconds: float = 0.0,
        memory_mib: float = 0.0,
        output: str = "",
        errors: str = "",
    ) -> None:
        self._set(
            verdict,
            sentences,
            right_parts,
            mistakes,
            cpu_seconds,
            wall_seconds,
            memory_mib,
            output,
            errors,
        )

    @property
    def is_right(self) -> bool:
        return self.verdict is Verdict.RIGHT


class Graded(Struct):
    """What came of one submission: a judgement for each case by its name, in the order of the cases.

    `who` is the person as the roster names them, else the submission's own name. `problem` says why it could not
    be run at all, empty if it could; `evidence` is what its build printed. A case that was not reached is None.
    `columns` are all that the roster says of the person, by its headers. `given_up` is the number of timeouts in a
    row after which the rest was not run, 0 if it was.
    """

    __slots__ = ("name", "who", "judgements", "problem", "evidence", "columns", "given_up")

    name: str
    who: str
    judgements: tuple[tuple[str, Judgement | None], ...]
    problem: str
    evidence: str
    columns: tuple[tuple[str, str], ...]
    given_up: int

    def __init__(
        self,
        name: str,
        who: str,
        judgements: tuple[tuple[str, Judgement | None], ...],
        problem: str = "",
        evidence: str = "",
        columns: tuple[tuple[str, str], ...] = (),
        given_up: int = 0,
    ) -> None:
        self._set(name, who, judgements, problem, evidence, columns, given_up)

    @property
    def right(self) -> int:
        """How many cases it has right."""
        return sum(judgement is not None and judgement.is_right for _, judgement in self.judgements)

    @property
    def unjudged(self) -> str:
        """What stands for the verdict on a case that has none."""
        return "not run" if self.problem or self.given_up else "not reached"

    @property
    def why_unjudged(self) -> str:
        """The rest of a sentence that says why a case has no verdict."""
        if self.problem:
            return "the program could not be"
        if self.given_up:
            return f"the program was given up after {_timeouts(self.given_up)}"
        return "the grading was over before"


def _timeouts(count: int) -> str:
    return "a timeout" if count == 1 else f"{count} timeouts in a row"
