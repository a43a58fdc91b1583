"""Diagnosis of lists of visited moves: the mistake of a program is named first."""

import pytest
from support.grading import student_programs as students
from support.grading.wrong_answers import CAUSES, candidate_names, nth_question

from outply.diagnosis.diagnose import diagnose
from outply.diagnosis.evidence import Level
from outply.formats.question import Question
from outply.games.starcircle import StarCircle


# Each number selects a random question whose visits show the mistake of the program.
@pytest.mark.parametrize(
    ("student", "game", "number"),
    [
        ("PrunesStrictly", "warfare", 14),
        ("PrunesStrictly", "starcircle", 5),
        ("NeverPrunes", "warfare", 4),
        ("OnePlyLess", "warfare", 5),
        ("OnePlyMore", "warfare", 0),
        ("ColumnByColumn", "warfare", 0),
        ("RaidsFirst", "warfare", 1),
        ("FromRowA", "starcircle", 1),
        ("FreePass", "starcircle", 11),
        ("NoPass", "starcircle", 11),
        ("EndsAfterOnePass", "starcircle", 18),
        ("EvaluatesForMover", "starcircle", 11),
        ("EvaluatesForOpponent", "warfare", 4),
        ("EvaluatesForFirstPlayer", "starcircle", 5),
    ],
)
def test_cause_of_a_wrong_list_of_visits_is_named_first(student: str, game: str, number: int) -> None:
    question = nth_question(game, number)
    diagnosis = diagnose(question, getattr(students, student)(question).visited_moves(), "visits")
    assert diagnosis.difference == "visit"
    assert candidate_names(diagnosis)[0] == CAUSES[student]
    assert diagnosis.candidates[0].explains_all


def test_complete_list_of_visits_proves_a_mistake_only_if_no_other_leads_to_it() -> None:
    question = Question(StarCircle().start(), "ALPHABETA", 3)
    diagnosis = diagnose(question, students.PrunesStrictly(question).visited_moves(), "visits")
    assert (diagnosis.level, candidate_names(diagnosis)) == (Level.PROVEN, ["strict-cut"])
    diagnosis = diagnose(question, students.FromRowA(question).visited_moves(), "visits")
    assert (diagnosis.level, candidate_names(diagnosis)) == (Level.PROVEN, ["from-A1"])
