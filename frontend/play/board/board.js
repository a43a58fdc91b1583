/** The board as an ARIA grid: created once for each board shape; afterwards only changed cells are updated. */

import { buildGrid, drawCell } from "../../shared/board/board-grid.js";
import { setPlayerColours } from "../../shared/board/player-colours.js";
import { query } from "../../shared/dom.js";
import { signed } from "../../shared/format.js";
import { pick } from "../../shared/board/legal-moves.js";
import { optionsAt, optionsFrom } from "../game/move-selection.js";
import { cellIndex, described, indexOf } from "../../shared/board/board-text.js";
import { conquests, effect } from "../game/position-text.js";
import { change, isBehind, state, watch } from "../state.js";
import { turnCells } from "../../shared/board/animation.js";
import { bestMove, moveValueText, spokenMoveValue } from "../analysis/snapshot.js";
import { cellValues } from "./cell-values.js";
/** @import { LegalMove, Position, Square } from "../types.js" */

/** @type {HTMLElement} */
let grid;
/** @type {HTMLElement} */
let badge;

const MIN_NUMBER_PX = 9; // pixels: the smallest readable size of a number
const MIN_ROOMY_CELL_PX = 72; // pixels: a smaller cell has no room for three numbers

/** @type {HTMLElement[]} */
let cells = [];
/** @type {Position | null} */
let shown = null; // the position that is drawn
let built = "";
const layers = new Map(); // the name of a class -> the cells that have it

/**
 * The element of a cell.
 * @param {number} index
 */
export const cellElement = (index) => cells[index];

/**
 * Which cell an element is in; null for none.
 * @param {EventTarget | null} element
 */
export function cellAt(element) {
  const cell = element instanceof Element ? element.closest("#board .board-cell") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.index) : null;
}

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountBoard(root) {
  grid = query(root, "#board");
  badge = query(root, "#gain");
  watch(["tree"], () => scrollTo(0, 0)); // a new game begins at the top of the page
  watch(["position"], drawPosition);
  watch(["position", "selected", "hover", "armed", "quiet", "choosing"], drawPreview);
  watch(["node", "position", "selected", "hint", "snapshot"], drawMarks);
  watch(["position", "selected", "heat", "snapshot"], drawValues);
  watch(["node", "position", "selected", "snapshot", "heat", "players", "quiet"], drawLabels);
}

/** @param {Position} position */
function build(position) {
  const focused = grid.contains(document.activeElement);
  change({ hover: null }); // the hovered cell belonged to the previous board
  cells = buildGrid(grid, position, "gridcell");
  setPlayerColours(document.documentElement, position.colours);
  if (focused) focusBoard();
  layers.clear();
  shown = null;
}

function drawPosition() {
  const { position } = state;
  const form = `${position.rows}|${position.columns}|${position.pieces}|${position.start}`;
  if (form !== built) build(position);
  built = form;
  grid.setAttribute("aria-label", `${position.title} board`);
  const before = shown;
  turnCells(cells, before, position, () => {
    position.cells.forEach((cell, index) => {
      if (before?.cells[index] !== cell) drawCell(cells[index], position, cell);
    });
  });
  shown = position;
}

/**
 * Give a class to these cells and to no others.
 * @param {string} name
 * @param {Iterable<number>} indices
 */
function layer(name, indices) {
  const before = layers.get(name) ?? new Set();
  const now = new Set(indices);
  for (const index of before) if (!now.has(index)) cells[index].classList.remove(name);
  for (const index of now) if (!before.has(index)) cells[index].classList.add(name);
  layers.set(name, now);
}

/** @param {Square[]} squares */
const places = (squares) => squares.map((square) => cellIndex(state.position, square));

function drawMarks() {
  const { position, selected, hint, snapshot } = state;
  const hinted = hint && position.legal_moves.find((option) => option.move === bestMove(snapshot));
  layer("last", places(position.turns.at(-1)?.click_path ?? []));
  layer("selected", places(selected));
  layer("hint", places(hinted ? hinted.click_path : []));
  const free = position.cells.map((_, index) => index).filter((index) => optionsFrom(index).length);
  layer("playable", free);
  layer("target", selected.length ? free.filter((index) => optionsAt(index).length) : []);
}

