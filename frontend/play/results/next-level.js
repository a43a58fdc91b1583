/** The level that is offered after a win. */

import { mySide } from "../game/players.js";
import { winner } from "../game/position-text.js";
import { state } from "../state.js";
import { nextLevel } from "./results.js";

/** The level above the one that the person who plays has beaten; null otherwise. */
export function offeredLevel() {
  const { position, players, catalogue } = state;
  const side = mySide();
  const isWon = position.over && side >= 0 && winner(position) === side;
  return isWon ? nextLevel(catalogue.players, players[1 - side]) : null;
}

/** The same to be read out; nothing if no level is offered. */
export function offerText() {
  const level = offeredLevel();
  return level ? ` Next level: ${level.title}.` : "";
}
