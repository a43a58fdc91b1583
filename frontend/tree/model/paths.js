/** Lookup of nodes by their moves. */

import { moveOf } from "./node-text.js";
/** @import { Tree } from "../types.js" */

/**
 * Find the node that the moves lead to from the root.
 * @param {Tree} tree
 * @param {string[]} moves
 * @returns {{node: number, there: boolean}} the last node on the way that is here, and whether that is all of it
 */
export function walk(tree, moves) {
  let node = 0;
  for (const move of moves) {
    const child = childBy(tree, node, move);
    if (child < 0) return { node, there: false };
    node = child;
  }
  return { node, there: true };
}

/**
 * The child of a node that a move leads to; -1 if the tree does not contain it.
 * @param {Tree} tree
 * @param {number} node
 * @param {string} move
 */
function childBy(tree, node, move) {
  for (let child = node + 1, seen = 0; seen < tree.children[node]; seen++, child += tree.span[child])
    if (moveOf(tree, child) === move) return child;
  return -1;
}
