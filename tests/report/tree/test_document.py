"""The document of a search tree against the textbook's trace: a reader can derive every visit from it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from support.assertions import not_none
from support.search.positions import feasible_depth, starcircle_positions, warfare_positions
from support.search.tree_reader import board_at, unfold

from outply.formats.question import read
from outply.games import game_of
from outply.games.evaluations import evaluations
from outply.games.view import view_to_dict
from outply.report.tree.document import document
from outply.search import fallback, literal
from outply.search import tree as trees
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE, Visit
from outply.search.tree import NotVisitedError, SearchTree, record_tree

POSITIONS = {"warfare": warfare_positions(), "starcircle": starcircle_positions()}

searches = st.sampled_from(sorted(ALGORITHMS))


def read_document(tree: SearchTree) -> Any:
    """Return the document of a tree as a reader gets it."""
    return json.loads(json.dumps(document(tree)))


@st.composite
def trees_of(
    draw: st.DrawFn, positions: st.SearchStrategy[Any], most: int | None = None, below: bool = False
) -> SearchTree:
    position = draw(positions)
    depth = draw(st.integers(1, feasible_depth(position, 2_000)))
    evaluation = draw(st.sampled_from(sorted(evaluations(position.game))))
    path: list[Any] = []
    at = position
    while below and not at.is_over and len(path) < depth and draw(st.booleans()):
        path.append(draw(st.sampled_from(at.moves())))
        at = at.play(path[-1])
    limit = trees.MAX_RECORDED_VISITS if most is None else draw(st.integers(1, most))
    try:
        return record_tree(position, depth, draw(searches), evaluation=evaluation, path=path, max_visits=limit)
    except NotVisitedError:
        reject()


def textbook_visits(tree: SearchTree) -> list[Visit]:
    """Return the visits of the textbook search in the part of the search that `tree` shows."""
    evaluate = evaluations(tree.start.game)[tree.evaluation].evaluate
    trace = not_none(ALGORITHMS[tree.algorithm](tree.start, tree.depth, evaluate=evaluate, trace=WHOLE_TREE).trace)
    lines: list[tuple[Any, ...]] = []
    for visit in trace:
        lines.append(() if visit.parent is None else (*lines[visit.parent], visit.move))
    return [visit for visit, line in zip(trace, lines, strict=True) if line[: len(tree.path)] == tree.path]


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_tree_document_contains_every_visit(kind: str, data: st.DataObject) -> None:
    tree = data.draw(trees_of(POSITIONS[kind], below=True))
    nodes, expected = unfold(read_document(tree)), textbook_visits(tree)
    first = expected[0].order
    assert len(nodes) == len(expected)
    for node, visit in zip(nodes, expected, strict=True):
        assert node.order == visit.order - first
        assert node.ply == visit.depth - len(tree.path)
        if node.parent is not None:
            assert nodes[node.parent].order == not_none(visit.parent) - first
            assert not_none(node.step)["move"] == str(visit.move)
        assert (node.alpha_in, node.beta_in) == (visit.alpha_in, visit.beta_in)
        assert (node.alpha_out, node.beta_out) == (visit.alpha_out, visit.beta_out)
        assert (node.value, node.cut, node.below) == (visit.value, visit.cut, visit.below)


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_limited_tree_document_has_the_upper_plies_and_counts_the_deeper_visits(
    kind: str, data: st.DataObject
) -> None:
    tree = data.draw(trees_of(POSITIONS[kind], most=60, below=True))
    tree_document = read_document(tree)
    nodes, all_visits = unfold(tree_document), textbook_visits(tree)
    first = all_visits[0].order
    deepest = tree_document["deepest"] + len(tree.path)
    expected = [visit for visit in all_visits if visit.depth <= deepest]
    assert [node.order for node in nodes] == [visit.order - first for visit in expected]
    for node, visit in zip(nodes, expected, strict=True):
        assert (node.alpha_in, node.beta_in) == (visit.alpha_in, visit.beta_in)
        assert (node.value, node.below) == (visit.value, visit.below)
        if node.cut is not None:
            assert (node.cut, node.alpha_out, node.beta_out) == (visit.cut, visit.alpha_out, visit.beta_out)
    assert (tree_document["node_count"], sum(tree_document["plies"])) == (len(all_visits), len(all_visits))


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_board_of_a_tree_node_follows_from_the_root_board_and_the_changes(kind: str, data: st.DataObject) -> None:
    tree = data.draw(trees_of(POSITIONS[kind], below=True))
    tree_document = read_document(tree)
    nodes = unfold(tree_document)
    number = data.draw(st.integers(0, len(nodes) - 1))
    game, position = game_of(tree.position), tree.position_at(number)
    expected = json.loads(json.dumps(view_to_dict(game.view(position))))["cells"]
    assert board_at(tree_document, nodes, nodes[number]) == expected


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_document_lists_the_cut_moves(kind: str, data: st.DataObject) -> None:
    tree = data.draw(trees_of(POSITIONS[kind]))
    tree_document = read_document(tree)
    for number, node in enumerate(unfold(tree_document)):
        moves = [str(move) for move in tree.position_at(number).moves()] if node.children else []
        assert tree_document["cuts"].get(str(number), []) == moves[len(node.children) :]


@pytest.mark.parametrize("kind", POSITIONS)
@given(data=st.data())
def test_game_without_native_core_has_the_same_document(kind: str, data: st.DataObject) -> None:
    tree = data.draw(trees_of(POSITIONS[kind], most=200, below=True))
    most = len(tree) if not tree.is_complete else trees.MAX_RECORDED_VISITS

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(literal, "core_of", lambda position: (fallback.Core(position), lambda move: move))
        patch.setattr(literal, "encode_move", lambda position, move: move)
        again = record_tree(
            tree.start, tree.depth, tree.algorithm, evaluation=tree.evaluation, path=tree.path, max_visits=most
        )
    assert read_document(again) == read_document(tree)


def test_tree_of_the_starcircle_example_matches_the_assignment(examples: Path) -> None:
    question = read((examples / "starcircle-1.in").read_bytes())
    tree_document = read_document(record_tree(question.position, not_none(question.depth), question.mode))
    nodes = unfold(tree_document)
    assert [(node.ply, node.parent, node.step and node.step["move"], node.value) for node in nodes] == [
        (0, None, None, 160),
        (1, 0, "F4-H2", 160),
        (1, 0, "F4-G5", 120),
        (2, 2, "G3-F2", 120),
        (2, 2, "G3-F4", 120),
    ]
    assert tree_document["result"] == {
        "move": "F4-H2",
        "value": 160,
        "principal_variation": ["F4-H2"],
        "node_count": 5,
    }
    assert (tree_document["max"], tree_document["min"], tree_document["plies"]) == ("Star", "Circle", [1, 2, 2])


def test_tree_of_example_3_has_one_node_per_visit(examples: Path) -> None:
    question = read((examples / "warfare-3.in").read_bytes())
    result = ALGORITHMS[question.mode](question.position, not_none(question.depth))
    tree_document = read_document(record_tree(question.position, not_none(question.depth), question.mode))
    assert (
        len(unfold(tree_document)) == tree_document["recorded"] == tree_document["node_count"] == result.node_count
    )
    assert tree_document["result"]["move"] == str(result.move)
    assert tree_document["result"]["principal_variation"] == [
        str(move) for move in not_none(result.principal_variation)
    ]


def test_tree_document_omits_cut_moves_if_there_are_too_many(examples: Path) -> None:
    question = read((examples / "warfare-3.in").read_bytes())
    tree = record_tree(question.position, not_none(question.depth), question.mode)
    assert document(tree, sum(tree.cuts) - 1)["cuts"] is None
    assert sum(map(len, document(tree, sum(tree.cuts))["cuts"].values())) == sum(tree.cuts)
