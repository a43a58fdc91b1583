/**
 * The search as a sequence of moments: at each, a node is entered or left. When node n is entered, the n nodes before
 * it have been entered, and all of these except its ancestors have been left. A moment is therefore computed from the
 * tree and not stored.
 */

import { knows, windowOut } from "./search-window.js";
/** @import { Tree, View } from "../types.js" */

/**
 * When a node is entered.
 * @param {Tree} tree
 * @param {number} node
 */
export const entered = (tree, node) => 2 * node - tree.level[node];

/**
 * When a node is left: its value is known then.
 * @param {Tree} tree
 * @param {number} node
 */
export const left = (tree, node) => entered(tree, node) + 2 * tree.span[node] - 1;

/**
 * The last moment: the root is left.
 * @param {Tree} tree
 */
export const lastMoment = (tree) => 2 * tree.count - 1;

/**
 * Whether a view shows the end of the search: all of it, or its last moment.
 * @param {Pick<View, "tree" | "moment">} pick
 */
export const isOver = ({ tree, moment }) => moment === null || moment === lastMoment(tree);

/**
 * What happens at a moment.
 * @param {Tree} tree
 * @param {number} moment
 * @returns {{node: number, leaves: boolean}}
 */
export function happens(tree, moment) {
  let [low, high] = [0, tree.count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entered(tree, middle) <= moment) low = middle;
    else high = middle - 1;
  }
  let node = low;
  const leaving = moment - entered(tree, node);
  for (let up = 1; up < leaving; up++) node = tree.parent[node];
  return { node, leaves: leaving > 0 };
}

/**
 * The open nodes at a moment, from the root down, each with its window and best value so far. A node that is being
 * left comes last, and its parent already has its value.
 * @param {Tree} tree
 * @param {number} moment
 * @returns {{node: number, alpha: number, beta: number, best: number}[]}
 */
export function stackAt(tree, moment) {
  const { node, leaves } = happens(tree, moment);
  const path = tree.pathTo(node);
  return path.map((each, index) => {
    if (each !== node) {
      // A child that is being left already has its value.
      const next = path[index + 1];
      return { node: each, ...knows(tree, each, leaves && next === node ? next + 1 : next) };
    }
    if (!leaves) return { node, ...knows(tree, node, node) };
    const [alpha, beta] = windowOut(tree, node);
    return { node, alpha, beta, best: tree.value[node] };
  });
}

/**
 * The effect of a node's value on its parent; null at the root.
 * @param {Tree} tree
 * @param {number} node
 */
export function valueAbove(tree, node) {
  const above = tree.parent[node];
  if (above < 0) return null;
  const before = knows(tree, above, node);
  const after = knows(tree, above, node + 1);
  const isMax = tree.isMax(above);
  const cuts =
    tree.document.algorithm === "ALPHABETA" && (isMax ? after.best >= after.beta : after.best <= after.alpha);
  return { above, before, after, better: after.from === node, cuts };
}
