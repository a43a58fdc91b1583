/** The text about a reviewed move. */

import assert from "node:assert/strict";
import test from "node:test";
import { describeReviewedMove, qualitySymbol } from "../../shared/game-review.js";

/** @type {import("../../shared/game-review.js").ReviewedMove} */
const BLUNDER = {
  quality: "blunder",
  loss: 1273,
  solved: false,
  depth: 14,
  choices: 20,
  principal_variation_text: ["blitz C4", "blitz D4", "blitz A1"],
};

test("a move that loses points names the best line and how it was found", () => {
  assert.equal(
    describeReviewedMove(BLUNDER),
    "Blunder: loses ≈1,273 points; best was blitz C4, then blitz D4, blitz A1 (depth 14)",
  );
  assert.equal(
    describeReviewedMove({
      ...BLUNDER,
      quality: "good",
      loss: 1,
      solved: true,
      principal_variation_text: ["A1 Raid"],
    }),
    "Good move: loses 1 point; best was A1 Raid (solved)",
  );
});

test("a long line is cut off", () => {
  assert.equal(
    describeReviewedMove(BLUNDER, { maxLineLength: 2 }),
    "Blunder: loses ≈1,273 points; best was blitz C4, then blitz D4 … (depth 14)",
  );
});

test("the turning point is named", () => {
  assert.match(describeReviewedMove(BLUNDER, { isTurningPoint: true }), /^Turning point\. Blunder: loses/);
});

test("a move that loses nothing is the best", () => {
  assert.equal(describeReviewedMove({ ...BLUNDER, quality: "best", loss: 0 }), "Best move (depth 14)");
});

test("a move without an alternative is not praised", () => {
  assert.equal(describeReviewedMove({ ...BLUNDER, quality: "best", loss: 0, choices: 1 }), "Only move");
});

test("only moves that lose much have a symbol", () => {
  const symbols = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]).map(qualitySymbol);
  assert.deepEqual(symbols, ["", "", "?!", "?", "??"]);
});
