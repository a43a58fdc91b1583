/** Derivation of parents, levels, sizes and values from the numbers of a tree document. */

/** @import { TreeArrays, TreeDocument } from "../types.js" */

/**
 * Derive the parent, the subtree and the value of each node.
 * @param {TreeDocument} document
 * @param {Int32Array} children  per node
 * @param {Int32Array} steps  per node but the root
 * @param {Float64Array} values  per end; 0, 1, 2, 3 stand for 0, -1, 1, -2
 * @param {Float64Array} below  visits per end, itself included
 * @param {Int32Array} cuts  per inner node
 */
export function derive(document, children, steps, values, below, cuts) {
  const tree = emptyTree(document, children, document.recorded === document.node_count);
  const { parent, level, span, value, best, cut, count, order } = tree;
  const size = order ? tree.size : null; // otherwise the size is the span
  const parity = document.path.length % 2;
  const missing = children.slice(); // children that have not been reached yet
  let open = -1; // the innermost node with missing children
  let [visits, end, inner] = [0, 0, 0];
  tree.step.set(steps, 1);
  tree.step[0] = -1;
  for (let node = 0; node < count; node++) {
    parent[node] = open;
    level[node] = open < 0 ? 0 : level[open] + 1;
    best[node] = -1;
    span[node] = 1;
    if (order) order[node] = visits;
    if (children[node]) {
      cut[node] = cuts[inner++];
      value[node] = (level[node] + parity) % 2 ? Infinity : -Infinity;
      if (size) size[node] = 1;
      visits += 1;
      open = node;
      continue;
    }
    const number = values[end];
    value[node] = number % 2 ? -(number + 1) / 2 : number / 2;
    if (size) size[node] = below[end];
    visits += below[end++];
    // The value of a complete node is passed to its parent, which may be complete now.
    for (let done = node; open >= 0; done = open, open = parent[open]) {
      span[open] += span[done];
      if (size) size[open] += size[done];
      // Of equal children, the first is the best.
      if ((level[open] + parity) % 2 ? value[done] < value[open] : value[done] > value[open]) {
        value[open] = value[done];
        best[open] = done;
      }
      if (--missing[open]) break;
    }
  }
  return tree;
}

/**
 * A tree of which only the numbers of children are known; in a whole one every visit is a node.
 * @param {TreeDocument} document
 * @param {Int32Array} children
 * @param {boolean} whole
 * @returns {TreeArrays}
 */
export function emptyTree(document, children, whole) {
  const count = children.length;
  const span = new Int32Array(count);
  return {
    document,
    count,
    children,
    step: new Int32Array(count),
    parent: new Int32Array(count),
    level: new Uint16Array(count),
    span,
    size: whole ? span : new Float64Array(count),
    order: whole ? null : new Float64Array(count),
    value: new Float64Array(count),
    best: new Int32Array(count),
    cut: new Int32Array(count),
  };
}
