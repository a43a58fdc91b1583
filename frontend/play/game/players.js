/** The players of a side, and their names as text. */

import { state } from "../state.js";
import { movesTo } from "./game-tree.js";

export const PERSON = "person";

/**
 * Parse a name such as "alphabeta:4": the entry of the catalogue, and the amount.
 * @param {string} name
 */
export function playerParts(name) {
  const known = state.catalogue.players;
  const level = known.find((player) => player.name === name);
  if (level) return { entry: level, amount: NaN };
  const [word, argument = ""] = name.split(":");
  return {
    entry: known.find((player) => player.name === word && player.kind !== "level"),
    amount: Number.parseFloat(argument),
  };
}

/**
 * The title of a player: "Person", "Beginner", "Alpha-beta 4"; the name itself if the player is unknown.
 * @param {string} name
 */
export function playerTitle(name) {
  if (name === PERSON) return "Person";
  const { entry, amount } = playerParts(name);
  if (!entry || !isPlayer(name)) return name;
  if (entry.kind === "level") return entry.title;
  return entry.kind === "depth" ? `${entry.title} ${amount}` : `${entry.title} ${amount} s`;
}

/**
 * The same within a sentence: "alpha-beta, depth 4".
 * @param {string} name
 */
export function playerPhrase(name) {
  const { entry, amount } = playerParts(name);
  if (!entry || !isPlayer(name)) return playerTitle(name);
  if (entry.kind === "level") return entry.title;
  const limit = entry.kind === "depth" ? `depth ${amount}` : `${amount} s per move`;
  return `${entry.title.toLowerCase()}, ${limit}`;
}

const SLOW_MOVE_S = 2; // seconds
const QUICK_MOVE_S = 0.1;

/**
 * The same player with little time, for "Move now"; null if the player is fast anyway.
 * @param {string} name
 */
export function hurried(name) {
  if (name === PERSON) return null;
  const { entry, amount } = playerParts(name);
  return entry?.kind === "seconds" && amount >= SLOW_MOVE_S ? `${entry.name}:${QUICK_MOVE_S}s` : null;
}

/**
 * Whether there is such a player.
 * @param {string} name
 */
export function isPlayer(name) {
  if (name === PERSON) return true;
  const { entry, amount } = playerParts(name);
  if (!entry || entry.kind === "level") return Boolean(entry);
  const unit = entry.kind === "seconds" ? "s" : "";
  return name === `${entry.name}:${amount}${unit}` && amount > 0 && amount <= state.catalogue.limits[entry.kind];
}

/**
 * The same players, with a person in the place of each unknown one.
 * @param {string[]} names
 */
export const seats = (names) => names.map((name) => (isPlayer(name) ? name : PERSON));

/** The players of the record that the moves come from; null if other players took over. */
export function recordedNames() {
  const { tree, node, players } = state;
  const { names, moves } = tree.record ?? {};
  const same = names && String(seats(names)) === String(players);
  return same && movesTo(node).every((move, i) => move === moves?.[i]) ? names : null;
}

/** The side of the one person who plays against a computer player; -1 if there is none, or if others made the moves. */
export function mySide() {
  const { players } = state;
  return players.filter((player) => player === PERSON).length === 1 && !recordedNames()
    ? players.indexOf(PERSON)
    : -1;
}
