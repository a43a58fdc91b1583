/** The review of a game on the play page: reviewed nodes, evaluation curve, texts, and tried moves. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../play/game/game-tree.js";
import {
  accuracyText,
  costliestTitle,
  describeMove,
  evaluationCurve,
  newReview,
  progressText,
  reviewedNodes,
  turningPoint,
  verdict,
} from "../../play/review/game-review.js";
/** @import { GameReview, ReviewedMove, ReviewSummary } from "../../play/types.js" */

const MOVES = ["A1", "B2", "C3"];

/**
 * @param {number} number
 * @param {Partial<ReviewedMove>} [patch]
 */
const reviewed = (number, patch) =>
  /** @type {ReviewedMove} */ ({
    number,
    player: number % 2 ? "X" : "O",
    move: MOVES[number - 1],
    text: `${MOVES[number - 1]} Stake`,
    quality: "best",
    loss: 0,
    value: 10 * number,
    solved: true,
    depth: 3,
    principal_variation_text: ["D4 Stake", "A1 Stake"],
    ...patch,
  });

/** @param {Partial<ReviewSummary>} patch */
const summary = (patch) => /** @type {ReviewSummary} */ (patch);

/** @type {GameReview} */
const RUNNING = { ...newReview(MOVES), reviewed: [reviewed(1), reviewed(2)] };
/** @type {GameReview} */
const FINISHED = {
  ...RUNNING,
  reviewed: [...RUNNING.reviewed, reviewed(3, { quality: "blunder", loss: 14 })],
  summary: summary({ turning_point: 3, values: [10, -20, 30, 16] }),
};

test("nodes of the game and of tried moves have reviews, other branches have none", () => {
  const tree = new Tree("start");
  const [first, second, third] = [1, 2, 3].map((length) => tree.follow(MOVES.slice(0, length)));
  const tried = tree.follow(["A1", "B2", "D4"]);
  const elsewhere = tree.follow(["A1", "D4"]);
  const found = reviewedNodes(tree, { ...FINISHED, tried: [reviewed(3, { move: "D4" })] });
  assert.deepEqual([...found.keys()], [first, second, tried, third]);
  assert.equal(found.get(tried)?.move, "D4");
  assert.equal(found.get(elsewhere), undefined);
  assert.equal(reviewedNodes(tree, null).size, 0);
});

test("a running review marks the moves that it has reached", () => {
  const tree = new Tree("start");
  tree.follow(MOVES);
  assert.equal(reviewedNodes(tree, RUNNING).size, 2);
  assert.equal(progressText(RUNNING), "2 of 3 moves");
  assert.equal(turningPoint(RUNNING), undefined);
});

test("a move is described with its loss and the best line", () => {
  assert.equal(
    describeMove(FINISHED, FINISHED.reviewed[2]),
    "Turning point. Blunder: loses 14 points; best was D4 Stake, then A1 Stake (solved).",
  );
});

test("the evaluation counts for the first player and ends where the line leaves the game", () => {
  assert.deepEqual(evaluationCurve(FINISHED, MOVES, "X"), [10, -20, 30, 16]);
  assert.deepEqual(evaluationCurve(RUNNING, MOVES, "X"), [10, -20]);
  assert.deepEqual(evaluationCurve(FINISHED, ["A1", "D4"], "X"), [10, -20]);
  assert.deepEqual(evaluationCurve(null, MOVES, "X"), []);
});

test("a player without alternatives has no accuracy", () => {
  assert.equal(accuracyText(71.6), "72 %");
  assert.equal(accuracyText(null), "–");
});

test("the user is addressed in the title of the costliest moves", () => {
  assert.equal(costliestTitle(3, null), "Your three costliest moves");
  assert.equal(costliestTitle(1, null), "Your costliest move");
  assert.equal(costliestTitle(2, "O"), "Costliest moves of O");
});

for (const [title, loss, text] of /** @type {[string, number, string][]} */ ([
  ["Best move", 0, "D4 loses nothing; C3 loses ≈14 points."],
  ["Better", 3, "D4 loses ≈3 points; C3 loses ≈14 points. There is an even better move."],
  ["No better", 14, "D4 loses ≈14 points; C3 loses ≈14 points."],
  ["Worse", 20, "D4 loses ≈20 points; C3 loses ≈14 points."],
]))
  test(`a tried move that loses ${loss} instead of 14 is: ${title}`, () => {
    const original = reviewed(3, { text: "C3", loss: 14, solved: false });
    const tried = reviewed(3, { move: "D4", text: "D4", loss, solved: false });
    assert.deepEqual(verdict(tried, original), { title, text });
  });

test("the move of the game is not compared with itself", () => {
  const original = reviewed(3, { loss: 14 });
  assert.deepEqual(verdict(original, original), { title: "The same move", text: "C3 Stake loses 14 points." });
});
