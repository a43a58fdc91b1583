"""Baselines that are programs: pinned copies, changes, failures, the ladder, marks and the official tournament."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.web.classrooms import (
    FakeClock,
    GamesExecutor,
    Site,
    add_ladder_game,
    make_class,
    make_runner,
    person,
    ready,
    visible,
    won,
)

from outply.classroom import baselines
from outply.classroom.checks.check import CheckResult, PreflightReport
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import ranking, schedule
from outply.classroom.ladder.games import key_of
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.results import official
from outply.classroom.results.marks import team_marks
from outply.classroom.settings.file import SettingsError, parse
from outply.classroom.submissions import Submission, get_submission

BEST = "Best <2025>"
SETTINGS = f"""
[ladder]
baselines = ["greedy"]

[[baselines]]
name = "{BEST}"
directory = "baselines/best"

[[marks]]
player = "{BEST}"
"""
BROKEN = CheckResult(
    preflight=PreflightReport(moves=0, max_cpu_seconds=0, problem="it crashed", failure="crashed")
)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock, ladder=SETTINGS) as made:
        source = made.folder / "baselines" / "best"
        source.mkdir(parents=True)
        (source / "Makefile").write_text("run:\n\tcp input.txt output.txt\n")
        yield made


def newest(classroom: Classroom) -> Submission:
    (status,) = baselines.list_status(classroom)
    assert status.newest is not None
    return status.newest


def entrants(classroom: Classroom, now: float) -> dict[str, bool]:
    """Return the keys of the entrants on the ladder, and whether they are baselines."""
    found = schedule.list_entrants(classroom.database, classroom.settings, now)
    return {one.key: one.is_baseline for one in found}


def test_baseline_is_copied_checked_and_plays_without_a_place(classroom: Classroom, clock: FakeClock) -> None:
    baselines.synchronize(classroom)
    best = newest(classroom)
    assert (classroom.submissions / best.folder / "Makefile").is_file()
    assert classroom.check_job(best).cases == ()
    assert entrants(classroom, clock.now) == {"greedy": True}
    make_runner(classroom).run_available()
    ann = ready(classroom, "ann")
    assert entrants(classroom, clock.now) == {key_of(ann): False, key_of(best.id): True, "greedy": True}
    add_ladder_game(classroom, key_of(ann), key_of(best.id), won(1))
    rows = ranking.standings(classroom.database, classroom.settings)
    assert ranking.places(rows) == {key_of(ann): 1}
    assert {row.title for row in rows if row.is_baseline} == {BEST, "greedy"}
    (mark,) = team_marks(classroom.settings.marks, person(classroom, "ann").alias, rows, None)
    assert mark.is_earned
    page = Site.of(classroom).session("ann").get("/ladder").text
    assert "Best &lt;2025&gt;" in page
    assert f"/submissions/{best.id}" not in page
    assert Site.of(classroom).session("ann").get(f"/submissions/{best.id}").status == 404


def test_broken_baseline_is_reported_and_left_out(classroom: Classroom, clock: FakeClock) -> None:
    baselines.synchronize(classroom)
    make_runner(classroom, BROKEN).run_available()
    ready(classroom, "ann")
    assert list(entrants(classroom, clock.now).values()).count(True) == 1
    page = visible(Site.of(classroom).session("tom").get("/staff").text)
    assert "Preflight: crashed" in page


def test_missing_directory_is_reported_and_does_not_stop_the_class(classroom: Classroom) -> None:
    (classroom.folder / "baselines/best/Makefile").unlink()
    (classroom.folder / "baselines/best").rmdir()
    ready(classroom, "ann")
    assert make_runner(classroom).run_available() == 0
    page = visible(Site.of(classroom).session("tom").get("/staff").text)
    assert "baselines/best: no such file or directory" in page.lower()


def test_changed_files_are_noticed_and_used_after_a_request(classroom: Classroom, clock: FakeClock) -> None:
    baselines.synchronize(classroom)
    make_runner(classroom).run_available()
    first = newest(classroom)
    (classroom.folder / "baselines/best/new.txt").write_text("new")
    baselines.synchronize(classroom)
    assert newest(classroom) == first
    site = Site.of(classroom)
    assert "Its files have changed" in site.session("tom").get("/staff").text
    assert site.session("administrator").post("/staff/baselines/update").status == 303
    assert "Its files have changed" not in site.session("tom").get("/staff").text
    assert key_of(first.id) in entrants(classroom, clock.now)  # until the new copy has passed its check
    make_runner(classroom).run_available()
    assert set(entrants(classroom, clock.now)) == {key_of(newest(classroom).id), "greedy"}
    assert newest(classroom).version == 2


def test_baseline_that_left_the_settings_does_not_play(classroom: Classroom, clock: FakeClock) -> None:
    runner = make_runner(classroom)
    runner.run_available()
    path = classroom.folder / "class.toml"
    text = path.read_text()
    path.write_text(text[: text.index("[[baselines]]\nname")])
    runner.run_available()
    assert entrants(classroom, clock.now) == {"greedy": True}
    path.write_text(text)
    runner.run_available()
    assert len(entrants(classroom, clock.now)) == 2


def test_program_without_a_makefile_gets_one(classroom: Classroom) -> None:
    path = classroom.folder / "class.toml"
    path.write_text(path.read_text().replace("baselines/best", "last$year.py"))
    (classroom.folder / "last$year.py").write_text("print(1)\n")
    baselines.synchronize(classroom)
    folder = classroom.submissions / newest(classroom).folder
    assert "run:\n\t@python3 " in (folder / "Makefile").read_text()
    assert len(list(folder.iterdir())) == 2


def test_baseline_takes_part_in_the_official_tournament_without_a_place(
    classroom: Classroom, clock: FakeClock
) -> None:
    baselines.synchronize(classroom)
    make_runner(classroom).run_available()
    ready(classroom, "ann")
    official.request(classroom.database, "tom", clock.now)
    alias = person(classroom, "ann").alias
    executor = GamesExecutor(["greedy", BEST, alias])
    finished = 1
    while finished:
        finished = QueueRunner(classroom, executor, random=Random(1)).run_available()
    result = official.result(classroom.database)
    assert result is not None
    assert result.places == {alias: 1}
    assert set(result.against[alias]) == {"greedy", BEST}
    assert get_submission(classroom.database, newest(classroom).id).state.value == "ready"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[baselines]]\nname = 'x'", "baselines, entry 1: directory: expected a text"),
        ("[[baselines]]\nname = '#1'\ndirectory = 'a'", "does not begin with #"),
        ("[[baselines]]\nname = 'random'\ndirectory = 'a'", "also a player of ladder.baselines"),
        ("[[baselines]]\ndirectory = 'a'\n[[baselines]]\ndirectory = 'b/A'", "two baselines have the same name"),
        ("[[baselines]]\ndirectory = '../a'", "expected a path in the directory of the class, got ../a"),
    ],
)
def test_invalid_baseline_is_explained(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SettingsError, match=problem):
        parse(text, "class.toml", tmp_path)
