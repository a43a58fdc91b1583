"""Budgets of moves under a time control."""

import pickle
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.games import all_games
from outply.search.native import core_of, unexpected_moves
from outply.search.time_control import PROCESS_MOVE_S, UNLIMITED_S, Budget, TimeControl

seconds = st.one_of(st.floats(0, 1e-3), st.floats(0, 1000))
plies = st.integers(1, 676)

CLOCKS = [
    TimeControl.per_move(0.5),
    TimeControl.per_game(0.5),
    TimeControl.per_game(0.5, startup_seconds=0.1),
    TimeControl.to_depth(5),
    TimeControl.to_nodes(5),
    TimeControl.until_solved(),
]


@pytest.mark.parametrize("amount", [-1, -1e-9, float("nan"), -UNLIMITED_S])
@pytest.mark.parametrize(
    "clock",
    [TimeControl.per_move, TimeControl.per_game, lambda amount: TimeControl.per_game(1, startup_seconds=amount)],
)
def test_negative_time_is_refused(clock: Callable[[float], TimeControl], amount: float) -> None:
    with pytest.raises(ValueError, match="expected a time of 0 seconds or more"):
        clock(amount)


@pytest.mark.parametrize("limit", [0, -1])
@pytest.mark.parametrize("clock", [TimeControl.to_depth, TimeControl.to_nodes])
def test_depth_or_node_limit_below_one_is_refused(clock: Callable[[int], TimeControl], limit: int) -> None:
    with pytest.raises(ValueError, match="expected a limit of 1 or more"):
        clock(limit)


@given(left=seconds, start_up=seconds, plies=plies)
def test_budget_of_a_move_is_within_the_time_left(left: float, start_up: float, plies: int) -> None:
    budget = TimeControl.per_game(left, startup_seconds=start_up).budget(plies)
    assert 0 <= budget.soft_limit <= budget.hard_limit <= left
    assert budget.hard_limit <= budget.solve_limit <= left


@given(left=seconds, start_up=seconds, plies=plies)
def test_budgets_of_all_moves_together_are_within_the_time_left(left: float, start_up: float, plies: int) -> None:
    """Even if each move uses its whole budget, enough time is left for the start-up of all later moves."""
    remaining = left
    for to_come in range(plies, 0, -2):
        budget = TimeControl.per_game(max(0.0, remaining), startup_seconds=start_up).budget(to_come)
        remaining -= budget.solve_limit
        later = (to_come - 1) // 2
        if budget.solve_limit > 0:
            assert remaining >= start_up * later - 1e-9
        remaining -= start_up


@given(plies=plies, start_up=seconds)
def test_budget_is_zero_without_time_left(plies: int, start_up: float) -> None:
    assert TimeControl.per_game(0.0, startup_seconds=start_up).budget(plies) == Budget(0.0, 0.0, 0.0)


@given(left=seconds, plies=plies)
def test_start_up_time_of_later_moves_is_reserved(left: float, plies: int) -> None:
    own_moves = (plies + 1) // 2
    assert TimeControl.per_game(left, startup_seconds=left / own_moves * 1.01).budget(plies) == Budget(
        0.0, 0.0, 0.0
    )


@given(left=st.floats(1e-3, 1000), plies=plies)
def test_every_move_gets_a_share_of_the_time_left(left: float, plies: int) -> None:
    budget = TimeControl.per_game(left).budget(plies)
    assert budget.soft_limit > 0


@given(amount=seconds, plies=plies)
def test_budget_of_a_move_is_the_seconds_per_move(amount: float, plies: int) -> None:
    assert TimeControl.per_move(amount).budget(plies) == Budget(UNLIMITED_S, amount, amount)


@pytest.mark.parametrize("clock", [TimeControl.to_depth(3), TimeControl.to_nodes(3), TimeControl.until_solved()])
def test_depth_and_node_limits_have_no_time_limit(clock: TimeControl) -> None:
    assert clock.budget(10) == Budget(UNLIMITED_S, UNLIMITED_S, UNLIMITED_S)


@pytest.mark.parametrize("clock", CLOCKS, ids=repr)
def test_time_control_is_an_immutable_value(clock: TimeControl) -> None:
    assert pickle.loads(pickle.dumps(clock)) == clock
    assert [other for other in CLOCKS if other == clock] == [clock]
    assert len({clock, pickle.loads(pickle.dumps(clock))}) == 1
    with pytest.raises(AttributeError):
        clock.depth = 7


@given(left=seconds, plies=plies)
def test_budget_is_an_immutable_value(left: float, plies: int) -> None:
    budget = TimeControl.per_game(left).budget(plies)
    assert pickle.loads(pickle.dumps(budget)) == budget


@pytest.mark.parametrize("seconds", [1.0, 2.0, 6.0, 60.0])
@pytest.mark.parametrize("game", ["warfare", "starcircle"])
def test_engine_process_never_runs_out_of_time(game: str, seconds: float) -> None:
    """In random games, where each search uses its whole budget, and each move costs 6 ms besides."""
    for seed in range(6):
        random, position = Random(seed), all_games()[game].start()
        left = [seconds, seconds]
        for ply in range(1_000):
            if position.is_over:
                break
            control = TimeControl.per_game(left[ply % 2], startup_seconds=PROCESS_MOVE_S)
            plies = core_of(position)[0].expected_plies()
            left[ply % 2] -= control.budget(plies, unexpected_moves(position)).solve_limit + 0.006
            moves = position.moves()
            position = position.play(moves[0] if seed == 0 else random.choice(moves))
        assert min(left) >= 0
