/** The board as rows of cells, for the play page and replays. */

import { h, shape } from "../dom.js";
import { compact, number } from "../format.js";
/** @import { Board, Cell } from "./types.js" */

const MAX_ROW_VALUE = 10_000; // larger ones are abbreviated

/**
 * Fill `grid` with the rows and cells of a board. Return the elements of the cells, row by row.
 * @param {HTMLElement} grid
 * @param {Board} board
 * @param {(index: number) => Record<string, string | number>} properties  attributes of a cell
 * @returns {HTMLElement[]}
 */
export function buildGrid(grid, board, properties) {
  const columns = h(
    "div",
    { role: "row", class: "row heads" },
    h("span", { role: "columnheader", class: "corner" }, h("span", { class: "visually-hidden" }, "Row")),
    ...board.columns.map((name) => h("span", { role: "columnheader", class: "head" }, name)),
  );
  const width = board.columns.length;
  const cells = board.cells.map((_, index) => h("div", { class: "cell", ...properties(index) }));
  const rows = board.rows.map((name, row) =>
    h(
      "div",
      { role: "row", class: "row" },
      rowHead(name, rowValueText(board, row)),
      ...cells.slice(row * width, (row + 1) * width),
      rowValues(board, row),
    ),
  );
  grid.replaceChildren(columns, ...rows);
  grid.classList.toggle("pieces", board.pieces);
  grid.classList.toggle("weighed", board.row_values.length > 0);
  grid.style.setProperty("--columns", String(width));
  grid.style.setProperty("--rows", String(board.rows.length));
  const longest = Math.max(...board.cells.map((cell) => cell.text.length), 1);
  grid.style.setProperty("--digits", String(longest));
  grid.setAttribute("aria-rowcount", String(board.rows.length + 1));
  grid.setAttribute("aria-colcount", String(width + 1));
  return cells;
}

/**
 * @param {string} name
 * @param {string | null} value
 */
const rowHead = (name, value) =>
  h(
    "span",
    { role: "rowheader", class: "head", title: value },
    name,
    value && h("span", { class: "visually-hidden" }, `, ${value}`),
  );

/**
 * The values of a piece in the row as text; null if rows do not matter.
 * @param {Board} board
 * @param {number} row
 */
function rowValueText({ row_values: all, players }, row) {
  if (!all.length) return null;
  return `worth ${all[row].map((value, side) => `${number(value)} to ${players[side].name}`).join(", ")}`;
}

/**
 * The values of a piece in the row as two small numbers at its end; null if rows do not matter.
 * @param {Board} board
 * @param {number} row
 */
function rowValues(board, row) {
  const text = rowValueText(board, row);
  const one = (/** @type {number} */ value, /** @type {number} */ side) =>
    h("span", { "data-side": side }, Math.abs(value) < MAX_ROW_VALUE ? number(value) : compact(value));
  return (
    text && h("span", { class: "worths", title: text, "aria-hidden": "true" }, ...board.row_values[row].map(one))
  );
}

/**
 * Draw the owner, the text and the shade of a cell, unless they are drawn already.
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {Cell} cell
 */
export function drawCell(element, board, cell) {
  const side = board.players.findIndex((player) => player.id === cell.owner);
  const look = `${side}|${cell.text}|${cell.shade}`;
  if (element.dataset.look === look) return;
  element.dataset.look = look;
  element.dataset.owner = side < 0 ? "" : String(side);
  element.style.setProperty("--shade", String(cell.shade));
  const kind = board.pieces ? "piece" : "mark";
  const figure = side < 0 ? [] : [shape(`${kind}-${side}`, kind)];
  element.replaceChildren(
    ...figure,
    h("span", { class: "text" }, cell.text),
    h("span", { class: "worth", "aria-hidden": "true" }),
  );
}
