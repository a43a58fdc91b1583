"""Bounds of a search window as text and JSON."""

from outply.search.trace import format_window, json_bound

INFINITY = float("inf")


def test_infinite_bounds_are_null_in_json() -> None:
    assert [json_bound(bound) for bound in (-INFINITY, -3, 0, INFINITY)] == [None, -3, 0, None]


def test_search_window_is_written_as_text() -> None:
    assert format_window(-INFINITY, 3) == "[-inf, 3]"
    assert format_window(-10, INFINITY) == "[-10, inf]"
