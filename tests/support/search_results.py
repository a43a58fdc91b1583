"""Parts of search results that the search in question always has."""

from collections.abc import Sequence

from outply.search.result import SearchResult
from outply.search.trace import Visit


def trace_of(result: SearchResult) -> Sequence[Visit]:
    """Return the visits of a search that recorded them."""
    assert result.trace is not None
    return result.trace


def own_nodes_of(result: SearchResult) -> int:
    """Return the number of nodes of a search that counts them."""
    assert result.own_nodes is not None
    return result.own_nodes


def node_count_of(result: SearchResult) -> int:
    """Return the number of visits of the textbook search."""
    assert result.node_count is not None
    return result.node_count
