"""Search trees as text, JSON, SVG and page."""

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.assertions import not_none
from support.search.positions import AnyPosition, feasible_depth, starcircle_positions, warfare_positions

from outply.formats.question import read
from outply.games import all_games
from outply.games.protocol import Position
from outply.report.tree.html import page
from outply.report.tree.json_export import json_lines
from outply.report.tree.svg import svg
from outply.report.tree.svg_layout import layout
from outply.report.tree.text import comparison_lines, text_lines
from outply.search.textbook import ALGORITHMS
from outply.search.trace import WHOLE_TREE
from outply.search.tree import SearchTree, record_tree

POSITIONS = st.one_of(warfare_positions(), starcircle_positions())
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def example(examples: Path) -> SearchTree:
    """The search of the Star/Circle assignment's example."""
    question = read((examples / "starcircle-1.in").read_bytes())
    return record_tree(question.position, not_none(question.depth), question.mode)


@pytest.fixture
def start() -> Position:
    return all_games()["starcircle"].start()


def texts(drawing: str) -> list[str]:
    return [not_none(element.text) for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def test_search_tree_of_the_assignment_example_as_text(example: SearchTree) -> None:
    assert list(text_lines(example)) == [
        "Star/Circle, MINIMAX to depth 2",
        "MAX is Star, 5 visits",
        "",
        "* 0 root  160",
        "*   1 F4-H2  160",
        "    2 F4-G5  120",
        "      3 G3-F2  120",
        "      4 G3-F4  120",
    ]


def test_alpha_beta_tree_as_text_has_windows_and_cut_moves(start: Position) -> None:
    lines = list(text_lines(record_tree(start, 3, "ALPHABETA")))
    trace = not_none(ALGORITHMS["ALPHABETA"](start, 3, trace=WHOLE_TREE).trace)
    assert lines[3] == "* 0 root  10  [-inf, inf] -> [10, inf]"
    assert [line.partition(" cut: ")[2] for line in lines[3:]] == [visit.cutoff_reason for visit in trace]
    assert "6 cut: 10 <= alpha 10" in "".join(lines)


def test_search_tree_as_text_counts_visits_that_are_not_recorded(start: Position) -> None:
    folded = record_tree(start, 6, "MINIMAX", max_visits=10)
    lines = list(text_lines(folded))
    assert "216,033 visits, of which 8 are shown: down to ply 1" in lines[1]
    below = [int(line.rpartition("(")[2].split()[0].replace(",", "")) for line in lines[4:]]
    assert len(below) == 7
    assert sum(below) + 8 == 216_033


def test_subtree_as_text_starts_at_its_root(start: Position) -> None:
    move = start.moves()[2]
    lines = list(text_lines(record_tree(start, 4, "ALPHABETA", path=[move])))
    assert f"below {move}" in lines[1]
    assert lines[3] == f"* 116 {move}  ≤ 0  [0, inf]  6 cut: 0 <= alpha 0"


@given(position=POSITIONS, algorithm=st.sampled_from(sorted(ALGORITHMS)), data=st.data())
def test_search_tree_as_json_equals_the_textbook_trace(
    position: AnyPosition, algorithm: str, data: st.DataObject
) -> None:
    depth = data.draw(st.integers(1, feasible_depth(position, 1_000)))
    exported = json.loads("\n".join(json_lines(record_tree(position, depth, algorithm))))
    trace = not_none(ALGORITHMS[algorithm](position, depth, trace=WHOLE_TREE).trace)

    def finite(*bounds: float) -> list[float | None]:
        return [None if abs(bound) == float("inf") else bound for bound in bounds]

    assert len(exported["visits"]) == exported["node_count"] == exported["recorded"] == len(trace)
    for got, visit in zip(exported["visits"], trace, strict=True):
        move = None if visit.move is None else str(visit.move)
        assert (got["order"], got["parent"], got["ply"], got["move"]) == (
            visit.order,
            visit.parent,
            visit.depth,
            move,
        )
        assert (got["alpha"], got["beta"]) == (
            finite(visit.alpha_in, visit.alpha_out),
            finite(visit.beta_in, visit.beta_out),
        )
        assert (got["value"], got["cut"], got["reason"], got["below"]) == (
            visit.value,
            visit.cut,
            visit.cutoff_reason,
            visit.below,
        )
    line = [got["move"] for got in exported["visits"] if got["principal"]]
    assert line[1:] == exported["principal_variation"]


def test_comparison_counts_the_visits_of_each_ply(start: Position) -> None:
    minimax, alphabeta = (record_tree(start, 4, name, max_visits=1) for name in ("MINIMAX", "ALPHABETA"))
    lines = list(comparison_lines(minimax, alphabeta))
    assert lines[0] == "Star/Circle, depth 4"
    assert [line.split() for line in lines[-2:]] == [
        ["4", "2,872", "124", "2,748", "95.7%"],
        ["all", "3,308", "206", "3,102", "93.8%"],
    ]


def test_drawing_of_the_assignment_example_has_five_nodes(example: SearchTree) -> None:
    drawing = svg(example)
    assert len(list(ElementTree.fromstring(drawing).iter(f"{SVG}rect"))) == 1 + 5
    assert {"root = 160", "F4-H2 = 160", "F4-G5 = 120", "G3-F2 = 120", "G3-F4 = 120"} < set(texts(drawing))


def test_drawing_is_wide_enough_for_all_boxes(example: SearchTree) -> None:
    root = ElementTree.fromstring(svg(example))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.get("x") is not None]
    assert max(float(box.attrib["x"]) + float(box.attrib["width"]) for box in boxes) < float(root.attrib["width"])


