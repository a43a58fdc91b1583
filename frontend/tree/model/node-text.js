/** Nodes and cutoff reasons as text. */

import { counted, number, shortNumber } from "../../shared/format.js";
import { relationOf, windowOut } from "./search-window.js";
/** @import { Tree } from "../types.js" */

/**
 * Whose turn it is in a node.
 * @param {Tree} tree
 * @param {number} node
 */
export const sideOf = (tree, node) => (tree.isMax(node) ? "MAX" : "MIN");

/**
 * The name of the player to move, and the side: "blue (MAX)".
 * @param {Tree} tree
 * @param {number} node
 */
export function whoMoves(tree, node) {
  const { max, min, names } = tree.document;
  const player = tree.isMax(node) ? max : min;
  return `${names?.[player] ?? player} (${sideOf(tree, node)})`;
}

/**
 * The move that led to a node; the root of a whole search has none.
 * @param {Tree} tree
 * @param {number} node
 */
export const moveOf = (tree, node) =>
  node ? tree.document.steps[tree.step[node]].move : (tree.document.path.at(-1) ?? "Root");

/**
 * Which visit of the search a node is, counted from 0 as the trace does.
 * @param {Tree} tree
 * @param {number} node
 */
export const orderText = (tree, node) => `#${number(tree.orderOf(node))}`;

/**
 * Why the rest of a node's moves were pruned: "4 ≥ β (3)"; empty if none was.
 * @param {Tree} tree
 * @param {number} node
 */
export function reasonOf(tree, node) {
  if (!tree.cut[node]) return "";
  const [alpha, beta] = windowOut(tree, node);
  const value = number(tree.value[node]);
  return tree.isMax(node) ? `${value} ≥ β (${number(beta)})` : `${value} ≤ α (${number(alpha)})`;
}

/**
 * The text of a stub: "5 moves pruned: 4 ≥ β (3)".
 * @param {Tree} tree
 * @param {number} node
 */
export const stubText = (tree, node) => `${counted(tree.cut[node], "move")} pruned: ${reasonOf(tree, node)}`;

/**
 * "at most " or "at least " before the value of a node that is a bound, otherwise nothing.
 * @param {Tree} tree
 * @param {number} node
 */
export const boundText = (tree, node) => ({ "≤": "at most ", "≥": "at least ", "=": "" })[relationOf(tree, node)];

/**
 * Alpha and beta, short enough for a box.
 * @param {number} alpha
 * @param {number} beta
 */
export const windowText = (alpha, beta) => `α ${shortNumber(alpha, 6)}  β ${shortNumber(beta, 6)}`;

/**
 * The moves from the root down to a node.
 * @param {Tree} tree
 * @param {number} node
 */
export const movesTo = (tree, node) =>
  tree
    .pathTo(node)
    .slice(1)
    .map((each) => moveOf(tree, each));
