/** Layout of a search tree: columns, wrapped lists and open nodes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOX, folding, layout, pinnedY } from "../../tree/view/layout.js";
/** @import { Tree } from "../../tree/types.js" */

/**
 * A root with `count` leaves, of which `best` is the best.
 * @param {number} count
 * @param {number} best
 */
function star(count, best) {
  return /** @type {Tree} */ (
    /** @type {unknown} */ ({
      children: Int32Array.from([count, ...Array(count).fill(0)]),
      span: Int32Array.from([count + 1, ...Array(count).fill(1)]),
      parent: Int32Array.from([-1, ...Array(count).fill(0)]),
      best: Int32Array.from([best + 1, ...Array(count).fill(-1)]),
      cut: new Int32Array(count + 1),
    })
  );
}

/**
 * @param {Tree} tree
 * @param {Parameters<typeof folding>[0]} [options]
 */
function opened(tree, options) {
  const folds = folding(options);
  folds.open.add(0);
  return layout(tree, folds);
}

test("a short list stands in one column", () => {
  const { items, lists } = opened(star(12, 0));
  assert.deepEqual(new Set(items.map((item) => item.x)), new Set([0, BOX.column]));
  assert.equal(lists.length, 0);
});

test("a long list of folded nodes is wrapped into columns", () => {
  const { items, lists, height } = opened(star(25, 24));
  assert.deepEqual(new Set(items.map((item) => item.x)), new Set([0, BOX.column, 2 * BOX.column]));
  assert.equal(lists.length, 1);
  assert.ok(height < 15 * (BOX.height + BOX.gap));
});

test("the best move stands in the first column, outside of wrapped lists", () => {
  const { items } = opened(star(30, 15));
  assert.equal(items.find((item) => item.node === 16)?.x, BOX.column);
});

test("no box covers another", () => {
  const { items } = opened(star(30, 15));
  const places = items.map(({ x, y }) => `${x},${y}`);
  assert.equal(new Set(places).size, places.length);
});

test("nothing is wrapped while one steps through the search", () => {
  const { lists } = opened(star(30, 15), { showsBest: false });
  assert.equal(lists.length, 0);
});

test("an open node stays in sight beside its children", () => {
  const { items } = opened(star(10, 0));
  const [root] = items;
  const last = items[items.length - 1];
  assert.equal(pinnedY(root, -50), 0);
  assert.equal(pinnedY(root, 100), 100);
  assert.equal(pinnedY(root, 5000), last.y);
  assert.equal(pinnedY(last, 5000), last.y);
});
