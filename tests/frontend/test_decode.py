"""The search tree that the page decodes equals the trace of the textbook search."""

import json
import re
from collections.abc import Sequence
from typing import Any

from conftest import ROOT
from hypothesis import given, settings
from hypothesis.strategies import lists
from support.modules import load_module
from support.search.positions import starcircle_positions, warfare_positions
from support.search.search_results import visits_of

from outply.games.protocol import Position
from outply.report.tree.document import document
from outply.search import textbook
from outply.search.trace import WHOLE_TREE, Visit
from outply.search.tree import record_tree

frontend = load_module(ROOT / "tools" / "frontend.py")

DECODE = """
import { decode } from "./tree/model/decode.js";
import { relationOf, windowIn, windowOut } from "./tree/model/search-window.js";
import { moveOf, reasonOf } from "./tree/model/node-text.js";
const visits = async (document) => {
  const tree = await decode(document);
  return Array.from({ length: tree.count }, (_, node) => [
    tree.orderOf(node), tree.parent[node], tree.level[node], node ? moveOf(tree, node) : null,
    ...windowIn(tree, node), ...windowOut(tree, node), relationOf(tree, node), tree.value[node],
    tree.cut[node], reasonOf(tree, node),
  ]);
};
const finite = (_, value) => (value === Infinity ? "Infinity" : value === -Infinity ? "-Infinity" : value);
console.log(JSON.stringify(await Promise.all(DOCUMENTS.map(visits)), finite));
"""


def visits(trace: Sequence[Visit]) -> list[list[Any]]:
    return [
        [
            visit.order,
            -1 if visit.parent is None else visit.parent,
            visit.depth,
            None if visit.move is None else str(visit.move),
            visit.alpha_in,
            visit.beta_in,
            visit.alpha_out,
            visit.beta_out,
            visit.relation,
            visit.value,
            visit.cut,
            _reason(visit.cutoff_reason),
        ]
        for visit in trace
    ]


def decoded(documents: Sequence[Any]) -> list[list[list[Any]]]:
    script = DECODE.replace("DOCUMENTS", json.dumps(documents))
    output = frontend.run_node("--input-type=module", "--eval", script)
    visits_of_documents: list[list[list[Any]]] = json.loads(output)
    return visits_of_documents


@settings(max_examples=3, deadline=None)
@given(lists((warfare_positions(sizes=(2, 3, 5), max_empty=6) | starcircle_positions()), min_size=4, max_size=4))
def test_decoded_visits_match_the_textbook(positions: list[Position]) -> None:
    positions = [position for position in positions if not position.is_over]
    documents = [
        document(record_tree(position, 3, algorithm))
        for position in positions
        for algorithm in textbook.ALGORITHMS
    ]
    traces = [
        visits(visits_of(search(position, 3, trace=WHOLE_TREE)))
        for position in positions
        for search in textbook.ALGORITHMS.values()
    ]
    assert decoded(documents) == [[[_json(value) for value in visit] for visit in trace] for trace in traces]


def _reason(text: str) -> str:
    """Return a cutoff reason as the page writes it: `4 >= beta 3` becomes `4 ≥ β (3)`."""
    signs = (
        re.sub(r"\d+", lambda digits: f"{int(digits[0]):,}", text)
        .replace("-", "\N{MINUS SIGN}")
        .replace(">= beta ", "≥ β (")
        .replace("<= alpha ", "≤ \N{GREEK SMALL LETTER ALPHA} (")
    )
    return f"{signs})" if text else ""


def _json(value: Any) -> Any:
    """Return infinity as text, because JSON has none."""
    return {float("inf"): "Infinity", float("-inf"): "-Infinity"}.get(value, value)
