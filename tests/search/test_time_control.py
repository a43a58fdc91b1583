"""What of a clock a move may take."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.search.time_control import ENDLESS, Budget, Clock

seconds = st.one_of(st.floats(0, 1e-3), st.floats(0, 1000))
plies = st.integers(1, 676)

CLOCKS = [
    Clock.per_move(0.5),
    Clock.per_game(0.5),
    Clock.per_game(0.5, start_up=0.1),
    Clock.to_depth(5),
    Clock.to_nodes(5),
    Clock.to_the_end(),
]


@pytest.mark.parametrize("amount", [-1, -1e-9, float("nan"), -ENDLESS])
@pytest.mark.parametrize(
    "clock", [Clock.per_move, Clock.per_game, lambda amount: Clock.per_game(1, start_up=amount)]
)
def test_time_is_never_negative(clock, amount):
    with pytest.raises(ValueError, match="a clock has 0 seconds or more"):
        clock(amount)


@pytest.mark.parametrize("limit", [0, -1])
@pytest.mark.parametrize("clock", [Clock.to_depth, Clock.to_nodes])
def test_a_limit_is_one_or_more(clock, limit):
    with pytest.raises(ValueError, match="a clock has a limit of 1 or more"):
        clock(limit)


@given(left=seconds, start_up=seconds, plies=plies)
def test_a_move_takes_no_more_than_what_is_left(left, start_up, plies):
    budget = Clock.per_game(left, start_up=start_up).budget(plies)
    assert 0 <= budget.enough <= budget.at_most <= left
    assert budget.at_most <= budget.to_solve <= left


@given(left=seconds, start_up=seconds, plies=plies)
def test_all_moves_of_a_game_together_take_no_more_than_what_is_left(left, start_up, plies):
    """However long each of them thinks, and also with what it costs to begin with every move but this one."""
    remaining = left
    for to_come in range(plies, 0, -2):
        budget = Clock.per_game(max(0.0, remaining), start_up=start_up).budget(to_come)
        remaining -= budget.to_solve
        later = (to_come - 1) // 2
        if budget.to_solve > 0:
            assert remaining >= start_up * later - 1e-9
        remaining -= start_up


@given(plies=plies, start_up=seconds)
def test_with_nothing_left_there_is_nothing_to_take(plies, start_up):
    assert Clock.per_game(0.0, start_up=start_up).budget(plies) == Budget(0.0, 0.0, 0.0)


@given(left=seconds, plies=plies)
def test_what_starting_will_cost_is_kept(left, plies):
    own_moves = (plies + 1) // 2
    assert Clock.per_game(left, start_up=left / own_moves * 1.01).budget(plies) == Budget(0.0, 0.0, 0.0)


@given(left=st.floats(1e-3, 1000), plies=plies)
def test_with_time_left_every_move_gets_some(left, plies):
    budget = Clock.per_game(left).budget(plies)
    assert budget.enough > 0


@given(amount=seconds, plies=plies)
def test_the_seconds_of_a_move_are_for_that_move(amount, plies):
    assert Clock.per_move(amount).budget(plies) == Budget(ENDLESS, amount, amount)


@pytest.mark.parametrize("clock", [Clock.to_depth(3), Clock.to_nodes(3), Clock.to_the_end()])
def test_a_limit_of_another_kind_has_all_the_time(clock):
    assert clock.budget(10) == Budget(ENDLESS, ENDLESS, ENDLESS)


@pytest.mark.parametrize("clock", CLOCKS, ids=repr)
def test_a_clock_is_a_value(clock):
    assert pickle.loads(pickle.dumps(clock)) == clock
    assert [other for other in CLOCKS if other == clock] == [clock]
    assert len({clock, pickle.loads(pickle.dumps(clock))}) == 1
    with pytest.raises(AttributeError):
        clock.depth = 7


@given(left=seconds, plies=plies)
def test_a_budget_is_a_value(left, plies):
    budget = Clock.per_game(left).budget(plies)
    assert pickle.loads(pickle.dumps(budget)) == budget
