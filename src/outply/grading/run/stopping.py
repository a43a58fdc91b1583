"""End a grading early: at a deadline, or after too many consecutive timeouts of a program.

Giving up after timeouts is off by default, because the program might have answered a later case. Verdicts saved by
earlier gradings still count.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.suite.case import Case
from outply.sandbox.limits import Limits, RunResult, Termination


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """End of a grading: `at` is a time on `clock`, or infinite (the default) if there is no deadline."""

    at: float = math.inf
    clock: Callable[[], float] = field(default=time.monotonic, compare=False, repr=False)

    @classmethod
    def after(cls, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> Deadline:
        """Return a deadline `seconds` from now; None means no deadline."""
        return cls() if seconds is None else cls(at=clock() + seconds, clock=clock)

    @property
    def has_passed(self) -> bool:
        return self.clock() >= self.at

    def run(self, limits: Limits, run: Callable[[Limits], RunResult]) -> RunResult | None:
        """Return the result of `run`, called with `limits` that end at this deadline.

        The wall time is cut to the time left. Returns None if the deadline has passed or ended the run.
        """
        seconds_left = self.at - self.clock()
        if seconds_left <= 0:
            return None
        wall_seconds = min(limits.wall_seconds, seconds_left)
        result = run(replace(limits, wall_seconds=wall_seconds, deadline=self.at))
        # The set-up of the sandbox is no part of the wall time: the deadline can end a run within its wall limit.
        is_cut = wall_seconds < limits.wall_seconds or (self.has_passed and result.wall_seconds <= wall_seconds)
        return None if result.termination is Termination.WALL_TIME and is_cut else result


NO_DEADLINE = Deadline()


class GiveUpPolicy:
    """Gives up a program after `max_timeouts` consecutive timeouts; never if `max_timeouts` is 0."""

    def __init__(self, max_timeouts: int) -> None:
        self._max_timeouts = max_timeouts
        self._consecutive = 0

    @property
    def has_given_up(self) -> bool:
        return 0 < self._max_timeouts <= self._consecutive

    def record(self, verdict: Verdict | None) -> None:
        """Record the verdict on the next case; None if the case was not run."""
        self._consecutive = self._consecutive + 1 if verdict is Verdict.TIMEOUT else 0


def run_cases(
    cases: Iterable[Case],
    run: Callable[[Case], Judgement | None],
    *,
    give_up_after: int,
    verdicts: Mapping[str, Verdict] | None = None,
) -> Iterator[tuple[Case, Judgement]]:
    """Run the cases that are not in `verdicts`, in order, and yield each case with its judgement.

    `verdicts` are the verdicts of earlier runs, by case name. The iterator ends at the first case for which `run`
    returns None. After `give_up_after` consecutive timeouts the remaining cases are skipped; 0 means never.
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
    """Return the cases that are still to be run, and whether the give-up policy skips any other cases."""
    remaining = tuple(_cases_to_run(cases, verdicts, give_up_after))
    return remaining, len(remaining) < sum(case.name not in verdicts for case in cases)


def _cases_to_run(cases: Iterable[Case], verdicts: Mapping[str, Verdict], give_up_after: int) -> Iterator[Case]:
    """Yield the cases that have no verdict and are not skipped by the give-up policy.

    The caller adds the verdict of each case to `verdicts` before it takes the next case.
    """
    policy = GiveUpPolicy(give_up_after)
    for case in cases:
        if case.name not in verdicts:
            if policy.has_given_up:
                continue
            yield case
        policy.record(verdicts.get(case.name))
