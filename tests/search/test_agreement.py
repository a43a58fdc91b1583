"""The native searches agree with the textbook: all of them on the answer, the literal search on every visit."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.grading.wrong_answers import depth_of
from support.search.positions import WORD_SIZES, feasible_depth, starcircle_positions, warfare_positions
from support.search.search_results import node_count_of, own_nodes_of, visits_of

from outply.formats.question import Question, read, write_answer
from outply.games import all_games, starcircle, warfare
from outply.games.boards import random_board
from outply.games.evaluations import evaluations
from outply.games.protocol import Position
from outply.search import exact, literal
from outply.search.native import VISIT_FIELDS
from outply.search.result import SearchResult
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE, TraceScope, Visit

algorithms = st.sampled_from(sorted(ALGORITHMS))

Search = Callable[[Position, int, str], SearchResult]
"""A search, called as `search(position, depth, algorithm)`."""

SEARCHES: dict[str, Search] = {
    "textbook": lambda position, depth, algorithm: ALGORITHMS[algorithm](position, depth),
    "literal": literal.search,
    "exact": exact.search,
}

POSITIONS: dict[str, st.SearchStrategy[Position]] = {
    "warfare": warfare_positions(),
    "warfare-open": warfare_positions(sizes=(4, 5, 6), max_empty=36),
    "warfare-words": warfare_positions(sizes=WORD_SIZES, max_empty=20),
    "starcircle": starcircle_positions(),
}


# Each evaluation of each kind of positions' game.
EVALUATED = [(kind, name) for kind in POSITIONS for name in evaluations(kind.partition("-")[0])]


def test_visits_have_the_fields_of_the_native_core_in_the_same_order() -> None:
    assert (*Visit._fields, "effect") == VISIT_FIELDS


@pytest.mark.parametrize("kind", ["warfare", "starcircle"])
@given(data=st.data(), algorithm=algorithms)
def test_search_results_distinguish_textbook_and_own_nodes(kind: str, data: st.DataObject, algorithm: str) -> None:
    position = data.draw(POSITIONS[kind])
    depth = data.draw(st.integers(1, feasible_depth(position, 2_000)))
    count = ALGORITHMS[algorithm](position, depth).node_count
    result = exact.search(position, depth, algorithm)
    assert result.principal_variation is None
    if kind == "warfare":
        assert (result.node_count, result.reported_nodes) == (None, result.own_nodes)
    else:
        assert (result.node_count, result.reported_nodes) == (count, count)
        assert result.own_nodes == (count if algorithm == "ALPHABETA" else None)


def assert_same_result(result: SearchResult, expected: SearchResult) -> None:
    """Assert that the search results have the same move, value, principal variation and node counts."""
    for field in ("move", "value", "principal_variation", "node_count", "expanded"):
        assert getattr(result, field) == getattr(expected, field)


@pytest.mark.parametrize(("kind", "evaluation"), EVALUATED)
@up_to(100)
@given(data=st.data(), algorithm=algorithms)
def test_literal_search_has_the_visits_of_the_textbook(
    kind: str, evaluation: str, data: st.DataObject, algorithm: str
) -> None:
    position = data.draw(POSITIONS[kind])
    max_nodes = 10_000 if evaluation == "difference" else 2_000  # the tree is the same for every evaluation
    depth = data.draw(st.integers(1, feasible_depth(position, max_nodes)))
    evaluate = evaluations(position.game)[evaluation].evaluate
    expected = ALGORITHMS[algorithm](position, depth, evaluate=evaluate, trace=WHOLE_TREE)
    found = literal.search(position, depth, algorithm, evaluation=evaluation)
    assert_same_result(found, expected)

    traced = literal.search(position, depth, algorithm, evaluation=evaluation, trace=WHOLE_TREE)
    assert list(visits_of(traced)) == expected.trace
    assert_same_result(traced, expected)


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(100)
@given(data=st.data(), algorithm=algorithms)
def test_literal_search_records_the_visits_of_the_textbook_within_a_scope(
    kind: str, data: st.DataObject, algorithm: str
) -> None:
    position = data.draw(POSITIONS[kind])
    depth = data.draw(st.integers(1, feasible_depth(position, 10_000)))
    path = data.draw(paths(position, depth))
    deepest = data.draw(st.none() | st.integers(0, depth + 1))
    most = data.draw(st.none() | st.integers(1, 300))
    scope = TraceScope(path=tuple(path), max_plies=deepest, max_visits=most)
    expected = ALGORITHMS[algorithm](position, depth, trace=scope)
    found = literal.search(position, depth, algorithm, trace=scope)
    assert list(visits_of(found)) == expected.trace
    assert found.visits_by_ply == expected.visits_by_ply
    assert_same_result(found, expected)


@given(data=st.data(), algorithm=algorithms)
def test_scoped_trace_is_a_part_of_the_whole_trace(data: st.DataObject, algorithm: str) -> None:
    position = data.draw(st.one_of(*POSITIONS.values()))
    depth = data.draw(st.integers(1, feasible_depth(position, 2_000)))
    path = data.draw(paths(position, depth))
    most = data.draw(st.integers(1, 300))
    whole = visits_of(ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE))
    found = ALGORITHMS[algorithm](position, depth, trace=TraceScope(path=tuple(path), max_visits=most))
    inside = subtree(whole, path)
    assert found.visits_by_ply == tuple(
        sum(visit.depth == ply for visit in inside)
        for ply in range(len(path), max((visit.depth for visit in inside), default=-1) + 1)
    )
    trace = visits_of(found)
    deepest = max((visit.depth for visit in trace), default=0)
    kept = [visit for visit in inside if visit.depth <= deepest]
    assert [visit.order for visit in trace] == [visit.order for visit in kept]
    assert [visit[2:] for visit in trace] == [visit[2:] for visit in kept]
    assert [visit.parent for visit in trace[1:]] == [visit.parent for visit in kept[1:]]
    assert len(kept) <= most
    assert len(kept) == len(inside) or sum(visit.depth <= deepest + 1 for visit in inside) > most


@given(data=st.data(), algorithm=algorithms)
def test_field_below_of_a_visit_counts_the_visits_of_its_subtree(data: st.DataObject, algorithm: str) -> None:
    position = data.draw(st.one_of(*POSITIONS.values()))
    depth = data.draw(st.integers(1, feasible_depth(position, 2_000)))
    trace = visits_of(ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE))
    counted = [1] * len(trace)
    for visit in reversed(trace[1:]):
        assert visit.parent is not None
        counted[visit.parent] += counted[visit.order]
    assert [visit.below for visit in trace] == counted


@st.composite
def paths(draw: st.DrawFn, position: Position, depth: int) -> tuple[Any, ...]:
    """A line of legal moves, which the search may or may not visit."""
    path: list[Any] = []
    for _ in range(draw(st.integers(0, depth + 1))):
        if position.is_over:
            break
        path.append(draw(st.sampled_from(position.moves())))
        position = position.play(path[-1])
    return tuple(path)


def subtree(trace: Sequence[Visit], path: tuple[Any, ...]) -> list[Visit]:
    """The visits of the node at the end of the path and of its descendants."""
    lines: list[tuple[Any, ...]] = []
    for visit in trace:
        lines.append(() if visit.parent is None else (*lines[visit.parent], visit.move))
    return [visit for visit, line in zip(trace, lines, strict=True) if line[: len(path)] == path]


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data(), algorithm=algorithms)
def test_exact_search_has_the_answer_of_the_textbook(kind: str, data: st.DataObject, algorithm: str) -> None:
    position = data.draw(POSITIONS[kind])
    depth = data.draw(st.integers(1, feasible_depth(position, 10_000)))
    expected = ALGORITHMS[algorithm](position, depth)
    found = exact.search(position, depth, algorithm)
    assert (found.move, found.value) == (expected.move, expected.value)
    assert exact.principal_variation(position, found.move, depth, algorithm) == expected.principal_variation
    # Star/Circle's four lines include the visited nodes; Warfare's move and board do not.
    question = Question(position, algorithm, depth)
    assert write_answer(question, found) == write_answer(question, expected)


@pytest.mark.parametrize("kind", POSITIONS)
@up_to(500)
@given(data=st.data(), algorithm=algorithms)
def test_exact_and_literal_search_agree_at_depths_too_slow_for_python(
    kind: str, data: st.DataObject, algorithm: str
) -> None:
    position = data.draw(POSITIONS[kind])
    depth = data.draw(st.integers(1, feasible_depth(position, 10_000_000)))
    expected = literal.search(position, depth, algorithm)
    found = exact.search(position, depth, algorithm)
    assert (found.move, found.value) == (expected.move, expected.value)
    question = Question(position, algorithm, depth)
    assert write_answer(question, found) == write_answer(question, expected)


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_value_of_a_move_is_the_value_of_the_search_below_it(kind: str, data: st.DataObject) -> None:
    position = data.draw(POSITIONS[kind])
    player = position.to_move
    depth = data.draw(st.integers(1, feasible_depth(position, 20_000)))
    expected = []
    for move in position.moves():
        after = position.play(move)
        if depth == 1 or after.is_over:
            expected.append((move, after.score(player)))
        else:
            expected.append((move, -literal.search(after, depth - 1, "MINIMAX").value))
    assert exact.move_values(position, depth) == expected


@pytest.mark.parametrize("search", [literal.search, exact.search])
@given(position=warfare_positions(sizes=(1, 2, 3), max_empty=5), algorithm=algorithms)
def test_depth_beyond_the_end_of_the_game_searches_to_the_end(
    search: Search, position: warfare.Position, algorithm: str
) -> None:
    empty = position.owners.count(".")
    to_the_end = search(position, empty, algorithm)
    assert search(position, empty + 1, algorithm) == to_the_end
    assert search(position, 10**30, algorithm) == to_the_end


@pytest.mark.parametrize("name", ["warfare-1", "warfare-2", "warfare-3", "starcircle-1"])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_examples_of_the_assignment_are_answered_byte_by_byte(examples: Path, name: str, search: Search) -> None:
    question = read((examples / f"{name}.in").read_bytes())
    result = search(question.position, depth_of(question), question.mode)
    assert write_answer(question, result).encode() == (examples / f"{name}.out").read_bytes()


@pytest.mark.parametrize(
    ("algorithm", "depth", "visited"),
    [
        ("ALPHABETA", 6, 2_874),
        ("ALPHABETA", 8, 38_489),
        ("ALPHABETA", 10, 512_862),
        ("MINIMAX", 6, 216_033),
        ("MINIMAX", 8, 14_820_445),
        ("MINIMAX", 10, 1_036_744_041),
    ],
)
def test_starcircle_searches_have_the_known_node_counts(algorithm: str, depth: int, visited: int) -> None:
    start = all_games()["starcircle"].start()
    assert_known(exact.search(start, depth, algorithm), visited)
    if visited < 20_000_000:
        assert_known(literal.search(start, depth, algorithm), visited)


def assert_known(result: SearchResult, visited: int) -> None:
    assert (str(result.move), result.value, result.node_count) == ("C1-D2", 0, visited)


def starcircle_position(to_move: str, **pieces: int) -> starcircle.Position:
    squares = [0] * 64
    for name, count in pieces.items():
        squares["HGFEDCBA".index(name[0]) * 8 + int(name[1]) - 1] = count
    return starcircle.Position(squares, to_move)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_search_of_two_passes_visits_three_nodes(search: Search, algorithm: str) -> None:
    blocked = starcircle_position("Star", H2=1, A1=-1)
    found = [search(blocked, depth, algorithm) for depth in (1, 2, 3, 9)]
    assert [result.node_count for result in found] == [2, 3, 3, 3]
    assert {str(result.move) for result in found} == {"pass"}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_position_after_a_pass_differs_from_the_same_board_after_a_move(search: Search) -> None:
    board = starcircle_position("Circle", G3=-1, E1=1, C5=-1)
    assert search(board, 7, "MINIMAX").node_count == 462


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("depth", [0, -1])
def test_depth_below_one_is_refused(search: Search, depth: int) -> None:
    with pytest.raises(ValueError, match="depth limit"):
        search(starcircle_position("Star", C3=1, F4=-1), depth, "MINIMAX")


@pytest.mark.parametrize("search", [literal.search, exact.search])
def test_unknown_algorithm_is_refused(search: Search) -> None:
    with pytest.raises(ValueError, match="expected the algorithm minimax or alphabeta, got 'negamax'"):
        search(starcircle_position("Star", C3=1, F4=-1), 2, "negamax")


@pytest.mark.parametrize("search", [literal.search, exact.search])
def test_algorithm_names_ignore_case(search: Search) -> None:
    position = starcircle_position("Star", C3=1, F4=-1)
    assert search(position, 2, "alphabeta") == search(position, 2, "ALPHABETA")


@pytest.mark.parametrize(
    ("game", "evaluation", "complaint"),
    [
        ("starcircle", "safety", "Star/Circle has no evaluation 'safety'; expected difference"),
        ("warfare", "Safety", "Warfare has no evaluation 'Safety'; expected difference, own, safety"),
    ],
)
def test_evaluation_of_another_game_is_refused(game: str, evaluation: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        literal.search(all_games()[game].start(), 2, "MINIMAX", evaluation=evaluation)


def board(size: int, empty_rows: int) -> warfare.Position:
    """A board whose last rows are occupied by X and O alternately."""
    taken = ["XO"[row % 2] * size for row in range(size - empty_rows)]
    return warfare.Position.of(random_board(size, seed=1), ["." * size] * empty_rows + taken)


@pytest.mark.parametrize(
    ("position", "depth", "visited"),
    [(board(26, 26), 4, 3_407), (board(10, 6), 6, 36_992), (board(6, 6), 7, 87_058), (board(5, 3), 15, 1_102_339)],
    ids=["26 x 26", "10 x 10", "6 x 6", "5 x 5 to the end"],
)
def test_exact_search_has_frozen_node_counts(position: warfare.Position, depth: int, visited: int) -> None:
    """A change of this count is a change of the search; make sure that it is intended."""
    assert exact.search(position, depth, "MINIMAX").own_nodes == visited


def test_exact_search_visits_a_thousandth_of_the_nodes_on_the_largest_board() -> None:
    rows = ["." * 26] * 26
    rows[3:6] = ["..X" + "." * 23, "..OX" + "." * 22, "X" + "." * 24 + "O"]
    position = warfare.Position.of(random_board(26, seed=1), rows)
    found = exact.search(position, 3, "MINIMAX")
    walked = literal.search(position, 3, "MINIMAX")
    assert (found.move, found.value) == (walked.move, walked.value)
    assert own_nodes_of(found) * 1000 < node_count_of(walked)
