"""Hidden suites: which version runs, who sees the result, what is exported, and runs after a change of a suite."""

import csv
import io
import shutil
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from support.web.classrooms import START, FakeClock, Site, make_class, make_runner, ready, submit, visible

from outply.classroom.checks import hidden
from outply.classroom.checks.check import CheckResult
from outply.classroom.checks.hidden import HiddenJob, HiddenRun
from outply.classroom.classroom import Classroom
from outply.classroom.results import reruns
from outply.classroom.results.export import export
from outply.classroom.results.official import has_unfinished_checks
from outply.classroom.submissions import State, activate, get_submission
from outply.classroom.work_queue import MAX_ATTEMPTS
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.jobs.job import JobContext

HOUR_S = 3600.0
DEADLINES = """
[[deadlines]]
name = "HW/1"
due = 2027-01-15T09:00:00Z
closes = 2027-01-15T10:00:00Z
hidden_suite = "suites/hidden"
hidden_points = 100
[[deadlines]]
name = "Final"
due = 2027-02-01T00:00:00Z
"""
CLOSED = START + 2.5 * HOUR_S
"""After the first deadline has closed."""


class FakeHiddenJob(HiddenJob):
    """Answers all hidden cases but the first right."""

    def __call__(self, context: JobContext) -> CheckResult:
        context.report("case 1")
        first = self.cases[0].name
        judgements = tuple(
            (case.name, Judgement(verdict=Verdict.CRASH if case.name == first else Verdict.RIGHT, errors="secret"))
            for case in self.cases
        )
        count = len(self.cases)
        return CheckResult(
            outcome=BuildOutcome(), judgements=judgements, case_count=count, suite_hash=self.suite_hash
        )


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def site(tmp_path: Path, examples: Path, clock: FakeClock) -> Iterator[Site]:
    with make_class(tmp_path / "class", clock=clock) as classroom:
        suite = classroom.folder / "suites" / "hidden"
        suite.mkdir(parents=True)
        for path in examples.glob("warfare-[12].*"):
            shutil.copy(path, suite)
        settings = classroom.folder / "class.toml"
        settings.write_text(settings.read_text() + DEADLINES)

        def job_of(run: HiddenRun) -> HiddenJob:
            job = classroom.hidden_job(run)
            return FakeHiddenJob(**{field.name: getattr(job, field.name) for field in fields(job)})

        made = Site.of(classroom)
        made.runner = make_runner(classroom, hidden_job_of=job_of)
        yield made


def only_run(site: Site) -> HiddenRun:
    (run,) = hidden.list_runs(site.classroom.database)
    return run


def run_after_closing(site: Site, clock: FakeClock, key: str = "ann") -> HiddenRun:
    """Submit a version in time, and run the hidden suite after the deadline has closed."""
    submit(site.classroom, key)
    site.runner.run_available()
    clock.now = CLOSED
    site.runner.run_available()
    return only_run(site)


def row(site: Site, key: str) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(export(site.classroom, "csv")))
    return next(row for row in rows if row["key"] == key)


def test_hidden_suite_runs_once_after_the_deadline_has_closed(site: Site, clock: FakeClock) -> None:
    submit(site.classroom, "ann")
    site.runner.run_available()
    clock.now = START + 1.5 * HOUR_S  # due, but late versions are accepted
    site.runner.run_available()
    assert hidden.list_runs(site.classroom.database) == []
    clock.now = CLOSED
    assert site.runner.run_available() == 1
    run = only_run(site)
    assert (run.state, run.headline, run.attempts) == (State.READY, "1 of 2 hidden cases right", 1)
    assert site.runner.run_available() == 0
    submit(site.classroom, "bob")  # for the next deadline
    site.runner.run_available()
    assert only_run(site) == run


def test_checks_of_versions_in_time_are_awaited(site: Site, clock: FakeClock) -> None:
    submit(site.classroom, "ann")
    clock.now = CLOSED
    assert hidden.schedule(site.classroom.database, site.classroom.settings, clock.now) == 0
    site.runner.run_available()
    assert only_run(site).submission == 1


