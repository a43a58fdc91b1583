/** The alpha-beta window of a node at any moment, recomputed on request as search/textbook.py computes it. */

/** @import { Tree } from "../types.js" */

/**
 * The window and the best value of a node after its children before the node `until`.
 * @param {Tree} tree
 * @param {number} node
 * @param {number} until
 * @returns {{alpha: number, beta: number, best: number, from: number}} from: the child that the best comes from, or -1
 */
export function knows(tree, node, until, [alpha, beta] = windowIn(tree, node)) {
  const isMax = tree.isMax(node);
  const prunes = hasWindows(tree);
  let [best, from] = [isMax ? -Infinity : Infinity, -1];
  for (
    let child = node + 1, seen = 0;
    seen < tree.children[node] && child < until;
    seen++, child += tree.span[child]
  ) {
    const value = tree.value[child];
    if (isMax ? value > best : value < best) [best, from] = [value, child];
    // A value beyond the other bound cuts off the rest, and the window stays unchanged.
    if (prunes && isMax && best < beta) alpha = Math.max(alpha, best);
    if (prunes && !isMax && best > alpha) beta = Math.min(beta, best);
  }
  return { alpha, beta, best, from };
}

/**
 * Alpha and beta on entry.
 * @param {Tree} tree
 * @param {number} node
 * @returns {[number, number]}
 */
export function windowIn(tree, node) {
  const [alpha, beta] = tree.document.window;
  /** @type {[number, number]} */
  let bounds = [alpha ?? -Infinity, beta ?? Infinity];
  const path = tree.pathTo(node);
  for (let at = 1; at < path.length; at++) {
    const known = knows(tree, path[at - 1], path[at], bounds);
    bounds = [known.alpha, known.beta];
  }
  return bounds;
}

/**
 * Whether the search of a tree has windows: minimax has none.
 * @param {Tree} tree
 */
export const hasWindows = (tree) => tree.document.algorithm === "ALPHABETA";

/**
 * How the minimax value of a node relates to its value: "=", or "≤" and "≥" if the node failed low or high. A leaf is
 * evaluated, not searched: its value is always exact.
 * @param {Tree} tree
 * @param {number} node
 */
export function relationOf(tree, node) {
  if (tree.size[node] === 1) return "=";
  const [alpha, beta] = windowIn(tree, node);
  const value = tree.value[node];
  return value <= alpha ? "≤" : value >= beta ? "≥" : "=";
}

/**
 * Alpha and beta on exit.
 * @param {Tree} tree
 * @param {number} node
 * @returns {[number, number]}
 */
export function windowOut(tree, node) {
  const { alpha, beta } = knows(tree, node, Infinity);
  return [alpha, beta];
}
