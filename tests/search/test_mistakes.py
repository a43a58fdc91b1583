"""The usual wrong solvers: with no habit they are the textbook, and each habit shows somewhere."""

from hypothesis import given
from hypothesis import strategies as st
from positions import feasible_depth, starcircle_endgames, starcircle_positions, warfare_positions

from outply.search.mistakes.habits import Habits
from outply.search.mistakes.starcircle_rules import piece_moves
from outply.search.mistakes.walk import Ground, Walk
from outply.search.mistakes.warfare_rules import moves_near, orthogonal, play_near
from outply.search.textbook import ALGORITHMS

positions = st.one_of(warfare_positions(sizes=(1, 2, 3, 4)), starcircle_positions(), starcircle_endgames())


@given(positions.filter(lambda position: not position.is_over), st.sampled_from(sorted(ALGORITHMS)))
def test_without_a_habit_the_walk_is_the_textbooks(position, algorithm):
    depth = feasible_depth(position, 300)
    found = Walk(Ground(position), algorithm, depth, Habits(), traced=True).result()
    assert found == ALGORITHMS[algorithm](position, depth, traced=True)


@given(starcircle_positions().filter(lambda position: not position.is_over))
def test_the_moves_that_wrong_rules_of_starcircle_start_from_are_the_games(position):
    assert piece_moves(position) == position.moves()


@given(warfare_positions())
def test_what_wrong_rules_of_warfare_start_from_is_the_games(position):
    assert moves_near(position, orthogonal) == position.moves()
    for move in position.moves():
        assert play_near(position, move, orthogonal) == position.play(move)
