"""Pages of the course staff: queue, roster, failures, settings in force and audit log."""

from __future__ import annotations

from collections import Counter

from starlette.responses import Response

from outply.classroom import submissions
from outply.classroom.accounts import credentials, people
from outply.classroom.accounts.people import Person
from outply.classroom.accounts.roles import may_manage
from outply.classroom.baselines import list_status, update_changed
from outply.classroom.checks import queue
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import schedule
from outply.classroom.operation import storage
from outply.classroom.operation.notifications import count_notifications, list_problems
from outply.classroom.results import official, reruns
from outply.classroom.results.export import ExportError, export
from outply.classroom.settings.file import MAXIMA
from outply.classroom.submissions import DAY_S, State, parse_submission
from outply.web.classroom.access import RefusedError
from outply.web.classroom.hidden import staff_parts
from outply.web.classroom.ladder import standings
from outply.web.classroom.server import ClassRequest, redirect
from outply.web.classroom.student import own_submission

AUDIT_ENTRIES = 15
STAFF_PAGE = "/staff"
EXPORTS = {"csv": "CSV", "canvas": "Canvas", "moodle": "Moodle", "gradescope": "Gradescope"}
"""Titles of the formats of `outply.classroom.results.export`."""


def show_staff(request: ClassRequest) -> Response:
    """Show the page of the course staff."""
    classroom, database = request.classroom, request.classroom.database
    latest = submissions.latest_submissions(database)
    everyone = people.list_people(database)
    aliases = {row["id"]: row["alias"] for row in database.rows("SELECT id, alias FROM team")}
    running = database.rows("SELECT * FROM submission WHERE state = ? ORDER BY started_at", State.CHECKING.value)
    waiting = sorted(queue.list_waiting(database), key=lambda one: one.queued_at)
    failures = Counter(
        one.headline for one in latest.values() if one.state in (State.FAILED, State.ERROR)
    ).most_common()
    day_ago = request.now - DAY_S
    counts, cpu = ladder_games.count_games(database, day_ago), schedule.cpu_by_team(database, day_ago)
    unplayed = ladder_games.unplayed_games(database, day_ago)
    _, entrant_aliases = ladder_games.teams_of(database, unplayed)
    return request.page(
        "staff",
        settings=classroom.settings,
        settings_problem=classroom.settings_file.problem,
        queue_problem=request.server.problem(),
        is_paused=queue.is_paused(database),
        running=[parse_submission(row) for row in running],
        waiting=[submissions.get_submission(database, one.submission) for one in waiting],
        is_playing=schedule.is_open(classroom.settings, request.now),
        game_counts={state.value: count for state, count in counts.items()},
        paused_rows=[row for row in standings(request) if row.is_active and row.pause],
        cpu=sorted(cpu.items(), key=lambda item: -item[1]),
        official=official.status(database),
        hidden_parts=staff_parts(request),
        baselines=list_status(classroom),
        notification_counts=count_notifications(database),
        notification_problems=list_problems(database),
        outdated=reruns.find_outdated(classroom),
        import_mib=MAXIMA["upload_mib"],
        exports=EXPORTS,
        slots=request.server.slots(),
        disk=storage.disk_use(classroom),
        unplayed=[
            (game, *(ladder_games.title_of(key, entrant_aliases) for key in (game.first, game.second)))
            for game in unplayed
        ],
        game_failures=ladder_games.count_failures(database, day_ago),
        aliases=aliases,
        failures=failures,
        people=everyone,
        latest=latest,
        managed={one.id for one in everyone if may_manage(request.visitor.role, one.role)},
        without=sum(one.team is not None and one.is_active and one.team not in latest for one in everyone),
        audit=database.rows("SELECT * FROM audit ORDER BY id DESC LIMIT ?", AUDIT_ENTRIES),
        State=State,
    )


def export_results(request: ClassRequest) -> Response:
    """Return the results of the class as a CSV file."""
    name = request.parameters["format"]
    if name not in EXPORTS:
        raise RefusedError(404, "page not found")
    try:
        text = export(request.classroom, name)
    except ExportError as error:
        raise RefusedError(409, str(error)) from None
    request.classroom.database.audit(request.now, request.actor, "exported the results", name)
    headers = {"Content-Disposition": f'attachment; filename="{name}-grades.csv"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv", headers=headers)


def rerun(request: ClassRequest) -> Response:
    """Check a submission again."""
    submission = own_submission(request)
    try:
        submissions.rerun(request.classroom.database, submission, request.actor, request.now)
    except submissions.SubmissionError as error:
        raise RefusedError(409, str(error)) from None
    request.server.wake()
    return redirect(f"/submissions/{submission.id}")


def rerun_all(request: ClassRequest) -> Response:
    """Check the newest version of every team again, for example after a change of the suite."""
    database = request.classroom.database
    with database.transaction():
        for submission in submissions.latest_submissions(database).values():
            if submission.is_finished:
                submissions.rerun(database, submission, request.actor, request.now)
    request.server.wake()
    return redirect(STAFF_PAGE)


def update_baselines(request: ClassRequest) -> Response:
    """Copy and check the baselines again whose files have changed."""
    update_changed(request.classroom, request.actor)
    request.server.wake()
    return redirect("/staff#ladder")


def pause(request: ClassRequest) -> Response:
    """Start no more checks."""
    queue.set_paused(request.classroom.database, True, request.actor, request.now)  # noqa: FBT003
    return redirect(STAFF_PAGE)


def resume(request: ClassRequest) -> Response:
    """Start checks again."""
    queue.set_paused(request.classroom.database, False, request.actor, request.now)  # noqa: FBT003
    request.server.wake()
    return redirect(STAFF_PAGE)


def _managed_person(request: ClassRequest) -> Person:
    """Return the person of the path.

    Raises RefusedError if there is no such person, or if the visitor may not manage the person.
    """
    try:
        person = people.get_person(request.classroom.database, request.number("person"))
    except KeyError:
        raise RefusedError(404, "there is no such person") from None
    if not may_manage(request.visitor.role, person.role):
        raise RefusedError(403, "assistants manage students only")
    return person


def issue_link(request: ClassRequest) -> Response:
    """Issue a new sign-in link for a person and show it once."""
    person = _managed_person(request)
    if not person.is_active:
        raise RefusedError(409, f"{person.name} is deactivated")
    link = request.classroom.sign_in_link(person.id)
    request.classroom.database.audit(request.now, request.actor, "issued a sign-in link", person.key)
    return request.page(
        "secret", title=f"Sign-in link of {person.name}", secret=link, back=STAFF_PAGE, is_token=False
    )


def revoke(request: ClassRequest) -> Response:
    """End the sessions of a person and revoke all links and tokens."""
    person = _managed_person(request)
    credentials.revoke_all(request.classroom.database, person.id, request.now)
    request.classroom.database.audit(request.now, request.actor, "revoked all credentials", person.key)
    return redirect(STAFF_PAGE)


def deactivate(request: ClassRequest) -> Response:
    """Deactivate a person, who cannot sign in any more."""
    return _set_active(request, is_active=False)


def reactivate(request: ClassRequest) -> Response:
    """Reactivate a person, who needs a new sign-in link."""
    return _set_active(request, is_active=True)


def _set_active(request: ClassRequest, *, is_active: bool) -> Response:
    person = _managed_person(request)
    if person.id == request.person.id:
        raise RefusedError(409, "you cannot deactivate yourself")
    people.set_active(request.classroom.database, person.id, is_active=is_active)
    action = "reactivated" if is_active else "deactivated"
    request.classroom.database.audit(request.now, request.actor, action, person.key)
    return redirect(STAFF_PAGE)
