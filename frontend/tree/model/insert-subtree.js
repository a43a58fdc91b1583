/** Insertion of a subtree that was loaded later. */

import { withQuestions } from "./decode.js";
import { emptyTree } from "./derive.js";
/** @import { Tree } from "../types.js" */

/**
 * Return the tree with a separately loaded subtree inserted below `node`. The numbers of later nodes grow: node n
 * becomes n + moved(n).
 * @param {Tree} tree
 * @param {number} node
 * @param {Tree} part
 * @returns {{tree: Tree, moved: (node: number) => number}}
 */
export function insertSubtree(tree, node, part) {
  const added = part.count - 1;
  /** @param {number} each */
  const moved = (each) => (each > node ? added : 0);
  const offset = tree.document.steps.length;
  const cuts = Object.fromEntries([
    ...Object.entries(tree.document.cuts ?? {}).map(([at, moves]) => [Number(at) + moved(Number(at)), moves]),
    ...Object.entries(part.document.cuts ?? {}).map(([at, moves]) => [Number(at) + node, moves]),
  ]);
  const grown = emptyTree(
    {
      ...tree.document,
      steps: [...tree.document.steps, ...part.document.steps],
      recorded: tree.document.recorded + added,
      cuts,
    },
    new Int32Array(tree.count + added),
    false,
  );
  for (const name of /** @type {const} */ (["level", "children", "span", "size", "value", "cut"])) {
    grown[name].set(tree[name].subarray(0, node));
    grown[name].set(part[name], node);
    grown[name].set(tree[name].subarray(node + 1), node + part.count);
  }
  const order = /** @type {Float64Array} */ (grown.order);
  for (let at = 0; at < grown.count; at++) {
    const local = at - node;
    if (local >= 0 && local < part.count) {
      grown.level[at] += tree.level[node];
      grown.step[at] = local ? part.step[local] + offset : tree.step[node];
      grown.parent[at] = local ? part.parent[local] + node : tree.parent[node];
      order[at] = part.orderOf(local) + tree.orderOf(node);
      grown.best[at] = part.best[local] < 0 ? -1 : part.best[local] + node;
    } else {
      const from = at < node ? at : at - added;
      grown.step[at] = tree.step[from];
      grown.parent[at] = tree.parent[from] + moved(tree.parent[from]);
      order[at] = tree.orderOf(from);
      grown.best[at] = tree.best[from] + moved(tree.best[from]);
    }
  }
  for (let at = grown.parent[node]; at >= 0; at = grown.parent[at]) grown.span[at] += added;
  return { tree: withQuestions(grown), moved };
}
