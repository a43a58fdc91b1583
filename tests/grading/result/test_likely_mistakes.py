"""Likely mistakes are inferred from all answers of a submission."""

from collections.abc import Sequence
from pathlib import Path

from conftest import ROOT

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.grading.result.likely_mistakes import likely_mistakes
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite import folder
from outply.grading.suite.case import Case

QUESTION = folder.read(Path(ROOT, "examples"))[0].question
RIGHT = Judgement(verdict=Verdict.RIGHT)


def case(name: str, *mistakes: str) -> Case:
    return Case(
        name=name, question=QUESTION, expected="", wrong_outputs=(WrongOutput(output="x", mistakes=mistakes),)
    )


def wrong(*mistakes: str, verdict: Verdict = Verdict.WRONG_MOVE) -> Judgement:
    return Judgement(verdict=verdict, mistakes=mistakes)


def infer(cases: Sequence[Case], *judgements: Judgement | None) -> list[tuple[str, int, int]]:
    """Return (mistake, explained answers, wrong answers) of each likely mistake."""
    names = [case.name for case in cases]
    graded = GradedSubmission(name="a", student="a", judgements=tuple(zip(names, judgements, strict=True)))
    return [(one.mistake, one.explains, one.wrong_answers) for one in likely_mistakes(cases, graded)]


def test_mistake_that_explains_most_answers_comes_first() -> None:
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert infer(cases, wrong("ties", "chains"), wrong("chains")) == [("chains", 2, 2), ("ties", 1, 2)]


def test_mistake_contradicted_by_a_right_answer_is_excluded() -> None:
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert infer(cases, wrong("ties", "chains"), RIGHT) == [("ties", 1, 1)]


def test_mistake_that_explains_less_than_half_of_the_likeliest_is_excluded() -> None:
    cases = [case(name, "chains") for name in "123"]
    assert infer(cases, wrong("ties", "chains"), wrong("chains"), wrong("chains")) == [("chains", 3, 3)]


def test_crashes_and_unreached_cases_are_ignored() -> None:
    cases = [case("1", "ties"), case("2", "ties"), case("3", "ties")]
    assert infer(cases, wrong("ties"), wrong(verdict=Verdict.CRASH), None) == [("ties", 1, 1)]


def test_right_program_has_no_likely_mistakes() -> None:
    assert infer([case("1", "ties")], RIGHT) == []
