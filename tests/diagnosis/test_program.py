"""Diagnosis of a program from many of its answers."""

from itertools import islice

import pytest
from support.wrong_answers import questions, wrong_output

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


def test_missing_answer_counts_as_wrong_and_has_no_move() -> None:
    one = answered(next(questions("warfare")), b"")
    assert (one.is_right, one.has_move) == (False, False)


def test_answer_without_a_board_is_compared_by_its_move() -> None:
    question = next(questions("warfare"))
    move = simulate(question).correct.split("\n")[0]
    assert answered(question, move.encode()).is_right
    output = next(
        output
        for name in ("reversed", "eval-other", "ties", "greedy")
        if (output := wrong_output(question, MISTAKES_BY_NAME[name])) is not None
        and output.split(b"\n")[0] != move.encode()
    )
    assert not answered(question, output.split(b"\n")[0]).is_right
