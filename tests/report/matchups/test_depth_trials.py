import pytest
from support.matchup_results import matchups, trials

from outply.arena.matchups.pairing import Trial
from outply.games import warfare
from outply.games.boards import random_board
from outply.report.matchups.depth_trials import branching, minimal, pairs, reaches

START = warfare.Position.of(random_board(4, seed=1), rules="blitz")
KEREN = warfare.Position.of([[1] * 4] * 4, rules="blitz")
TRIALS = trials("four", START)


@pytest.mark.parametrize(("factor", "depth"), [(2, 10), (36, 3), (1, 4), (8.5, 5)])
def test_the_branching_factor_is_that_of_an_even_tree(factor, depth):
    assert branching(sum(factor**k for k in range(depth + 1)), depth) == pytest.approx(factor)


def test_the_smallest_tree_is_that_of_knuth_and_moore():
    assert minimal(36, 2) == 1 + 36 + (36 + 36 - 1)
    assert minimal(10, 1) == 11  # at depth 1 nothing can be cut


def test_both_algorithms_are_paired_by_depth():
    found = pairs(matchups(trials=TRIALS))
    assert [(pair.board, pair.depth) for pair in found] == [("four", depth) for depth in (1, 2, 3)]
    for pair in found:
        minimax, alphabeta = pair.visited
        assert minimax == sum(turn.visited for turn in pair.minimax.turns)
        assert alphabeta == sum(turn.visited for turn in pair.alphabeta.turns)
        assert pair.factor == minimax / alphabeta
        assert pair.same_moves
    assert found[0].visited[0] == found[0].visited[1] == pytest.approx(found[0].ideal)
    assert found[2].branching[1] < found[2].branching[0] < 16


def test_the_ideal_is_about_what_a_good_order_of_the_moves_takes():
    # With all cells alike the first move is a best one, and alpha-beta comes near the ideal.
    even = pairs(matchups(trials=trials("even", KEREN)))[-1]
    assert 0.9 * even.ideal < even.visited[1] < 1.5 * even.ideal
    # It is an estimate from an even tree: in one where the number of moves differs alpha-beta may do with less.
    raid = pairs(matchups(trials=trials("raid", warfare.Position.of([[1] * 3] * 3), depths=2)))[-1]
    assert raid.visited[1] < raid.ideal < 1.1 * raid.visited[1]


def test_the_opening_move_is_set_beside_its_own_ideal():
    for pair in pairs(matchups(trials=TRIALS)):
        first = pair.minimax.turns[0].visited
        ideal = minimal(branching(first, pair.depth), pair.depth)
        assert pair.opening_excess == pytest.approx(pair.alphabeta.turns[0].visited / ideal)


def test_different_games_are_seen():
    minimax, alphabeta = (trial for trial in TRIALS if trial.depth == 2)
    other = next(trial for trial in TRIALS if trial.depth == 1)
    assert minimax.record.turns != other.record.turns
    found = pairs(matchups(trials=[minimax, Trial("four", "alphabeta", 2, other.record)]))
    assert [pair.same_moves for pair in found] == [False]
    assert alphabeta.record is not None


def test_the_reach_is_the_last_depth_before_one_that_took_too_long():
    minimax, alphabeta = reaches(matchups(trials=TRIALS))
    assert (minimax.algorithm, minimax.depth, minimax.is_limit) == ("minimax", 3, True)
    assert alphabeta.stats.moves == 16
    open_end = reaches(matchups(trials=TRIALS[:2]))
    assert [(reach.depth, reach.is_limit) for reach in open_end] == [(2, False)]
    nothing = reaches(matchups(trials=[Trial("b", "minimax", 1, None)]))
    assert [(reach.depth, reach.is_limit, reach.stats.moves) for reach in nothing] == [(0, True, 0)]
    assert not any(reach.is_whole for reach in (minimax, alphabeta, *open_end, *nothing))


def test_a_depth_as_long_as_the_game_is_the_last_that_there_is():
    square = warfare.Position.of([[1, 2], [3, 4]])
    tried = [trial for trial in trials("square", square, depths=4, algorithms=("minimax",)) if trial.record]
    assert [(reach.depth, reach.is_limit, reach.is_whole) for reach in reaches(matchups(trials=tried))] == [
        (4, False, True)
    ]
