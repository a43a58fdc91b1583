/** A small alpha-beta tree for tests. */

import { withQuestions } from "../../tree/model/decode.js";
import { derive } from "../../tree/model/derive.js";

/** @param {number} value */
const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);

/**
 * Return a tree of alpha-beta: MAX at the root, MIN below, then leaves.
 *
 *     0 MAX 3
 *     ├ 1 MIN 3: leaves 3, 5
 *     ├ 4 MIN 2: leaf 2, then one move cut, because 2 <= alpha 3
 *     └ 6 leaf that stands for 4 visits, value 1
 */
export function exampleTree() {
  const document = /** @type {any} */ ({
    algorithm: "ALPHABETA",
    path: [],
    window: [null, null],
    steps: ["a", "b", "c", "d"].map((move) => ({ move, squares: [], changes: [] })),
    node_count: 10,
    recorded: 7,
    cuts: { 4: ["d"] },
  });
  return withQuestions(
    derive(
      document,
      Int32Array.of(3, 2, 0, 0, 1, 0, 0),
      Int32Array.of(0, 0, 1, 1, 2, 2),
      Float64Array.from([3, 5, 2, 1].map(zigzag)),
      Float64Array.of(1, 1, 1, 4),
      Int32Array.of(0, 0, 1),
    ),
  );
}
