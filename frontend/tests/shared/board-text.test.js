/** Squares, pieces, players and scores as text. */

import assert from "node:assert/strict";
import test from "node:test";
import { cellIndex, described, indexOf, lead, nameOf, squareName } from "../../shared/board/board-text.js";
import { position } from "./example-position.js";

test("squares are named by column and row", () => {
  assert.equal(squareName(position, [1, 0]), "A2");
  assert.equal(squareName({ ...position, rows: ["a", "b"], columns: ["1", "2"] }, [1, 0]), "b1");
  assert.equal(cellIndex(position, [1, 0]), 2);
});

test("players are found by their id", () => {
  assert.deepEqual(
    ["X", "O", null].map((id) => indexOf(position, id)),
    [0, 1, -1],
  );
  assert.deepEqual(
    ["X", null].map((id) => nameOf(position, id)),
    ["blue", ""],
  );
});

test("a cell is described by name, value and owner", () => {
  assert.equal(described(position, position.cells[1]), "B1, value 7, green");
  assert.equal(described(position, position.cells[2]), "A2, value 7, empty");
});

test("a piece is described by its owner and what is particular about it", () => {
  const board = { ...position, pieces: true };
  const piece = { .../** @type {any} */ (position.cells[1]), text: "" };
  assert.equal(described(board, piece), "B1, green");
  assert.equal(described(board, { ...piece, text: "3" }), "B1, green, 3 pieces");
  assert.equal(described(board, { ...piece, shape: "king" }), "B1, green, king");
  assert.equal(described(board, { ...piece, shape: "text", text: "N" }), "B1, green, N");
  assert.equal(described(board, { ...piece, owner: null }), "B1, empty");
});

test("the leader is named with the lead", () => {
  assert.deepEqual(
    [12, -12, 0].map((value) => lead(position, value)),
    ["blue +12", "green +12", "even"],
  );
});
