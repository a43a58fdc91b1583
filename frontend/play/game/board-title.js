/** Titles of boards and games. */

/** @import { Catalogue, Position } from "../types.js" */

/**
 * "Smolensk"; "random 26 × 26, seed 1"; "custom 4 × 4" for a board without a name.
 * @param {{board: string, rows: string[], columns: string[]}} position
 */
export function boardTitle({ board, rows, columns }) {
  const [kind, size, seed] = board.split(":");
  if (kind === "random" && size && seed) return `random ${size} × ${size}, seed ${seed}`;
  return board || `custom ${columns.length} × ${rows.length}`;
}

/**
 * The game, and of its rules and its board what could be otherwise: "Warfare, raid rules, Smolensk".
 * @param {Position} position
 * @param {Catalogue} catalogue
 */
export function gameTitle(position, catalogue) {
  const game = catalogue.games.find(({ name }) => name === position.game);
  const rules = game && game.variants.length > 1 && `${position.rules} rules`;
  const board = game && (game.setups.length > 1 || game.has_random_boards) && boardTitle(position);
  return [position.title, rules, board].filter(Boolean).join(", ");
}
