"""Bounds of a search window as text and JSON, and values that are bounds."""

import operator

from hypothesis import given
from hypothesis import strategies as st
from support.assertions import not_none
from support.search.positions import AnyPosition, feasible_depth, starcircle_positions, warfare_positions

from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE, Visit, format_window, json_bound

INFINITY = float("inf")


def test_infinite_bounds_are_null_in_json() -> None:
    assert [json_bound(bound) for bound in (-INFINITY, -3, 0, INFINITY)] == [None, -3, 0, None]


def test_search_window_is_written_as_text() -> None:
    assert format_window(-INFINITY, 3) == "[-inf, 3]"
    assert format_window(-10, INFINITY) == "[-10, inf]"


def visits_by_path(position: AnyPosition, depth: int, algorithm: str) -> dict[tuple[str, ...], Visit]:
    trace = not_none(ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE).trace)
    paths: list[tuple[str, ...]] = []
    for visit in trace:
        paths.append(() if visit.parent is None else (*paths[visit.parent], str(visit.move)))
    return dict(zip(paths, trace, strict=True))


@given(position=st.one_of(warfare_positions(), starcircle_positions()), data=st.data())
def test_relation_of_a_value_holds_for_the_minimax_value(position: AnyPosition, data: st.DataObject) -> None:
    depth = data.draw(st.integers(1, feasible_depth(position, 1_000)))
    minimax = visits_by_path(position, depth, "MINIMAX")
    holds = {"=": operator.eq, "≤": operator.le, "≥": operator.ge}
    for path, visit in visits_by_path(position, depth, "ALPHABETA").items():
        assert holds[visit.relation](minimax[path].value, visit.value)
        assert visit.relation != "=" or not visit.cut
    assert {visit.relation for visit in minimax.values()} == {"="}
