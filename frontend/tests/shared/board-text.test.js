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

test("the leader is named with the lead", () => {
  assert.deepEqual(
    [12, -12, 0].map((value) => lead(position, value)),
    ["blue +12", "green +12", "even"],
  );
});
