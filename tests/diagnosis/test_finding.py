"""Mistakes that are named for outputs."""

import itertools

import pytest
from hypothesis import settings
from support.grading import student_programs as students
from support.grading.wrong_answers import (
    CAUSES,
    candidate_families,
    candidate_names,
    depth_of,
    games_of,
    nth_question,
    questions,
    right_output,
    special_questions,
    visited_moves,
    wrong_output,
)

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.diagnose import diagnose
from outply.diagnosis.evidence import Level
from outply.diagnosis.variant import SearchVariant
from outply.formats.question import Question
from outply.games import warfare

EXAMPLES = settings().max_examples  # of the profile

TIED_MOVES = Question(warfare.Position.of([[1] * 3] * 3, ["O..", "...", "..."]), "MINIMAX", 1)
"""All moves have the same value, so that the move order decides."""


GAME_OF_PROGRAM = {"ColumnByColumn": "warfare", "RaidsFirst": "warfare"} | dict.fromkeys(
    ("FromRowA", "FreePass", "NoPass", "EndsAfterOnePass"), "starcircle"
)


def output_of(student: students.Student) -> bytes:
    output = student.output()
    assert output is not None
    return output


def test_student_program_without_mistakes_is_right() -> None:
    for game in ("warfare", "starcircle"):
        for question in itertools.islice(questions(game), 40):
            assert diagnose(question, output_of(students.Student(question))).is_right
            assert diagnose(question, students.Student(question).visited_moves(), "visits").is_right


@pytest.mark.parametrize(
    ("student", "game", "number"),
    [
        ("PlaysLastTie", "warfare", 12),
        ("PlaysLastTie", "starcircle", 5),
        ("PrunesStrictly", "starcircle", 5),
        ("NeverPrunes", "starcircle", 5),
        ("OnePlyLess", "warfare", 53),
        ("OnePlyLess", "starcircle", 3),
        ("OnePlyMore", "warfare", 26),
        ("OnePlyMore", "starcircle", 3),
        ("RaidsFirst", "warfare", 96),
        ("FromRowA", "starcircle", 5),
        ("FreePass", "starcircle", 11),
        ("NoPass", "starcircle", 18),
        ("EndsAfterOnePass", "starcircle", 18),
        ("EvaluatesForMover", "warfare", 5),
        ("EvaluatesForMover", "starcircle", 11),
        ("EvaluatesForOpponent", "warfare", 0),
        ("EvaluatesForOpponent", "starcircle", 9),
        ("EvaluatesForFirstPlayer", "warfare", 2),
        ("EvaluatesForFirstPlayer", "starcircle", 5),
    ],
)
def test_cause_of_a_wrong_output_is_named_first(student: str, game: str, number: int) -> None:
    question = nth_question(game, number)
    diagnosis = diagnose(question, output_of(getattr(students, student)(question)))
    assert not diagnosis.is_right
    assert candidate_names(diagnosis)[0] == CAUSES[student]


@pytest.mark.parametrize("student", CAUSES)
def test_actual_cause_is_always_among_the_causes(student: str) -> None:
    for game in ("warfare", "starcircle"):
        if GAME_OF_PROGRAM.get(student, game) != game:
            continue
        for question in itertools.islice(questions(game), EXAMPLES // 4):
            output = getattr(students, student)(question).output()
            if output is not None and output != right_output(question):
                assert CAUSES[student] in candidate_names(diagnose(question, output)), question


def test_move_order_mistakes_are_distinguished_on_tied_moves() -> None:
    assert candidate_names(diagnose(TIED_MOVES, output_of(students.ColumnByColumn(TIED_MOVES))))[0] == "by-column"
    assert candidate_names(diagnose(TIED_MOVES, output_of(students.PlaysLastTie(TIED_MOVES))))[0] == "ties"


@pytest.mark.parametrize(
    "mistake",
    [mistake for mistake in MISTAKES if not mistake.variant.crashes and games_of(mistake)],
    ids=lambda mistake: mistake.name,
)
def test_each_mistake_explains_its_own_answer(mistake: Mistake) -> None:
    game = games_of(mistake)[-1]
    explained = 0
    for question in (*special_questions(game), *itertools.islice(questions(game), 120)):
        depth = depth_of(question)
        if not mistake.is_applicable(game=game, algorithm=question.mode, depth=depth):
            continue
        if not mistake.affects(question.position, depth):
            continue
        output = wrong_output(question, mistake)
        if output is not None and output != right_output(question) and not output.startswith(b"A0"):
            assert mistake.family in candidate_families(diagnose(question, output)), question
            explained += 1
        visits = visited_moves(question, mistake.variant)
        if visits and visits.count(b"\n") > 1 and visits != visited_moves(question, SearchVariant()):
            assert mistake.family in candidate_families(diagnose(question, visits, "visits")), question
            explained += 1
        if explained >= EXAMPLES // 40:
            break
    assert explained


@pytest.mark.parametrize("student", CAUSES)
def test_diagnosis_of_a_single_output_never_proves_a_mistake(student: str) -> None:
    for game in ("warfare", "starcircle"):
        if GAME_OF_PROGRAM.get(student, game) == game:
            for question in itertools.islice(questions(game), 5):
                output = getattr(students, student)(question).output()
                if output is not None:
                    assert diagnose(question, output).level in (Level.ONE_OF, Level.NONE)


def test_stopped_diagnosis_lists_the_mistakes_that_were_not_simulated(warfare_question: Question) -> None:
    diagnosis = diagnose(warfare_question, b"B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....", stop=lambda: True)
    assert (diagnosis.is_stopped, diagnosis.candidates) == (True, ())
    assert len(diagnosis.not_simulated) > 20


def test_answer_that_no_mistake_reproduces_has_no_candidate(starcircle_question: Question) -> None:
    diagnosis = diagnose(starcircle_question, b"F4-G5\n130\n-999\n77")
    assert (diagnosis.difference, diagnosis.candidates) == ("move", ())
