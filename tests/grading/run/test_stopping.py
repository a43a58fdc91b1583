"""The give-up policy and the deadline of a grading."""

from dataclasses import replace

import pytest
from support.arena.run_results import run_result
from support.grading.submissions import cases

from outply.grading.result.verdict import Verdict
from outply.grading.run.stopping import Deadline, GiveUpPolicy, remaining_cases
from outply.sandbox.limits import Limits, RunResult, Termination

CASES = cases()
LETTERS = {"T": Verdict.TIMEOUT, "R": Verdict.RIGHT, "C": Verdict.CRASH}
LIMITS = Limits(cpu_seconds=5.0, wall_seconds=10.0)


@pytest.mark.parametrize(
    ("verdicts", "max_timeouts", "given_up"),
    [
        ("TT", 2, True),
        ("T", 2, False),
        ("TRT", 2, False),
        ("TCT", 2, False),
        ("RTT", 2, True),
        ("TTTTTT", 0, False),
    ],
)
def test_program_is_given_up_after_consecutive_timeouts(verdicts: str, max_timeouts: int, given_up: bool) -> None:
    policy = GiveUpPolicy(max_timeouts)
    for letter in verdicts:
        policy.record(LETTERS[letter])
    assert policy.has_given_up == given_up


@pytest.mark.parametrize(
    ("known", "give_up_after", "remaining", "given_up"),
    [
        ("....", 2, "0123", False),
        ("TT..", 2, "", True),
        ("TT..", 0, "23", False),
        ("TT..", 3, "23", False),
        ("T.T.", 2, "13", False),
        ("TTR.", 2, "3", False),
        ("TT.R", 2, "", True),
        ("TTTT", 2, "", False),
    ],
)
def test_cases_without_a_verdict_remain_unless_the_program_is_given_up(
    known: str, give_up_after: int, remaining: str, given_up: bool
) -> None:
    verdicts = {case.name: LETTERS[letter] for case, letter in zip(CASES, known, strict=True) if letter != "."}
    expected = tuple(CASES[int(index)] for index in remaining), given_up
    assert remaining_cases(CASES, verdicts, give_up_after) == expected


@pytest.mark.parametrize(
    ("seconds_left", "termination", "wall_limit", "counts"),
    [
        (60.0, Termination.WALL_TIME, 10.0, True),
        (60.0, Termination.OK, 10.0, True),
        (4.0, Termination.WALL_TIME, 4.0, False),
        (4.0, Termination.CPU_TIME, 4.0, True),
        (0.0, Termination.OK, None, False),
    ],
)
def test_run_ended_by_the_deadline_does_not_count(
    seconds_left: float, termination: Termination, wall_limit: float | None, counts: bool
) -> None:
    given = []

    def run(limits: Limits) -> RunResult:
        given.append(limits)
        return run_result(termination)

    result = Deadline(at=100.0 + seconds_left, clock=lambda: 100.0).run(LIMITS, run)
    deadline = 100.0 + seconds_left
    expected = [] if wall_limit is None else [replace(LIMITS, wall_seconds=wall_limit, deadline=deadline)]
    assert given == expected
    assert (result is not None) == counts


@pytest.mark.parametrize(("setup_seconds", "wall_seconds", "counts"), [(45.0, 10.1, True), (58.0, 2.0, False)])
def test_run_ended_by_the_deadline_after_a_slow_start_does_not_count(
    setup_seconds: float, wall_seconds: float, counts: bool
) -> None:
    now = 100.0

    def run(_: Limits) -> RunResult:
        nonlocal now
        now += setup_seconds + wall_seconds
        return run_result(Termination.WALL_TIME, wall_seconds=wall_seconds)

    assert (Deadline(at=160.0, clock=lambda: now).run(LIMITS, run) is not None) == counts


def test_deadline_is_the_current_time_plus_the_seconds() -> None:
    assert Deadline.after(5.0, clock=lambda: 100.0) == Deadline(at=105.0)
    assert Deadline.after(None) == Deadline()


@pytest.mark.parametrize(("now", "has_passed"), [(99.9, False), (100.0, True), (100.1, True)])
def test_deadline_passes_at_its_time(now: float, has_passed: bool) -> None:
    assert Deadline(at=100.0, clock=lambda: now).has_passed == has_passed
    assert not Deadline(clock=lambda: now).has_passed
