"""Findings of a report from its depth trials: minimax against alpha-beta at equal depth, and feasible depths."""

import re

from support.arena.matchup_results import KEREN, SEVASTOPOL, SQUARE, TRIED, matchups, trials
from support.assertions import not_none

from outply.arena.matchup import DepthTrial
from outply.games import warfare
from outply.report.matchups.findings.depths import (
    best_move_number,
    feasible_depths,
    growth,
    move_order,
    same_games,
    savings,
)


def test_finding_states_that_both_algorithms_play_the_same_moves() -> None:
    assert "played the same moves in every trial" in not_none(same_games(matchups(trials=TRIED))).fact
    wrong = [
        DepthTrial("Keren", "alphabeta", 2, TRIED[0].record) if trial == TRIED[5] else trial for trial in TRIED
    ]
    assert TRIED[5].depth == 2
    assert TRIED[5].algorithm == "alphabeta"
    mixed = not_none(same_games(matchups(trials=wrong)))
    assert mixed.fact.endswith("the same moves in 5 of 6 trials.")
    assert mixed.more == ""
    assert same_games(matchups()) is None


def test_savings_finding_uses_the_deepest_depth_that_both_algorithms_reached() -> None:
    tried = matchups(trials=[trial for trial in TRIED if (trial.board, trial.depth) != ("Sevastopol", 3)])
    fact = not_none(savings(tried)).fact
    assert fact.startswith("At depth 2, minimax visited ")
    assert " times as many nodes in a game as alpha-beta on Keren and " in fact
    assert "best move always first" in not_none(savings(tried)).more
    assert savings(matchups(trials=TRIED[:1])) is None
    assert savings(matchups(trials=trials("b", KEREN, depths=1))) is None  # at depth 1 nothing can be pruned


def test_savings_at_different_depths_are_stated_with_their_depths() -> None:
    uneven = [
        trial
        for trial in TRIED
        if (trial.board == "Keren" and trial.depth == 2) or (trial.board == "Sevastopol" and trial.depth == 3)
    ]
    fact = not_none(savings(matchups(trials=uneven))).fact
    assert "on Keren (depth 2)" in fact
    assert "on Sevastopol (depth 3)" in fact


def test_move_order_is_mentioned_only_if_the_best_move_comes_late() -> None:
    assert (best_move_number(KEREN), best_move_number(SEVASTOPOL)) == (1, 13)
    finding = not_none(move_order(matchups(trials=TRIED)))
    assert "number 1 of 16 on Keren and number 13 of 16 on Sevastopol" in finding.more
    costs = not_none(
        re.search(r"([0-9,]+) nodes on Keren, about .* times the ideal, but ([0-9,]+) nodes on Sev", finding.fact)
    )
    keren, sevastopol = (int(text.replace(",", "")) for text in costs.groups())
    assert keren < sevastopol
    renamed = trials("Keren", SEVASTOPOL) + trials("Sevastopol", SEVASTOPOL)
    assert move_order(matchups(trials=renamed)) is None
    assert move_order(matchups(trials=trials("Keren", KEREN))) is None


def test_effect_of_move_order_is_not_compared_between_boards_of_different_size() -> None:
    small = warfare.Position.of([[2**row] * 3 for row in range(3)], rules="blitz")
    assert best_move_number(small) == 7
    assert move_order(matchups(trials=trials("Keren", KEREN) + trials("small", small))) is None
    with_small_board = not_none(move_order(matchups(trials=TRIED + trials("small", small))))
    assert with_small_board == move_order(matchups(trials=TRIED))


def test_finding_states_the_exact_meaning_of_the_branching_factor() -> None:
    finding = not_none(growth(matchups(trials=TRIED)))
    assert "uniform tree that has the same depth and the same number of nodes" in finding.more
    assert "multipl" not in finding.more  # one more ply does not multiply the nodes by it


def test_finding_compares_alpha_beta_with_the_ideal_number_of_nodes() -> None:
    finding = not_none(savings(matchups(trials=TRIED)))
    assert re.search(
        r"Over the whole game, alpha-beta visited about [0-9.,]+ times the ideal on Keren", finding.more
    )
    assert "as that on" not in finding.more


def test_growth_finding_states_the_branching_factors_of_both_algorithms() -> None:
    fact = not_none(growth(matchups(trials=TRIED))).fact
    assert fact.startswith("On the opening move, the effective branching factor of alpha-beta is ")
    assert "; for minimax it is 15.0." in fact
    assert growth(matchups()) is None


def test_boards_with_equal_feasible_depths_are_named_together() -> None:
    deeper = trials("Keren", KEREN, depths=2, algorithms=("minimax",)) + trials(
        "Keren", KEREN, depths=3, algorithms=("alphabeta",)
    )
    finding = not_none(feasible_depths(matchups(trials=deeper, seconds=2.5)))
    assert finding.fact == (
        "Within 2.5 s of CPU time for each move, the deepest feasible depths are: minimax 2 on Keren; "
        "alpha-beta 3 on Keren."
    )
    assert finding.more == "Pruning gained 1 ply on Keren."
    same = not_none(feasible_depths(matchups(trials=TRIED)))
    assert "minimax 3 on every board; alpha-beta 3 on every board" in same.fact
    assert same.more == "Pruning gained nothing on Keren and Sevastopol."
    untried = not_none(feasible_depths(matchups(trials=TRIED[:2])))
    assert "minimax at least 2 on Keren." in untried.fact
    assert untried.more == ""
    square = [trial for trial in trials("square", SQUARE, depths=4) if trial.record]
    whole = not_none(feasible_depths(matchups(trials=square)))
    assert whole.fact.endswith(": minimax 4 (the whole game) on square; alpha-beta 4 (the whole game) on square.")
    assert whole.more == ""
    sooner = trials("square", SQUARE, depths=3, algorithms=("minimax",)) + tuple(square[4:])
    assert not_none(feasible_depths(matchups(trials=sooner))).more == "Pruning gained 1 ply on square."
    infeasible = not_none(feasible_depths(matchups(trials=[DepthTrial("b", "minimax", 1, None)])))
    assert "minimax none on b" in infeasible.fact
    assert feasible_depths(matchups()) is None
