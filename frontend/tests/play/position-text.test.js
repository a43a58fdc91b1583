/** Positions and moves as text. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  cellIndex,
  conquers,
  described,
  effect,
  indexOf,
  lead,
  leads,
  nameOf,
  outcome,
  squareName,
  stands,
} from "../../play/game/position-text.js";

/** @type {(row: number, column: number, owner: string | null, text?: string) => any} */
const cell = (row, column, owner, text = "7") => ({ square: [row, column], owner, text, shade: 0 });

const position = /** @type {any} */ ({
  rows: ["1", "2"],
  columns: ["A", "B"],
  pieces: false,
  players: [
    { id: "X", name: "blue", total: 1200 },
    { id: "O", name: "green", total: 80 },
  ],
  to_move: "X",
  over: false,
  result: null,
  cells: [cell(0, 0, "X"), cell(0, 1, "O"), cell(1, 0, null), cell(1, 1, "O")],
  legal_moves: [],
});
const raid = /** @type {any} */ ({
  move: "A2 Raid",
  text: "A2 Raid",
  click_path: [[1, 0]],
  gain: 141,
  changes: [cell(1, 0, "X"), cell(1, 1, "X")],
});

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

test("a move names the cells that it takes from the other player", () => {
  assert.equal(conquers(position, raid), "conquers B2");
  assert.equal(conquers(position, { ...raid, changes: [cell(1, 0, "X")] }), "");
  assert.equal(effect(position, raid), "Raid conquers B2, plus 141");
});

test("the leader is named with the lead", () => {
  assert.deepEqual(
    [12, -12, 0].map((value) => lead(position, value)),
    ["blue +12", "green +12", "even"],
  );
  assert.equal(leads(position, -1200), "green leads by 1,200");
});

test("a cell is described by name, value and owner", () => {
  assert.equal(described(position, position.cells[1]), "B1, value 7, green");
  assert.equal(described(position, position.cells[2]), "A2, value 7, empty");
});

test("the result addresses the person who plays", () => {
  const over = { ...position, over: true, result: "blue wins by 1,120" };
  assert.equal(outcome(over, 0), "You win by 1,120");
  assert.equal(outcome(over, 1), "You lose: blue wins by 1,120");
  assert.equal(outcome(over, -1), "Blue wins by 1,120");
});

test("the state of the game has the totals and the player to move", () => {
  assert.equal(stands(position), "blue 1,200, green 80. Blue to move.");
});
