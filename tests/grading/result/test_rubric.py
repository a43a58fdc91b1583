"""Points of cases and submissions."""

from pathlib import Path

import pytest
from conftest import ROOT

from outply.grading.result.rubric import Rubric, RubricError
from outply.grading.result.verdict import Graded, Judgement, Verdict
from outply.grading.suite import folder as suite
from outply.grading.suite.case import Case

QUESTION = suite.read(Path(ROOT, "examples"))[0].question
CASES = [Case(name, QUESTION, "", rule) for name, rule in (("1", "ties"), ("2", "ties"), ("3", "depth"))]
RIGHT = Judgement(Verdict.RIGHT)
WRONG = Judgement(Verdict.COUNT, right_parts=("move", "value"))


def graded(*judgements):
    return Graded("a", "a", tuple(zip(("1", "2", "3"), judgements, strict=True)))


def read(folder, text):
    path = folder / "rubric.toml"
    path.write_text(text)
    return Rubric.read(path)


def test_without_a_rubric_each_case_is_a_point():
    assert Rubric().score(CASES, graded(RIGHT, WRONG, None)) == 1
    assert Rubric().total(CASES) == 3


def test_points_by_case_before_points_by_rule_before_the_usual(tmp_path):
    rubric = read(tmp_path, 'points = 5\n[rules]\nties = 2\n[cases]\n"2" = 7')
    assert rubric.points(CASES) == {"1": 2, "2": 7, "3": 5}


def test_a_total_scales_all_points(tmp_path):
    rubric = read(tmp_path, "total = 100\n[rules]\nties = 3\ndepth = 2")
    assert rubric.points(CASES) == {"1": 37.5, "2": 37.5, "3": 25}
    assert rubric.score(CASES, graded(RIGHT, RIGHT, RIGHT)) == 100


def test_parts_of_an_answer_can_earn_a_share(tmp_path):
    rubric = read(tmp_path, "points = 4\n[parts]\nmove = 0.5\nvalue = 0.25\ncount = 0.25")
    assert rubric.earned(CASES, graded(RIGHT, WRONG, None)) == {"1": 4, "2": 3, "3": 0}


def test_who_sees_a_case(tmp_path):
    rubric = read(tmp_path, '[visibility]\nties = "after_due_date"\n"2" = "hidden"')
    assert [rubric.visibility(case) for case in CASES] == ["after_due_date", "hidden", "visible"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("points = -1", "number of points"),
        ("points = true", "number of points"),
        ("total = 'ten'", "number of points"),
        ("total = inf", "number of points"),
        ("rules = 3", "a table"),
        ("[rules]\nties = 'x'", "rules.ties"),
        ("[parts]\ncolour = 1", "no part 'colour'"),
        ("[parts]\nmove = 0.7\nboard = 0.4", "more than the whole"),
        ("[visibility]\nties = 'secret'", "one of visible"),
        ("point = 1", "no setting 'point'"),
        ("points = ", "is not TOML"),
    ],
)
def test_what_is_no_rubric_is_refused_in_a_sentence(tmp_path, text, words):
    with pytest.raises(RubricError, match=words):
        read(tmp_path, text)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(RubricError, match="no such file"):
        Rubric.read(tmp_path / "rubric.toml")


@pytest.mark.parametrize("text", ["[rules]\ntyes = 1", "[cases]\n'9' = 1", "[visibility]\n'9' = 'hidden'"])
def test_points_for_what_no_case_has_are_refused(tmp_path, text):
    with pytest.raises(RubricError, match=r"9|tyes"):
        read(tmp_path, text).expect(CASES)