def test_version_that_counts_is_the_active_one_received_in_time(site: Site, clock: FakeClock) -> None:
    classroom = site.classroom
    first = ready(classroom, "ann")
    ready(classroom, "ann")
    activate(classroom.database, get_submission(classroom.database, first), classroom.settings, "ann", clock.now)
    in_time = ready(classroom, "bob")
    submit(classroom, "cyd")  # the same team as bob: newer, but it fails
    make_runner(classroom, CheckResult(error="no compiler")).run_available()
    clock.now = CLOSED
    ready(classroom, "bob")  # newer and active, but too late
    site.runner.run_available()
    assert {run.submission for run in hidden.list_runs(classroom.database)} == {first, in_time}


def test_students_see_nothing_of_the_cases_before_the_release(site: Site, clock: FakeClock) -> None:
    run = run_after_closing(site, clock)
    ann, bob, tom = (site.session(key) for key in ("ann", "bob", "tom"))
    page = f"/hidden/{run.id}"
    assert "1 of 2 hidden cases right, 50 of 100 points" in visible(tom.get(page).text)
    assert "secret" not in tom.get(page).text  # the output is for the team only
    for browser, path in ((ann, page), (bob, page), (ann, "/hidden/99"), (ann, "/hidden/x")):
        assert browser.get(path).status == 404
    pages = "".join(ann.get(path).text for path in ("/", "/submissions/1"))
    assert "warfare-1" not in pages
    assert "idden" not in visible(pages)
    assert tom.post("/staff/hidden/release/HW/1").status == 403
    assert site.session("administrator").post("/staff/hidden/release/HW/1").status == 303
    assert "HW/1 , version 1: 1 of 2 right, 50 of 100 points" in visible(ann.get("/").text)
    shown = ann.get(page).text
    assert "warfare-1" in shown
    assert "secret" in shown
    assert bob.get(page).status == 404
    assert site.session("administrator").post("/staff/hidden/withdraw/HW/1").status == 303
    assert ann.get(page).status == 404
    assert site.session("administrator").post("/staff/hidden/release/Final").status == 404


def test_setting_releases_the_results_without_the_button(site: Site, clock: FakeClock) -> None:
    settings = site.classroom.folder / "class.toml"
    settings.write_text(
        settings.read_text().replace("\nhidden_points = 100", "\nhidden_points = 0\nrelease_hidden = true")
    )
    run = run_after_closing(site, clock)
    assert "1 of 2 points" in visible(site.session("ann").get(f"/hidden/{run.id}").text)


def test_exports_have_right_cases_and_points(site: Site, clock: FakeClock) -> None:
    run_after_closing(site, clock)
    ann, bob = row(site, "ann"), row(site, "bob")
    names = ("hidden right: HW/1", "hidden cases: HW/1", "hidden points: HW/1")
    assert [ann[name] for name in names] == ["1", "2", "50.0"]
    assert [bob[name] for name in names] == ["", "", ""]
    canvas = export(site.classroom, "canvas").splitlines()
    assert canvas[0].endswith("Games HW/1 hidden cases")
    assert canvas[1].endswith("100.0")
    assert "ann,,50.0" in canvas[2]


def test_changed_suite_is_offered_and_old_result_stays_until_replaced(site: Site, clock: FakeClock) -> None:
    run = run_after_closing(site, clock)
    suite = site.classroom.folder / "suites" / "hidden"
    admin = site.session("administrator")
    assert "rerun-outdated" not in admin.get("/staff").text
    for path in suite.glob("warfare-2.*"):
        path.unlink()
    assert "1 version with a hidden suite" in admin.get("/staff").text
    assert row(site, "ann")["hidden cases: HW/1"] == "2"
    assert admin.post("/staff/queue/rerun-outdated").status == 303
    assert only_run(site).state is State.QUEUED
    assert row(site, "ann")["hidden cases: HW/1"] == "2"
    assert not reruns.find_outdated(site.classroom)
    site.runner.run_available()
    assert row(site, "ann")["hidden cases: HW/1"] == "1"
    assert only_run(site).id == run.id


def test_invalid_suite_ends_as_an_error_and_keeps_the_old_result(site: Site, clock: FakeClock) -> None:
    run_after_closing(site, clock)
    for path in (site.classroom.folder / "suites" / "hidden").iterdir():
        path.unlink()
    hidden.queue_again(site.classroom.database, only_run(site), clock.now)
    site.runner.run_available()
    run = only_run(site)
    assert run.state is State.ERROR
    assert "contains no cases" in run.headline
    assert row(site, "ann")["hidden right: HW/1"] == "1"


