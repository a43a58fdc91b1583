"""Marks and exports: who has earned which points, and the files for course systems."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web.classrooms import (
    FakeClock,
    Site,
    add_ladder_game,
    make_class,
    person,
    ready,
    submit,
    visible,
    won,
)

from outply.classroom.checks.check import CheckResult
from outply.classroom.classroom import Classroom
from outply.classroom.ladder.games import key_of
from outply.classroom.results import official
from outply.classroom.results.export import FORMATS, ExportError, export
from outply.classroom.results.official import OfficialResult
from outply.classroom.settings.file import SettingsError, parse
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome

SETTINGS = """
[ladder]
baselines = ["greedy", "level:4"]

[[marks]]
name = "=beats <greedy>"
player = "greedy"
points = 10

[[marks]]
player = "level:4"
points = 2.5
"""


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=FakeClock(), ladder=SETTINGS) as made:
        yield made


def rows(classroom: Classroom, name: str = "csv") -> dict[str, dict[str, str]]:
    """Return the rows of an export by the key of the student."""
    column = {"csv": "key", "canvas": "SIS Login ID", "moodle": "Username", "gradescope": "SID"}[name]
    return {row[column]: row for row in csv.DictReader(io.StringIO(export(classroom, name)))}


def beat_greedy(classroom: Classroom, key: str) -> int:
    """Submit a version that wins against greedy and loses against level:4."""
    submission = ready(classroom, key)
    for _ in range(4):
        add_ladder_game(classroom, key_of(submission), "greedy", won(1))
        add_ladder_game(classroom, key_of(submission), "level:4", won(-1))
    return submission


def test_rating_above_a_baseline_earns_its_mark(classroom: Classroom) -> None:
    beat_greedy(classroom, "bob")
    found = rows(classroom)
    assert set(found) == {"ann", "bob", "cyd"}  # no staff
    bob, cyd, ann = found["bob"], found["cyd"], found["ann"]
    assert (bob["mark: beats level:4"], bob["mark: =beats <greedy>"], bob["points"]) == ("0.0", "10.0", "10.0")
    assert (bob["place"], bob["games"], bob["active"], bob["state"]) == ("1", "8", "yes", "ready")
    assert float(bob["rating_low"]) < float(bob["rating"]) < float(bob["rating_high"])
    assert bob["points"] == cyd["points"]  # the same team
    assert (ann["version"], ann["rating"], ann["points"]) == ("", "", "0.0")


def test_version_without_games_earns_no_mark(classroom: Classroom) -> None:
    beat_greedy(classroom, "bob")
    ready(classroom, "ann")
    assert rows(classroom)["ann"]["points"] == "0.0"


def test_rating_equal_to_that_of_a_baseline_earns_no_mark(classroom: Classroom) -> None:
    key = key_of(ready(classroom, "ann"))
    for by in (1, -1):
        add_ladder_game(classroom, key, "greedy", won(by))
        add_ladder_game(classroom, "greedy", key, won(by))
    assert rows(classroom)["ann"]["points"] == "0.0"


def test_majority_in_the_official_tournament_earns_a_mark(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(classroom, "ann")
    alias = person(classroom, "ann").alias
    result = OfficialResult(places={alias: 3}, against={alias: {"level:4": (1.5, 2), "greedy": (1.0, 2)}})
    monkeypatch.setattr(official, "result", lambda _: result)
    found = rows(classroom)["ann"]
    assert (found["points"], found["official_place"]) == ("2.5", "3")


def test_dashboard_shows_earned_marks_escaped(classroom: Classroom) -> None:
    beat_greedy(classroom, "bob")
    page = Site.of(classroom).session("bob").get("/").text
    assert "<greedy>" not in page
    assert "greedy 10 of 10 earned (ladder)" in visible(page)
    assert "level:4 0 of 2.5 not yet" in visible(page)


def test_formats_have_the_columns_of_the_course_systems(classroom: Classroom) -> None:
    beat_greedy(classroom, "bob")
    canvas = export(classroom, "canvas").splitlines()
    assert canvas[0] == "Student,ID,SIS User ID,SIS Login ID,Section,Games marks"
    assert canvas[1] == "Points Possible,,,,,12.5"
    assert rows(classroom, "canvas")["bob"]["Games marks"] == "10.0"
    moodle = rows(classroom, "moodle")["bob"]
    assert (moodle["Email address"], moodle["Games marks"]) == ("bob@example.edu", "10.0")
    gradescope = rows(classroom, "gradescope")
    assert (gradescope["bob"]["Total Score"], gradescope["bob"]["Max Points"]) == ("10.0", "12.5")
    assert (gradescope["bob"]["Lateness (H:M:S)"], gradescope["ann"]["Status"]) == ("00:00:00", "Missing")


def test_public_cases_are_a_grade(tmp_path: Path, examples: Path) -> None:
    with make_class(tmp_path / "class", suite=examples) as classroom:
        names = [case.name for case in classroom.public_cases()]
        judgements = tuple((name, Judgement(verdict=Verdict.RIGHT)) for name in names[:-1])
        wrong = Judgement(verdict=Verdict.WRONG_MOVE)
        result = CheckResult(outcome=BuildOutcome(), judgements=(*judgements, (names[-1], wrong)))
        submit(classroom, "ann")
        Site.of(classroom, result).runner.run_available()
        found = rows(classroom)["ann"]
        assert (int(found["cases_right"]), int(found["cases"])) == (len(names) - 1, len(names))
        assert int(rows(classroom, "canvas")["ann"]["Games public cases"]) == len(names) - 1
        assert rows(classroom, "moodle")["bob"]["Games public cases"] == ""


def test_export_without_grades_says_what_to_set(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        for name in FORMATS:
            if name != "csv":
                with pytest.raises(ExportError, match=re.escape("add [[marks]] to class.toml")):
                    export(classroom, name)
        site = Site.of(classroom)
        assert site.session("tom").get("/staff/export/canvas").status == 409
        assert site.session("tom").get("/staff/export/xml").status == 404
        answer = site.session("tom").get("/staff/export/csv")
        assert answer.header("content-disposition") == 'attachment; filename="csv-grades.csv"'
        assert "Ann Lee" in answer.text


def test_names_that_look_like_formulas_are_defused(classroom: Classroom) -> None:
    classroom.database.execute("UPDATE person SET name = '=1+1' WHERE key = 'ann'")
    for name in ("csv", "canvas", "gradescope"):
        assert ",=1+1" not in export(classroom, name)
        assert "'=1+1" in export(classroom, name)
    assert ",'mark" not in export(classroom, "csv").splitlines()[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("marks = 3", "marks: expected tables"),
        ("[[marks]]\npoints = 3", "marks, entry 1: player: expected a text"),
        ("[[marks]]\nplayer = 'greedy'\npoints = 0", "marks, entry 1: points: expected a number"),
        ("[[marks]]\nplayer = 'greedy'\nscore = 1", "unknown setting marks, entry 1: score"),
        (
            "[[marks]]\nplayer = 'alphabeta:9'",
            "expected a player of ladder.baselines or the name of a baseline, got 'alphabeta:9'",
        ),
        ("[[marks]]\nplayer = 'greedy'\n[[marks]]\nplayer = 'greedy'", "two marks have the same name"),
        ("[tournament]\nformat = 'gauntlet'", "tournament.format: expected round-robin or swiss"),
        ("[tournament]\nboard = 'Nowhere'", "tournament.board: "),
        ("[visibility]\npublic_ladder = 1", "visibility.public_ladder: expected true or false"),
    ],
)
def test_invalid_settings_are_named(text: str, problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text, "class.toml")
    assert problem in str(caught.value)
