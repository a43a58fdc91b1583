import assert from "node:assert/strict";
import { test } from "node:test";
import { continues } from "../../play/game/link.js";

const start = "warfare/raid/Smolensk";

test("a link to a board opens the board, not the game that is on", () => {
  assert.equal(continues({ start }, { start, moves: [] }), false);
});

test("a link to a position of the game that is on continues it", () => {
  assert.equal(continues({ start }, { start, moves: ["A5 Stake"] }), true);
  assert.equal(continues({ start: "warfare/raid/Keren" }, { start, moves: ["A5 Stake"] }), false);
  assert.equal(continues(null, { start, moves: ["A5 Stake"] }), false);
});
