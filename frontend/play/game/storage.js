/**
 * State that survives a reload: the games with their branches, and the display settings.
 *
 * Each tab keeps the games of its history for itself, so that tabs do not disturb one another; the library has the
 * games of all tabs.
 */

import { readStored, writeStored } from "../../shared/browser-storage.js";
import { allEntries, isSavedGame, savedGameWith, saveGame } from "../library/library.js";
import { change, state, watch } from "../state.js";
import { gameTitle } from "./board-title.js";
import { line, movesTo, Tree } from "./game-tree.js";
/** @import { LibraryEntry, SavedGame } from "../types.js" */

const GAMES = "outply.games";
const MAX_STORED_GAMES = 8; // number of stored games of a tab
const WISHES = "outply.wishes";
/** @type {(keyof import("../types.js").State)[]} */
const KEPT = ["seconds", "delay", "tapTwice", "sound", "theme"];

/** Keep the game and the wishes from now on. */
export function keep() {
  const save = () => {
    if (!state.tree) return;
    const game = { tree: state.tree.toData(), moves: movesTo(state.node), players: state.players };
    const here = gamesOfTab().filter((each) => each.tree.id !== game.tree.id);
    const games = [{ ...game, address: state.address }, ...here];
    writeStored("sessionStorage", GAMES, games.slice(0, MAX_STORED_GAMES));
    if (state.position) saveGame(game, entryOf(game));
  };
  save();
  watch(["node", "treeVersion", "players", "position", "address"], save);
  watch(KEPT, () => writeStored("localStorage", WISHES, Object.fromEntries(KEPT.map((key) => [key, state[key]]))));
}

/** Set the wishes of last time. */
export function restoreWishes() {
  const wishes = readStored("localStorage", WISHES) ?? {};
  change(
    Object.fromEntries(
      KEPT.filter((key) => typeof wishes[key] === typeof state[key]).map((key) => [key, wishes[key]]),
    ),
  );
}

/**
 * What the list of saved games shows of the game on the board.
 * @param {SavedGame} game
 * @returns {LibraryEntry}
 */
function entryOf({ tree: { id, start, record } }) {
  const { node, position, players, catalogue } = state;
  const before = allEntries().find((entry) => entry.id === id);
  const nodes = line(node);
  // The end of the line may not have been shown since the page was loaded.
  const end = nodes.at(-1)?.position;
  return {
    id,
    start,
    name: before?.name ?? "",
    title: gameTitle(position, catalogue),
    players,
    names: record?.names ?? null,
    moves: nodes.length,
    result: end ? end.result : nodes.length === before?.moves ? before.result : null,
    date: new Date().toISOString(),
  };
}

/** @returns {SavedGame[]} the last games of this tab */
function gamesOfTab() {
  const games = readStored("sessionStorage", GAMES);
  return Array.isArray(games) ? games.filter(isSavedGame) : [];
}

/**
 * Return the last game that matches; games of this tab come first. Null if there is none.
 * @param {{id?: string, start?: string}} [asked]
 */
export function savedGame({ id, start } = {}) {
  /** @param {{ id: string, start: string }} game */
  const isAsked = (game) => [game.id, undefined].includes(id) && [game.start, undefined].includes(start);
  const entry = allEntries().find(isAsked);
  const data = gamesOfTab().find(({ tree }) => isAsked(tree)) ?? (entry && savedGameWith(entry.id));
  return data ? revived(data) : null;
}

/**
 * Return a saved game with its tree; null if its data is damaged.
 * @param {SavedGame} data
 */
export function revived(data) {
  try {
    return { ...data, tree: Tree.fromData(data.tree) };
  } catch {
    return null;
  }
}
