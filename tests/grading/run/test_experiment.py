"""Diagnosis of a program by experiment."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.diagnosis.evidence import Level
from outply.diagnosis.program import ProgramAnswer, simulate
from outply.formats.question import Question
from outply.grading.run.experiment import Ask, Conclusion, Experiment, Round


def program(mistake: str) -> Ask:
    """Return a function that answers questions like a program with the mistake, or like a right one if empty."""

    def ask(questions: Sequence[tuple[str, Question]]) -> list[ProgramAnswer]:
        answers = []
        for name, question in questions:
            outputs = simulate(question)
            output = outputs.of(MISTAKES_BY_NAME[mistake]) if mistake else None
            text = outputs.correct if output is None else output
            answers.append(ProgramAnswer(name=name, question=question, output=text.encode()))
        return answers

    return ask


def illegal(questions: Sequence[tuple[str, Question]]) -> list[ProgramAnswer]:
    """Answer every question with a move that no known mistake leads to."""
    return [ProgramAnswer(name=name, question=question, output=b"Z26 Stake") for name, question in questions]


def test_experiment_finds_and_confirms_a_mistake() -> None:
    rounds: list[Round] = []
    result = Experiment("starcircle", program("by-target"), seed=1, on_round=rounds.append).run()
    assert result.conclusion is Conclusion.CONFIRMED
    assert result.diagnosis.evidence.level is Level.EXPLAINS_ALL
    assert result.diagnosis.evidence.candidates[0].mistake == "by-target"
    assert result.rounds == tuple(rounds)
    assert rounds[-1].remaining == ("by-target",)


def test_experiment_ends_if_the_remaining_mistakes_are_indistinguishable() -> None:
    from_a1 = MISTAKES_BY_NAME["from-A1"]
    catalogue = [from_a1, replace(from_a1, name="as-text"), MISTAKES_BY_NAME["by-target"]]
    result = Experiment("starcircle", program("from-A1"), seed=1, catalogue=catalogue).run()
    assert result.conclusion is Conclusion.INDISTINGUISHABLE
    assert {one.mistake for one in result.diagnosis.evidence.candidates} == {"from-A1", "as-text"}


def test_experiment_with_a_right_program_finds_no_wrong_answer() -> None:
    result = Experiment("starcircle", program(""), seed=1).run()
    assert (result.conclusion, result.smallest_wrong) == (Conclusion.RIGHT, None)


def test_unlisted_mistake_is_shown_on_a_small_question() -> None:
    result = Experiment("warfare", illegal, seed=1).run()
    assert result.conclusion is Conclusion.UNEXPLAINED
    assert result.smallest_wrong is not None
    assert result.smallest_wrong.answer.question.position.size <= 3


@pytest.mark.parametrize("limit", [1, 7])
def test_number_of_questions_of_an_experiment_is_limited(limit: int) -> None:
    result = Experiment("warfare", program(""), seed=1, max_questions=limit).run()
    assert (result.conclusion, len(result.diagnosis.answers)) == (Conclusion.LIMIT, limit)


def test_stopped_experiment_asks_no_question() -> None:
    result = Experiment("warfare", program("reversed"), seed=1, stop=lambda: True).run()
    assert (result.conclusion, result.rounds) == (Conclusion.LIMIT, ())


def test_experiment_stops_while_questions_are_chosen() -> None:
    tasks: list[str] = []
    result = Experiment(
        "warfare",
        program("by-column"),
        seed=1,
        stop=lambda: "choosing questions" in tasks,
        on_progress=lambda task, number, total: tasks.append(task),
    ).run()
    assert (result.conclusion, len(result.rounds)) == (Conclusion.LIMIT, 1)
    assert tasks.count("choosing questions") == 1
