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

/** Where the puzzles come from: the server, or the file itself. */
export interface PuzzleSource {
  puzzles: Puzzle[];
  /** The names of the levels, level 1 first. */
  levels: string[];
  /** Whether the address of the page names the puzzle. */
  isServed: boolean;
  loadProgress: () => unknown;
  storeProgress: (progress: Progress) => void;
  position: (puzzle: Puzzle) => Promise<Position>;
  /** Best play after a wrong move of the position `start`, its result for the player, and the position after the reply. */
  refutation: (
    puzzle: Puzzle,
    option: LegalMove,
    start: Position,
  ) => Promise<{ line: string[]; value: number; position: Position }>;
}

/** The puzzle on the page. */
export interface Attempt {
  puzzle: Puzzle;
  /** Whether a wrong move or help ended the streak. */
  failed: boolean;
  hints: number;
  isSolved: boolean;
}
