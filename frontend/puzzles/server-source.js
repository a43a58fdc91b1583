/** The puzzles of the server, with the progress in the browser. */

import * as api from "../shared/api/api.js";
import { readStored, writeStored } from "../shared/browser-storage.js";
import { byId } from "../shared/dom.js";
import { toHash } from "../shared/link.js";
import { boardOfTheDay, filtered, nextPuzzle, puzzleOfTheDay, readProgress } from "./progress.js";
/** @import { PuzzleSource } from "./types.js" */

const STORAGE = "outply.puzzles";
const STRONGEST = "level:8"; // plays the refutations; solves every puzzle at once
const OFFLINE_PUZZLES = 10; // whose positions are requested in advance, for the time without the server

/** @returns {Promise<PuzzleSource>} */
export async function serverSource() {
  const { puzzles, levels, first_opponent: opponent } = await api.puzzles();
  const daily = { start: boardOfTheDay(new Date()), moves: [], players: ["person", opponent] };
  byId("board-of-the-day").setAttribute("href", `./${toHash(daily)}`);
  return {
    puzzles,
    levels,
    isServed: true,
    loadProgress: () => readStored("localStorage", STORAGE),
    storeProgress: (progress) => void writeStored("localStorage", STORAGE, progress),
    position: (puzzle) => api.position(puzzle.start, []),
    async refutation(puzzle, option) {
      const reply = await api.choose(puzzle.start, [option.move], STRONGEST);
      const line = reply.principal_variation_text;
      return {
        line: line.length ? line : [reply.text],
        value: -(reply.value ?? 0),
        position: await api.position(puzzle.start, [option.move, reply.move]),
      };
    },
  };
}

/**
 * Request the positions of today's puzzle and of the next unsolved ones, which the service worker keeps.
 * @param {PuzzleSource} source
 */
export async function fetchAhead({ puzzles, loadProgress, position }) {
  const progress = readProgress(loadProgress());
  const unsolved = filtered(puzzles, "", "").filter(({ name }) => !progress.solved.includes(name));
  const daily = puzzleOfTheDay(puzzles, new Date());
  const next = nextPuzzle(puzzles, progress, undefined);
  for (const puzzle of new Set([daily, next, ...unsolved.slice(0, OFFLINE_PUZZLES)]))
    if (puzzle) await position(puzzle);
}
