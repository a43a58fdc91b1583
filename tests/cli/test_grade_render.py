"""Graded programs in the terminal: the likely mistake comes first, then the cases with their requirements."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from support.grading import graded_class, similar_submissions

from outply.cli.grade.render import print_class, print_program, print_similar
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission, Verdict
from outply.grading.suite.case import Case
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.scored import score_submission


@pytest.fixture(scope="module")
def suite() -> tuple[Case, ...]:
    return graded_class.cases()


def shown(show: Callable[..., None], *arguments: Any) -> str:
    screen = io.StringIO()
    show(Console(file=screen, width=160), *arguments)
    return screen.getvalue()


def program(suite: Sequence[Case], one: GradedSubmission, show_all: bool = False) -> str:
    return " ".join(shown(print_program, score_submission(suite, one, Rubric()), show_all).split())


def test_likely_mistake_is_shown_first_and_again_at_each_case_that_it_explains(suite: tuple[Case, ...]) -> None:
    words = program(suite, graded_class.graded("a", suite, graded_class.wrong_on("nodes")))
    assert words.startswith(
        "A program that does not count the root gives exactly these 16 answers, 2 of them wrong. This may be a"
        " coincidence: these wrong answers cannot rule out unlisted mistakes."
    )
    case = words[words.index("case-06") :]
    answer = case.index("A program that does not count the root gives this very answer.")
    difference = case.index("The first")
    assert answer < difference < case.index("Requirement tested: Every visited node counts")


def test_no_requirement_table_if_one_mistake_explains_everything(suite: tuple[Case, ...]) -> None:
    one = graded_class.graded("a", suite, graded_class.wrong_on("nodes"))
    assert "requirement right description" not in program(suite, one)
    assert "requirement right description" in program(suite, graded_class.graded("b", suite, graded_class.wrong))


def test_mistakes_of_a_class_come_before_its_cases(suite: tuple[Case, ...]) -> None:
    many = [graded_class.graded(name, suite, graded_class.wrong_on("nodes")) for name in "ab"]
    text = shown(print_class, ClassSummary(suite, many, Rubric()))
    assert text.index("perhaps 2 submissions: does not count the root") < text.index("Cases that failed most")


def test_given_up_submission_is_marked_in_the_class(suite: tuple[Case, ...]) -> None:
    text = shown(print_class, ClassSummary(suite, [graded_class.given_up("a", suite)], Rubric()))
    assert "stopped after 2 timeouts in a row" in text


@pytest.mark.parametrize(
    ("reached", "row"), [(16, "depth 0/2"), (9, "depth 0/1, 1 not run"), (1, "depth not run")]
)
def test_requirement_that_was_not_tested_is_not_counted_as_wrong(
    suite: tuple[Case, ...], reached: int, row: str
) -> None:
    one = graded_class.graded("a", suite, lambda case: graded_class.wrong(case, Verdict.CRASH), reached=reached)
    assert f" {row} The" in program(suite, one)


def test_class_table_has_only_the_roster_columns_with_values(suite: tuple[Case, ...]) -> None:
    on_time = graded_class.graded("a", suite, graded_class.right)
    text = shown(print_class, ClassSummary(suite, [on_time, replace(on_time, name="b", late="2 h")], Rubric()))
    assert "late" in text.split("points")[0]
    assert "2 h" in text
    assert "attempt" not in text


def test_common_feature_of_the_wrong_cases_is_shown_if_no_mistake_explains_them() -> None:
    suite = graded_class.cases(40)
    one = graded_class.graded("a", suite, graded_class.crash_on_mode("ALPHABETA"))
    words = program(suite, one)
    finding = f"All {40 - one.right} wrong cases have the mode ALPHABETA; none of the {one.right} right ones has."
    assert words.startswith(f"What the wrong cases have in common: {finding}")
    table = " ".join(shown(print_class, ClassSummary(suite, [one], Rubric())).split())
    assert "wrong cases have the mode ALPHABETA" in table


def test_class_summary_lists_tools_and_submissions_without_an_interpreter(suite: tuple[Case, ...]) -> None:
    many = [graded_class.noted("ada", suite), graded_class.ungraded("bob", suite)]
    words = " ".join(shown(print_class, ClassSummary(suite, many, Rubric())).split())
    assert "Not graded: 1 submission, because a compiler or interpreter is not installed" in words
    assert "1 submission ran with: Python 3.11.2 (/usr/bin/python3)" in words
    assert "1 of 2 submissions fully right, 0 could not be run, 1 not graded" in words
    narrow = io.StringIO()
    print_class(Console(file=narrow, width=80), ClassSummary(suite, many, Rubric()))
    assert narrow.getvalue().split("\n")[1].split() == ["submission", "points", "right", "remarks"]


def test_report_on_a_program_without_its_interpreter_says_what_to_install(suite: tuple[Case, ...]) -> None:
    words = program(suite, graded_class.ungraded("ada", suite))
    assert words.startswith("Cannot be run: Python 2 is not installed here. Not graded: install the tool, or give")


def test_report_on_a_program_names_its_interpreter_and_notes(suite: tuple[Case, ...]) -> None:
    words = program(suite, graded_class.noted("ada", suite))
    assert words.startswith(f"Note: {graded_class.NOTE}")
    assert "Ran with: Python 3.11.2 (/usr/bin/python3)" in words


def test_first_and_last_lines_of_a_long_output_are_not_truncated(suite: tuple[Case, ...]) -> None:
    output = "\n".join(f"{number}:\t{'x' * 200}" for number in range(100))
    one = replace(graded_class.broken("ada", suite), build_output=output)
    show_all = False
    lines = shown(print_program, score_submission(suite, one, Rubric()), show_all).splitlines()
    outputs = [line for line in lines if line.startswith("  | ")]
    assert [line.split(":")[0] for line in outputs] == [
        *(f"  | {number}" for number in range(4)),
        "  | [88 lines omitted]",
        *(f"  | {number}" for number in range(92, 100)),
    ]
    assert outputs[0].endswith("x" * 200)
    assert "\\t" not in outputs[0]


def test_similar_pairs_are_listed_with_a_warning_that_they_are_no_proof() -> None:
    words = " ".join(shown(print_similar, similar_submissions.sample()).split())
    assert words.startswith("1 pair of submissions shares much of their code. Similarity is not proof of copying")
    assert "Ada 100 %" in words
    assert "homework3.py, lines 1 to 17" in words
    narrow = io.StringIO()
    print_similar(Console(file=narrow, width=40), similar_submissions.sample())
    assert "Ada (100 %) and" in narrow.getvalue()
    none = similar_submissions.similarity([(similar_submissions.python("x = 1\n"),)] * 2, ["ada", "bob"])
    assert shown(print_similar, none) == "No two submissions share suspiciously much code.\n"
