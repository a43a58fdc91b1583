"""Graded programs in the terminal: what is likely wrong comes first, and what a case tests is said to be that."""

import io

import pytest
from rich.console import Console
from support import classes

from outply.cli.grade.render import show_class, show_program
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import Verdict
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.scored import score_submission


@pytest.fixture(scope="module")
def suite():
    return classes.cases()


def shown(show, *arguments):
    screen = io.StringIO()
    show(Console(file=screen, width=160), *arguments)
    return screen.getvalue()


def program(suite, one, everything=False):
    return " ".join(shown(show_program, score_submission(suite, one, Rubric()), everything).split())


def test_the_likely_mistake_comes_first_and_at_each_case_that_it_explains(suite):
    words = program(suite, classes.graded("a", suite, classes.wrong_on("nodes")))
    assert words.startswith("2 of 2 wrong answers match a program that does not count the root.")
    case = words[words.index("case-06") :]
    answer = case.index("This is the answer of a program that does not count the root")
    difference = case.index("The first")
    assert answer < difference < case.index("This case tests: Every visited node counts")


def test_where_one_mistake_explains_all_there_is_no_table_by_rules(suite):
    one = classes.graded("a", suite, classes.wrong_on("nodes"))
    assert "cases that test" not in program(suite, one)
    assert "cases that test" in program(suite, classes.graded("b", suite, classes.wrong))


def test_of_a_class_the_mistakes_come_before_the_cases(suite):
    many = [classes.graded(name, suite, classes.wrong_on("nodes")) for name in "ab"]
    text = shown(show_class, ClassSummary(suite, many, Rubric()))
    assert text.index("2 submissions: does not count the root") < text.index("Cases that failed most")


def test_who_was_given_up_is_told_so_in_the_class(suite):
    text = shown(show_class, ClassSummary(suite, [classes.given_up("a", suite)], Rubric()))
    assert "given up after 2 timeouts in a row" in text


@pytest.mark.parametrize(
    ("reached", "told"), [(16, "depth 0/2"), (9, "depth 0/1, 1 not run"), (1, "depth not run")]
)
def test_a_rule_that_was_not_reached_is_not_counted_as_wrong(suite, reached, told):
    one = classes.graded("a", suite, lambda case: classes.wrong(case, Verdict.CRASH), reached=reached)
    assert f" {told} The" in program(suite, one)
