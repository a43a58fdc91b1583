/** Games in the fragment of an address. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHash, toHash } from "../../shared/link.js";

const start = "warfare/raid/Smolensk";

test("a link contains start, moves and players", () => {
  const game = { start, moves: ["A5 Stake", "B3 Raid"], players: ["person", "engine:2s"] };
  assert.equal(toHash(game), "#start=warfare/raid/Smolensk&moves=A5+Stake,B3+Raid&players=person,engine:2s");
  assert.deepEqual(fromHash(toHash(game)), game);
});

test("an address without a start is no link", () => assert.equal(fromHash("#moves=A1"), null));
