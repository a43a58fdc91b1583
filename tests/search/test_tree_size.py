"""Estimated sizes of textbook searches."""

import pytest

from outply.formats import notation
from outply.search import literal
from outply.search.native import Control
from outply.search.tree_size import estimate_sizes

START = notation.from_line("warfare/raid/Smolensk")


@pytest.mark.parametrize("algorithm", ["MINIMAX", "ALPHABETA"])
def test_visits_are_exact_for_depths_that_are_searched(algorithm: str) -> None:
    sizes = estimate_sizes(START, 3, algorithm, control=Control())
    assert [size.visits for size in sizes] == [
        literal.search(START, depth, algorithm).node_count for depth in (1, 2, 3)
    ]
    assert all(size.exact for size in sizes)


def test_visits_beyond_the_searched_depths_grow_by_the_last_factor() -> None:
    stopped = Control()
    stopped.stop()
    sizes = estimate_sizes(START, 4, "MINIMAX", control=stopped)
    assert [size.visits for size in sizes] == [37, 37**2, 37**3, 37**4]
    assert [size.exact for size in sizes] == [True, False, False, False]


def test_seconds_beyond_the_searched_depths_are_proportional_to_the_visits() -> None:
    stopped = Control()
    stopped.stop()
    times = iter([0.0, 0.37])
    sizes = estimate_sizes(START, 2, "MINIMAX", control=stopped, clock=lambda: next(times, 0.0))
    assert [size.seconds for size in sizes] == pytest.approx([0.37, 13.69])
