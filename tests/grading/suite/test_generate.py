"""Suites of cases: what is kept, and what each kind promises."""

from random import Random

import pytest
from support.generated_suites import COUNT, suite_of

from outply.diagnosis.catalogue import MISTAKES
from outply.diagnosis.wrong_outputs import Mistaken
from outply.formats import question as questions
from outply.games import starcircle
from outply.grading.suite.coverage import Coverage, never_seen
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, Wanted, kinds_of
from outply.grading.suite.kinds.kind import MOST
from outply.grading.suite.requirements import RULES, rule_of
from outply.search import exact, literal

GAMES = pytest.mark.parametrize("game", KINDS)
VARIANTS = {"warfare": "raid", "starcircle": "standard"}


def kind_of(game, name):
    return next(kind for kind in KINDS[game] if kind.name == name)


def questions_of(game, name, wanted=None, most=12):
    """Return what the kind makes of some seeds."""
    made = [kind_of(game, name).make(Random(seed), wanted or Wanted()) for seed in range(150)]
    found = [question for question in made if question is not None][:most]
    assert len(found) >= 3
    return found


@GAMES
def test_a_suite_has_as_many_cases_as_asked_for_each_question_once(game):
    cases = suite_of(game)
    assert len({case.name for case in cases}) == len({questions.write(case.question) for case in cases}) == COUNT


@GAMES
def test_every_kind_has_its_place(game):
    assert {case.name[4:] for case in suite_of(game)} == {kind.name for kind in KINDS[game]}


@GAMES
def test_cases_are_numbered_in_the_order_of_the_kinds(game):
    names = [case.name for case in suite_of(game)]
    order = [kind.name for kind in KINDS[game]]
    assert [name[:4] for name in names] == [f"{number:03}-" for number in range(1, COUNT + 1)]
    assert [order.index(name[4:]) for name in names] == sorted(order.index(name[4:]) for name in names)


@GAMES
def test_every_case_catches_a_mistake_of_the_rule_that_it_tests(game):
    for case in suite_of(game):
        assert case.rule in {rule_of(mistake).name for mistake in case.catches}, case.name


@GAMES
def test_the_expected_answer_is_the_textbooks_and_no_wrong_one(game):
    for case in suite_of(game):
        found = literal.search(case.question.position, case.question.depth, case.question.mode)
        assert case.expected == questions.write_answer(case.question, found)
        assert case.expected not in {wrong.answer for wrong in case.wrong}


@GAMES
def test_a_mistake_has_one_wrong_answer_in_a_case_and_an_answer_stands_once(game):
    for case in suite_of(game):
        assert len(set(case.catches)) == len(case.catches)
        assert len({wrong.answer for wrong in case.wrong}) == len(case.wrong)


@GAMES
def test_a_plain_program_can_answer_every_case(game):
    for case in suite_of(game):
        assert literal.search(case.question.position, case.question.depth, "MINIMAX").visited <= MOST


@GAMES
def test_the_same_seed_makes_the_same_cases_and_another_seed_others(game):
    kinds = [kind_of(game, "ties"), kind_of(game, "second-player")]
    first = generate(game, kinds, 4, 3)
    assert first == generate(game, kinds, 4, 3)
    assert {questions.write(case.question) for case in first}.isdisjoint(
        questions.write(case.question) for case in generate(game, kinds, 4, 4)
    )


def test_few_kinds_make_as_many_cases_as_many_do():
    assert len(generate("warfare", [kind_of("warfare", "nearly-full")], 12, 1)) == 12


def test_what_is_wanted_is_what_is_asked():
    wanted = Wanted("blitz", sizes=(3, 4), depths=(2,), modes=("ALPHABETA",), density=(0.4, 0.5))
    cases = generate("warfare", [kind_of("warfare", "ordinary")], 6, 1, wanted)
    assert len(cases) == 6
    for question in (case.question for case in cases):
        position = question.position
        assert (position.variant, question.mode, question.depth) == ("blitz", "ALPHABETA", 2)
        assert position.size in (3, 4)
        assert 0.4 - 0.1 <= 1 - position.owners.count(".") / position.size**2 <= 0.5 + 0.1


def test_what_cannot_be_made_leaves_no_case():
    assert generate("warfare", [kind_of("warfare", "one-cell")], 3, 1, Wanted(sizes=(4,))) == ()


def test_a_competition_is_made_only_on_request_and_has_no_expected_answer():
    assert "competition" not in {kind.name for kind in kinds_of("warfare", ("MINIMAX", "ALPHABETA"))}
    assert kinds_of("starcircle", ("MINIMAX", "COMPETITION")) == KINDS["starcircle"]
    modes = ("COMPETITION",)
    cases = generate("warfare", kinds_of("warfare", modes), 2, 1, Wanted(modes=modes))
    assert [(case.rule, case.expected, case.wrong) for case in cases] == [("competition", "", ())] * 2
    assert [case.question.seconds is not None for case in cases] == [True, True]