def test_interrupted_run_is_put_back_and_given_up_after_three_starts(site: Site, clock: FakeClock) -> None:
    database = site.classroom.database
    ready(site.classroom, "ann")
    clock.now = CLOSED
    hidden.schedule(database, site.classroom.settings, clock.now)
    for _ in range(MAX_ATTEMPTS):
        assert has_unfinished_checks(database)  # the official tournament waits
        claim = hidden.claim_next(database, clock.now)
        assert claim is not None
        site.classroom.recover()
        assert not hidden.finish(database, claim, CheckResult(), State.READY, "too late", clock.now)
    assert only_run(site).state is State.ERROR
    assert not has_unfinished_checks(database)


def test_result_of_a_version_that_was_replaced_during_its_run_is_dropped(site: Site, clock: FakeClock) -> None:
    database = site.classroom.database
    first, second = ready(site.classroom, "ann"), ready(site.classroom, "ann")
    clock.now = CLOSED
    hidden.schedule(database, site.classroom.settings, clock.now)
    stale = hidden.claim_next(database, clock.now)
    assert stale is not None
    assert stale.submission == second
    database.execute("UPDATE team SET active_submission = ?", first)
    assert hidden.choose_versions(database, site.classroom.settings.deadlines[0], clock.now) == 1
    current = hidden.claim_next(database, clock.now)
    assert current is not None
    assert (current.attempts, current.started_at) == (stale.attempts, stale.started_at)
    assert not hidden.finish(database, stale, CheckResult(), State.READY, "", clock.now)
    assert hidden.finish(database, current, CheckResult(), State.READY, "", clock.now)
    assert only_run(site).result_submission == first


def test_changed_public_suite_is_run_again_for_active_and_newest_versions(
    tmp_path: Path, examples: Path, clock: FakeClock
) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    for path in examples.glob("warfare-[12].*"):
        shutil.copy(path, suite)
    with make_class(tmp_path / "class", suite=suite, clock=clock) as classroom:
        for _ in range(3):
            submit(classroom, "ann")
        result = CheckResult(outcome=BuildOutcome(), suite_hash=classroom.public_suite().hash, case_count=2)
        result = replace(result, judgements=(("warfare-1", Judgement(verdict=Verdict.RIGHT)),))
        runner = make_runner(classroom, result)
        runner.run_available()
        activate(classroom.database, get_submission(classroom.database, 1), classroom.settings, "ann", clock.now)
        assert not reruns.find_outdated(classroom)
        (classroom.folder / "suites/public/warfare-2.in").unlink()
        outdated = reruns.find_outdated(classroom)
        assert [one.id for one in outdated.versions] == [1, 3]
        assert len(reruns.find_outdated(classroom, include_all=True).versions) == 3
        reruns.run_again(classroom, outdated, "tom")
        site = Site.of(classroom)
        page = visible(site.session("ann").get("/submissions/1").text)
        assert "The result below is that of the last check" in page
        assert row(site, "ann")["cases_right"] == "1"


def test_hidden_suite_must_be_a_folder_of_the_class_and_not_the_public_one(site: Site) -> None:
    path = site.classroom.folder / "class.toml"
    text = path.read_text()
    path.write_text(text.replace('"suites/hidden"', '"../elsewhere"'))
    assert "expected a folder in the directory of the class" in visible(site.session("tom").get("/staff").text)
    public = text.replace('# public_suite = "suites/public"', 'public_suite = "suites/hidden"')
    path.write_text(public)
    assert "this is the public suite" in visible(site.session("tom").get("/staff").text)


def test_database_of_the_version_before_gets_the_new_tables(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        submit(classroom, "ann")
        classroom.database.execute("DROP INDEX audit_at")
        classroom.database.execute("ALTER TABLE session DROP COLUMN viewing")
        classroom.database.execute("ALTER TABLE ladder_game DROP COLUMN problem")
        for table in ("hidden_run", "baseline", "notification", "game_review"):
            classroom.database.execute(f"DROP TABLE {table}")
        for column in ("suite_hash", "log", "disk_bytes", "files_removed_at"):
            classroom.database.execute(f"ALTER TABLE submission DROP COLUMN {column}")
        classroom.database.execute("PRAGMA user_version = 2")
    with Classroom(tmp_path / "class", FakeClock()) as classroom:
        assert get_submission(classroom.database, 1).suite_hash == ""
        assert hidden.list_runs(classroom.database) == []
