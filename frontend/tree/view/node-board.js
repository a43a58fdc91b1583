/** The small board of a node: the root's, and what the moves down to the node change. */

import { svg } from "../../shared/dom.js";
import { moveOf, movesTo } from "../model/node-text.js";
/** @import { Cell, Tree, TreeDocument } from "../types.js" */

const CELL = 40; // all lengths are in this scale

// The same shapes as in games/svg.py: cross and ring for owned cells, star and disc for pieces.
const MARKS = ["m17.7 29.7 4.6 4.6m0-4.6-4.6 4.6", "m17.5 32a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"];
const PIECES = [
  "m20 4 5 10.1 11.2 1.6-8.1 7.9 1.9 11.2-10-5.3-10 5.3 1.9-11.2-8.1-7.9 11.2-1.6z",
  "m6 20a14 14 0 1 0 28 0a14 14 0 1 0-28 0z",
];

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
export function boardPicture(tree, node) {
  const { view, steps } = tree.document;
  const last = node ? steps[tree.step[node]].squares : [];
  const [columns, rows] = [view.columns.length, view.rows.length];
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} words
   */
  const label = (x, y, words) => svg("text", { class: "label", x, y }, words);
  return svg(
    "svg",
    {
      class: view.pieces ? "board pieces" : "board",
      viewBox: `-26 -2 ${columns * CELL + 30} ${rows * CELL + 28}`,
      role: "img",
      "aria-label": boardLabel(tree, node),
    },
    ...view.rows.map((name, row) => label(-12, row * CELL + 25, name)),
    ...view.columns.map((name, column) => label(column * CELL + 20, rows * CELL + 19, name)),
    ...cellsAt(tree, node).map((cell) => cellPicture(view, cell)),
    ...last.map(([row, column]) =>
      svg("rect", {
        class: "last",
        x: column * CELL + 2,
        y: row * CELL + 2,
        width: CELL - 4,
        height: CELL - 4,
        rx: 3,
      }),
    ),
  );
}

/**
 * @param {TreeDocument["view"]} view
 * @param {Cell} cell
 */
function cellPicture(view, { square: [row, column], owner, text: words, shade }) {
  const side = view.players.indexOf(owner ?? "");
  const at = `translate(${column * CELL} ${row * CELL})`;
  const level = Math.round(shade * 4); // CSS has a colour for each of these
  const ground = svg("rect", {
    class: `ground shade-${level}`,
    x: 0.5,
    y: 0.5,
    width: CELL - 1,
    height: CELL - 1,
    rx: 2,
  });
  const content = svg(
    "text",
    { class: words.length > 3 ? "long" : null, x: 20, y: side < 0 || view.pieces ? 25 : 22 },
    words,
  );
  if (side < 0) return svg("g", { transform: at }, ground, content);
  const figure = svg("path", { class: view.pieces ? "piece" : "mark", d: (view.pieces ? PIECES : MARKS)[side] });
  return svg("g", { class: `side-${side}`, transform: at }, ground, figure, content);
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
