/** The sentences of the puzzle page. Independent of the DOM. */

import { number, signed } from "../shared/format.js";
import { squareName } from "../shared/board/board-text.js";
/** @import { LegalMove, Position, Puzzle } from "./types.js" */

const MAX_SHOWN_MOVES = 6;

/**
 * Say that the solution was found, and what it leads to.
 * @param {Puzzle} puzzle
 */
export function solvedText(puzzle) {
  const result = puzzle.value > 0 ? `wins by ${number(puzzle.value)}` : "saves a draw";
  return `${puzzle.line_text[0]} is right: with best play it ${result}. The next best move ends at ${signed(puzzle.next_value)}.`;
}

/**
 * Say what is wrong with a move. `reply` is the opponent's best play after it, `value` the final score of the player
 * who tried the move.
 * @param {LegalMove} option
 * @param {string[]} reply
 * @param {number} value
 */
export function refutedText(option, reply, value) {
  const result =
    value > 0 ? `still wins by ${number(value)}` : value < 0 ? `loses by ${number(-value)}` : "only draws";
  const answer = reply.length ? ` after ${reply[0]}` : "";
  return `${option.text} ${result}${answer}.`;
}

/**
 * Return the line of a refutation or a solution as text, shortened.
 * @param {string[]} moves
 */
export const lineText = (moves) =>
  moves.slice(0, MAX_SHOWN_MOVES).join(", ") + (moves.length > MAX_SHOWN_MOVES ? ", …" : "");

/**
 * Return the next hint: first the row of the last square of the move, then the square.
 * @param {Position} position
 * @param {LegalMove} option
 * @param {number} hints  the number of hints given so far
 */
export function hintText(position, option, hints) {
  const square = option.click_path.at(-1);
  if (!square) return "There is only one kind of move here.";
  if (hints === 0) return `Look at row ${position.rows[square[0]]}.`;
  return `The move ends on ${squareName(position, square)}.`;
}

/**
 * Return the difficulty in words: "Difficulty 4 of 8: from Club player on, the computer finds the move".
 * @param {Puzzle} puzzle
 * @param {string[]} levels
 */
export function difficultyText(puzzle, levels) {
  const level = levels[puzzle.difficulty - 1];
  return `Difficulty ${puzzle.difficulty} of ${levels.length}: the computer finds it from the level ${level} on.`;
}
