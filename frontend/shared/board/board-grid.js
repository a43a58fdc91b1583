/** The board as rows of cells, for all pages: to play, view or edit, or as a thumbnail. */

import { h } from "../dom.js";
import { compact, number } from "../format.js";
import { cellIndex, indexOf } from "./board-text.js";
import { figure } from "./figures.js";
import { setPlayerColours } from "./player-colours.js";
/** @import { Board, Cell, Square } from "./types.js" */

const MAX_ROW_VALUE = 10_000; // larger ones are abbreviated

/**
 * @typedef {Pick<Board, "rows" | "columns" | "pieces" | "shapes" | "colours" | "grid" | "cells"> &
 *   {players: {id: string}[]}} PlainBoard
 */

const RAISED_GLYPHS = /^[\^*'"`°]+$/; // fonts draw them above the middle of a line; svg.py has the same
const MAX_ROOMY_WIDTH = 10; // columns; a small picture of a wider board has no text

/**
 * Fill an element with the rows and cells of a board. Return the elements of the cells, row by row.
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {"gridcell" | "cell"} role  of the cells: to be focused, or only read
 * @returns {HTMLElement[]}
 */
export function buildGrid(element, board, role) {
  const isFocusable = role === "gridcell";
  const cells = board.cells.map((_, index) =>
    h("div", {
      class: "board-cell",
      role,
      tabindex: isFocusable ? (index ? -1 : 0) : null,
      "data-index": isFocusable ? index : null,
    }),
  );
  const width = board.columns.length;
  const columns = h(
    "div",
    { role: "row", class: "board-row board-labels" },
    h("span", { role: "columnheader", class: "board-corner" }, h("span", { class: "visually-hidden" }, "Row")),
    ...board.columns.map((name) => h("span", { role: "columnheader", class: "board-label" }, name)),
  );
  const rows = board.rows.map((name, row) =>
    h(
      "div",
      { role: "row", class: "board-row" },
      rowHead(name, rowValueText(board, row)),
      ...cells.slice(row * width, (row + 1) * width),
      rowValues(board, row),
    ),
  );
  element.replaceChildren(columns, ...rows);
  element.setAttribute("aria-rowcount", String(board.rows.length + 1));
  element.setAttribute("aria-colcount", String(width + 1));
  describeShape(element, board);
  return cells;
}

/**
 * Create a picture of a board, with the squares of the last move marked. It is as wide as its container and has no
 * parts for screen readers.
 * @param {PlainBoard} board
 * @param {object} options
 * @param {string | null} options.label  the accessible name; null for a picture beside its name
 * @param {boolean} [options.hasHeads]  whether rows and columns are named
 * @param {Square[]} [options.last]
 */
export function boardPicture(board, { label, hasHeads = true, last = [] }) {
  const marked = new Set(last.map((square) => cellIndex(board, square)));
  const cells = board.cells.map((cell, index) => {
    const element = h("div", { class: marked.has(index) ? "board-cell last" : "board-cell" });
    drawCell(element, board, cell);
    return element;
  });
  const width = board.columns.length;
  const head = (/** @type {string} */ name) => (hasHeads ? h("span", { class: "board-label" }, name) : null);
  const rows = board.rows.map((name, row) =>
    h("div", { class: "board-row" }, head(name), ...cells.slice(row * width, (row + 1) * width)),
  );
  const columns = hasHeads
    ? h("div", { class: "board-row board-labels" }, h("span", {}), ...board.columns.map(head))
    : "";
  const element = h(
    "div",
    {
      class: hasHeads ? "board" : "board unnamed",
      role: label === null ? null : "img",
      "aria-label": label,
      "aria-hidden": label === null ? "true" : null,
    },
    columns,
    ...rows,
  );
  describeShape(element, board);
  return element;
}

/**
 * Set the style properties for the shape of a board.
 * @param {HTMLElement} element
 * @param {PlainBoard} board
 */
function describeShape(element, board) {
  element.classList.toggle("pieces", board.pieces);
  element.dataset.grid = board.grid;
  setPlayerColours(element, board.colours);
  element.classList.toggle("dense", board.columns.length > MAX_ROOMY_WIDTH);
  element.classList.toggle("weighed", Boolean(element.querySelector(".board-row-values")));
  element.style.setProperty("--columns", String(board.columns.length));
  element.style.setProperty("--rows", String(board.rows.length));
  const longest = Math.max(...board.cells.map((cell) => cell.text.length), 1);
  element.style.setProperty("--digits", String(longest));
}

/**
 * @param {string} name
 * @param {string | null} value
 */
const rowHead = (name, value) =>
  h(
    "span",
    { role: "rowheader", class: "board-label", title: value },
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
  const value = (/** @type {number} */ points, /** @type {number} */ side) =>
    h("span", { "data-side": side }, Math.abs(points) < MAX_ROW_VALUE ? number(points) : compact(points));
  const values = board.row_values[row] ?? [];
  return (
    text && h("span", { class: "board-row-values", title: text, "aria-hidden": "true" }, ...values.map(value))
  );
}

/**
 * The edges of the board on which a square lies, where the lines of the grid end.
 * @param {Pick<Board, "rows" | "columns">} board
 * @param {Square} square
 */
function edges({ rows, columns }, [row, column]) {
  /** @type {[string, boolean][]} */
  const all = [
    ["top", row === 0],
    ["bottom", row === rows.length - 1],
    ["left", column === 0],
    ["right", column === columns.length - 1],
  ];
  return all
    .filter(([, isEdge]) => isEdge)
    .map(([name]) => name)
    .join(" ");
}

/**
 * Draw the owner, the text and the shade of a cell, unless they are drawn already.
 * @param {HTMLElement} element
 * @param {PlainBoard} board
 * @param {Cell} cell
 */
export function drawCell(element, board, cell) {
  const side = indexOf(board, cell.owner);
  const look = `${side}|${cell.text}|${cell.shade}|${cell.shape}`;
  if (element.dataset.look === look) return;
  element.dataset.look = look;
  element.dataset.owner = side < 0 ? "" : String(side);
  element.style.setProperty("--shade", String(cell.shade));
  element.dataset.edges = edges(board, cell.square);
  element.classList.toggle("tile", board.pieces && side >= 0 && (cell.shape ?? board.shapes[side]) === "text");
  element.replaceChildren(
    ...(side < 0 ? [] : [figure(board, side, { shape: cell.shape ?? undefined })]),
    h("span", { class: RAISED_GLYPHS.test(cell.text) ? "board-text raised" : "board-text" }, cell.text),
    " ",
    h("span", { class: "board-value", "aria-hidden": "true" }),
  );
}
