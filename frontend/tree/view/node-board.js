/** The board of a node: the root's, with the changes by the moves down to the node. */

import { boardPicture } from "../../shared/board/board-grid.js";
import { moveOf, movesTo } from "../model/node-text.js";
/** @import { Tree } from "../types.js" */

/**
 * The cells as they are at a node, row by row.
 * @param {Tree} tree
 * @param {number} node
 */
export function cellsAt(tree, node) {
  const { view, steps } = tree.document;
  const cells = [...view.cells];
  for (const each of tree.pathTo(node).slice(1))
    for (const cell of steps[tree.step[each]].changes)
      cells[cell.square[0] * view.columns.length + cell.square[1]] = cell;
  return cells;
}

/**
 * The board at a node as a picture, with the squares of the last move marked.
 * @param {Tree} tree
 * @param {number} node
 */
export function nodeBoard(tree, node) {
  const { view, steps, names } = tree.document;
  const players = view.players.map((id) => ({ id, name: names?.[id] ?? id }));
  const last = node ? steps[tree.step[node]].squares : [];
  return boardPicture({ ...view, players, cells: cellsAt(tree, node) }, { label: boardLabel(tree, node), last });
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
function boardLabel(tree, node) {
  const { view, names } = tree.document;
  const cells = cellsAt(tree, node);
  const owned = view.players.map((player) => {
    const count = cells.filter((cell) => cell.owner === player).length;
    return `${names?.[player] ?? player} has ${count}`;
  });
  const moves = [...tree.document.path, ...movesTo(tree, node)];
  return `Board ${moves.length ? `after ${moveOf(tree, node)}` : "at the root"}: ${owned.join(", ")}`;
}
