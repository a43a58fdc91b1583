/** Nodes and cutoff reasons as text. */

import { counted, number, shortNumber, spokenNumber } from "../../shared/format.js";
import { hasWindows, relationOf, windowIn, windowOut } from "./search-window.js";
/** @import { Tree } from "../types.js" */

/**
 * Whose turn it is in a node.
 * @param {Tree} tree
 * @param {number} node
 */
export const sideOf = (tree, node) => (tree.isMax(node) ? "MAX" : "MIN");

/**
 * The same with the name of the player: "MAX, who is blue".
 * @param {Tree} tree
 * @param {number} node
 */
export function whoMoves(tree, node) {
  const { max, min, names } = tree.document;
  const player = tree.isMax(node) ? max : min;
  return `${sideOf(tree, node)}, who is ${names?.[player] ?? player}`;
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
 * Why the rest of a node's moves were not tried, as in the trace: "4 >= beta 3"; empty if none was left out.
 * @param {Tree} tree
 * @param {number} node
 */
export function reasonOf(tree, node) {
  if (!tree.cut[node]) return "";
  const [alpha, beta] = windowOut(tree, node);
  return tree.isMax(node) ? `${tree.value[node]} >= beta ${beta}` : `${tree.value[node]} <= alpha ${alpha}`;
}

/**
 * What a stub says: "5 not tried: 4 >= beta 3".
 * @param {Tree} tree
 * @param {number} node
 */
export const stubText = (tree, node) => `${number(tree.cut[node])} not tried: ${reasonOf(tree, node)}`;

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

/**
 * A node to be read out; with `isOver`, what the search has chosen too.
 * @param {Tree} tree
 * @param {number} node
 * @param {boolean} isOver
 */
export function nodeLabel(tree, node, isOver) {
  const parts = [moveOf(tree, node), sideOf(tree, node), `visit ${tree.orderOf(node)}`];
  parts.push(`value ${boundText(tree, node)}${spokenNumber(tree.value[node])}`);
  if (hasWindows(tree)) {
    const [alpha, beta] = windowIn(tree, node);
    parts.push(`alpha ${spokenNumber(alpha)}`, `beta ${spokenNumber(beta)}`);
  }
  if (isOver && tree.isChosen(node)) parts.push("on the chosen line");
  if (tree.size[node] > 1) parts.push(`${counted(tree.size[node] - 1, "visit")} below`);
  else parts.push("an end");
  return parts.join(", ");
}
