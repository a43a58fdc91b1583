/** Names of boards for readers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardTitle } from "../../play/game/board-title.js";

const board = (/** @type {string} */ name, size = 6) => ({
  board: name,
  rows: Array(size).fill("1"),
  columns: Array(size).fill("A"),
});

test("a named board has its name", () => assert.equal(boardTitle(board("Smolensk")), "Smolensk"));

test("a random board is named by size and seed", () =>
  assert.equal(boardTitle(board("random:26:1", 26)), "random 26 × 26, seed 1"));

test("a board without a name has its size", () => assert.equal(boardTitle(board("", 4)), "custom 4 × 4"));
