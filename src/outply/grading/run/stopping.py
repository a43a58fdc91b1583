"""End a grading early: at a deadline, or after too many consecutive timeouts of a program.

Giving up is off by default, because the program might have answered a later case. Saved verdicts still count.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits, RunResult, Termination


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """End of a grading as a `time.monotonic` value; by default there is none."""

    at: float = math.inf

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """Return a deadline `seconds` from now; None means no deadline."""
        return cls() if seconds is None else cls(at=time.monotonic() + seconds)

    def run(self, limits: Limits, run: Callable[[Limits], RunResult]) -> RunResult | None:
        """Call `run(limits)` with no more wall time than is left; return None if the deadline ended the run."""
        seconds_left = self.at - time.monotonic()
        if seconds_left <= 0:
            return None
        if seconds_left >= limits.wall_seconds:
            return run(limits)
        result = run(replace(limits, wall_seconds=seconds_left))
        return None if result.termination is Termination.WALL_TIME else result


NO_DEADLINE = Deadline()


class GiveUpPolicy:
    """Gives a program up after `max_timeouts` consecutive timeouts; never if that is 0."""

    def __init__(self, max_timeouts: int) -> None:
        self._max_timeouts = max_timeouts
        self._consecutive = 0

    @property
    def has_given_up(self) -> bool:
        return 0 < self._max_timeouts <= self._consecutive

    def record(self, verdict: Verdict | None) -> None:
        """Record the verdict on the next case; None if it was not run."""
        self._consecutive = self._consecutive + 1 if verdict is Verdict.TIMEOUT else 0


def run_cases(
    cases: Iterable[Case],
    run: Callable[[Case], Judgement | None],
    *,
    give_up_after: int,
    verdicts: Mapping[str, Verdict] | None = None,
) -> Iterator[tuple[Case, Judgement]]:
    """Run the cases without a verdict in order, and yield their judgements.

    `verdicts` are those of earlier runs, by case name. Ends at the first case for which `run` returns None, and
    skips the remaining cases once the program is given up.
    """
    all_verdicts = dict(verdicts or {})
    for case in _cases_to_run(cases, all_verdicts, give_up_after):
        judgement = run(case)
        if judgement is None:
            return
        all_verdicts[case.name] = judgement.verdict
        yield case, judgement


def remaining_cases(
    cases: Sequence[Case], verdicts: Mapping[str, Verdict], give_up_after: int
) -> tuple[tuple[Case, ...], bool]:
    """Return the cases that are still to be run, and whether others are skipped by the give-up policy."""
    remaining = tuple(_cases_to_run(cases, verdicts, give_up_after))
    return remaining, len(remaining) < sum(case.name not in verdicts for case in cases)


def _cases_to_run(cases: Iterable[Case], verdicts: Mapping[str, Verdict], give_up_after: int) -> Iterator[Case]:
    """Yield the cases to run; the caller adds each verdict to `verdicts` before it takes the next case."""
    policy = GiveUpPolicy(give_up_after)
    for case in cases:
        if case.name not in verdicts:
            if policy.has_given_up:
                continue
            yield case
        policy.record(verdicts.get(case.name))
