/** Positions and moves as text. */

import assert from "node:assert/strict";
import test from "node:test";
import { conquers, effect, leads, outcome, stands } from "../../play/game/position-text.js";
import { cell, position } from "../shared/example-position.js";

const raid = /** @type {any} */ ({
  move: "A2 Raid",
  text: "A2 Raid",
  click_path: [[1, 0]],
  gain: 141,
  changes: [cell(1, 0, "X"), cell(1, 1, "X")],
});

test("a move names the cells that it takes from the other player", () => {
  assert.equal(conquers(position, raid), "conquers B2");
  assert.equal(conquers(position, { ...raid, changes: [cell(1, 0, "X")] }), "");
  assert.equal(effect(position, raid), "Raid conquers B2, plus 141");
});

test("the leader is named in a sentence", () => {
  assert.equal(leads(position, -1200), "green leads by 1,200");
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
