"""Questions on which programs with different mistakes give different answers."""

from dataclasses import replace

from outply.diagnosis.catalogue import MISTAKES_BY_NAME
from outply.formats import question as questions
from outply.grading.suite.distinguishing_questions import QuestionSource, choose_confirming, choose_distinguishing

TIES, REVERSED = MISTAKES_BY_NAME["ties"], MISTAKES_BY_NAME["reversed"]
RAIDS_FIRST = MISTAKES_BY_NAME["raids-first"]


def test_question_sources_with_equal_seeds_generate_equal_questions() -> None:
    def texts(seed: int) -> list[str]:
        return [questions.write(one.question) for one in QuestionSource("warfare", seed).take(4)]

    assert texts(1) == texts(1) != texts(2)


def test_chosen_question_gets_different_answers_from_programs_with_different_mistakes() -> None:
    pool = QuestionSource("warfare", 1).take(12)
    chosen = choose_distinguishing(pool, [TIES, RAIDS_FIRST], 3)
    assert chosen
    first, second = chosen[0].answers([TIES, RAIDS_FIRST])
    assert first != second
    assert all(one in pool for one in chosen)


def test_no_question_distinguishes_two_programs_with_the_same_mistake() -> None:
    pool = QuestionSource("warfare", 1).take(4)
    assert choose_distinguishing(pool, [TIES, TIES], 3) == []


def test_program_with_the_mistake_answers_confirming_questions_wrongly() -> None:
    chosen = choose_confirming(QuestionSource("warfare", 1).take(10), [REVERSED], 3)
    assert chosen
    assert all(one.answers([REVERSED]) != [None] for one in chosen)


def test_confirming_questions_on_which_a_similar_mistake_answers_differently_come_first() -> None:
    pool = [one for one in QuestionSource("warfare", 1).take(16) if one.answers([TIES]) != [None]][::-1]
    shared = [one.answers([TIES]) == one.answers([REVERSED]) for one in pool]
    chosen = choose_confirming(pool, [TIES], len(pool), similar=[REVERSED])
    assert set(shared) == {True, False}
    assert [one.answers([TIES]) == one.answers([REVERSED]) for one in chosen] == sorted(shared)


def test_mistake_in_one_algorithm_only_leads_to_right_answers_of_the_other() -> None:
    only_minimax = replace(REVERSED, algorithms=("MINIMAX",))
    for one in QuestionSource("warfare", 1).take(8):
        both = one.answers([REVERSED])
        assert one.answers([only_minimax]) == (both if one.question.mode == "MINIMAX" else [None])
