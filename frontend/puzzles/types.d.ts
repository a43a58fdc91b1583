/** Types that the modules of the puzzle page share. */

import type { components } from "../shared/api/api-types.js";

type Models = components["schemas"];

export type Puzzle = Models["PuzzleResponse"];
export type Position = Models["PositionResponse"];
export type LegalMove = Models["LegalMove"];

/** What the browser remembers of solved puzzles. */
export interface Progress {
  /** The names of the solved puzzles. */
  solved: string[];
  /** The number of puzzles in a row that were solved at the first try, without help. */
  streak: number;
  longest: number;
}

/** The puzzle on the page. */
export interface Attempt {
  puzzle: Puzzle;
  /** Whether a wrong move or help ended the streak. */
  failed: boolean;
  hints: number;
  isSolved: boolean;
}
