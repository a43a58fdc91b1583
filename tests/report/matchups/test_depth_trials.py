"""Comparison of the depth trials."""

import pytest
from support.arena.matchup_results import matchups, trials
from support.assertions import not_none

from outply.arena.matchup import DepthTrial
from outply.games import warfare
from outply.games.boards import random_board
from outply.report.matchups.depth_trials import branching_factor, depth_pairs, minimal_nodes, reaches

START = warfare.Position.of(random_board(4, seed=1), rules="blitz")
KEREN = warfare.Position.of([[1] * 4] * 4, rules="blitz")
TRIALS = trials("four", START)


@pytest.mark.parametrize(("factor", "depth"), [(2, 10), (36, 3), (1, 4), (8.5, 5)])
def test_branching_factor_of_a_uniform_tree(factor: float, depth: int) -> None:
    assert branching_factor(sum(factor**k for k in range(depth + 1)), depth) == pytest.approx(factor)


def test_minimal_nodes_follow_knuth_and_moore() -> None:
    assert minimal_nodes(36, 2) == 1 + 36 + (36 + 36 - 1)
    assert minimal_nodes(10, 1) == 11  # at depth 1 nothing can be pruned


def test_algorithms_are_paired_by_depth() -> None:
    pairs = depth_pairs(matchups(trials=TRIALS))
    assert [(pair.board, pair.depth) for pair in pairs] == [("four", depth) for depth in (1, 2, 3)]
    for pair in pairs:
        minimax, alphabeta = pair.visited
        assert minimax == sum(not_none(turn.visited) for turn in pair.minimax.turns)
        assert alphabeta == sum(not_none(turn.visited) for turn in pair.alphabeta.turns)
        assert pair.factor == minimax / alphabeta
        assert pair.same_moves
    assert pairs[0].visited[0] == pairs[0].visited[1] == pytest.approx(pairs[0].ideal)
    assert pairs[2].branching[1] < pairs[2].branching[0] < 16


def test_ideal_is_the_estimated_number_of_nodes_with_good_move_ordering() -> None:
    # With equal cells the first move is a best one, and alpha-beta comes close to the ideal.
    even = depth_pairs(matchups(trials=trials("even", KEREN)))[-1]
    assert 0.9 * even.ideal < even.visited[1] < 1.5 * even.ideal
    # The estimate assumes a uniform tree: if the number of moves varies, alpha-beta may need fewer nodes.
    raid = depth_pairs(matchups(trials=trials("raid", warfare.Position.of([[1] * 3] * 3), depths=2)))[-1]
    assert raid.visited[1] < raid.ideal < 1.1 * raid.visited[1]


def test_excess_nodes_of_the_opening_move_are_relative_to_its_ideal() -> None:
    for pair in depth_pairs(matchups(trials=TRIALS)):
        first = not_none(pair.minimax.turns[0].visited)
        ideal = minimal_nodes(branching_factor(first, pair.depth), pair.depth)
        assert pair.opening_excess == pytest.approx(not_none(pair.alphabeta.turns[0].visited) / ideal)


def test_depth_pair_detects_different_moves() -> None:
    minimax, alphabeta = (trial for trial in TRIALS if trial.depth == 2)
    other = next(trial for trial in TRIALS if trial.depth == 1)
    assert not_none(minimax.record).turns != not_none(other.record).turns
    pairs = depth_pairs(matchups(trials=[minimax, DepthTrial("four", "alphabeta", 2, other.record)]))
    assert [pair.same_moves for pair in pairs] == [False]
    assert alphabeta.record is not None


def test_reach_is_the_depth_before_the_first_infeasible_depth() -> None:
    minimax, alphabeta = reaches(matchups(trials=TRIALS))
    assert (minimax.algorithm, minimax.depth, minimax.is_limit) == ("minimax", 3, True)
    assert alphabeta.stats.moves == 16
    open_end = reaches(matchups(trials=TRIALS[:2]))
    assert [(reach.depth, reach.is_limit) for reach in open_end] == [(2, False)]
    infeasible = reaches(matchups(trials=[DepthTrial("b", "minimax", 1, None)]))
    assert [(reach.depth, reach.is_limit, reach.stats.moves) for reach in infeasible] == [(0, True, 0)]
    assert not any(reach.is_whole for reach in (minimax, alphabeta, *open_end, *infeasible))


def test_depth_that_reaches_the_end_of_the_game_does_not_count_as_infeasible() -> None:
    square = warfare.Position.of([[1, 2], [3, 4]])
    tried = [trial for trial in trials("square", square, depths=4, algorithms=("minimax",)) if trial.record]
    assert [(reach.depth, reach.is_limit, reach.is_whole) for reach in reaches(matchups(trials=tried))] == [
        (4, False, True)
    ]
