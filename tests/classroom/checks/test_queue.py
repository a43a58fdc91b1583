"""The queue: fairness, states, and checks that are put back exactly once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.web.classrooms import (
    PASSED,
    START,
    FakeClock,
    InlineExecutor,
    make_class,
    make_runner,
    person,
    submit,
)

from outply.classroom import submissions
from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckJob
from outply.classroom.checks.queue import Waiting, choose_next
from outply.classroom.classroom import ClassError, Classroom
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.submissions import TRANSITIONS, State, SubmissionError, change_state, get_submission
from outply.classroom.work_queue import MAX_ATTEMPTS


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock) as made:
        yield made


def claim(classroom: Classroom) -> submissions.Submission | None:
    return queue.claim_next(classroom.database, classroom.now())


def state(classroom: Classroom, submission: int) -> State:
    return get_submission(classroom.database, submission).state


waiting = st.builds(
    Waiting,
    submission=st.integers(0, 20),
    queued_at=st.floats(0, 9),
    last_served_at=st.none() | st.floats(0, 9),
)


@given(st.lists(waiting, min_size=1))
def test_team_that_was_served_least_recently_is_next(rows: list[Waiting]) -> None:
    chosen = choose_next(rows)
    assert chosen in rows
    if any(row.last_served_at is None for row in rows):
        assert chosen is not None
        assert chosen.last_served_at is None
    else:
        assert chosen is not None
        assert chosen.last_served_at == min(row.last_served_at for row in rows if row.last_served_at is not None)


def test_empty_queue_has_no_next() -> None:
    assert choose_next([]) is None


def test_team_with_many_versions_waits_for_the_others(classroom: Classroom, clock: FakeClock) -> None:
    for key in ("ann", "ann", "ann", "bob"):
        submit(classroom, key)
        clock.advance(1)
    order = []
    while (one := claim(classroom)) is not None:
        order.append((one.team, one.version))
        clock.advance(1)
    ann, bob = person(classroom, "ann").team, person(classroom, "bob").team
    assert order == [(ann, 1), (bob, 1), (ann, 2), (ann, 3)]


def test_paused_queue_starts_nothing(classroom: Classroom) -> None:
    submit(classroom, "ann")
    queue.set_paused(classroom.database, True, "tom", START)  # noqa: FBT003
    assert claim(classroom) is None
    queue.set_paused(classroom.database, False, "tom", START)  # noqa: FBT003
    assert claim(classroom) is not None


def test_only_stated_transitions_are_allowed(classroom: Classroom) -> None:
    one = submit(classroom, "ann")
    for before in State:
        for after in set(State) - set(TRANSITIONS[before]):
            with pytest.raises(ValueError, match="cannot go from"):
                change_state(classroom.database, one.id, before, after)
    assert not change_state(classroom.database, one.id, State.CHECKING, State.READY)
    assert state(classroom, one.id) is State.QUEUED


def test_interrupted_check_is_put_back_exactly_once(classroom: Classroom) -> None:
    submit(classroom, "ann")
    claimed = claim(classroom)
    assert claimed is not None
    assert queue.put_back_all(classroom.database, START) == 1
    assert queue.put_back_all(classroom.database, START) == 0
    assert not queue.put_back(classroom.database, claimed, START)
    again = claim(classroom)
    assert again is not None
    assert (again.id, again.attempts) == (claimed.id, 2)
    assert claim(classroom) is None


def test_result_of_a_check_that_was_put_back_is_dropped(classroom: Classroom) -> None:
    submit(classroom, "ann")
    stale = claim(classroom)
    assert stale is not None
    queue.put_back_all(classroom.database, START)
    current = claim(classroom)
    assert current is not None
    done: dict[str, Any] = {"headline": "", "advice": "", "result": None}
    assert not queue.finish(classroom.database, stale, State.FAILED, START, **done)
    assert queue.finish(classroom.database, current, State.READY, START, **done)
    assert not queue.finish(classroom.database, current, State.FAILED, START, **done)
    assert state(classroom, current.id) is State.READY


def test_check_that_is_interrupted_again_and_again_ends_as_an_error(classroom: Classroom) -> None:
    one = submit(classroom, "ann")
    for _ in range(MAX_ATTEMPTS):
        assert claim(classroom) is not None
        queue.put_back_all(classroom.database, START)
    assert state(classroom, one.id) is State.ERROR
    assert claim(classroom) is None
    submissions.rerun(classroom.database, get_submission(classroom.database, one.id), "tom", START)
    again = claim(classroom)
    assert again is not None
    assert again.attempts == 1


def test_newer_version_becomes_active_and_an_older_one_does_not(classroom: Classroom, clock: FakeClock) -> None:
    first, second = submit(classroom, "ann"), submit(classroom, "ann")
    runner = make_runner(classroom)
    assert runner.run_available() == 2
    assert submissions.active_submission(classroom.database, first.team) == second.id
    submissions.activate(
        classroom.database, get_submission(classroom.database, first.id), classroom.settings, "ann", START
    )
    assert submissions.active_submission(classroom.database, first.team) == first.id
    with pytest.raises(SubmissionError):
        submissions.rerun(classroom.database, submit(classroom, "ann"), "tom", START)


def test_runner_saves_results_and_errors(classroom: Classroom) -> None:
    good = submit(classroom, "ann")
    assert make_runner(classroom, PASSED).run_available() == 1
    saved = get_submission(classroom.database, good.id)
    assert (saved.state, saved.headline, saved.progress) == (State.READY, "Preflight passed with 3 moves", "")
    bad = submit(classroom, "bob")
    assert make_runner(classroom, "no compiler server").run_available() == 1
    saved = get_submission(classroom.database, bad.id)
    assert saved.state is State.ERROR
    assert "not the fault of your program" in saved.advice
    assert "no compiler server" in str(saved.result)


def test_submission_whose_job_cannot_be_made_ends_as_an_error(classroom: Classroom) -> None:
    one = submit(classroom, "ann")

    def fail(_: submissions.Submission) -> CheckJob:
        raise ClassError("the suite is damaged")

    assert QueueRunner(classroom, InlineExecutor(), fail).run_available() == 1
    assert state(classroom, one.id) is State.ERROR


def test_stopped_runner_puts_its_checks_back(classroom: Classroom) -> None:
    first = submit(classroom, "ann")
    submit(classroom, "bob")
    runner = make_runner(classroom)
    runner.stop()
    assert runner.run_available() == 0
    assert state(classroom, first.id) is State.QUEUED


def test_server_that_restarts_puts_checks_back_and_removes_unfinished_uploads(
    classroom: Classroom, clock: FakeClock
) -> None:
    one = submit(classroom, "ann")
    claim(classroom)
    orphan = classroom.submissions / "incoming-x"
    orphan.mkdir()
    with Classroom(classroom.folder, clock) as restarted:
        assert restarted.recover() == 1
        assert restarted.recover() == 0
    assert state(classroom, one.id) is State.QUEUED
    assert [path.name for path in classroom.submissions.iterdir()] == [one.folder]


def test_class_is_served_by_one_server_at_a_time(classroom: Classroom) -> None:
    classroom.lock()
    with Classroom(classroom.folder) as other, pytest.raises(ClassError, match="another server is running"):
        other.lock()
