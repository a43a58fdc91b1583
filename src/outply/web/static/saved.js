/**
 * What a reload keeps: the games with their branches, and how one likes the page.
 *
 * Each tab keeps the game that it shows for itself, so that tabs do not disturb one another; the last games of all
 * tabs, one for each start, are for those that come later.
 */

import { change, state, watch } from "./state.js";
import { Tree, movesTo } from "./tree.js";

const GAME = "outply.game";
const GAMES = "outply.games";
const MANY = 8; // games that are kept
const WISHES = "outply.wishes";
const KEPT = ["seconds", "delay", "tapTwice", "theme"];

/** @param {"localStorage" | "sessionStorage"} where */
function read(where, key) {
  try {
    return JSON.parse(window[where].getItem(key));
  } catch {
    return null; // no storage, or not ours
  }
}

function write(where, key, value) {
  try {
    window[where].setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that a reload starts from the address.
  }
}

/** Keep the game and the wishes from now on. */
export function keep() {
  watch(["node", "treeVersion", "players", "position"], () => {
    if (!state.tree) return;
    const game = { tree: state.tree.toData(), moves: movesTo(state.node), players: state.players };
    const others = lastGames().filter((each) => each.tree.start !== game.tree.start);
    write("sessionStorage", GAME, game);
    write("localStorage", GAMES, [game, ...others].slice(0, MANY));
  });
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

const isGame = (data) => Array.isArray(data?.tree?.rows) && Array.isArray(data.moves);

function lastGames() {
  const games = read("localStorage", GAMES);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

/** Return the game of last time from this start, or from any; this tab's own comes first. Null if there is none. */
export function savedGame(start) {
  const games = [read("sessionStorage", GAME), ...lastGames()].filter(isGame);
  const data = games.find(({ tree }) => start === undefined || tree.start === start);
  if (!data) return null;
  try {
    return { tree: Tree.fromData(data.tree), moves: data.moves, players: data.players };
  } catch {
    return null;
  }
}
