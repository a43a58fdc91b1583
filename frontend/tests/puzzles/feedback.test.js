/** The sentences of the puzzle page. */

import assert from "node:assert/strict";
import test from "node:test";
import { difficultyText, hintText, lineText, refutedText, solvedText } from "../../puzzles/feedback.js";
/** @import { LegalMove, Position, Puzzle } from "../../puzzles/types.js" */

/** @type {Puzzle} */
const PUZZLE = {
  name: "raid-5-1",
  kind: "Warfare, raid",
  start: "warfare/raid/Smolensk",
  title: "X to move: find the only move that wins.",
  goal: "win",
  difficulty: 2,
  solution: "B2 Raid",
  line_text: ["B2 Raid", "A1 Stake"],
  value: 12,
  next_value: -3,
};
/** @type {LegalMove} */
const MOVE = { move: "B2 Raid", text: "B2 Raid", click_path: [[1, 1]], gain: 0, changes: [] };

test("the solution is praised with what it leads to", () => {
  assert.equal(
    solvedText(PUZZLE),
    "B2 Raid is right: with best play it wins by 12. The next best move ends at −3.",
  );
  assert.match(solvedText({ ...PUZZLE, value: 0 }), /saves a draw/);
});

test("a wrong move is refuted by the reply", () => {
  assert.equal(refutedText(MOVE, ["C3 Raid"], -7), "B2 Raid loses by 7 after C3 Raid.");
  assert.equal(refutedText(MOVE, ["C3 Raid"], 0), "B2 Raid only draws after C3 Raid.");
  assert.equal(refutedText(MOVE, [], 4), "B2 Raid still wins by 4.");
});

test("long lines are shortened", () => {
  assert.equal(lineText(["a", "b"]), "a, b");
  assert.equal(lineText([..."abcdefgh"]), "a, b, c, d, e, f, …");
});

test("the first hint names the row, the second the square", () => {
  const position = /** @type {Position} */ ({ rows: ["1", "2"], columns: ["A", "B"] });
  assert.equal(hintText(position, MOVE, 0), "Look at row 2.");
  assert.equal(hintText(position, MOVE, 1), "The move ends on B2.");
});

test("the difficulty names the level", () => {
  const text = difficultyText(PUZZLE, ["Beginner", "Novice"]);
  assert.equal(text, "Difficulty 2 of 2: the computer finds it from the level Novice on.");
});
