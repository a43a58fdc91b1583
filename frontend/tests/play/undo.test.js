/** The position to which undo returns. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { path, Tree } from "../../play/game/game-tree.js";
import { undoTarget } from "../../play/game/undo.js";
/** @import { GameNode } from "../../play/types.js" */

const moves = ["A1", "B1", "C1"];
const plyOf = (/** @type {GameNode | null} */ node) => (node ? path(node).length : NaN);
const computerMovesAt = (/** @type {number} */ parity) => (/** @type {GameNode} */ node) =>
  plyOf(node) % 2 === parity;

test("undo goes back to the person's last turn", () => {
  const node = new Tree("start").follow(moves.slice(0, 2));
  assert.equal(plyOf(undoTarget(node, computerMovesAt(1))), 0);
});

test("undo goes to the start if the computer has made the only move", () => {
  const node = new Tree("start").follow(moves.slice(0, 1));
  assert.equal(plyOf(undoTarget(node, computerMovesAt(0))), 0);
});

test("undo skips the computer's turn in the middle of a game", () => {
  const node = new Tree("start").follow(moves);
  assert.equal(plyOf(undoTarget(node, computerMovesAt(0))), 1);
});

test("there is nothing to undo at the start", () => {
  assert.equal(
    undoTarget(new Tree("start").root, () => false),
    null,
  );
});
