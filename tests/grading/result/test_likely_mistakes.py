"""Which mistake explains a submission's answers."""

from pathlib import Path

from conftest import ROOT

from outply.grading.result.likely_mistakes import suspects
from outply.grading.result.verdict import Graded, Judgement, Verdict
from outply.grading.suite import folder
from outply.grading.suite.case import Case, Wrong

QUESTION = folder.read(Path(ROOT, "examples"))[0].question
RIGHT = Judgement(Verdict.RIGHT)


def case(name, *mistakes):
    return Case(name, QUESTION, "", "", (Wrong("x", mistakes),))


def wrong(*mistakes, verdict=Verdict.MOVE):
    return Judgement(verdict, mistakes=mistakes)


def found(cases, *judgements):
    names = [case.name for case in cases]
    graded = Graded("a", "a", tuple(zip(names, judgements, strict=True)))
    return [(one.mistake, one.explains, one.of) for one in suspects(cases, graded)]


def test_the_mistake_that_explains_most_comes_first():
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert found(cases, wrong("ties", "chains"), wrong("chains")) == [("chains", 2, 2), ("ties", 1, 2)]


def test_a_mistake_that_a_right_answer_speaks_against_is_not_suspected():
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert found(cases, wrong("ties", "chains"), RIGHT) == [("ties", 1, 1)]


def test_what_explains_little_beside_another_is_not_told():
    cases = [case(name, "chains") for name in "123"]
    assert found(cases, wrong("ties", "chains"), wrong("chains"), wrong("chains")) == [("chains", 3, 3)]


def test_crashes_and_cases_not_reached_say_nothing():
    cases = [case("1", "ties"), case("2", "ties"), case("3", "ties")]
    assert found(cases, wrong("ties"), wrong(verdict=Verdict.CRASH), None) == [("ties", 1, 1)]


def test_a_right_program_has_no_suspects():
    assert found([case("1", "ties")], RIGHT) == []
