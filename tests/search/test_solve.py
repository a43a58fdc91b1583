"""The search that answers a question."""

from support.search.search_results import own_nodes_of

from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search import exact, literal
from outply.search.solve import solve


def test_exact_search_is_the_default() -> None:
    position = Position.of(random_board(3, seed=1))
    assert solve(position, "MINIMAX", 4) == exact.search(position, 4, "MINIMAX")
    counted = solve(position, "MINIMAX", 4, literal=True)
    assert counted == literal.search(position, 4, "MINIMAX")
    assert own_nodes_of(counted) > own_nodes_of(solve(position, "MINIMAX", 4))
