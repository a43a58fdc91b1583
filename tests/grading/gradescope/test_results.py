"""results.json: as Gradescope documents it, and without what a student is not to see."""

import json
import os
from dataclasses import replace

import pytest
from support import classes
from support.gradescope_schema import faults

from outply.formats import question as questions
from outply.grading.gradescope import results
from outply.grading.result.rubric import VISIBILITIES, Rubric
from outply.grading.result.verdict import GradedSubmission

RULES = ("ties", "stakes-first", "idle-raids", "depth")


@pytest.fixture(scope="module")
def suite():
    return classes.cases()


def told(suite, one, rubric=None, **options):
    """Return the results as Gradescope reads them."""
    return json.loads(json.dumps(results.results(suite, one, rubric or Rubric(), 1.5, **options)))


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"score": 1, "points": 2}, "points is not documented"),
        ({"score": "1"}, "score is '1'"),
        ({"score": 1, "visibility": "nobody"}, "visibility is 'nobody'"),
        ({"tests": [{"name": "a"}]}, "there is a score neither for all nor for each test"),
        ({"score": 1, "leaderboard": [{"name": "a"}]}, "leaderboard is [{'name': 'a'}]"),
    ],
)
def test_the_validator_finds_what_is_not_documented(wrong, fault):
    assert faults(wrong) == [fault]


def test_all_kinds_of_submissions_give_what_is_documented(suite):
    for one in classes.classroom(suite):
        assert faults(told(suite, one, classes.RUBRIC)) == []
    assert faults(results.nothing("The time was over.")) == []


def test_scores_are_the_rubrics_and_add_up(suite):
    one = classes.graded("a", suite, classes.wrong_on("nodes"))
    found = told(suite, one, classes.RUBRIC)
    assert found["score"] == sum(test["score"] for test in found["tests"]) == classes.RUBRIC.score(suite, one)
    assert sum(test["max_score"] for test in found["tests"]) == classes.RUBRIC.total(suite)
    assert [test["status"] for test in found["tests"]].count("failed") == 2


def test_a_test_says_which_rule_it_is_about(suite):
    test = told(suite, classes.graded("a", suite, classes.right))["tests"][0]
    assert test["name"] == "case-01. This case tests: Of equal moves, the first in the move order is played."
    assert test["tags"] == ["ties"]


def test_a_program_that_cannot_be_run_is_not_said_to_be_late(suite):
    judgements = tuple((case.name, None) for case in suite)
    found = told(
        suite, GradedSubmission(name="a", student="a", judgements=judgements, problem="there is no Makefile")
    )
    assert found["output"].startswith("It could not be run: there is no Makefile")
    assert {test["output"] for test in found["tests"]} == {"This case was not run: the program could not be run."}


def test_a_wrong_answer_tells_the_question_the_difference_and_both_answers(suite):
    output = told(suite, classes.graded("a", suite, classes.wrong))["tests"][0]["output"]
    assert output.startswith("Right move, wrong board. It took 0.50 s of CPU time.\n")
    assert "\nThe first difference is here.\n" in output
    assert f"input.txt:\n{questions.write(suite[0].question)}" in output
    assert f"Expected:\n{suite[0].expected}" in output
    assert f"Yours:\n{suite[0].wrong_outputs[0].output}" in output


def test_the_likely_mistake_is_in_the_summary(suite):
    output = told(suite, classes.graded("a", suite, classes.wrong_on("nodes")))["output"]
    assert output.startswith("14 of 16 cases are right.\n\nThe program probably ")
    assert output.endswith("This explains 2 of 2 wrong answers.")


def test_a_wrong_case_names_the_likely_mistake_before_the_difference(suite):
    output = told(suite, classes.graded("a", suite, classes.wrong_on("nodes")))["tests"][5]["output"]
    assert output.splitlines()[1] == "This is the answer of a program that does not count the root."


def test_what_was_not_reached_has_no_points_and_says_so(suite):
    found = told(suite, classes.graded("a", suite, classes.right, reached=5))
    assert found["score"] == 5
    assert "11 of them were not reached" in found["output"]
    assert found["tests"][5]["output"].startswith("This case was not reached")


def test_who_was_given_up_is_told_so(suite):
    found = told(suite, classes.given_up("a", suite))
    why = "not run: the program was given up after 2 timeouts in a row."
    assert f"14 of them were {why}" in found["output"]
    assert {test["output"] for test in found["tests"][2:]} == {f"This case was {why}"}


def test_who_could_not_be_run_is_told_why(suite):
    output = told(suite, classes.broken("a", suite))["output"]
    assert output.startswith("It could not be run: There is no Makefile.\n\nmake: ***")


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_a_test_is_as_visible_as_the_rubric_says(suite, visibility):
    rubric = Rubric(visibilities={"case-01": visibility, "nodes": "hidden"})
    tests = told(suite, classes.graded("a", suite, classes.wrong), rubric)["tests"]
    assert tests[0]["visibility"] == visibility
    assert [test["visibility"] for test in tests if test["tags"] == ["nodes"]] == ["hidden", "hidden"]


@pytest.mark.parametrize("visibility", VISIBILITIES[1:])
def test_what_is_visible_tells_nothing_of_what_is_not(suite, visibility):
    """The program prints, wherever it runs, all that it ever saw: the questions and answers of all cases."""
    secret = "".join(case.expected for case in suite)

    def judge(case):
        found = classes.wrong(case)
        return replace(found, output=secret, errors=secret)

    rubric = Rubric(visibilities=dict.fromkeys(RULES, visibility))
    found = told(suite, classes.graded("a", suite, judge), rubric)
    shown = json.dumps([found["output"], [test for test in found["tests"] if test["visibility"] == "visible"]])
    assert json.dumps(secret)[1:-1] not in shown
    assert not any(f"case-{number:02}" in shown for number in (1, 2, 3, 4, 9, 10, 11, 12))
    assert "8 more are not shown" in shown
    assert found["stdout_visibility"] == "hidden"


def test_a_hidden_case_tells_its_answer_to_nobody(suite):
    rubric = Rubric(visibilities={"case-01": "hidden"})
    test = told(suite, classes.graded("a", suite, classes.wrong), rubric)["tests"][0]
    assert test["output"] == "Right move, wrong board. It took 0.50 s of CPU time."


def test_no_text_hides_or_turns_round_what_follows(suite):
    text = json.dumps(told(suite, classes.hostile(suite)), ensure_ascii=False)
    assert text.isprintable()


def test_the_file_is_written_at_once(suite, tmp_path):
    path = tmp_path / "results.json"
    path.write_text("old")
    with pytest.raises(ValueError):
        results.write(str(path), results.nothing("", float(10**9)) | {"score": float("nan")})
    assert path.read_text() == "old"
    results.write(str(path), results.nothing("It is over."))
    assert faults(json.loads(path.read_text())) == []
    assert os.listdir(tmp_path) == ["results.json"]


def test_the_leaderboard_is_as_documented(suite):
    board = [{"name": "Place", "value": 1, "order": "asc"}]
    found = told(suite, classes.graded("ada", suite, classes.right), leaderboard=board)
    assert faults(found) == []
    assert found["leaderboard"] == board
    assert "leaderboard" not in told(suite, classes.graded("eve", suite, classes.right))
