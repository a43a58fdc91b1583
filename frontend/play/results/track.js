/** Keeps the result of every game of one person against a computer player in the browser. */

import { readStored, writeStored } from "../../shared/browser-storage.js";
import { path } from "../game/game-tree.js";
import { mySide } from "../game/players.js";
import { winner } from "../game/position-text.js";
import { change, isBehind, state, watch } from "../state.js";
import { readResults, withResult } from "./results.js";

const RESULTS = "outply.results";

/** The id of the game that was seen before its end: a game that is only opened has no new result. */
/** @type {string | null} */
let unfinished = null;

/** Follow the games from now on. */
export function keepResults() {
  change({ results: readResults(readStored("localStorage", RESULTS)) });
  watch(["position", "hint", "heat", "analysis"], follow);
}

/** Forget all results. Return the function that restores them. */
export function resetResults() {
  const before = state.results;
  keep([]);
  return () => keep(before);
}

/** @param {import("../types.js").GameResult[]} results */
function keep(results) {
  change({ results });
  writeStored("localStorage", RESULTS, results);
}

function follow() {
  const { tree, node, position, players, hint, heat, analysis } = state;
  if (!position || isBehind() || state.attempt) return;
  const side = mySide();
  if (side < 0) return;
  // Every node but the root was made by a move: there are more of them if moves were taken back.
  if (!node.children.length && tree.count - 1 > path(node).length) tree.assisted = true;
  if (!position.over) {
    unfinished = tree.id;
    if (hint || heat || analysis) tree.assisted = true;
    return;
  }
  if (unfinished !== tree.id) return;
  unfinished = null;
  const won = winner(position);
  /** @type {import("../types.js").GameResult} */
  const result = {
    id: tree.id,
    date: new Date().toISOString(),
    game: position.game,
    rules: position.rules,
    size: [position.rows.length, position.columns.length],
    opponent: players[1 - side],
    outcome: won === side ? "won" : won < 0 ? "drawn" : "lost",
    assisted: tree.assisted,
  };
  // Another tab may have written since.
  keep(withResult(readResults(readStored("localStorage", RESULTS)), result));
}
