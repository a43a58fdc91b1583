"""Why an answer is different: what is said about wrong answers, and which cause is named."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import student_programs as students
from support.wrong_answers import names, questions, right_output, visited_moves, wrong_output

from outply.diagnosis.catalogue import MISTAKES
from outply.diagnosis.diagnose import diagnose
from outply.diagnosis.variant import Habits
from outply.formats.question import Question, read
from outply.games import warfare
from outply.games.starcircle import StarCircle

ALL_ALIKE = Question(warfare.Position.of([[1] * 3] * 3, ["O..", "...", "..."]), "MINIMAX", 1)
"""Every move is worth the same, so that the order of moves decides."""


def asked(game, number):
    return next(itertools.islice(questions(game), number, None))


# Causes: solvers that were written without a look at the list of mistakes.

CAUSES = {
    "LastOfEquals": "ties",
    "StrictCut": "strict-cut",
    "NeverCuts": "no-cuts",
    "OneLess": "depth-less",
    "OneMore": "depth-more",
    "ColumnByColumn": "by-column",
    "RaidsFirst": "raids-first",
    "FromTheBottom": "from-A1",
    "PassIsNoPly": "free-pass",
    "StuckIsALeaf": "no-pass",
    "OnePassEnds": "one-pass",
    "EvaluatesForTheMover": "eval-mover",
    "EvaluatesForTheOther": "eval-other",
    "EvaluatesForTheFirst": "eval-first",
}
IN_ONE_GAME = {"ColumnByColumn": "warfare", "RaidsFirst": "warfare"} | dict.fromkeys(
    ("FromTheBottom", "PassIsNoPly", "StuckIsALeaf", "OnePassEnds"), "starcircle"
)


def test_the_solver_that_the_others_differ_from_is_right():
    for game in ("warfare", "starcircle"):
        for question in itertools.islice(questions(game), 40):
            assert diagnose(question, students.Student(question).output()).is_right
            assert diagnose(question, students.Student(question).moves_visited(), "visits").is_right


@pytest.mark.parametrize(
    ("student", "game", "number"),
    [
        ("LastOfEquals", "warfare", 12),
        ("LastOfEquals", "starcircle", 5),
        ("StrictCut", "starcircle", 5),
        ("NeverCuts", "starcircle", 5),
        ("OneLess", "warfare", 53),
        ("OneLess", "starcircle", 3),
        ("OneMore", "warfare", 26),
        ("OneMore", "starcircle", 3),
        ("RaidsFirst", "warfare", 96),
        ("FromTheBottom", "starcircle", 5),
        ("PassIsNoPly", "starcircle", 11),
        ("StuckIsALeaf", "starcircle", 18),
        ("OnePassEnds", "starcircle", 18),
        ("EvaluatesForTheMover", "warfare", 5),
        ("EvaluatesForTheMover", "starcircle", 11),
        ("EvaluatesForTheOther", "warfare", 0),
        ("EvaluatesForTheOther", "starcircle", 9),
        ("EvaluatesForTheFirst", "warfare", 2),
        ("EvaluatesForTheFirst", "starcircle", 5),
    ],
)
def test_the_cause_of_a_wrong_output_is_named_first(student, game, number):
    question = asked(game, number)
    found = diagnose(question, getattr(students, student)(question).output())
    assert not found.is_right
    assert names(found)[0] == CAUSES[student]


@pytest.mark.parametrize(
    ("student", "game", "number"),
    [
        ("StrictCut", "warfare", 14),
        ("StrictCut", "starcircle", 5),
        ("NeverCuts", "warfare", 4),
        ("OneLess", "warfare", 5),
        ("OneMore", "warfare", 0),
        ("ColumnByColumn", "warfare", 0),
        ("RaidsFirst", "warfare", 1),
        ("FromTheBottom", "starcircle", 1),
        ("PassIsNoPly", "starcircle", 11),
        ("StuckIsALeaf", "starcircle", 11),
        ("OnePassEnds", "starcircle", 18),
        ("EvaluatesForTheMover", "starcircle", 11),
        ("EvaluatesForTheOther", "warfare", 4),
        ("EvaluatesForTheFirst", "starcircle", 5),
    ],
)
def test_the_cause_of_a_wrong_list_of_visits_is_named_first(student, game, number):
    question = asked(game, number)
    found = diagnose(question, getattr(students, student)(question).moves_visited(), "visits")
    assert found.kind == "visit"
    assert names(found)[0] == CAUSES[student]
    assert found.causes[0].whole


@pytest.mark.parametrize("student", CAUSES)
def test_the_right_cause_is_always_among_those_that_are_named(student):
    for game in ("warfare", "starcircle"):
        if IN_ONE_GAME.get(student, game) != game:
            continue
        for question in itertools.islice(questions(game), 25):
            output = getattr(students, student)(question).output()
            if output is not None and output != right_output(question):
                assert CAUSES[student] in names(diagnose(question, output)), question


def test_where_all_moves_are_alike_the_order_tells():
    assert names(diagnose(ALL_ALIKE, students.ColumnByColumn(ALL_ALIKE).output()))[0] == "by-column"
    assert names(diagnose(ALL_ALIKE, students.LastOfEquals(ALL_ALIKE).output()))[0] == "ties"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_each_mistake_explains_its_own_answer(mistake):
    game = mistake.games[-1]
    explained = 0
    for question in itertools.islice(questions(game), 120):
        if not mistake.can_happen(game, question.mode, question.depth):
            continue
        output = wrong_output(question, mistake)
        if output not in (None, right_output(question)):
            assert mistake.name in names(diagnose(question, output)), question
            explained += 1
        visits = visited_moves(question, mistake.habits)
        if visits and visits != visited_moves(question, Habits()):
            assert mistake.name in names(diagnose(question, visits, "visits")), question
            explained += 1
        if explained >= 4:
            break
    assert explained


def test_an_answer_that_no_usual_mistake_gives_has_no_cause(star):
    found = diagnose(star, b"F4-G5\n130\n-999\n77")
    assert (found.kind, found.causes) == ("move", ())


# What is different.


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
def test_the_right_answer_is_right(examples, name):
    question = read((examples / f"{name}.in").read_bytes())
    found = diagnose(question, (examples / f"{name}.out").read_bytes())
    assert (found.kind, found.causes) == ("right", ())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda right: right + b"\n", "There is a line feed after the last line"),
        (lambda right: right + b"\n\n", "There are blank lines at the end."),
        (lambda right: right.replace(b"\n", b"\r\n"), "Lines end in carriage return and line feed"),
        (lambda right: right.replace(b"\n", b"\r"), "Lines end in carriage returns"),
        (lambda right: b"\xef\xbb\xbf" + right, "byte-order mark"),
        (lambda right: right.decode().encode("utf-16"), "The file is in UTF-16"),
        (lambda right: b"\n" + right, "The file begins with a blank line."),
        (lambda right: right.replace(b"\n", b"\n\n"), "There are blank lines between the lines."),
        (lambda right: b"  " + right, "There are blanks before the text of line 1."),
        (lambda right: right.replace(b"\n", b" \n", 2), "There are blanks after the text of lines 1, 2."),
        (lambda right: right.lower(), "Line 1 has the wrong capitals: 'c3 raid' should be 'C3 Raid'."),
        (lambda right: right.replace(b" ", b"  "), "Line 1 has the wrong blanks: 'C3  Raid' should be 'C3 Raid'."),
        (lambda right: right.replace(b"C3 Raid", b"Raid C3"), "Line 1 has another form"),
        (lambda right: right.replace(b"..XX.", b". . X X ."), "Lines 2, 4 have the wrong blanks"),
        (lambda right: right + b"\nALPHABETA", "Line 7 is the name of the algorithm, which is not printed."),
        (lambda right: right + b"\n26\n153", "There are 2 lines after the 5 rows of the board."),
    ],
)
def test_a_right_answer_in_a_wrong_format_is_told_apart(war, examples, change, sentence):
    found = diagnose(war, change((examples / "warfare-3.out").read_bytes()))
    assert (found.kind, found.found[0]) == ("format", "The answer is right but for the format.")
    assert any(sentence in fault for fault in found.found[1:]), found.found


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda right: right[:7], "There is no board of 5 x 5 cells after the move."),
        (lambda right: right[:-6], "The board has 4 rows, expected 5."),
        (lambda right: right[:-1], "Line 6 has 4 cells, expected 5."),
        (lambda right: right.replace(b".", b"?"), "Line 2 is '??XX?', expected a row of 5 cells"),
    ],
)
def test_a_right_move_without_its_board_is_not_right(war, examples, change, sentence):
    found = diagnose(war, change((examples / "warfare-3.out").read_bytes()))
    assert found.kind == "board"
    assert any(sentence in fault for fault in found.found), found.found


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        ("F4\u2013H2\n160\n160\n5", "Line 1 has a dash that is no ASCII hyphen"),
        ("F4-H2\n160.0\n160\n5", "Line 2 has another form: '160.0' should be '160'."),
        ("F4-H2\n160\n160\nnodes: 5", "Line 4 has another form: 'nodes: 5' should be '5'."),
        ("F4-H2\n160\n160\n5\nMINIMAX", "Line 5 is the name of the algorithm"),
        ("F4-H2\n160\n160", "The line with the number of visited nodes is missing."),
    ],
)
def test_formats_of_starcircle_are_told_apart(star, theirs, sentence):
    found = diagnose(star, theirs.encode())
    assert found.kind == "format"
    assert any(sentence in fault for fault in found.found), found.found


@pytest.mark.parametrize(
    ("theirs", "kind", "sentence"),
    [
        ("C4 Stake", "illegal", "C4 Stake is not a legal move. C4 is not empty: it is O's."),
        ("A3 Raid", "illegal", "A3 has no cell of X above, below, left or right of it to raid from."),
        ("F1 Stake", "illegal", "F1 is not on the board, which has 5 rows and columns."),
        ("hello", "unreadable", "The first line is 'hello', expected a move such as A1 Stake."),
        ("", "unreadable", "The file is empty."),
        ("B3 Stake", "move", "Theirs is worth -46 to X, the right one 26."),
        (
            "C3 Raid\n..XX.\n..XOX\n..XO.\n..XO.\n.....",
            "board",
            "The board is not the one after C3 Raid: D3 is 'O', and should be 'X'.",
        ),
        (
            "C3 Raid\n..XX.\n..XOX\n...O.\n..OO.\n.....",
            "board",
            "C3 is '.', and should be 'X'. 2 more cells are wrong.",
        ),
    ],
)
def test_wrong_answers_of_warfare_are_explained(war, theirs, kind, sentence):
    found = diagnose(war, theirs.encode(), "output")
    assert found.kind == kind
    assert sentence in " ".join(found.found)


@pytest.mark.parametrize(
    ("theirs", "kind", "sentence"),
    [
        ("F4-H3\n1\n1\n1", "illegal", "F4-H3 is neither a step to the next diagonal square nor one jump."),
        ("F4-E3", "illegal", "A Star moves up, and F4-E3 does not."),
        ("F4-G3", "illegal", "G3 is not empty."),
        ("F4-H6", "illegal", "There is no piece of the other player on G5 to jump over."),
        ("G3-F2", "illegal", "There is no Star on G3."),
        ("H2-G1", "illegal", "H2 is in the last row of Star, where pieces do not move any more."),
        ("pass", "illegal", "Star can move (F4-H2, for one), and may not pass."),
        ("F4-G5\n130\n120\n5", "move", "Theirs is worth 120 to Star, the right one 160."),
        ("F4-H2\n80\n160\n5", "evaluation", "The evaluation for Star after F4-H2 is 160, not 80."),
        ("F4-H2\n160\n80\n5", "value", "The minimax value is 160, not 80."),
        ("F4-H2\n160\n160\n7", "count", "5 nodes are visited, not 7: 2 too many."),
    ],
)
def test_wrong_answers_of_starcircle_are_explained(star, theirs, kind, sentence):
    found = diagnose(star, theirs.encode(), "output")
    assert found.kind == kind
    assert sentence in " ".join(found.found)


def test_a_move_that_is_as_good_is_called_so():
    found = diagnose(ALL_ALIKE, b"C3 Stake\nO..\n...\n..X")
    assert found.kind == "move"
    assert found.found[0].endswith("theirs is as good, but not the first of the best moves.")


def test_the_moves_of_the_root_have_their_values(war):
    found = diagnose(war, b"B3 Stake")
    assert (found.path, str(found.expected), str(found.theirs)) == ((), "C3 Raid", "B3 Stake")
    assert dict(found.moves)[found.expected] == 26
    assert dict(found.moves)[found.theirs] == -46
    assert [move for move, _ in found.moves] == war.position.moves()


def test_in_a_competition_every_legal_move_is_right(war):
    question = Question(war.position, "COMPETITION", seconds=3.0)
    assert diagnose(question, b"B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....").is_right
    assert diagnose(question, b"B3 Stake\n..XX.\n..XOX\n...O.\n..OO.\n.....").kind == "board"
    assert diagnose(question, b"A3 Raid").kind == "illegal"
    with pytest.raises(ValueError, match="MINIMAX or ALPHABETA only"):
        diagnose(question, b"B3 Stake\nA1 Raid", "visits")


def test_another_count_shows_where_such_a_program_goes_another_way():
    question = Question(StarCircle().start(), "ALPHABETA", 4)
    found = diagnose(question, students.StrictCut(question).output())
    assert (found.kind, names(found)) == ("count", ["strict-cut"])
    assert [str(move) for move in found.path] == ["C1-D2", "F2-E1", "C5-D6"]
    assert found.found[1].endswith("It has cut the other moves after C1-D2, F2-E1, C5-D6: 0 <= alpha 0.")
    assert found.window == (0, float("inf"))


# Whatever it is given.


def test_a_diagnosis_is_plain_data(war):
    found = json.loads(json.dumps(diagnose(war, b"B3 Stake").as_dict()))
    assert (found["kind"], found["right"], found["theirs"], found["expected"]) == (
        "move",
        False,
        "B3 Stake",
        "C3 Raid",
    )
    assert {"name", "title", "advice", "whole", "visits"} == set(found["causes"][0])


@settings(max_examples=150)
@given(st.data())
def test_there_is_a_sentence_for_everything(data):
    question = asked(data.draw(st.sampled_from(("warfare", "starcircle"))), data.draw(st.integers(0, 10)))
    right = right_output(question)
    theirs = data.draw(
        st.one_of(
            st.binary(max_size=200),
            st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
            st.lists(st.sampled_from([*right.split(b"\n"), b"root", b"", b"B2 Raid", b"pass", b"9" * 5000])).map(
                b"\n".join
            ),
            st.tuples(st.integers(0, len(right)), st.binary(max_size=3)).map(
                lambda edit: right[: edit[0]] + edit[1] + right[edit[0] + 1 :]
            ),
        )
    )
    found = diagnose(question, theirs, data.draw(st.sampled_from((None, "output", "visits"))))
    assert all(sentence.strip() for sentence in found.found)
    assert found.found
    assert found.is_right == (found.kind == "right")
    json.dumps(found.as_dict())


@pytest.mark.parametrize("huge", [b" " * (17 << 20), b"A" * (17 << 20), b"\n" * (17 << 20), b"pass\n" * (1 << 20)])
def test_huge_files_are_read_as_far_as_makes_sense(star, huge):
    for what in ("output", "visits"):
        assert diagnose(star, huge, what).found
