/** Selection of a move by clicks on squares. */

import { announce } from "../../shared/announcer.js";
import { change, state } from "../state.js";
import { personToMove, play } from "./game.js";
import { beginning, exactly, pick, rivals } from "../../shared/board/legal-moves.js";
import { squareName } from "../../shared/board/board-text.js";
/** @import { Square } from "../types.js" */

/**
 * The squares that a click on this cell would stand for: after those selected, or from the beginning.
 * @param {number} index
 * @returns {Square[] | null}
 */
function reach(index) {
  const { position, selected } = state;
  const { square } = position.cells[index];
  for (const squares of [[...selected, square], [square]]) {
    if (beginning(position.legal_moves, squares).length) return squares;
  }
  return null;
}

/**
 * The options that a click on the cell would make at once, the usual one last.
 * @param {number | null} index
 */
export function optionsAt(index) {
  if (index === null || !personToMove()) return [];
  const squares = reach(index);
  return squares ? exactly(state.position.legal_moves, squares) : [];
}

/**
 * The options that a click on the cell would make or begin.
 * @param {number | null} index
 */
export function optionsFrom(index) {
  const squares = index !== null && personToMove() ? reach(index) : null;
  return squares ? beginning(state.position.legal_moves, squares) : [];
}

/**
 * Click on a cell: make the move that this completes, or select the cell, or nothing.
 * @param {number} index
 */
export function press(index, quiet = false) {
  const option = pick(optionsAt(index), quiet !== state.quiet);
  if (option) return play(option.move);
  const squares = personToMove() ? reach(index) : null;
  const again = squares && state.selected.length === 1 && String(squares) === String(state.selected);
  select(squares && !again ? squares : []);
  return undefined;
}

/** Have clicks and Enter make the other kind of move where a cell has two. */
export function switchKind() {
  const quiet = !state.quiet;
  change({ quiet });
  const kinds = rivals(state.position.legal_moves);
  if (kinds) announce(`Enter plays ${quiet ? kinds.quiet : kinds.usual}.`);
  else announce(`Enter plays the ${quiet ? "second" : "first"} kind of move on a cell that has two.`);
}

/** Make the only move there is, if it is one without squares: a pass. */
export function pass() {
  const { legal_moves: options } = state.position;
  if (personToMove() && options.length === 1 && !options[0].click_path.length) play(options[0].move);
}

/** Forget the squares that were clicked. */
export function release() {
  change({ armed: null });
  select([]);
}

/** @param {Square[]} squares */
function select(squares) {
  const { position, selected } = state;
  if (!squares.length && !selected.length) return;
  change({ selected: squares });
  const count = beginning(position.legal_moves, squares).length;
  if (!squares.length) announce("Deselected.");
  else
    announce(
      `${squareName(position, squares[squares.length - 1])} selected, ${count} ${count === 1 ? "move" : "moves"}.`,
    );
}
