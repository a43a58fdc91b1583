/**
 * What a reload keeps: the games with their branches, and how one likes the page.
 *
 * Each tab keeps the games of its history for itself, so that tabs do not disturb one another; the last games of all
 * tabs, one for each start, are for those that come later.
 */

import { change, state, watch } from "../state.js";
import { movesTo, Tree } from "./game-tree.js";

const GAMES = "outply.games";
const MANY = 8; // games that are kept
const WISHES = "outply.wishes";
/** @type {(keyof import("../types.js").State)[]} */
const KEPT = ["seconds", "delay", "tapTwice", "theme"];

/**
 * @param {"localStorage" | "sessionStorage"} where
 * @param {string} key
 */
function read(where, key) {
  try {
    return JSON.parse(window[where].getItem(key) ?? "null");
  } catch {
    return null; // no storage, or not ours
  }
}

/**
 * @param {"localStorage" | "sessionStorage"} where
 * @param {string} key
 * @param {unknown} value
 */
function write(where, key, value) {
  try {
    window[where].setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that a reload starts from the address.
  }
}

/** Keep the game and the wishes from now on. */
export function keep() {
  const save = () => {
    if (!state.tree) return;
    const game = { tree: state.tree.toData(), moves: movesTo(state.node), players: state.players };
    const { id, start } = game.tree;
    const here = lastGames("sessionStorage").filter((each) => each.tree.id !== id);
    const all = lastGames("localStorage").filter((each) => each.tree.start !== start);
    write("sessionStorage", GAMES, [game, ...here].slice(0, MANY));
    write("localStorage", GAMES, [game, ...all].slice(0, MANY));
  };
  save();
  watch(["node", "treeVersion", "players", "position"], save);
  watch(KEPT, () => write("localStorage", WISHES, Object.fromEntries(KEPT.map((key) => [key, state[key]]))));
}

/** Set the wishes of last time. */
export function restoreWishes() {
  const wishes = read("localStorage", WISHES) ?? {};
  change(
    Object.fromEntries(
      KEPT.filter((key) => typeof wishes[key] === typeof state[key]).map((key) => [key, wishes[key]]),
    ),
  );
}

/** @param {any} data */
const isGame = (data) => Array.isArray(data?.tree?.rows) && Array.isArray(data.moves);

/** @param {"localStorage" | "sessionStorage"} where */
function lastGames(where) {
  const games = read(where, GAMES);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

/**
 * Return the last game that has all that is asked for; this tab's own come first. Null if there is none.
 * @param {{id?: string, start?: string}} [asked]
 */
export function savedGame({ id, start } = {}) {
  const games = [...lastGames("sessionStorage"), ...lastGames("localStorage")];
  const data = games.find(
    ({ tree }) => [tree.id, undefined].includes(id) && [tree.start, undefined].includes(start),
  );
  if (!data) return null;
  try {
    return { tree: Tree.fromData(data.tree), moves: data.moves, players: data.players };
  } catch {
    return null;
  }
}
