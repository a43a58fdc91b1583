"""The optional fields of search results that have them."""

from collections.abc import Sequence
from typing import Any

from outply.search.result import SearchResult
from outply.search.trace import Visit


def visits_of(result: SearchResult) -> Sequence[Visit]:
    """Return the recorded visits of a search with a trace."""
    assert result.trace is not None
    return result.trace


def principal_variation_of(result: SearchResult) -> tuple[Any, ...]:
    """Return the principal variation of a search that computes one."""
    assert result.principal_variation is not None
    return result.principal_variation


def node_count_of(result: SearchResult) -> int:
    """Return the node count of a search that determines it."""
    assert result.node_count is not None
    return result.node_count


def own_nodes_of(result: SearchResult) -> int:
    """Return the number of nodes of a search that counts its own."""
    assert result.own_nodes is not None
    return result.own_nodes
