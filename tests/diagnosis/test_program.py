"""Diagnosis of a program from many of its answers."""

from itertools import islice

import pytest
from support.grading.wrong_answers import questions

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.evidence import Level
from outply.diagnosis.program import AnsweredQuestion, ProgramAnswer, diagnose_program, simulate
from outply.formats.question import Question


def answered(question: Question, output: bytes) -> AnsweredQuestion:
    return AnsweredQuestion(ProgramAnswer(name="x", question=question, output=output))


def answers_of(mistake: str, game: str, count: int) -> list[AnsweredQuestion]:
    """Return the answers of a program with the mistake to `count` questions."""
    answers = []
    for question in islice(questions(game), count):
        outputs = simulate(question)
        output = outputs.of(MISTAKES_BY_NAME[mistake])
        answer = outputs.correct if output is None else output
        answers.append(answered(question, answer.encode()))
    return answers


@pytest.mark.parametrize(("mistake", "game"), [("ties", "warfare"), ("root-uncounted", "starcircle")])
def test_diagnosis_of_a_program_includes_its_mistake(mistake: str, game: str) -> None:
    diagnosis = diagnose_program(answers_of(mistake, game, 25))
    assert diagnosis.evidence.level in (Level.EXPLAINS_ALL, Level.ONE_OF)
    assert mistake in [candidate.mistake for candidate in diagnosis.evidence.candidates]
    assert diagnosis.evidence.wrong == len(diagnosis.wrong) > 0


def test_answers_of_two_programs_with_different_mistakes_have_no_common_candidate() -> None:
    answers = answers_of("root-uncounted", "starcircle", 6) + answers_of("score-side", "starcircle", 6)
    assert diagnose_program(answers).evidence.level not in (Level.EXPLAINS_ALL, Level.ONE_OF)


def test_right_program_has_no_candidates() -> None:
    question = next(questions("warfare"))
    diagnosis = diagnose_program([answered(question, simulate(question).correct.encode() + b"\n")])
    assert (diagnosis.wrong, diagnosis.evidence.candidates) == ([], ())


def test_stopped_diagnosis_counts_the_answers_that_were_not_compared() -> None:
    answers = answers_of("ties", "warfare", 4)
    stops = iter([False, True])
    diagnosis = diagnose_program(answers, stop=lambda: next(stops, True))
    assert diagnosis.not_compared == 3


def test_missing_answer_counts_as_wrong() -> None:
    one = answered(next(questions("warfare")), b" \n")
    assert (one.is_right, one.is_missing, one.is_malformed) == (False, True, False)


@pytest.mark.parametrize("game", ["warfare", "starcircle"])
def test_incomplete_answer_and_answer_in_another_format_are_malformed(game: str) -> None:
    question = next(questions(game))
    right = simulate(question).correct.encode()
    for output in (
        right.split(b"\n")[0],
        right.rsplit(b"\n", 1)[0],
        right.lower(),
        right + b"\nMINIMAX",
        b"?" + right[5:],
    ):
        one = answered(question, output)
        assert (one.is_right, one.is_malformed) == (False, True), output
    one = answered(question, b" " + right.replace(b"\n", b" \r\n\r\n"))
    assert (one.is_right, one.is_malformed) == (True, False)


def test_malformed_answers_are_no_evidence() -> None:
    answers = answers_of("ties", "warfare", 6)
    malformed = [answered(question, b"A1 STAKE") for question in islice(questions("warfare"), 4)]
    diagnosis = diagnose_program([*answers, *malformed])
    assert diagnosis.evidence == diagnose_program(answers).evidence
    assert len(diagnosis.wrong) == diagnosis.evidence.wrong + 4
    assert diagnose_program(malformed).evidence.candidates == ()


def test_missing_answers_are_evidence_only_if_other_questions_are_answered() -> None:
    missing = [answered(question, b"") for question in islice(questions("warfare"), 4)]
    assert diagnose_program(missing).evidence.wrong == 0
    question = next(questions("warfare"))
    right = answered(question, simulate(question).correct.encode())
    assert diagnose_program([*missing, right]).evidence.wrong == 4
