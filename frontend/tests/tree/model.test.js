/** The search tree: structure, windows, timeline, insertion of subtrees, text. */

import assert from "node:assert/strict";
import test from "node:test";
import { insertSubtree } from "../../tree/model/insert-subtree.js";
import { movesTo, moveOf, reasonOf } from "../../tree/model/node-text.js";
import { walk } from "../../tree/model/paths.js";
import { relationOf, windowIn, windowOut } from "../../tree/model/search-window.js";
import { entered, happens, isOver, lastMoment, left, stackAt } from "../../tree/model/timeline.js";
import { exampleTree } from "./example.js";

const tree = exampleTree();

test("parents, levels and values follow from the numbers of children and the values of leaves", () => {
  assert.deepEqual([...tree.parent], [-1, 0, 1, 1, 0, 4, 0]);
  assert.deepEqual([...tree.level], [0, 1, 2, 2, 1, 2, 1]);
  assert.deepEqual([...tree.value], [3, 3, 3, 5, 2, 2, 1]);
  assert.deepEqual([...tree.span], [7, 3, 1, 1, 2, 1, 1]);
  assert.equal(tree.best[0], 1);
});

test("a folded leaf counts its visits", () => {
  assert.equal(tree.size[0], 10);
  assert.ok(tree.isFolded(6));
  assert.ok(!tree.isFolded(2));
});

test("the principal variation is chosen", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].filter((node) => tree.isChosen(node)),
    [0, 1, 2],
  );
});

test("windows are those of the search", () => {
  assert.deepEqual(windowIn(tree, 0), [-Infinity, Infinity]);
  assert.deepEqual(windowIn(tree, 3), [-Infinity, 3]);
  assert.deepEqual(windowIn(tree, 4), [3, Infinity]);
  assert.deepEqual(windowOut(tree, 0), [3, Infinity]);
});

test("a node that failed low has an upper bound as its value", () => {
  assert.equal(relationOf(tree, 4), "≤");
  assert.equal(relationOf(tree, 1), "=");
  assert.equal(reasonOf(tree, 4), "2 ≤ α (3)");
  assert.equal(reasonOf(tree, 1), "");
});

test("every moment enters or leaves one node, in the order of the search", () => {
  const moments = Array.from({ length: lastMoment(tree) + 1 }, (_, moment) => happens(tree, moment));
  const order = moments.map(({ node, leaves }) => (leaves ? -node : node));
  assert.deepEqual(order, [0, 1, 2, -2, 3, -3, -1, 4, 5, -5, -4, 6, -6, -0]);
  for (let node = 0; node < tree.count; node++) {
    assert.deepEqual(happens(tree, entered(tree, node)), { node, leaves: false });
    assert.deepEqual(happens(tree, left(tree, node)), { node, leaves: true });
  }
});

test("the stack has the open nodes with what they know", () => {
  const stack = stackAt(tree, entered(tree, 5));
  assert.deepEqual(
    stack.map(({ node }) => node),
    [0, 4, 5],
  );
  assert.equal(stack[0].best, 3);
  assert.deepEqual([stack[1].alpha, stack[1].best], [3, Infinity]);
});

test("the search is over without a moment, and at the last one", () => {
  assert.ok(isOver({ tree, moment: null }));
  assert.ok(isOver({ tree, moment: lastMoment(tree) }));
  assert.ok(!isOver({ tree, moment: 3 }));
});

test("moves lead to nodes and back", () => {
  assert.deepEqual(movesTo(tree, 5), ["b", "c"]);
  assert.equal(moveOf(tree, 0), "Root");
  assert.deepEqual(walk(tree, ["b"]), { node: 4, there: true });
  assert.deepEqual(walk(tree, ["b", "q"]), { node: 4, there: false });
});

test("an inserted subtree moves the nodes after it", () => {
  const { tree: grown, moved } = insertSubtree(tree, 2, exampleTree());
  assert.equal(grown.count, 13);
  assert.deepEqual([moved(2), moved(3)], [0, 6]);
  assert.equal(grown.parent[3], 2);
  assert.equal(grown.level[3], 3);
  assert.equal(grown.parent[3 + 6], 1);
  assert.equal(grown.span[0], 13);
  assert.deepEqual(movesTo(grown, 4 + 6), ["b"]);
  assert.deepEqual(grown.document.cuts, { 6: ["d"], 10: ["d"] });
});
