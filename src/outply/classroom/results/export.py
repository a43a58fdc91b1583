"""Results of a class as CSV: everything, or the columns that a course system imports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from outply.classroom import submissions
from outply.classroom.accounts.people import Person, list_people
from outply.classroom.checks import hidden
from outply.classroom.checks.check import CheckResult
from outply.classroom.checks.hidden import HiddenScore
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import ranking
from outply.classroom.ladder.ranking import LadderRow
from outply.classroom.results import official
from outply.classroom.results.marks import TeamMark, team_marks
from outply.classroom.settings.class_settings import ClassSettings, Deadline, Mark, format_time
from outply.classroom.submissions import Submission
from outply.errors import UserError
from outply.report.base.csv_writer import Column, write_csv


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentResult:
    """The result of a student: the version that counts, its cases, its place and its marks.

    The active version counts or, without one, the newest. Parts that do not exist are None. `hidden` are the
    scores of the hidden suites by deadline.
    """

    person: Person
    version: Submission | None
    is_active: bool
    right: int | None
    cases: int | None
    row: LadderRow | None
    place: int | None
    official_place: int | None
    marks: Sequence[TeamMark]
    hidden: Mapping[str, HiddenScore]

    @property
    def points(self) -> float | None:
        """The sum of the marks; None if the class has none."""
        return sum(mark.points for mark in self.marks) if self.marks else None


def student_results(classroom: Classroom) -> list[StudentResult]:
    """Return the results of all active students, by name."""
    database, settings = classroom.database, classroom.settings
    rows = ranking.standings(database, settings)
    places = ranking.places(rows)
    own = {row.team: row for row in rows if row.is_active}
    result = official.result(database)
    hidden_scores = _hidden_scores(classroom)
    latest = submissions.latest_submissions(database)
    by_team: dict[int, tuple[Submission | None, bool, tuple[int, int] | None]] = {}
    results = []
    for person in list_people(database):
        if person.team is None or not person.is_active:
            continue
        if person.team not in by_team:
            active = submissions.active_submission(database, person.team)
            version = latest.get(person.team) if active is None else submissions.get_submission(database, active)
            by_team[person.team] = version, active is not None, _public_score(version)
        version, is_active, public = by_team[person.team]
        row = own.get(person.team)
        results.append(
            StudentResult(
                person=person,
                version=version,
                is_active=is_active,
                right=None if public is None else public[0],
                cases=None if public is None else public[1],
                row=row if row is not None and row.games else None,
                place=None if row is None else places.get(row.key),
                official_place=None if result is None else result.places.get(person.alias),
                marks=team_marks(settings.marks, person.alias, rows, result),
                hidden=hidden_scores.get(person.team, {}),
            )
        )
    return results


def _hidden_scores(classroom: Classroom) -> dict[int, dict[str, HiddenScore]]:
    """Return the scores of the hidden suites by team and deadline."""
    scores: dict[int, dict[str, HiddenScore]] = {}
    for deadline in classroom.settings.deadlines:
        for run in hidden.list_runs(classroom.database, deadline.name) if deadline.hidden_suite else ():
            if (score := hidden.score(run, deadline)) is not None:
                scores.setdefault(run.team, {})[deadline.name] = score
    return scores


def _public_score(version: Submission | None) -> tuple[int, int] | None:
    """Return the number of right public cases and of all public cases; None if they were not run.

    The cases are those of the suite at the time of the check.
    """
    result = None if version is None or version.result is None else CheckResult.from_json(version.result)
    if result is None or result.outcome is None:
        return None
    right = sum(judgement.is_right for _, judgement in result.judgements)
    return right, result.case_count or len(result.judgements)


StudentColumn = Column[StudentResult]


def _version_column(name: str, value: Callable[[Submission], object]) -> StudentColumn:
    return Column(name, lambda one: None if one.version is None else value(one.version))


def _row_column(name: str, value: Callable[[LadderRow], object]) -> StudentColumn:
    return Column(name, lambda one: None if one.row is None else value(one.row))


IDENTITY: tuple[StudentColumn, ...] = (
    Column("key", lambda one: one.person.key),
    Column("name", lambda one: one.person.name),
    Column("email", lambda one: one.person.email),
    Column("alias", lambda one: one.person.alias),
)
VERSION: tuple[StudentColumn, ...] = (
    _version_column("version", lambda version: version.version),
    Column("active", lambda one: "yes" if one.is_active else "no"),
    _version_column("state", lambda version: version.state.value),
    _version_column("verdict", lambda version: version.headline),
    _version_column("received", lambda version: format_time(version.received_at)),
    _version_column("deadline", lambda version: version.deadline),
    _version_column("late_hours", lambda version: round(version.late_s / submissions.HOUR_S, 2)),
    Column("cases_right", lambda one: one.right),
    Column("cases", lambda one: one.cases),
)
STRENGTH: tuple[StudentColumn, ...] = (
    _row_column("rating", lambda row: round(row.rating.elo)),
    _row_column("rating_low", lambda row: round(row.rating.low)),
    _row_column("rating_high", lambda row: round(row.rating.high)),
    _row_column("games", lambda row: row.games),
    Column("place", lambda one: one.place),
    Column("official_place", lambda one: one.official_place),
)


def _mark_column(index: int, mark: Mark) -> StudentColumn:
    return Column(f"mark: {mark.name}", lambda one: one.marks[index].points)


def _points(points: float | None) -> object:
    return None if points is None else round(points, 6)


def _csv(settings: ClassSettings, results: Sequence[StudentResult]) -> str:
    marks = [_mark_column(index, mark) for index, mark in enumerate(settings.marks)]
    total: StudentColumn = Column("points", lambda one: _points(one.points))
    hidden_columns = [column for deadline in _hidden_deadlines(settings) for column in _hidden_columns(deadline)]
    return write_csv([*IDENTITY, *VERSION, *STRENGTH, *marks, total, *hidden_columns], results)


def _hidden_deadlines(settings: ClassSettings) -> list[Deadline]:
    return [deadline for deadline in settings.deadlines if deadline.hidden_suite]


def _hidden_columns(deadline: Deadline) -> tuple[StudentColumn, ...]:
    name = deadline.name

    def column(title: str, value: Callable[[HiddenScore], object]) -> StudentColumn:
        return Column(
            f"hidden {title}: {name}", lambda one: value(one.hidden[name]) if name in one.hidden else None
        )

    return (
        column("right", lambda score: score.right),
        column("cases", lambda score: score.cases),
        column("points", lambda score: _points(score.points)),
    )


def _hidden_grade(title: str, deadline: Deadline, results: Sequence[StudentResult]) -> Grade | None:
    """Return the grade of a hidden suite; None if no version was run."""
    name = deadline.name
    scores = [one.hidden[name] for one in results if name in one.hidden]
    if not scores:
        return None
    return Grade(
        title=f"{title} {name} hidden cases",
        maximum=max(score.maximum for score in scores),
        value=lambda one: _points(one.hidden[name].points) if name in one.hidden else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """A grade for a course system: its title, its maximum, and its value for a student."""

    title: str
    maximum: float
    value: Callable[[StudentResult], object]


def _grades(settings: ClassSettings, results: Sequence[StudentResult]) -> list[Grade]:
    """Return the marks, if the class has any, and the public and hidden cases, if they were run.

    Raises ExportError if there are none.
    """
    title, grades = settings.course.title, []
    if settings.marks:
        maximum = sum(mark.points for mark in settings.marks)
        grades.append(Grade(title=f"{title} marks", maximum=maximum, value=lambda one: _points(one.points)))
    if (cases := max((one.cases or 0 for one in results), default=0)) > 0:
        grades.append(Grade(title=f"{title} public cases", maximum=cases, value=lambda one: one.right))
    found = [_hidden_grade(title, deadline, results) for deadline in _hidden_deadlines(settings)]
    grades += [grade for grade in found if grade is not None]
    if not grades:
        raise ExportError(
            "there are no grades: add [[marks]] to class.toml or set a public suite. csv has all results"
        )
    return grades


class ExportError(UserError):
    """Raised if the results have nothing that a course system could import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _CanvasRow:
    """A student, or the second row of Canvas, which states the maximum of each grade."""

    name: str
    login: str = ""
    grades: Sequence[object] = ()


