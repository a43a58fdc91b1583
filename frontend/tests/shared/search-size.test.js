/** The estimated size and duration of a search as text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, isTooLarge, progressText, sizeText } from "../../shared/search-size.js";

test("durations have a unit and at most two digits", () => {
  const texts = [0.2, 1, 45, 200, 7312, 275_785, 1e12].map(durationText);
  assert.deepEqual(texts, [
    "1 second",
    "1 second",
    "45 seconds",
    "3 minutes",
    "2 hours",
    "3 days",
    "32 thousand years",
  ]);
});

test("the size of a search is stated in words", () => {
  assert.equal(sizeText({ visits: 3_241_736_395_579, seconds: 7312 }), "About 3.2 trillion visits, about 2 hours");
});

test("a search beyond the time limit is too large", () => {
  assert.equal(isTooLarge({ seconds: 61, max_seconds: 60 }), true);
  assert.equal(isTooLarge({ seconds: 59, max_seconds: 60 }), false);
});

test("progress counts root moves and visits", () => {
  const progress = { visits: 340_000_000, root_moves_searched: 12, root_moves: 36 };
  assert.equal(progressText(progress), "12 of 36 root moves, 340 million visits");
});
