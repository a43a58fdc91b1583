/** Positions and moves as text. No rule is known here: the server says what a move changes. */

import { cellIndex, nameOf, squareName } from "../../shared/board/board-text.js";
import { capital, listed, number, spoken } from "../../shared/format.js";
/** @import { LegalMove, Position, Square, Turn } from "../types.js" */

/**
 * What the player to move would win over by a move: the squares of the other player that it changes.
 * @param {Position} position
 * @param {LegalMove} option
 */
export function conquests(position, option) {
  return option.changes.filter((after) => {
    const before = position.cells[cellIndex(position, after.square)];
    return before.owner !== null && before.owner !== position.to_move && after.owner !== before.owner;
  });
}

/**
 * Whether moves begin at a piece of the player to move; otherwise, a move of several squares places something there.
 * @param {Position} position
 */
export const movesPieces = (position) =>
  position.legal_moves.some(
    ({ click_path: path }) => path.length > 1 && ownerAt(position, path[0]) === position.to_move,
  );

/**
 * The id of the player who owns a square.
 * @param {Pick<Position, "cells" | "columns">} position
 * @param {Square} square
 */
export const ownerAt = (position, square) => position.cells[cellIndex(position, square)].owner;

/**
 * "conquers D3 and E4", "takes D3", or nothing.
 * @param {Position} position
 * @param {LegalMove} option
 */
export function conquers(position, option) {
  const names = conquests(position, option).map((cell) => squareName(position, cell.square));
  if (!names.length) return "";
  return `${position.pieces ? "takes" : "conquers"} ${listed(names)}`;
}

/**
 * What a move does: "blitz C3 conquers D3".
 * @param {Position} position
 * @param {LegalMove} option
 */
export const does = (position, option) => [option.text, conquers(position, option)].filter(Boolean).join(" ");

/**
 * The same as a sentence: "blue leads by 12".
 * @param {Position} position
 * @param {number} value
 */
export function leads(position, value) {
  return value === 0
    ? "the score is even"
    : `${position.players[value > 0 ? 0 : 1].name} leads by ${number(Math.abs(value))}`;
}

/**
 * What a move on a cell does, to be read out: "blitz conquers D3, plus 141".
 * @param {Position} position
 * @param {LegalMove} option
 */
export function effect(position, option) {
  const what = conquers(position, option);
  const name = squareName(position, option.click_path[option.click_path.length - 1]);
  // The name of the cell has been read already.
  const words = option.click_path.length === 1 ? option.text.replace(name, "").trim() : option.text;
  return `${words}${what ? ` ${what}` : ""}, ${spoken(option.gain)}`;
}

/**
 * The totals of both: "blue 120, green 80".
 * @param {Position} position
 */
export const totals = (position) =>
  position.players.map((player) => `${player.name} ${number(player.total)}`).join(", ");

/**
 * The side that has won, 0 or 1; -1 if neither has.
 * @param {Pick<Position, "result" | "players">} position
 */
export const winner = ({ result, players }) => players.findIndex(({ name }) => result?.startsWith(`${name} wins`));

/**
 * How a game ended, addressed to the person who plays that side, 0 or 1; addressed to no player if it is -1.
 * @param {Position} position
 * @param {number} side
 */
export function outcome({ result, players }, side) {
  if (result === null) return "";
  const won = winner({ result, players });
  if (side < 0 || won < 0) return capital(result);
  return won === side ? result.replace(`${players[won].name} wins`, "You win") : `You lose: ${result}`;
}

/**
 * How a position stands, to be read out: the totals, unless a goal has won the game, and who is to move or who has won.
 * @param {Position} position
 */
export function stands(position) {
  const next = position.over
    ? `${capital(position.result ?? "")}.`
    : `${capital(nameOf(position, position.to_move))} to move.`;
  const both = position.over && position.won_by_goal ? "" : `${totals(position)}.`;
  return [both, next, noChoice(position)].filter(Boolean).join(" ");
}

/**
 * That there is one move only, and that not on the board, such as a pass; else nothing.
 * @param {Position} position
 */
export function noChoice({ over, legal_moves: options }) {
  if (over || options.length !== 1 || options[0].click_path.length) return "";
  const [{ text: words }] = options;
  return `There is no move but ${words === "pass" ? "to pass" : words}.`;
}

/**
 * A move that was made, to be read out with what it did and what follows from it; `before` may be unknown.
 * @param {Turn} turn
 * @param {Position | null} before
 * @param {Position} position
 */
export function announced(turn, before, position) {
  const option = before?.legal_moves.find((each) => each.move === turn.move);
  return `${turn.name}: ${before && option ? does(before, option) : turn.text}. ${stands(position)}`;
}