@GAMES
def test_whatever_can_be_seen_is_caught_by_forty_cases_of_its_rule(game):
    cases = suite_of(game)
    rules = {case.name: case.rule for case in cases}
    seen = {
        mistake.name
        for mistake in MISTAKES
        if game in mistake.games and not never_seen(mistake, game, VARIANTS[game])
    }
    coverage = Coverage(cases)
    assert coverage.caught.keys() == seen
    for mistake, by in coverage.caught.items():
        assert rule_of(mistake).name in {rules[name] for name in by}, mistake


def test_a_coverage_says_why_a_mistake_is_not_caught():
    cases = generate("warfare", [kind_of("warfare", "one-cell")], 1, 1, Wanted(depths=(1,), modes=("MINIMAX",)))
    missed = Coverage(cases).missed
    assert missed["strict-cut"] == "it changes the number of nodes alone, which Warfare's output does not say"
    assert missed["useful-raids"] == "a Stake on the same cell does the same and comes first"
    assert missed["one-window"] == "no case asks for ALPHABETA"
    assert missed["depth-less"] == "no case is deep enough to make it"
    assert missed["ties"] == "no case has another answer by it"
    assert "free-pass" not in missed


def test_a_program_that_sees_no_move_answers_nothing():
    question = questions_of("starcircle", "passes")[0]
    no_pass = next(mistake for mistake in MISTAKES if mistake.name == "no-pass")
    assert Mistaken(question).wrong(no_pass) == ""


@GAMES
def test_kinds_test_rules_that_there_are(game):
    known = {rule.name for rule in RULES}
    assert all(known.issuperset(kind.rules) for kind in kinds_of(game, ("MINIMAX", "COMPETITION")))


@pytest.mark.parametrize(("game", "name"), [(game, kind.name) for game, kinds in KINDS.items() for kind in kinds])
def test_every_question_can_be_read_back(game, name):
    for question in questions_of(game, name):
        assert questions.read(questions.write(question).encode()) == question


@GAMES
def test_in_ties_several_moves_are_equally_good(game):
    for question in questions_of(game, "ties"):
        values = [value for _, value in exact.move_values(question.position, question.depth)]
        assert values.count(max(values)) > 1


def test_an_idle_raid_conquers_nothing_and_takes_the_best_cell():
    for question in questions_of("warfare", "idle-raid"):
        position = question.position
        best = max(range(len(position.values)), key=lambda cell: position.values[cell])
        move = next(
            move for move in position.moves() if move.raid and move.row * position.size + move.column == best
        )
        assert sum(map(str.__ne__, position.owners, position.play(move).owners)) == 1


def test_sizes_of_warfare_are_those_of_the_kind():
    assert {question.position.size for question in questions_of("warfare", "one-cell")} == {1}
    assert {question.position.size for question in questions_of("warfare", "largest")} == {26}
    assert all(question.position.owners.count(".") <= 5 for question in questions_of("warfare", "nearly-full"))
    assert {question.position.to_move for question in questions_of("warfare", "second-player")} == {"O"}


def test_beyond_the_end_of_warfare_there_are_fewer_cells_than_plies():
    for question in questions_of("warfare", "beyond-the-end"):
        assert question.depth > question.position.owners.count(".")


def test_who_passes_has_no_move():
    for question in questions_of("starcircle", "passes"):
        assert question.position.moves() == [starcircle.PASS]
        assert question.position.play(starcircle.PASS).moves() != [starcircle.PASS]
    for question in questions_of("starcircle", "two-passes"):
        assert question.position.play(starcircle.PASS).moves() == [starcircle.PASS]
        assert literal.search(question.position, question.depth, question.mode).visited == 3
    for question in questions_of("starcircle", "later-pass"):
        assert question.position.moves() != [starcircle.PASS]


def test_a_stack_is_joined_by_captures_alone():
    for question in questions_of("starcircle", "stack-capture"):
        position = question.position
        joining = [move for move in position.moves() if position.squares[move.target]]
        assert joining
        assert all(abs(move.origin // 8 - move.target // 8) == 2 for move in joining)
        assert all(move.target // 8 == starcircle.LAST_ROW[position.to_move] for move in joining)


def test_the_last_piece_of_a_colour_can_be_taken():
    for question in questions_of("starcircle", "one-colour"):
        squares = question.position.squares
        assert 1 in (sum(pieces > 0 for pieces in squares), sum(pieces < 0 for pieces in squares))
