/** Which puzzles were solved, how many in a row, and which one comes next. Independent of the DOM. */

/** @import { Attempt, Progress, Puzzle } from "./types.js" */

const MILLISECONDS_PER_DAY = 86_400_000;

/** @type {Progress} */
export const NO_PROGRESS = { solved: [], streak: 0, longest: 0 };

/**
 * Return stored data as progress; no progress if the data is not ours.
 * @param {any} data
 * @returns {Progress}
 */
export function readProgress(data) {
  const isValid =
    Array.isArray(data?.solved) &&
    data.solved.every((/** @type {unknown} */ name) => typeof name === "string") &&
    Number.isInteger(data.streak) &&
    Number.isInteger(data.longest);
  return isValid ? { solved: data.solved, streak: data.streak, longest: data.longest } : NO_PROGRESS;
}

/**
 * Return the progress after a puzzle was solved. A puzzle that was failed before does not count for the streak.
 * @param {Progress} progress
 * @param {Attempt} attempt
 * @returns {Progress}
 */
export function afterSolving(progress, { puzzle, failed }) {
  const streak = failed ? progress.streak : progress.streak + 1;
  const solved = progress.solved.includes(puzzle.name) ? progress.solved : [...progress.solved, puzzle.name];
  return { solved, streak, longest: Math.max(progress.longest, streak) };
}

/**
 * Return the progress after a wrong move or after help with a puzzle.
 * @param {Progress} progress
 * @returns {Progress}
 */
export const afterFailing = (progress) => ({ ...progress, streak: 0 });

/**
 * Return the puzzles of a kind and a difficulty; "" stands for all.
 * @param {Puzzle[]} puzzles
 * @param {string} kind
 * @param {string} difficulty
 */
export const filtered = (puzzles, kind, difficulty) =>
  puzzles.filter(
    (puzzle) => [puzzle.kind, ""].includes(kind) && [String(puzzle.difficulty), ""].includes(difficulty),
  );

/**
 * Return the first unsolved puzzle after the current one; if all are solved, the one after it. Undefined if there is
 * none.
 * @param {Puzzle[]} puzzles
 * @param {Progress} progress
 * @param {string | undefined} current
 * @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, progress, current) {
  const place = puzzles.findIndex((puzzle) => puzzle.name === current) + 1;
  const others = [...puzzles.slice(place), ...puzzles.slice(0, place)];
  return others.find((puzzle) => !progress.solved.includes(puzzle.name)) ?? others[0];
}

/**
 * Return the puzzle of a day: the same for everyone, and a different one on each day until all were shown.
 * @param {Puzzle[]} puzzles
 * @param {Date} date
 * @returns {Puzzle | undefined}
 */
export function puzzleOfTheDay(puzzles, date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MILLISECONDS_PER_DAY);
  const step = stepThrough(puzzles.length);
  return puzzles[(day * step) % puzzles.length];
}

/**
 * Return a step that visits all of `count` places before it returns to the first, and mixes them.
 * @param {number} count
 */
function stepThrough(count) {
  let step = Math.max(1, Math.round(count * 0.618));
  while (step > 1 && commonDivisor(step, count) > 1) step -= 1;
  return step;
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
const commonDivisor = (a, b) => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * Return the start of the board of a day, for the play page.
 * @param {Date} date
 */
export function boardOfTheDay(date) {
  const seed = date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
  return `warfare/raid/random:6:${seed}`;
}
