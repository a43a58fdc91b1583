/** The text about a computer player's move. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionText } from "../../play/game/decision-text.js";

const line = ["C3 Raid", "D4 Stake", "E5 Stake"];

test("a decision shows value, depth and expected line", () => {
  const decision = { value: 24, depth: 12, proven: false, principal_variation_text: line };
  assert.equal(decisionText("blue", decision), "Blue: ≈ +24, depth 12, expects D4 Stake, E5 Stake");
});

test("a solved game has an exact value", () => {
  const decision = { value: -3, depth: 9, proven: true, principal_variation_text: ["C3 Raid"] };
  assert.equal(decisionText("X", decision), "X: −3, solved");
});

test("a random move has no text", () => {
  const decision = { value: null, depth: null, proven: null, principal_variation_text: [] };
  assert.equal(decisionText("X", decision), "");
});

test("a long line is cut", () => {
  const decision = { value: 0, depth: 9, proven: false, principal_variation_text: Array(9).fill("A1") };
  assert.match(decisionText("X", decision), /(A1, ){5}A1 …$/);
});
