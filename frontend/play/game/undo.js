/** The position to which Undo returns. */

/** @typedef {import("../types.js").GameNode} Node */

/**
 * Return the last position before `node` at which a person moves; the start of the game if the computer has made all
 * moves; null at the start.
 * @param {Node} node
 * @param {(node: Node) => boolean} isComputers  whether a computer player moves at a node
 */
export function undoTarget(node, isComputers) {
  let target = node.parent;
  while (target?.parent && isComputers(target)) target = target.parent;
  return target;
}
