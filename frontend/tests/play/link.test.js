/** Opening a link: a board, or a position of the current game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { continues } from "../../play/game/link.js";

const start = "warfare/raid/Smolensk";

test("a link to a board opens the board, not the current game", () => {
  assert.equal(continues({ start }, { start, moves: [] }), false);
});

test("a link to a position of the current game continues it", () => {
  assert.equal(continues({ start }, { start, moves: ["A5 Stake"] }), true);
  assert.equal(continues({ start: "warfare/raid/Keren" }, { start, moves: ["A5 Stake"] }), false);
  assert.equal(continues(null, { start, moves: ["A5 Stake"] }), false);
});
