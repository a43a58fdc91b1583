"""results.json has Gradescope's documented fields, and nothing that a student must not see."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.grading import graded_class
from support.grading.gradescope_schema import faults

from outply.formats import question as questions
from outply.grading.gradescope.results import build_results
from outply.grading.gradescope.results_file import failed_results, write_results
from outply.grading.result.rubric import VISIBILITIES, Rubric
from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.suite.case import Case

RULES = ("ties", "stakes-first", "idle-raids", "depth")


@pytest.fixture(scope="module")
def suite() -> tuple[Case, ...]:
    return graded_class.cases()


def results_of(
    suite: Sequence[Case], graded: GradedSubmission, rubric: Rubric | None = None, **options: Any
) -> Any:
    """Return the results as Gradescope reads them."""
    return json.loads(json.dumps(build_results(suite, graded, rubric or Rubric(), 1.5, **options)))


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"score": 1, "points": 2}, "points is not documented"),
        ({"score": "1"}, "score is '1'"),
        ({"score": 1, "visibility": "secret"}, "visibility is 'secret'"),
        ({"tests": [{"name": "a"}]}, "neither the results nor all tests have a score"),
        ({"score": 1, "leaderboard": [{"name": "a"}]}, "leaderboard is [{'name': 'a'}]"),
    ],
)
def test_validator_finds_undocumented_fields(wrong: dict[str, object], fault: str) -> None:
    assert faults(wrong) == [fault]


def test_results_of_all_submissions_match_the_documentation(suite: Sequence[Case]) -> None:
    for graded in graded_class.classroom(suite):
        assert faults(results_of(suite, graded, graded_class.RUBRIC)) == []
    assert faults(failed_results("The grading timed out.")) == []


def test_scores_follow_the_rubric_and_add_up(suite: Sequence[Case]) -> None:
    graded = graded_class.graded("a", suite, graded_class.wrong_on("nodes"))
    results = results_of(suite, graded, graded_class.RUBRIC)
    assert (
        results["score"]
        == sum(test["score"] for test in results["tests"])
        == graded_class.RUBRIC.score(suite, graded)
    )
    assert sum(test["max_score"] for test in results["tests"]) == graded_class.RUBRIC.total(suite)
    assert [test["status"] for test in results["tests"]].count("failed") == 2


def test_name_of_a_gradescope_test_contains_the_requirement(suite: Sequence[Case]) -> None:
    test = results_of(suite, graded_class.graded("a", suite, graded_class.right))["tests"][0]
    assert test["name"] == "case-01. Requirement tested: Of equal moves, the first in the move order is played."
    assert test["tags"] == ["ties"]


def test_cases_of_a_program_that_cannot_be_run_are_not_run(suite: Sequence[Case]) -> None:
    judgements = tuple((case.name, None) for case in suite)
    results = results_of(
        suite, GradedSubmission(name="a", student="a", judgements=judgements, problem="there is no Makefile")
    )
    assert results["output"].startswith("The program could not be run: there is no Makefile")
    assert {test["output"] for test in results["tests"]} == {
        "This case was not run: the program could not be run."
    }


def test_wrong_answer_is_shown_with_the_question_and_difference_and_both_answers(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.graded("a", suite, graded_class.wrong))["tests"][0]["output"]
    assert output.startswith("Right move, wrong board (0.50 s of CPU time).\n")
    assert "\nThe first difference is here.\n" in output
    assert f"input.txt:\n{questions.write(suite[0].question)}" in output
    assert f"Expected output.txt:\n{suite[0].expected}" in output
    assert f"Your output.txt:\n{suite[0].wrong_outputs[0].output}" in output


def test_summary_names_the_likely_mistake(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes")))["output"]
    assert output.startswith("14 of 16 cases right.\n\nA program that does not count the root gives exactly these")
    assert "This may be a coincidence" in output


def test_likely_mistake_comes_before_the_difference(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes")))["tests"][5][
        "output"
    ]
    assert output.splitlines()[1] == "A program that does not count the root gives this very answer."


def test_unreached_cases_have_no_points(suite: Sequence[Case]) -> None:
    results = results_of(suite, graded_class.graded("a", suite, graded_class.right, reached=5))
    assert results["score"] == 5
    assert "11 not reached: grading ended early." in results["output"]
    assert results["tests"][5]["output"].startswith("This case was not reached")


def test_given_up_program_is_reported(suite: Sequence[Case]) -> None:
    results = results_of(suite, graded_class.given_up("a", suite))
    reason = "not run: grading was stopped after 2 timeouts in a row."
    assert f"14 {reason}" in results["output"]
    assert {test["output"] for test in results["tests"][2:]} == {f"This case was {reason}"}


def test_failed_build_is_reported_with_its_output(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.broken("a", suite))["output"]
    assert output.startswith("The program could not be run: There is no Makefile.\n\nmake: ***")


def test_gradescope_feedback_names_the_interpreter(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.noted("a", suite))["output"]
    assert f"Ran with Python 3.11.2 (/usr/bin/python3).\n{graded_class.NOTE}" in output


def test_missing_interpreter_is_not_the_fault_of_the_submission(suite: Sequence[Case]) -> None:
    output = results_of(suite, graded_class.ungraded("a", suite))["output"]
    assert "Python 2 is not installed here.\n\nThis is not the fault of the submission" in output
    assert "Instructor: install the missing tool in setup.sh" in output
    assert "a Python 3 program named homework3.py" in output
    assert "--python2" not in output


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_visibility_of_a_test_follows_the_rubric(suite: Sequence[Case], visibility: str) -> None:
    rubric = Rubric(visibilities={"case-01": visibility, "nodes": "hidden"})
    tests = results_of(suite, graded_class.graded("a", suite, graded_class.wrong), rubric)["tests"]
    assert tests[0]["visibility"] == visibility
    assert [test["visibility"] for test in tests if test["tags"] == ["nodes"]] == ["hidden", "hidden"]


@pytest.mark.parametrize("visibility", VISIBILITIES[1:])
def test_visible_output_reveals_nothing_of_other_cases(suite: Sequence[Case], visibility: str) -> None:
    """The program prints the questions and answers of all cases wherever it runs."""
    secret = "".join(case.expected for case in suite)

    def judge(case: Case) -> Judgement:
        results = graded_class.wrong(case)
        return replace(results, output=secret, errors=secret)

    rubric = Rubric(visibilities=dict.fromkeys(RULES, visibility))
    results = results_of(suite, graded_class.graded("a", suite, judge), rubric)
    shown = json.dumps([results["output"], [test for test in results["tests"] if test["visibility"] == "visible"]])
    assert json.dumps(secret)[1:-1] not in shown
    assert not any(f"case-{number:02}" in shown for number in (1, 2, 3, 4, 9, 10, 11, 12))
    assert "8 more cases are not shown" in shown
    assert results["stdout_visibility"] == "hidden"


def test_hidden_case_never_contains_its_answer(suite: Sequence[Case]) -> None:
    rubric = Rubric(visibilities={"case-01": "hidden"})
    test = results_of(suite, graded_class.graded("a", suite, graded_class.wrong), rubric)["tests"][0]
    assert test["output"] == "Right move, wrong board (0.50 s of CPU time)."


def test_control_and_bidirectional_characters_are_escaped(suite: Sequence[Case]) -> None:
    text = json.dumps(results_of(suite, graded_class.hostile(suite)), ensure_ascii=False)
    assert text.isprintable()


def test_results_are_written_atomically(suite: Sequence[Case], tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("old")
    with pytest.raises(ValueError):
        write_results(str(path), failed_results("", float(10**9)) | {"score": float("nan")})
    assert path.read_text() == "old"
    write_results(str(path), failed_results("The grading timed out."))
    assert faults(json.loads(path.read_text())) == []
    assert os.listdir(tmp_path) == ["results.json"]


def test_leaderboard_matches_the_documentation(suite: Sequence[Case]) -> None:
    board = [{"name": "Place", "value": 1, "order": "asc"}]
    results = results_of(suite, graded_class.graded("ada", suite, graded_class.right), leaderboard=board)
    assert faults(results) == []
    assert results["leaderboard"] == board
    assert "leaderboard" not in results_of(suite, graded_class.graded("eve", suite, graded_class.right))


def test_common_feature_is_computed_from_visible_cases_only() -> None:
    suite = graded_class.cases(40)
    graded = graded_class.graded("a", suite, graded_class.crash_on_mode("ALPHABETA"))
    sentence = f"All {40 - graded.right} wrong cases have the mode ALPHABETA;"
    assert sentence in results_of(suite, graded)["output"]
    hidden = Rubric(visibilities={case.name: "hidden" for case in suite if case.question.mode == "ALPHABETA"})
    assert "in common" not in results_of(suite, graded, hidden)["output"]
