/** Accessible names of the boxes in a search tree. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { labelOf, textsOf } from "../../tree/view/boxes.js";
import { exampleTree } from "./example.js";
/** @import { Box } from "../../tree/types.js" */

const tree = exampleTree();

/**
 * @param {number} node
 * @param {Partial<Box>} [state]
 */
const box = (node, state = {}) =>
  /** @type {Box} */ ({
    item: { kind: "node", node, open: false },
    tree,
    phase: "done",
    isOver: true,
    isWaiting: false,
    ...state,
  });

test("the name of a box begins with its visible texts", () => {
  for (const phase of /** @type {const} */ (["ahead", "inside", "done"]))
    for (let node = 0; node < tree.count; node++) {
      const each = box(node, { phase, known: { alpha: 1, beta: 3, best: 2 } });
      const texts = Object.values(textsOf(each)).filter((text) => text !== null);
      assert.ok(labelOf(each).startsWith(texts.join(", ")), labelOf(each));
    }
});

test("the name adds what the drawing shows by shape and colour", () => {
  assert.equal(labelOf(box(1)), "a, MIN, #1, = 3, α −∞  β ∞, +2, 2 visits below, on the chosen line");
  assert.equal(labelOf(box(5)), "c, #5, = 2, α 3  β ∞, MAX, leaf");
  assert.equal(labelOf(box(4, { phase: "ahead" })), "b, MIN, not visited yet");
});

test("a node whose children are shown has no count", () =>
  assert.equal(textsOf({ ...box(1), item: { ...box(1).item, open: true } }).count, null));
