/** The script of a self-contained puzzle file, which contains all positions. Progress is not stored. */

import { foreseen } from "../shared/foreseen.js";
import { byId, query } from "../shared/dom.js";
import { mountPuzzlePage } from "./page.js";
/** @import { LegalMove, Position, Puzzle } from "./types.js" */

/**
 * @typedef {object} PuzzleFile
 * @property {Puzzle[]} puzzles
 * @property {string[]} levels
 * @property {Record<string, Position>} positions  by the name of the puzzle
 * @property {Record<string, Record<string, Refutation>>} refutations  by the name of the puzzle and the wrong move
 */

/** @typedef {{ reply: LegalMove | null, line_text: string[], value: number }} Refutation */

/** @type {PuzzleFile} */
const { puzzles, levels, positions, refutations } = JSON.parse(byId("puzzles").textContent ?? "");

query(document, ".page-header-tools").hidden = true;
byId("play-here").hidden = true;
query(document, ".puzzle-progress").hidden = puzzles.length === 1;
byId("next").hidden = puzzles.length === 1;

/**
 * The position after a wrong move and the reply that refutes it.
 * @param {Position} start
 * @param {LegalMove} option
 * @param {LegalMove | null} reply
 */
function replied(start, option, reply) {
  const after = foreseen(start, option);
  const opponent = start.players.find(({ id }) => id !== start.to_move)?.id ?? null;
  return reply ? foreseen({ ...after, to_move: opponent }, reply) : after;
}

await mountPuzzlePage(() => ({
  puzzles,
  levels,
  isServed: false,
  loadProgress: () => null,
  storeProgress: () => {},
  position: async ({ name }) => positions[name],
  refutation: async ({ name }, option, start) => {
    const { reply, line_text: line, value } = refutations[name][option.move];
    return { line, value, position: replied(start, option, reply) };
  },
}));
