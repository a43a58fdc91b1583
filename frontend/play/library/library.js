/**
 * Saved games in the browser's storage: an index for the list of games, and each game under a key of its own,
 * so that a move writes one game only.
 */

import { readStored, removeStored, writeStored } from "../../shared/browser-storage.js";
/** @import { LibraryEntry, SavedGame } from "../types.js" */

const INDEX = "outply.library";
const GAME = "outply.game.";
const OLD_GAMES = "outply.games"; // a list of all games, in version 0.1
const MAX_GAMES = 100; // games that were neither named nor imported

/**
 * Return the entries of all games, the latest first.
 * @returns {LibraryEntry[]}
 */
export function allEntries() {
  const index = readStored("localStorage", INDEX) ?? adoptOldGames();
  return Array.isArray(index) ? index.filter(isEntry) : [];
}

/** Return the entries of the games that have moves, the latest first. */
export const savedEntries = () => allEntries().filter(({ moves }) => moves > 0);

/**
 * Return a game; null if it does not exist.
 * @param {string} id
 * @returns {SavedGame | null}
 */
export function savedGameWith(id) {
  const game = readStored("localStorage", GAME + id);
  return isSavedGame(game) ? game : null;
}

/**
 * Save a game under its id, as the latest. Return whether there was room for it: the oldest games without a name make
 * room if necessary.
 * @param {SavedGame} game
 * @param {LibraryEntry} entry
 */
export function saveGame(game, entry) {
  // Of the games without moves, only the one on the board is kept.
  const others = allEntries().filter(({ id, moves }) => id !== entry.id && (moves > 0 || !remove(id)));
  const entries = within([entry, ...others]);
  const write = () =>
    writeStored("localStorage", GAME + entry.id, game) && writeStored("localStorage", INDEX, entries);
  while (!write()) {
    const oldest = entries.findLast((each) => each !== entry && !isKept(each));
    if (!oldest) return false;
    entries.splice(entries.indexOf(oldest), 1);
    remove(oldest.id);
  }
  return true;
}

/**
 * Return the entries that are kept, and remove the games of the others.
 * @param {LibraryEntry[]} entries
 */
function within(entries) {
  let unnamed = 0;
  return entries.filter((entry) => {
    if (isKept(entry)) return true;
    unnamed += 1;
    if (unnamed > MAX_GAMES) remove(entry.id);
    return unnamed <= MAX_GAMES;
  });
}

/** @param {LibraryEntry} entry */
const isKept = ({ name, names }) => Boolean(name || names);

/** @param {string} id */
function remove(id) {
  removeStored("localStorage", GAME + id);
  return true;
}

/**
 * Give a game a name; without one, its title is shown.
 * @param {string} id
 * @param {string} name
 */
export function renameGame(id, name) {
  const entries = allEntries().map((entry) => (entry.id === id ? { ...entry, name: name.trim() } : entry));
  writeStored("localStorage", INDEX, entries);
}

/**
 * Delete a game. Return the function that restores it.
 * @param {string} id
 */
export function deleteGame(id) {
  const entries = allEntries();
  const place = entries.findIndex((entry) => entry.id === id);
  const game = savedGameWith(id);
  if (place < 0) return () => {};
  const [entry] = entries.splice(place, 1);
  writeStored("localStorage", INDEX, entries);
  remove(id);
  return () => {
    const now = allEntries().filter((each) => each.id !== id);
    now.splice(place, 0, entry);
    writeStored("localStorage", GAME + id, game);
    writeStored("localStorage", INDEX, now);
  };
}

/** @param {any} entry */
const isEntry = (entry) =>
  typeof entry?.id === "string" &&
  typeof entry.start === "string" &&
  typeof entry.title === "string" &&
  Number.isInteger(entry.moves);

/**
 * Return whether data is a saved game.
 * @param {any} data
 */
export const isSavedGame = (data) =>
  typeof data?.tree?.id === "string" &&
  typeof data.tree.start === "string" &&
  Array.isArray(data.tree.rows) &&
  Array.isArray(data.moves);

/** Take over the games of version 0.1. */
function adoptOldGames() {
  const old = readStored("localStorage", OLD_GAMES);
  const games = Array.isArray(old) ? old.filter(isSavedGame) : [];
  const entries = games.map(({ tree, players, moves }) => ({
    id: tree.id,
    start: tree.start,
    name: "",
    title: tree.start,
    players: players ?? [],
    names: tree.record?.names ?? null,
    moves: moves.length,
    result: null,
    date: "",
  }));
  for (const game of games) writeStored("localStorage", GAME + game.tree.id, game);
  if (writeStored("localStorage", INDEX, entries)) removeStored("localStorage", OLD_GAMES);
  return entries;
}
