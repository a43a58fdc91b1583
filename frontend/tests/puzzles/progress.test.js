/** Solved puzzles, streaks, and the choice of the next puzzle. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  afterFailing,
  afterSolving,
  boardOfTheDay,
  filtered,
  nextPuzzle,
  NO_PROGRESS,
  puzzleOfTheDay,
  readProgress,
} from "../../puzzles/progress.js";
/** @import { Puzzle } from "../../puzzles/types.js" */

/**
 * @param {string} name
 * @returns {Puzzle}
 */
const puzzle = (name, kind = "Warfare, raid", difficulty = 1) => ({
  name,
  kind,
  difficulty,
  start: "warfare/raid/Smolensk",
  title: "",
  goal: "win",
  solution: "A1 Stake",
  line_text: ["A1 Stake"],
  value: 3,
  next_value: -1,
});
const [A, B, C] = [puzzle("a"), puzzle("b", "Star/Circle", 3), puzzle("c", "Warfare, raid", 5)];
const ALL = [A, B, C];
const attempt = { puzzle: A, failed: false, hints: 0, isSolved: false };

test("a puzzle solved at the first try prolongs the streak", () => {
  const once = afterSolving(NO_PROGRESS, attempt);
  assert.deepEqual(once, { solved: ["a"], streak: 1, longest: 1 });
  const twice = afterSolving(once, { ...attempt, puzzle: B });
  assert.deepEqual(twice, { solved: ["a", "b"], streak: 2, longest: 2 });
});

test("a failed puzzle ends the streak, and solving it afterwards begins no new one", () => {
  const failed = afterFailing({ solved: ["b"], streak: 4, longest: 4 });
  assert.deepEqual(failed, { solved: ["b"], streak: 0, longest: 4 });
  assert.deepEqual(afterSolving(failed, { ...attempt, failed: true }), {
    solved: ["b", "a"],
    streak: 0,
    longest: 4,
  });
});

test("a puzzle that is solved again is counted once", () => {
  assert.deepEqual(afterSolving({ solved: ["a"], streak: 0, longest: 1 }, attempt).solved, ["a"]);
});

test("stored data that is not progress is ignored", () => {
  for (const data of [
    null,
    3,
    {},
    { solved: [1], streak: 0, longest: 0 },
    { solved: [], streak: "1", longest: 0 },
  ])
    assert.deepEqual(readProgress(data), NO_PROGRESS);
  assert.deepEqual(readProgress({ solved: ["a"], streak: 1, longest: 2, more: 3 }), {
    solved: ["a"],
    streak: 1,
    longest: 2,
  });
});

test("the next puzzle is the first unsolved one after the current, from the beginning if need be", () => {
  assert.equal(nextPuzzle(ALL, NO_PROGRESS, undefined), A);
  assert.equal(nextPuzzle(ALL, { ...NO_PROGRESS, solved: ["b"] }, "a"), C);
  assert.equal(nextPuzzle(ALL, { ...NO_PROGRESS, solved: ["c"] }, "b"), A);
  assert.equal(nextPuzzle(ALL, { ...NO_PROGRESS, solved: ["a", "b", "c"] }, "b"), C);
  assert.equal(nextPuzzle([], NO_PROGRESS, undefined), undefined);
});

test("puzzles are filtered by kind and difficulty", () => {
  assert.deepEqual(filtered(ALL, "", ""), ALL);
  assert.deepEqual(filtered(ALL, "Warfare, raid", ""), [A, C]);
  assert.deepEqual(filtered(ALL, "Warfare, raid", "5"), [C]);
  assert.deepEqual(filtered(ALL, "", "3"), [B]);
});

test("every puzzle has its day before one returns", () => {
  const puzzles = Array.from({ length: 200 }, (_, i) => puzzle(String(i)));
  const names = puzzles.map((_, day) => puzzleOfTheDay(puzzles, new Date(2026, 0, 1 + day))?.name);
  assert.equal(new Set(names).size, 200);
  assert.equal(puzzleOfTheDay([A], new Date(2026, 0, 1)), A);
});

test("the board of the day is the same all day", () => {
  assert.equal(boardOfTheDay(new Date(2026, 10, 16, 0, 1)), "warfare/raid/random:6:20261116");
  assert.equal(boardOfTheDay(new Date(2026, 10, 16, 23, 59)), "warfare/raid/random:6:20261116");
});
