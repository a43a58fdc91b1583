"""The textbook searches on examples of the assignments and textbooks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.grading.wrong_answers import depth_of
from support.search.search_results import node_count_of, visits_of

from outply.formats.question import read
from outply.games import all_games
from outply.search.result import SearchResult
from outply.search.textbook import ALGORITHMS, alphabeta, minimax
from outply.search.trace import WHOLE_TREE

INFINITY = float("inf")


Search = Callable[..., SearchResult]
"""A textbook search, called as `search(position, depth, ...)`."""

Node = int | list["Node"]
"""The score of MAX at a leaf, or the subtrees."""


class Tree:
    """A position given by its tree: nested lists, with the score of MAX at the leaves."""

    game = "tree"
    variant = "standard"

    def __init__(self, tree: Node, depth: int = 0) -> None:
        self.tree = tree
        self.depth = depth

    @property
    def to_move(self) -> str:
        return "MAX" if self.depth % 2 == 0 else "MIN"

    @property
    def is_over(self) -> bool:
        return isinstance(self.tree, int)

    def moves(self) -> list[int]:
        return [] if isinstance(self.tree, int) else list(range(len(self.tree)))

    def is_legal(self, move: int) -> bool:
        return move in self.moves()

    def play(self, move: int) -> Tree:
        assert isinstance(self.tree, list)
        return Tree(self.tree[move], self.depth + 1)

    def total(self, player: str) -> int:
        return max(0, self.score(player))

    def score(self, player: str) -> int:
        score = self.tree if isinstance(self.tree, int) else 0
        return score if player == "MAX" else -score


THREE_BY_THREE = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def test_minimax_visits_every_node() -> None:
    result = minimax(THREE_BY_THREE, 9)
    assert (result.move, result.value, result.principal_variation) == (0, 3, (0, 0))
    assert (result.node_count, result.expanded) == (13, 4)


def test_alphabeta_cuts_off_irrelevant_moves() -> None:
    result = alphabeta(THREE_BY_THREE, 9, trace=WHOLE_TREE)
    assert (result.move, result.value, result.principal_variation) == (0, 3, (0, 0))
    assert (result.node_count, result.expanded) == (11, 4)
    cut = [visit for visit in visits_of(result) if visit.cut]
    assert [(visit.move, visit.cut, visit.cutoff_reason) for visit in cut] == [(1, 2, "2 <= alpha 3")]


def test_alphabeta_cuts_off_a_max_node_whose_value_reaches_beta() -> None:
    result = alphabeta(Tree([[[3, 1], [4, 9, 9]]]), 9, trace=WHOLE_TREE)
    assert [visit.cutoff_reason for visit in visits_of(result) if visit.cut] == ["4 >= beta 3"]


def test_trace_has_the_window_on_entry_and_exit() -> None:
    result = alphabeta(THREE_BY_THREE, 9, trace=WHOLE_TREE)
    trace = visits_of(result)
    root, first = trace[0], trace[1]
    assert (root.parent, root.move, root.depth, root.value) == (None, None, 0, 3)
    assert (root.alpha_in, root.beta_in) == (-INFINITY, INFINITY)
    assert (root.alpha_out, root.beta_out) == (3, INFINITY)
    assert (first.parent, first.move, first.depth, first.value) == (0, 0, 1, 3)
    assert (first.beta_in, first.beta_out) == (INFINITY, 3)
    assert [visit.order for visit in trace] == list(range(node_count_of(result)))
    assert [visit.parent for visit in trace] == [None, 0, 1, 1, 1, 0, 5, 0, 7, 7, 7]


def test_window_of_minimax_is_infinite() -> None:
    trace = visits_of(minimax(THREE_BY_THREE, 9, trace=WHOLE_TREE))
    assert {(visit.alpha_out, visit.beta_out) for visit in trace} == {(-INFINITY, INFINITY)}


@pytest.mark.parametrize("search", ALGORITHMS.values())
def test_first_of_several_best_moves_is_played(search: Search) -> None:
    result = search(Tree([[1, 2], [5, 4], [4, 4], [6, 4]]), 9)
    assert (result.move, result.value) == (1, 4)


@pytest.mark.parametrize("search", ALGORITHMS.values())
def test_equal_values_cause_a_cutoff(search: Search) -> None:
    tree = Tree([[2, 3], [2, 0]])
    assert search(tree, 9).node_count == (6 if search is alphabeta else 7)


@pytest.mark.parametrize("search", ALGORITHMS.values())
def test_node_at_the_depth_limit_is_evaluated(search: Search) -> None:
    result = search(THREE_BY_THREE, 1)
    assert (result.move, result.value, result.node_count, result.expanded) == (0, 0, 4, 1)


@pytest.mark.parametrize("search", ALGORITHMS.values())
def test_evaluation_replaces_the_score_at_every_leaf(search: Search) -> None:
    asked: list[tuple[Node, str]] = []

    def evaluate(position: Tree, player: str) -> int:
        asked.append((position.tree, player))
        return 7 if position.is_over else 5

    result = search(Tree([[1, [3]]]), 2, evaluate=evaluate)
    assert (result.value, result.principal_variation) == (5, (0, 1))
    assert asked == [(1, "MAX"), ([3], "MAX")]


def test_tree_of_the_starcircle_example_has_the_nodes_of_the_assignment(examples: Path) -> None:
    question = read((examples / "starcircle-1.in").read_bytes())
    trace = visits_of(minimax(question.position, depth_of(question), trace=WHOLE_TREE))
    assert [(visit.depth, str(visit.move), visit.value) for visit in trace] == [
        (0, "None", 160),
        (1, "F4-H2", 160),
        (1, "F4-G5", 120),
        (2, "G3-F2", 120),
        (2, "G3-F4", 120),
    ]


@pytest.mark.parametrize(
    ("algorithm", "depth", "visited"),
    [
        ("ALPHABETA", 6, 2_874),
        ("ALPHABETA", 8, 38_489),
        pytest.param("MINIMAX", 6, 216_033, marks=pytest.mark.slow),
    ],
)
def test_textbook_has_the_known_node_counts_of_starcircle(algorithm: str, depth: int, visited: int) -> None:
    result = ALGORITHMS[algorithm](all_games()["starcircle"].start(), depth)
    assert (str(result.move), result.value, result.node_count) == ("C1-D2", 0, visited)