def test_drawing_shows_bounds_of_nodes_that_were_cut(start: Position) -> None:
    tree = record_tree(start, 3, "ALPHABETA")
    lines = texts(svg(tree))
    assert "root = 10" in lines
    cut = [f"{visit.move} {visit.relation} {visit.value}" for visit in tree.visits if visit.cut]
    assert {line.split()[1] for line in cut} == {"≤", "≥"}
    assert set(cut) < set(lines)


def test_drawing_counts_visits_that_do_not_fit(start: Position) -> None:
    lines = texts(svg(record_tree(start, 4, "ALPHABETA"), max_boxes=90))
    assert any(re.fullmatch(r"\d+ of these visits are drawn; the others are counted", line) for line in lines)
    assert any(line.endswith("cut: 0 <= alpha 0") for line in lines)


@given(position=POSITIONS, algorithm=st.sampled_from(sorted(ALGORITHMS)), data=st.data())
def test_layout_accounts_for_every_visit_and_keeps_the_principal_variation(
    position: AnyPosition, algorithm: str, data: st.DataObject
) -> None:
    depth = data.draw(st.integers(1, feasible_depth(position, 1_000)))
    most = data.draw(st.sampled_from((30, 10**6)))
    tree = record_tree(position, depth, algorithm, max_visits=most)
    boxes = list(layout(tree, data.draw(st.integers(1, 200))).walk())
    assert sum(box.hidden_visits + (box.node is not None) for box in boxes) == tree.visited
    assert [box.node for box in boxes if box.is_principal] == tree.principal_variation_nodes()
    rows = sorted(box.row for box in boxes if box.node is not None and not box.children)
    assert all(after - before >= 1 for before, after in pairwise(rows))


def test_page_contains_its_trees_and_fetches_nothing(start: Position) -> None:
    shown = page(
        [record_tree(start, 2, name) for name in sorted(ALGORITHMS)],
        focus=[start.moves()[0]],
        note="</script> & co",
    )
    data = json.loads(not_none(re.search(r'id="tree">(.*?)</script>', shown, re.DOTALL))[1])
    assert [document["algorithm"] for document in data["documents"]] == ["ALPHABETA", "MINIMAX"]
    assert (data["focus"], data["note"]) == ([str(start.moves()[0])], "</script> & co")
    assert not re.search(r'\b(?:src|href)="|^import |\bfetch\(|url\((?!["\']?data:)', shown, re.MULTILINE)
