"""Points of cases and submissions by a rubric."""

from pathlib import Path

import pytest
from conftest import ROOT

from outply.grading.result.rubric import Rubric, RubricError
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite import folder as suite
from outply.grading.suite.case import Case

QUESTION = suite.read(Path(ROOT, "examples"))[0].question
CASES = [
    Case(name=name, question=QUESTION, expected="", requirement=requirement)
    for name, requirement in (("1", "ties"), ("2", "ties"), ("3", "depth"))
]
RIGHT = Judgement(verdict=Verdict.RIGHT)
WRONG = Judgement(verdict=Verdict.WRONG_NODE_COUNT, right_parts=("move", "value"))


def graded(*judgements: Judgement | None) -> GradedSubmission:
    return GradedSubmission(name="a", student="a", judgements=tuple(zip("123", judgements, strict=True)))


def read(folder: Path, text: str) -> Rubric:
    path = folder / "rubric.toml"
    path.write_text(text)
    return Rubric.read(path)


def test_each_case_is_worth_one_point_without_a_rubric() -> None:
    assert Rubric().score(CASES, graded(RIGHT, WRONG, None)) == 1
    assert Rubric().total(CASES) == 3


def test_points_of_a_case_override_those_of_its_rule_and_the_default(tmp_path: Path) -> None:
    rubric = read(tmp_path, 'points = 5\n[rules]\nties = 2\n[cases]\n"2" = 7')
    assert rubric.points(CASES) == {"1": 2, "2": 7, "3": 5}


def test_total_scales_all_points(tmp_path: Path) -> None:
    rubric = read(tmp_path, "total = 100\n[rules]\nties = 3\ndepth = 2")
    assert rubric.points(CASES) == {"1": 37.5, "2": 37.5, "3": 25}
    assert rubric.score(CASES, graded(RIGHT, RIGHT, RIGHT)) == 100


def test_right_parts_of_a_wrong_answer_earn_their_share(tmp_path: Path) -> None:
    rubric = read(tmp_path, "points = 4\n[parts]\nmove = 0.5\nvalue = 0.25\ncount = 0.25")
    assert rubric.earned(CASES, graded(RIGHT, WRONG, None)) == {"1": 4, "2": 3, "3": 0}


def test_visibility_of_a_case_overrides_the_visibility_of_its_rule(tmp_path: Path) -> None:
    rubric = read(tmp_path, '[visibility]\nties = "after_due_date"\n"2" = "hidden"')
    assert [rubric.visibility(case) for case in CASES] == ["after_due_date", "hidden", "visible"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("points = -1", "points: expected a number of points, got -1"),
        ("points = true", "number of points"),
        ("total = 'ten'", "number of points"),
        ("total = inf", "number of points"),
        ("rules = 3", r"expected a table \[rules\], got 3"),
        ("[rules]\nties = 'x'", "rules.ties"),
        ("[parts]\ncolour = 1", "unknown part 'colour'"),
        ("[parts]\nmove = 0.7\nboard = 0.4", "add up to 1.1; expected at most 1"),
        ("[visibility]\nties = 'secret'", "one of visible"),
        ("point = 1", "unknown setting 'point'"),
        ("points = ", "is not valid TOML"),
    ],
)
def test_invalid_rubric_is_rejected(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RubricError, match=message):
        read(tmp_path, text)


def test_missing_rubric_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RubricError, match="no such file"):
        Rubric.read(tmp_path / "rubric.toml")


@pytest.mark.parametrize("text", ["[rules]\ntyes = 1", "[cases]\n'9' = 1", "[visibility]\n'9' = 'hidden'"])
def test_rubric_with_names_outside_the_suite_is_rejected(tmp_path: Path, text: str) -> None:
    with pytest.raises(RubricError, match=r"9|tyes"):
        read(tmp_path, text).check_names(CASES)
