/** Links from and to the play page. */

import { state } from "../state.js";
/** @import { Textbook } from "../types.js" */

/** Show the search tree of the position in the address, in a tab of its own. */
export const openSearchTree = () => open(searchTreeLink(location.hash, state.textbook), "_blank", "noopener");

/**
 * The address of the search tree of a position, by the textbook search that is chosen.
 * @param {string} hash  of the play page
 * @param {Textbook | null} textbook
 */
export function searchTreeLink(hash, textbook) {
  if (!textbook) return `tree${hash}`;
  const { mode, depth, evaluation } = textbook;
  return `tree${hash}&${new URLSearchParams({ algorithm: mode.toLowerCase(), depth: String(depth), evaluation })}`;
}

/**
 * Whether a link leads to another position of the current game, and not to a game of its own: a link without moves
 * opens its board as it is.
 * @param {{start: string} | null} tree  the current game
 * @param {{start: string, moves: string[]}} link
 */
export const continues = (tree, { start, moves }) => tree?.start === start && moves.length > 0;
