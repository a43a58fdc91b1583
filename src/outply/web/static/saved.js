/** What a reload keeps: the game with its branches, and how one likes the page. */

import { change, state, watch } from "./state.js";
import { Tree, movesTo } from "./tree.js";

const GAME = "outply.game";
const WISHES = "outply.wishes";
const KEPT = ["seconds", "delay", "tapTwice", "theme"];

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // no storage, or not ours
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that a reload starts from the address.
  }
}

/** Keep the game and the wishes from now on. */
export function keep() {
  watch(["node", "treeVersion", "players", "position"], () => {
    if (state.tree) write(GAME, { tree: state.tree.toData(), moves: movesTo(state.node), players: state.players });
  });
  watch(KEPT, () => write(WISHES, Object.fromEntries(KEPT.map((key) => [key, state[key]]))));
}

/** Set the wishes of last time. */
export function restoreWishes() {
  const wishes = read(WISHES) ?? {};
  change(
    Object.fromEntries(
      KEPT.filter((key) => typeof wishes[key] === typeof state[key]).map((key) => [key, wishes[key]]),
    ),
  );
}

/** Return the game of last time, or null. */
export function savedGame() {
  const data = read(GAME);
  if (!Array.isArray(data?.tree?.rows) || !Array.isArray(data.moves)) return null;
  try {
    return { tree: Tree.fromData(data.tree), moves: data.moves, players: data.players };
  } catch {
    return null;
  }
}