def _canvas(settings: ClassSettings, results: Sequence[StudentResult]) -> str:
    grades = _grades(settings, results)
    rows = [
        _CanvasRow(name="Points Possible", grades=[grade.maximum for grade in grades]),
        *(
            _CanvasRow(name=one.person.name, login=one.person.key, grades=[grade.value(one) for grade in grades])
            for one in results
        ),
    ]
    columns: list[Column[_CanvasRow]] = [
        Column("Student", lambda row: row.name),
        Column("ID", lambda _: None),
        Column("SIS User ID", lambda _: None),
        Column("SIS Login ID", lambda row: row.login),
        Column("Section", lambda _: None),
    ]
    for index, grade in enumerate(grades):
        columns.append(_canvas_grade(index, grade.title))
    return write_csv(columns, rows)


def _canvas_grade(index: int, title: str) -> Column[_CanvasRow]:
    return Column(title, lambda row: row.grades[index])


def _moodle(settings: ClassSettings, results: Sequence[StudentResult]) -> str:
    columns: list[StudentColumn] = [
        Column("Username", lambda one: one.person.key),
        Column("Email address", lambda one: one.person.email),
        *(Column(grade.title, grade.value) for grade in _grades(settings, results)),
        _version_column("Feedback comments", lambda version: version.headline),
    ]
    return write_csv(columns, results)


def _gradescope(settings: ClassSettings, results: Sequence[StudentResult]) -> str:
    grade = _grades(settings, results)[0]
    columns: list[StudentColumn] = [
        Column("Name", lambda one: one.person.name),
        Column("SID", lambda one: one.person.key),
        Column("Email", lambda one: one.person.email),
        Column("Total Score", grade.value),
        Column("Max Points", lambda _: grade.maximum),
        Column("Status", lambda one: "Missing" if one.version is None else "Graded"),
        _version_column("Submission Time", lambda version: format_time(version.received_at)),
        _version_column("Lateness (H:M:S)", lambda version: _clock_time(version.late_s)),
    ]
    return write_csv(columns, results)


def _clock_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


FORMATS: Mapping[str, Callable[[ClassSettings, Sequence[StudentResult]], str]] = {
    "csv": _csv,
    "canvas": _canvas,
    "moodle": _moodle,
    "gradescope": _gradescope,
}


def export(classroom: Classroom, name: str) -> str:
    """Return the results of a class as CSV text in one of the `FORMATS`.

    Raises ExportError if the class has no grades for a course system.
    """
    return FORMATS[name](classroom.settings, student_results(classroom))
