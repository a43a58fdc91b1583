/** The evaluation bar beside the board. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluationOf } from "../../play/analysis/evaluation-bar.js";
import { position } from "../shared/example-position.js";
/** @import { Snapshot } from "../../play/types.js" */

const even = {
  ...position,
  players: position.players.map((/** @type {object} */ player) => ({ ...player, total: 80 })),
};
const snapshot = /** @type {Snapshot} */ ({ value: 12, depth: 9, proven: false });

test("without an analysis the bar shows the score", () => {
  const { share, label, text, side } = evaluationOf(even, null);
  assert.deepEqual([share, label, text, side], [0.5, "0", "Score: even", 0]);
  assert.equal(evaluationOf(position, null).text, "Score: blue +1,120");
});

test("an analysed value is of the player to move, the bar of the first player", () => {
  assert.equal(evaluationOf(even, snapshot).text, "Evaluation: blue +12, estimate at depth 9");
  const { text, label, side, share } = evaluationOf({ ...even, to_move: "O" }, snapshot);
  assert.deepEqual([text, label, side], ["Evaluation: green +12, estimate at depth 9", "≈+12", 1]);
  assert.ok(share < 0.5);
});

test("a proven value is no estimate", () => {
  const { text, label } = evaluationOf(even, { ...snapshot, proven: true });
  assert.deepEqual([text, label], ["Evaluation: blue +12, solved", "+12"]);
});
