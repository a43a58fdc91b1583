"""Accessors of optional fields of search results; each fails if the field is None."""

from collections.abc import Sequence
from typing import Any

from outply.search.result import SearchResult
from outply.search.trace import Visit


def visits_of(result: SearchResult) -> Sequence[Visit]:
    """Return the recorded visits of the search; fail if it has no trace."""
    assert result.trace is not None
    return result.trace


def principal_variation_of(result: SearchResult) -> tuple[Any, ...]:
    """Return the principal variation of the search; fail if it computed none."""
    assert result.principal_variation is not None
    return result.principal_variation


def node_count_of(result: SearchResult) -> int:
    """Return the node count of the search; fail if it is unknown."""
    assert result.node_count is not None
    return result.node_count


def own_nodes_of(result: SearchResult) -> int:
    """Return the number of nodes that the search itself visited; fail if it is unknown."""
    assert result.own_nodes is not None
    return result.own_nodes
