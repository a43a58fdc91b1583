/** Squares, players and scores of a board as text. */

import { signed } from "../format.js";
/** @import { Board, Cell, Square } from "./types.js" */

/**
 * The name of a square, its letter first: C3.
 * @param {Pick<Board, "rows" | "columns">} board
 * @param {Square} square
 */
export function squareName(board, [row, column]) {
  const [r, c] = [board.rows[row], board.columns[column]];
  return /^\d/.test(c) ? r + c : c + r;
}

/**
 * Return the index of the player with this id, 0 or 1; -1 if there is none.
 * @param {{players: {id: string}[]}} board
 * @param {string | null} id
 */
export const indexOf = (board, id) => board.players.findIndex((player) => player.id === id);

/**
 * @param {Pick<Board, "players">} board
 * @param {string | null} id
 */
export const nameOf = (board, id) => board.players[indexOf(board, id)]?.name ?? "";

/**
 * The place of a square among the cells.
 * @param {Pick<Board, "columns">} board
 * @param {Square} square
 */
export const cellIndex = (board, [row, column]) => row * board.columns.length + column;

/**
 * A score for the first player, as the one who leads would say it: "blue +12".
 * @param {Pick<Board, "players">} board
 * @param {number} value
 */
export function lead(board, value) {
  if (value === 0) return "even";
  return `${board.players[value > 0 ? 0 : 1].name} ${signed(Math.abs(value))}`;
}

/**
 * What is particular about a piece: its shape, its letter, or the number of pieces on top of each other.
 * @param {Pick<Board, "players" | "shapes">} board
 * @param {Cell} cell
 */
function pieceText(board, cell) {
  const isTile = (cell.shape ?? board.shapes[indexOf(board, cell.owner)]) === "text";
  const shape = cell.shape && !isTile ? `, ${cell.shape}` : "";
  return `${shape}${cell.text ? `, ${cell.text}${isTile ? "" : " pieces"}` : ""}`;
}

/**
 * Who is on a cell and what it is worth, to be read out.
 * @param {Pick<Board, "rows" | "columns" | "pieces" | "shapes" | "players">} board
 * @param {Cell} cell
 */
export function described(board, cell) {
  const owner = nameOf(board, cell.owner);
  const name = squareName(board, cell.square);
  if (board.pieces) return `${name}, ${owner ? `${owner}${pieceText(board, cell)}` : cell.text || "empty"}`;
  return `${name}, ${cell.text ? `value ${cell.text}, ` : ""}${owner || "empty"}`;
}
