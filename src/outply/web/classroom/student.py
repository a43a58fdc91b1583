"""Pages of students: dashboard, upload, and the pages of submissions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from starlette.responses import JSONResponse, Response

from outply.classroom import submissions
from outply.classroom.accounts.roles import STAFF, Role
from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckResult
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import ranking, reviews
from outply.classroom.ladder.games import LadderGame
from outply.classroom.ladder.ranking import LadderRow
from outply.classroom.ladder.reviews import LosingMoment
from outply.classroom.operation import storage
from outply.classroom.results import official
from outply.classroom.results.marks import team_marks
from outply.classroom.settings.class_settings import format_time
from outply.classroom.submissions import State, Submission
from outply.classroom.uploads import EXPECTED, UploadError, remove_upload, store_upload
from outply.errors import UserError
from outply.grading.result.rubric import Rubric
from outply.text import os_reason
from outply.web.classroom.access import RefusedError
from outply.web.classroom.case_results import case_context
from outply.web.classroom.hidden import released_rows
from outply.web.classroom.ladder import game_rows, standings
from outply.web.classroom.logs import LOGGER
from outply.web.classroom.rating_chart import RatedVersion, RatingChart, rating_chart
from outply.web.classroom.server import ClassRequest, redirect

OWN_GAMES = 6
"""Number of games on the dashboard."""

NOT_CACHED = {"Cache-Control": "no-store"}


def home(request: ClassRequest) -> Response:
    """Show the dashboard of a student, lead staff to their page, and tell visitors how to sign in."""
    role = request.visitor.role
    if role is Role.PUBLIC:
        return request.page("welcome")
    if role in STAFF:
        return redirect("/staff")
    classroom, team = request.classroom, _team(request)
    settings, now = classroom.settings, request.now
    versions = submissions.team_submissions(classroom.database, team)
    refusal = ""
    try:
        submissions.check_team(classroom.database, team, settings, now)
    except submissions.SubmissionError as error:
        refusal = str(error)
    rows = standings(request)
    active = submissions.active_submission(classroom.database, team)
    own = next((row for row in rows if row.is_active and row.team == team), None)
    has_ladder = settings.checks.preflight and settings.ladder.is_open
    places = ranking.places(rows)
    result = official.result(classroom.database)
    games = [] if own is None else ladder_games.recent_games(classroom.database, own.key, OWN_GAMES)
    return request.page(
        "dashboard",
        own=own if has_ladder else None,
        is_answering_only=has_ladder and own is None and active is not None,
        ratings={row.submission: row for row in rows if row.team == team and row.games},
        place=None if own is None else places.get(own.key),
        places=len(places),
        games=game_rows(request, games),
        moments=_own_moments(request, games, own),
        chart=_chart(rows, team, versions),
        marks=team_marks(settings.marks, request.person.alias, rows, result),
        official_place=None if result is None else result.places.get(request.person.alias),
        official_teams=0 if result is None else len(result.places),
        hidden_rows=released_rows(request, team),
        versions=versions,
        latest=versions[0] if versions else None,
        active=active,
        refusal=refusal,
        is_closed=settings.is_closed(now),
        deadlines=settings.deadlines,
        next_deadline=settings.deadline_at(now),
        now=now,
        limits=settings.limits,
        is_paused=queue.is_paused(classroom.database),
        expected=EXPECTED,
        State=State,
    )


def _own_moments(
    request: ClassRequest, games: Sequence[LadderGame], own: LadderRow | None
) -> dict[int, LosingMoment]:
    """Return the moves that lost games of the version `own`, by the ID of the game."""
    found = reviews.losing_moments(request.classroom.database, games)
    lost = {game.id for game in games if own and (game.first, game.second)[reviews.loser_of(game)] == own.key}
    return {game: moment for game, moment in found.items() if game in lost}


def _chart(rows: Sequence[LadderRow], team: int, versions: Sequence[Submission]) -> RatingChart | None:
    known = {one.id for one in versions}
    return rating_chart(
        [
            RatedVersion(version=row.version, elo=row.rating.elo, low=row.rating.low, high=row.rating.high)
            for row in rows
            if row.team == team and row.games and row.version is not None and row.submission in known
        ]
    )


def _team(request: ClassRequest) -> int:
    if request.person.team is None:
        raise RefusedError(403, "only students submit programs")
    return request.person.team


def upload(request: ClassRequest) -> Response:
    """Accept an upload of the form and show its page."""
    file = request.form.files.get("program")
    if file is None or not file.name:
        raise RefusedError(422, "choose a file first")
    return redirect(f"/submissions/{_submit(request, file.name, file.data).id}")


def _submit(request: ClassRequest, name: str, data: bytes) -> Submission:
    """Unpack and queue an upload.

    Raises RefusedError if it cannot be accepted.
    """
    classroom, team = request.classroom, _team(request)
    settings, now = classroom.settings, request.now
    try:
        submissions.check_team(classroom.database, team, settings, now)
        storage.check_quota(classroom)
        stored = store_upload(name, data, classroom.submissions, settings.limits.upload_mib)
        try:
            storage.check_quota(classroom, stored.disk_bytes)
            submission = submissions.add_submission(classroom.database, request.person, stored, settings, now)
        except BaseException:
            remove_upload(stored, classroom.submissions)
            raise
    except submissions.SubmissionError as error:
        raise RefusedError(429, str(error)) from None
    except UploadError as error:
        raise RefusedError(422, str(error)) from None
    except storage.QuotaError as error:
        raise RefusedError(507, str(error)) from None
    except OSError as error:
        logging.getLogger(LOGGER).error("an upload could not be stored: %s", os_reason(error))
        raise RefusedError(
            503, "the server cannot store files at the moment; the course staff must look"
        ) from None
    request.server.wake()
    return submission


def own_submission(request: ClassRequest) -> Submission:
    """Return the submission of the path, if the visitor may see it.

    Raises RefusedError with the same answer for a submission of another team and for one that does not exist.
    """
    try:
        submission = submissions.get_submission(request.classroom.database, request.number("submission"))
    except KeyError:
        raise RefusedError(404, "there is no such submission") from None
    if request.visitor.role not in STAFF and submission.team != request.person.team:
        raise RefusedError(404, "there is no such submission")
    return submission


def show_submission(request: ClassRequest) -> Response:
    """Show a submission. What the program wrote is shown to its own team only."""
    submission = own_submission(request)
    database = request.classroom.database
    return request.page(
        "submission",
        one=submission,
        active=submissions.active_submission(database, submission.team),
        is_owner=submission.team == request.person.team,
        alias=request.team_alias(submission.team),
        is_closed=request.classroom.settings.is_closed(request.now),
        log=queue.get_log(database, submission.id),
        is_paused=queue.is_paused(database),
        State=State,
        **_result_context(request, submission),
    )


def _result_context(request: ClassRequest, submission: Submission) -> dict[str, Any]:
    """Return the template variables for the result of a check, of the last one while a new one waits or runs."""
    if submission.result is None:
        return {"result": None, "has_cases": False}
    result = CheckResult.from_json(submission.result)
    is_owner = submission.team == request.person.team
    if not is_owner and result.preflight is not None:
        hidden = replace(result.preflight, answer="", output="", errors="")
        result = replace(result, preflight=hidden)
    context: dict[str, Any] = {"result": result, "has_cases": False}
    try:
        suite = request.classroom.public_suite()
    except (UserError, OSError):
        return context  # the suite was removed or is being replaced
    settings = request.classroom.grade_settings()
    context |= case_context(result, suite.cases, settings, Rubric(), with_output=is_owner)
    if submission.suite_hash and submission.suite_hash != suite.hash:
        context["has_suite_changed"] = True
    return context


def activate(request: ClassRequest) -> Response:
    """Make a version the active one of the visitor's team."""
    submission = own_submission(request)
    classroom = request.classroom
    try:
        submissions.activate(classroom.database, submission, classroom.settings, request.actor, request.now)
    except submissions.SubmissionError as error:
        raise RefusedError(409, str(error)) from None
    return redirect("/")


def api_submit(request: ClassRequest) -> Response:
    """Accept an upload whose body is the file; the query names it."""
    submission = _submit(request, request.query.get("name", ""), request.body)
    return JSONResponse(_json(request, submission), 201, NOT_CACHED)


def api_submission(request: ClassRequest) -> Response:
    """Return the state of a submission as JSON, after its check with the log."""
    submission = own_submission(request)
    log = queue.get_log(request.classroom.database, submission.id) if submission.is_finished else ""
    return JSONResponse(_json(request, submission) | {"log": log}, headers=NOT_CACHED)


def _json(request: ClassRequest, submission: Submission) -> dict[str, Any]:
    return {
        "id": submission.id,
        "version": submission.version,
        "state": submission.state.value,
        "progress": submission.progress,
        "headline": submission.headline,
        "advice": submission.advice,
        "received": format_time(submission.received_at),
        "late_seconds": submission.late_s,
        "page": f"{request.classroom.settings.course.url.rstrip('/')}/submissions/{submission.id}",
    }