/** Show what the move at the cell that is pointed at would do. */
function drawPreview() {
  const { position, hover } = state;
  const option = pick(optionsAt(hover), state.quiet);
  const changes = option?.changes ?? [];
  for (const side of [0, 1])
    layer(
      `becomes-${side}`,
      places(changes.filter((cell) => indexOf(position, cell.owner) === side).map((cell) => cell.square)),
    );
  layer(
    "vanishes",
    position.pieces ? places(changes.filter((cell) => cell.owner === null).map((cell) => cell.square)) : [],
  );
  layer("conquered", option ? places(conquests(position, option).map((cell) => cell.square)) : []);
  badge.hidden = !option;
  layer("gains", []);
  if (!option || hover === null) return;
  badge.textContent = signed(option.gain);
  // It stays in the cell, so that it covers no other; where it would be unreadable, the readout shows it.
  const cell = cells[hover];
  const size = Math.min(15, cell.offsetWidth * 0.26, (cell.offsetWidth * 1.3) / badge.textContent.length);
  const crowded = cell.classList.contains("valued") && cell.offsetWidth < MIN_ROOMY_CELL_PX;
  badge.hidden = size < MIN_NUMBER_PX || crowded;
  layer("gains", badge.hidden ? [] : [hover]);
  badge.style.fontSize = `${size}px`;
  badge.style.left = `${cell.offsetLeft + cell.offsetWidth / 2}px`;
  badge.style.top = `${cell.offsetTop}px`;
}

/** Show the value of the best move at each cell, and how it compares. */
function drawValues() {
  const { snapshot } = state;
  const values = shownValues();
  layer("valued", values.keys());
  layer(
    "best",
    [...values].filter(([, { best }]) => best).map(([index]) => index),
  );
  for (const [index, shown] of values) {
    cells[index].style.setProperty("--heat", shown.share.toFixed(3));
    const text = snapshot ? moveValueText(snapshot, shown) : "";
    query(cells[index], ".board-value").textContent = text;
    cells[index].style.setProperty("--characters", String(text.length)); // long values get smaller digits
  }
}

/** The values on the cells, by the index of the cell. */
const shownValues = () =>
  cellValues(state.position, state.selected, state.heat && !isBehind() ? state.snapshot : null);

function drawLabels() {
  const { position, snapshot, selected, quiet } = state;
  const values = shownValues();
  const last = new Set(places(position.turns.at(-1)?.click_path ?? []));
  const chosen = new Set(places(selected));
  position.cells.forEach((cell, index) => {
    const parts = [described(position, cell)];
    const here = optionsAt(index);
    if (last.has(index)) parts.push("last move");
    const isSelected = chosen.has(index);
    if (isSelected) cells[index].setAttribute("aria-selected", "true");
    else cells[index].removeAttribute("aria-selected");
    if (isSelected) parts.push("selected");
    else if (here.length) {
      const [usual, other] = [quiet, !quiet].map((each) => /** @type {LegalMove} */ (pick(here, each)));
      parts.push(effect(position, usual));
      if (here.length > 1) parts.push(`with Shift ${effect(position, other)}`);
    } else {
      const count = optionsFrom(index).length;
      if (count) parts.push(`${count} ${count === 1 ? "move" : "moves"} from here`);
    }
    const shown = values.get(index);
    if (shown && snapshot) {
      // Speech control finds a cell by the text on it, which its name therefore contains.
      const onCell = `${cell.text} ${moveValueText(snapshot, shown)}`.trim();
      parts.push(`${shown.best ? "best, " : ""}worth ${spokenMoveValue(snapshot, shown)} (${onCell})`);
    }
    const label = parts.join("; ");
    if (cells[index].ariaLabel !== label) cells[index].setAttribute("aria-label", label);
  });
}

/**
 * Move the one tab stop of the board to a cell.
 * @param {number} index
 */
export function focusCell(index) {
  if (!cells[index]) return;
  for (const cell of cells) if (cell.tabIndex === 0) cell.tabIndex = -1;
  cells[index].tabIndex = 0;
  cells[index].focus();
}

/** Put the focus on the board, where it was last, and scroll nothing. */
export const focusBoard = () => cells[focusedIndex()]?.focus({ preventScroll: true });

/** Where the tab stop of the board is. */
export const focusedIndex = () =>
  Math.max(
    0,
    cells.findIndex((cell) => cell.tabIndex === 0),
  );
