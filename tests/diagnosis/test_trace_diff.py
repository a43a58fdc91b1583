"""Diagnosis of lists of visited moves."""

from collections.abc import Sequence

import pytest
from support.grading import student_programs as students
from support.grading.wrong_answers import candidate_names, depth_of
from support.search.search_results import visits_of

from outply.diagnosis.diagnose import diagnose
from outply.formats.question import Question
from outply.games import warfare
from outply.games.starcircle import StarCircle
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE, Visit


@pytest.mark.parametrize(
    "text",
    [
        "F4-H2\nF4-G5\nG3-F2\nG3-F4",
        "root\nF4-H2\nF4-G5\n  G3-F2\n  G3-F4\n",
        "0: root\n1: F4-H2\n1: F4-G5\n2: G3-F2\n2: G3-F4",
        "1. f4-h2 160\r\n2. f4-g5\r\n\r\n3. g3-f2\r\n4. g3-f4\r\n",
        "depth:1 F4-H2\ndepth:1 F4-G5\ndepth:2 G3-F2\ndepth:2 G3-F4",
    ],
)
def test_lists_in_many_formats_are_read(starcircle_question: Question, text: str) -> None:
    diagnosis = diagnose(starcircle_question, text.encode())
    assert (diagnosis.difference, diagnosis.sentences) == ("right", ("All 4 visits are right.",))


def test_first_differing_visit_is_shown_with_its_node_and_window() -> None:
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    visits = students.Student(question).visited_moves().decode().split("\n")
    visits[100] = "A1-B2"
    diagnosis = diagnose(question, "\n".join(visits).encode())
    path = [str(move) for move in diagnosis.path]
    expected = textbook_visits(question)[101]
    assert diagnosis.sentences[0].startswith("Visit 101 (line 101) is A1-B2; the textbook visits ")
    assert str(diagnosis.expected_move) == str(expected.move)
    assert len(path) == expected.depth - 1
    assert diagnosis.window == (expected.alpha_in, expected.beta_in)


def textbook_visits(question: Question) -> Sequence[Visit]:
    return visits_of(ALGORITHMS[question.mode](question.position, depth_of(question), trace=WHOLE_TREE))


def test_list_that_is_too_short_or_too_long_is_reported(starcircle_question: Question) -> None:
    assert diagnose(starcircle_question, b"F4-H2\nF4-G5").sentences[0] == (
        "The visits end after 2 moves. The next visit should be G3-F2 after F4-G5."
    )
    longer = diagnose(starcircle_question, b"F4-H2\nF4-G5\nG3-F2\nG3-F4\npass")
    assert longer.sentences[0] == "The textbook search ends after 4 moves, but line 5 goes on with pass."
    broken = diagnose(starcircle_question, b"F4-H2\nF4-G5\nwhat?\nG3-F4")
    assert broken.sentences[1] == "Line 3 is 'what?', expected a move."


def test_partly_matching_mistake_is_named_with_the_number_of_matching_visits() -> None:
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    visits = students.FromRowA(question).visited_moves().split(b"\n")
    diagnosis = diagnose(question, b"\n".join([*visits[:50], b"A1-B2"]))
    assert candidate_names(diagnosis)[:1] == ["from-A1"]
    assert (diagnosis.candidates[0].explains_all, diagnosis.candidates[0].matching_visits) == (False, 50)


@pytest.mark.slow
def test_only_the_beginning_of_a_huge_search_is_compared() -> None:
    question = Question(warfare.Position.of([[7] * 26] * 26), "MINIMAX", 9)
    beginning = "A1 Stake\nB1 Stake\nC1 Stake\n"
    assert (
        diagnose(question, beginning.encode(), "visits").sentences[0].startswith("The visits end after 3 moves.")
    )
    diagnosis = diagnose(question, (beginning + "A2 Stake").encode())
    assert diagnosis.sentences[0].startswith("Visit 4 (line 4) is A2 Stake; the textbook visits D1 Stake")
