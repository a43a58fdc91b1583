"""What is said about a list of the moves that a program visited."""

import pytest
from diagnosis.test_diagnose import names
from support import student_programs as students

from outply.diagnosis.diagnose import diagnose
from outply.formats.question import Question
from outply.games import warfare
from outply.games.starcircle import StarCircle
from outply.search.trace import WHOLE_TREE


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
def test_lists_may_be_written_in_many_ways(star, text):
    found = diagnose(star, text.encode())
    assert (found.kind, found.found) == ("right", ("All 4 visits are right.",))


def test_the_first_visit_that_differs_is_shown_with_its_node_and_window():
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    visits = students.Student(question).moves_visited().decode().split("\n")
    visits[100] = "A1-B2"
    found = diagnose(question, "\n".join(visits).encode())
    path = [str(move) for move in found.path]
    expected = visits_of(question)[101]
    assert found.found[0].startswith("Visit 101 (line 101) is A1-B2; the textbook visits ")
    assert str(found.expected) == str(expected.move)
    assert len(path) == expected.depth - 1
    assert found.window == (expected.alpha_in, expected.beta_in)


def visits_of(question):
    from outply.search.textbook import ALGORITHMS

    return ALGORITHMS[question.mode](question.position, question.depth, trace=WHOLE_TREE).trace


def test_a_list_that_ends_early_or_goes_on_is_told(star):
    assert diagnose(star, b"F4-H2\nF4-G5").found[0] == (
        "The visits end after 2 moves. G3-F2 after F4-G5 is visited next."
    )
    longer = diagnose(star, b"F4-H2\nF4-G5\nG3-F2\nG3-F4\npass")
    assert longer.found[0] == "The textbook's search is over after 4 moves, but line 5 goes on with pass."
    broken = diagnose(star, b"F4-H2\nF4-G5\nwhat?\nG3-F4")
    assert broken.found[1] == "Line 3 is 'what?', expected a move."


def test_a_list_that_agrees_with_a_mistake_for_a_while_names_it_with_how_long():
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    theirs = students.FromTheBottom(question).moves_visited().split(b"\n")
    found = diagnose(question, b"\n".join([*theirs[:50], b"A1-B2"]))
    assert names(found)[:1] == ["from-A1"]
    assert (found.causes[0].whole, found.causes[0].visits) == (False, 50)


def test_the_beginning_of_a_search_that_nobody_waits_for_is_compared():
    question = Question(warfare.Position.of([[7] * 26] * 26), "MINIMAX", 9)
    begin = "A1 Stake\nB1 Stake\nC1 Stake\n"
    assert diagnose(question, begin.encode(), "visits").found[0].startswith("The visits end after 3 moves.")
    found = diagnose(question, (begin + "A2 Stake").encode())
    assert found.found[0].startswith("Visit 4 (line 4) is A2 Stake; the textbook visits D1 Stake")
