"""Likely mistakes are inferred from all answers of a submission."""

from collections.abc import Sequence
from pathlib import Path

from conftest import ROOT

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.evidence import Level
from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.question import Question
from outply.games import warfare
from outply.grading.result.likely_mistakes import likely_mistakes
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.suite import folder
from outply.grading.suite.case import Case

QUESTION = folder.read(Path(ROOT, "examples"))[-1].question  # of Warfare
RIGHT = Judgement(verdict=Verdict.RIGHT)


def case(name: str, *mistakes: str, question: Question = QUESTION) -> Case:
    return Case(
        name=name, question=question, expected="", wrong_outputs=(WrongOutput(output="x", mistakes=mistakes),)
    )


def wrong(*mistakes: str, verdict: Verdict = Verdict.WRONG_MOVE) -> Judgement:
    return Judgement(verdict=verdict, mistakes=mistakes)


def infer(cases: Sequence[Case], *judgements: Judgement | None) -> list[tuple[str, int, int]]:
    """Return (mistake, explained answers, wrong answers) of each likely mistake."""
    names = [case.name for case in cases]
    graded = GradedSubmission(name="a", student="a", judgements=tuple(zip(names, judgements, strict=True)))
    return [(one.mistake, one.explains, one.wrong_answers) for one in likely_mistakes(cases, graded)]


def test_all_mistakes_that_lead_to_every_answer_are_likely() -> None:
    cases = [case("1", "ties", "chains"), case("2", "chains", "ties")]
    matching = wrong("ties", "chains")
    assert infer(cases, matching, matching) == [("ties", 2, 2), ("chains", 2, 2)]


def test_mistake_that_explains_all_answers_hides_those_that_explain_only_some() -> None:
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert infer(cases, wrong("ties", "chains"), wrong("chains")) == [("chains", 2, 2)]


def test_mistake_contradicted_by_a_right_answer_is_excluded() -> None:
    cases = [case("1", "ties", "chains"), case("2", "chains")]
    assert infer(cases, wrong("ties", "chains"), RIGHT) == [("ties", 1, 1)]


def test_mistake_that_explains_few_answers_is_not_likely() -> None:
    cases = [case(name, "chains") for name in "123"]
    assert infer(cases, wrong("chains"), wrong(), wrong()) == []


def test_likely_mistake_states_how_certain_it_is() -> None:
    different = [name for name in MISTAKES_BY_NAME if name != "chains"]
    varied = [
        Question(warfare.Position.of([[1, 2], [3, 4]], ["X.", "O."], player), mode, depth)
        for player in "XO"
        for mode in ("MINIMAX", "ALPHABETA")
        for depth in (1, 2, 3)
    ]
    cases = [case(str(index), "chains", different[index], question=one) for index, one in enumerate(varied)]
    cases += [case(f"right {number}") for number in range(3)]
    names = [case.name for case in cases]
    judgements = tuple(zip(names, [wrong("chains")] * 12 + [RIGHT] * 3, strict=True))
    certain, *others = likely_mistakes(cases, GradedSubmission(name="a", student="a", judgements=judgements))
    assert (certain.level, others) == (Level.EXPLAINS_ALL, [])
    assert (
        "gives exactly these 15 answers, 12 of them wrong, and no other known mistake does." in certain.statement
    )
    first = likely_mistakes(cases, GradedSubmission(name="a", student="a", judgements=judgements[:1]))[0]
    assert first.level is Level.ONE_OF
    assert first.summary.startswith("perhaps: ")


def test_crashes_and_unreached_cases_are_ignored() -> None:
    cases = [case("1", "ties"), case("2", "ties"), case("3", "ties")]
    assert infer(cases, wrong("ties"), wrong(verdict=Verdict.CRASH), None) == [("ties", 1, 1)]


def test_crash_is_evidence_for_a_mistake_that_leads_to_no_answer() -> None:
    silent = Case(
        name="1", question=QUESTION, expected="", wrong_outputs=(WrongOutput(output="", mistakes=("edges",)),)
    )
    crash = wrong(verdict=Verdict.CRASH)
    assert infer([silent, case("2", "ties")], crash, RIGHT) == [("edges", 1, 1)]
    assert infer([silent, case("2", "ties")], RIGHT, wrong("ties")) == [("ties", 1, 1)]


def test_program_without_any_answer_has_no_likely_mistake() -> None:
    silent = WrongOutput(output="", mistakes=("edges",))
    cases = [Case(name=name, question=QUESTION, expected="", wrong_outputs=(silent,)) for name in "12"]
    for verdict in (Verdict.CRASH, Verdict.NO_OUTPUT):
        assert infer(cases, *[wrong(verdict=verdict)] * 2) == []


def test_statement_counts_the_wrong_answers_that_could_not_be_compared() -> None:
    cases = [*(case(name, "ties") for name in "123"), case("4"), case("5")]
    crash = wrong(verdict=Verdict.CRASH)
    judgements = tuple(zip("12345", [wrong("ties"), crash, crash, RIGHT, RIGHT], strict=True))
    (only,) = likely_mistakes(cases, GradedSubmission(name="a", student="a", judgements=judgements))
    assert "gives all 2 right answers and 1 of the 3 wrong answers (the other 2 could not be" in only.statement


def test_right_program_has_no_likely_mistakes() -> None:
    assert infer([case("1", "ties")], RIGHT) == []
