"""What of a clock a move may take."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.search.time_control import UNLIMITED_S, Budget, TimeControl

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
def test_time_is_never_negative(clock, amount):
    with pytest.raises(ValueError, match="expected a time of 0 seconds or more"):
        clock(amount)


@pytest.mark.parametrize("limit", [0, -1])
@pytest.mark.parametrize("clock", [TimeControl.to_depth, TimeControl.to_nodes])
def test_a_limit_is_one_or_more(clock, limit):
    with pytest.raises(ValueError, match="expected a limit of 1 or more"):
        clock(limit)


@given(left=seconds, start_up=seconds, plies=plies)
def test_a_move_takes_no_more_than_what_is_left(left, start_up, plies):
    budget = TimeControl.per_game(left, startup_seconds=start_up).budget(plies)
    assert 0 <= budget.soft_limit <= budget.hard_limit <= left
    assert budget.hard_limit <= budget.solve_limit <= left


@given(left=seconds, start_up=seconds, plies=plies)
def test_all_moves_of_a_game_together_take_no_more_than_what_is_left(left, start_up, plies):
    """However long each of them thinks, and also with what it costs to begin with every move but this one."""
    remaining = left
    for to_come in range(plies, 0, -2):
        budget = TimeControl.per_game(max(0.0, remaining), startup_seconds=start_up).budget(to_come)
        remaining -= budget.solve_limit
        later = (to_come - 1) // 2
        if budget.solve_limit > 0:
            assert remaining >= start_up * later - 1e-9
        remaining -= start_up


@given(plies=plies, start_up=seconds)
def test_with_nothing_left_there_is_nothing_to_take(plies, start_up):
    assert TimeControl.per_game(0.0, startup_seconds=start_up).budget(plies) == Budget(0.0, 0.0, 0.0)


@given(left=seconds, plies=plies)
def test_what_starting_will_cost_is_kept(left, plies):
    own_moves = (plies + 1) // 2
    assert TimeControl.per_game(left, startup_seconds=left / own_moves * 1.01).budget(plies) == Budget(
        0.0, 0.0, 0.0
    )


@given(left=st.floats(1e-3, 1000), plies=plies)
def test_with_time_left_every_move_gets_some(left, plies):
    budget = TimeControl.per_game(left).budget(plies)
    assert budget.soft_limit > 0


@given(amount=seconds, plies=plies)
def test_the_seconds_of_a_move_are_for_that_move(amount, plies):
    assert TimeControl.per_move(amount).budget(plies) == Budget(UNLIMITED_S, amount, amount)


@pytest.mark.parametrize("clock", [TimeControl.to_depth(3), TimeControl.to_nodes(3), TimeControl.until_solved()])
def test_a_limit_of_another_kind_has_all_the_time(clock):
    assert clock.budget(10) == Budget(UNLIMITED_S, UNLIMITED_S, UNLIMITED_S)


@pytest.mark.parametrize("clock", CLOCKS, ids=repr)
def test_a_clock_is_a_value(clock):
    assert pickle.loads(pickle.dumps(clock)) == clock
    assert [other for other in CLOCKS if other == clock] == [clock]
    assert len({clock, pickle.loads(pickle.dumps(clock))}) == 1
    with pytest.raises(AttributeError):
        clock.depth = 7


@given(left=seconds, plies=plies)
def test_a_budget_is_a_value(left, plies):
    budget = TimeControl.per_game(left).budget(plies)
    assert pickle.loads(pickle.dumps(budget)) == budget
