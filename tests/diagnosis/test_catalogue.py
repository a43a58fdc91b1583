"""The usual wrong solvers: with no habit they are the textbook, and each habit shows somewhere."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.positions import feasible_depth, starcircle_endgames, starcircle_positions, warfare_positions
from support.wrong_answers import questions, right_output, visited_moves, wrong_output

from outply.diagnosis.catalogue import MISTAKES, Reach
from outply.diagnosis.catalogue.starcircle_rules import piece_moves
from outply.diagnosis.catalogue.warfare_rules import moves_near, orthogonal, play_near
from outply.diagnosis.faulty_search import Ground, Walk
from outply.diagnosis.simulator import Attempts, Wanted
from outply.diagnosis.variant import Habits, TooLongError
from outply.games import starcircle
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE

positions = st.one_of(warfare_positions(sizes=(1, 2, 3, 4)), starcircle_positions(), starcircle_endgames())


@given(positions.filter(lambda position: not position.is_over), st.sampled_from(sorted(ALGORITHMS)))
def test_without_a_habit_the_walk_is_the_textbooks(position, algorithm):
    depth = feasible_depth(position, 300)
    found = Walk(Ground(position), algorithm, depth, Habits(), traced=True).result()
    assert found == ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE)


@given(starcircle_positions().filter(lambda position: not position.is_over))
def test_the_moves_that_wrong_rules_of_starcircle_start_from_are_the_games(position):
    assert piece_moves(position) == position.moves()


@given(warfare_positions())
def test_what_wrong_rules_of_warfare_start_from_is_the_games(position):
    assert moves_near(position, orthogonal) == position.moves()
    for move in position.moves():
        assert play_near(position, move, orthogonal) == position.play(move)


def test_names_are_short_and_each_is_there_once():
    names = [mistake.name for mistake in MISTAKES]
    assert len(names) == len(set(names))
    assert max(map(len, names)) <= 16
    assert all(mistake.advice.endswith((".", ".)")) for mistake in MISTAKES)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_every_mistake_shows_somewhere_in_each_of_its_games(mistake):
    for game in mistake.games:
        asked = itertools.islice(questions(game), 200)
        assert any(
            wrong_output(question, mistake) not in (None, right_output(question))
            or visited_moves(question, mistake.habits) not in (None, visited_moves(question, Habits()))
            for question in asked
            if mistake.can_happen(game, question.mode, question.depth)
        )


@settings(max_examples=60)
@given(st.sampled_from(MISTAKES), st.integers(0, 40))
def test_saying_whether_a_mistake_gives_an_answer_agrees_with_the_answer(mistake, number):
    question = next(itertools.islice(questions(mistake.games[number % len(mistake.games)]), number, None))
    attempts = Attempts(question.position, question.mode, question.depth)
    if not attempts.can_happen(mistake):
        return
    for other in MISTAKES[:: 1 + number % 7]:
        if not attempts.can_happen(other) or (answer := attempts.answer(other)) is None:
            continue
        wanted = _wanted(question, answer)
        assert attempts.gives(mistake, wanted) == wanted.is_given_by(attempts.answer(mistake))


def _wanted(question, answer):
    if question.position.game == "warfare":
        return Wanted(answer.move, tuple(answer.after.rows))
    return Wanted(answer.move, None, answer.score, answer.value, answer.visited)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_that_cannot_change_the_value_does_not(mistake):
    for game in mistake.games:
        for question in itertools.islice(questions(game), 40):
            attempts = Attempts(question.position, question.mode, question.depth)
            if mistake.reach == Reach.VALUE or not attempts.can_happen(mistake):
                continue
            right = ALGORITHMS[question.mode](question.position, question.depth)
            answer = attempts.answer(mistake)
            assert answer.value == right.value
            if mistake.reach == Reach.COUNT:
                assert answer.move == right.move


def test_what_would_take_too_long_is_not_done():
    start = starcircle.StarCircle().start()
    attempts = Attempts(start, "ALPHABETA", 6, each=500)
    by_name = {mistake.name: mistake for mistake in MISTAKES}
    with pytest.raises(TooLongError):
        attempts.answer(by_name["from-A1"])
    # The native core has these, however long the textbook takes.
    assert attempts.answer(by_name["depth-more"]).visited == 7333
    assert attempts.answer(by_name["root-uncounted"]).visited == 2873
    assert attempts.answer(by_name["no-cuts"]).visited == 216_033


def test_the_budget_is_for_all_together():
    start = starcircle.StarCircle().start()
    attempts = Attempts(start, "ALPHABETA", 4, in_all=300)
    mistake = next(mistake for mistake in MISTAKES if mistake.name == "by-target")
    assert attempts.answer(mistake) is not None
    with pytest.raises(TooLongError):
        attempts.answer(mistake)
