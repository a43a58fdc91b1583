"""Pages of hidden suites: results of a version, their release, and running again after a change of a suite."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from outply.classroom.accounts.roles import STAFF
from outply.classroom.checks import hidden
from outply.classroom.checks.check import CheckResult
from outply.classroom.checks.hidden import HiddenRun, HiddenScore
from outply.classroom.results import reruns
from outply.classroom.settings.class_settings import Deadline
from outply.classroom.submissions import get_submission
from outply.errors import UserError
from outply.web.classroom.access import RefusedError
from outply.web.classroom.case_results import case_context
from outply.web.classroom.server import ClassRequest, redirect

STAFF_SECTION = "/staff#hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenRow:
    """A run of a hidden suite in a list. `version` is that of the result or, without one, that of the run."""

    run: HiddenRun
    deadline: Deadline
    version: int
    submission: int
    score: HiddenScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPart:
    """The hidden suite of a deadline on the staff page."""

    deadline: Deadline
    is_released: bool
    is_closed: bool
    rows: list[HiddenRow]

    @property
    def unfinished(self) -> int:
        return sum(not row.run.is_finished for row in self.rows)


def staff_parts(request: ClassRequest) -> list[HiddenPart]:
    """Return the hidden suites of all deadlines with their runs."""
    database = request.classroom.database
    return [
        HiddenPart(
            deadline=deadline,
            is_released=hidden.is_released(database, deadline),
            is_closed=request.now > deadline.closes,
            rows=[_row(request, run, deadline) for run in hidden.list_runs(database, deadline.name)],
        )
        for deadline in request.classroom.settings.deadlines
        if deadline.hidden_suite
    ]


def released_rows(request: ClassRequest, team: int) -> list[HiddenRow]:
    """Return the runs of a team that its students may see: released, with a result."""
    rows = []
    for run in hidden.team_runs(request.classroom.database, team):
        deadline = request.classroom.find_deadline(run.deadline)
        if deadline is not None and run.result and hidden.is_released(request.classroom.database, deadline):
            rows.append(_row(request, run, deadline))
    return rows


def _row(request: ClassRequest, run: HiddenRun, deadline: Deadline) -> HiddenRow:
    submission = get_submission(request.classroom.database, run.result_submission or run.submission)
    return HiddenRow(
        run=run,
        deadline=deadline,
        version=submission.version,
        submission=submission.id,
        score=hidden.score(run, deadline),
    )


def show_hidden(request: ClassRequest) -> Response:
    """Show the result of a hidden suite: to staff at once, to the team of the version after its release.

    Raises RefusedError with the same answer for a result that the visitor may not see and one that does not exist.
    """
    classroom, missing = request.classroom, RefusedError(404, "there is no such result")
    try:
        run = hidden.get_run(classroom.database, request.number("run"))
    except KeyError:
        raise missing from None
    deadline = classroom.find_deadline(run.deadline)
    is_owner = run.team == request.person.team
    is_staff = request.visitor.role in STAFF
    if deadline is None or not deadline.hidden_suite:
        raise missing
    if not is_staff and not (is_owner and hidden.is_released(classroom.database, deadline)):
        raise missing
    if run.result is None and not is_staff:
        raise missing
    context = {}
    if run.result is not None:
        try:
            suite = classroom.read_suite(deadline.hidden_suite)
        except (UserError, OSError):
            pass  # the suite was removed or is being replaced
        else:
            result = CheckResult.from_json(run.result)
            context = case_context(
                result, suite.cases, classroom.grade_settings(), hidden.rubric(deadline), with_output=is_owner
            )
            context["has_suite_changed"] = run.suite_hash != suite.hash
    return request.page(
        "hidden",
        row=_row(request, run, deadline),
        team=request.team_alias(run.team),
        is_released=hidden.is_released(classroom.database, deadline),
        **({"has_cases": False} | context),
    )


def _deadline(request: ClassRequest) -> Deadline:
    deadline = request.classroom.find_deadline(request.parameters["deadline"])
    if deadline is None or not deadline.hidden_suite:
        raise RefusedError(404, "there is no such deadline with a hidden suite")
    return deadline


def release(request: ClassRequest) -> Response:
    """Show the hidden results of a deadline to students."""
    hidden.set_released(request.classroom.database, _deadline(request), True, request.actor, request.now)  # noqa: FBT003
    return redirect(STAFF_SECTION)


def withdraw(request: ClassRequest) -> Response:
    """Hide the hidden results of a deadline from students again."""
    hidden.set_released(request.classroom.database, _deadline(request), False, request.actor, request.now)  # noqa: FBT003
    return redirect(STAFF_SECTION)


def rerun_outdated(request: ClassRequest) -> Response:
    """Check the versions again whose suite has changed."""
    outdated = reruns.find_outdated(request.classroom)
    if outdated:
        reruns.run_again(request.classroom, outdated, request.actor)
        request.server.wake()
    return redirect("/staff#queue")
