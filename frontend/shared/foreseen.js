/** The position after a move, as far as it is known without the rules. */

import { cellIndex, nameOf } from "./board/board-text.js";
/** @import { components } from "./api/api-types.js" */

/** @typedef {components["schemas"]["LegalMove"]} LegalMove */
/** @typedef {components["schemas"]["PositionResponse"]} Position */

/**
 * The position as it looks right after a move; it has no legal moves, and the same player to move.
 * @param {Position} position
 * @param {LegalMove} option
 * @returns {Position}
 */
export function foreseen(position, option) {
  const cells = [...position.cells];
  for (const cell of option.changes) cells[cellIndex(position, cell.square)] = cell;
  const [one, two] = position.players;
  const gain = position.to_move === one.id ? option.gain : -option.gain;
  const { move, text, click_path } = option;
  const turn = {
    player: position.to_move ?? "",
    name: nameOf(position, position.to_move),
    text,
    move,
    click_path,
    score: one.total - two.total + gain,
  };
  return { ...position, cells, legal_moves: [], turns: [...position.turns, turn] };
}
