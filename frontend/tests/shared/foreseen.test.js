/** The position after a move, as far as it is known without the rules. */

import assert from "node:assert/strict";
import test from "node:test";
import { foreseen } from "../../shared/foreseen.js";
import { cell, position as example } from "./example-position.js";
/** @import { LegalMove, Position } from "../../shared/foreseen.js" */

const position = /** @type {Position} */ ({ ...example, legal_moves: [], turns: [] });
/** @type {LegalMove} */
const option = {
  move: "A2 Stake",
  text: "A2 Stake",
  click_path: [[1, 0]],
  gain: 7,
  changes: [cell(1, 0, "X")],
};

test("a move changes its cells and the score, and the position before stays as it is", () => {
  const before = structuredClone(position);
  const after = foreseen(position, option);
  assert.deepEqual(position, before);
  assert.deepEqual(
    after.cells.filter(({ square }) => String(square) === "1,0"),
    option.changes,
  );
  assert.equal(after.cells.length, position.cells.length);
  assert.deepEqual(after.legal_moves, []);
  const [one, two] = position.players;
  assert.equal(after.turns.at(-1)?.score, one.total - two.total + 7);
});

test("a gain of the second player lowers the score of the first", () => {
  const [one, two] = position.players;
  const after = foreseen({ ...position, to_move: two.id }, option);
  assert.deepEqual([after.turns.at(-1)?.score, after.turns.at(-1)?.player], [one.total - two.total - 7, two.id]);
});
