// @ts-nocheck: not typed yet
/** The board editor: paint owners, type numbers, and take the result to the dialog for a new game. */

import * as api from "../../shared/api/api.js";
import { h, shape } from "../../shared/dom.js";
import { capital } from "../../shared/format.js";
import { described, indexOf } from "../../shared/board/board-text.js";
import { state } from "../state.js";
import { openDialog } from "./open-dialog.js";
/** @import { Cell, Game, Position } from "../types.js" */

const TYPE = "type"; // the tool that leaves owners as they are
const LONGEST = 8; // characters on a cell that the server takes

/** @type {{start: string, game: any, position: any, cells: any[], tool: string | null, at: number, fresh: boolean}} */
let work = null;
let painting = false;
let asked = new AbortController();

/**
 * Put the editor into its dialog, with the position after these moves.
 * @param {HTMLDialogElement} dialog
 * @param {{ start: string, moves: string[] }} options
 */
export async function fill(dialog, { start, moves }) {
  const body = dialog.querySelector(".body");
  asked.abort();
  body.replaceChildren();
  const position = await api.position(start, moves);
  const game = state.catalogue.games.find((each) => each.name === position.game);
  const tool = game.cells_take_numbers ? TYPE : position.players[0].id;
  // Edits are of a start, so a position in the middle of a game becomes one by editing all of its cells.
  work = { start, game, position, cells: position.cells.map((cell) => ({ ...cell })), tool, at: 0, fresh: true };
  const toMove = h(
    "select",
    { id: "editor-to-move" },
    ...position.players.map(({ id, name }) =>
      h("option", { value: id, selected: id === position.to_move }, capital(name)),
    ),
  );
  body.append(
    tools(position),
    whole(dialog),
    h("p", { class: "note" }, howTo(game, position)),
    grid(position),
    h("label", { class: "field across" }, "To move", toMove),
    h("p", { class: "problem", role: "alert" }),
  );
  const back = () => (dialog.close(), openDialog("setup", { again: true }));
  dialog.oncancel = (event) => (event.preventDefault(), back());
  dialog
    .querySelector("footer")
    .replaceChildren(
      h("button", { type: "button", class: "plain", onclick: back }, "Back"),
      h(
        "button",
        { type: "button", class: "primary", id: "editor-done", onclick: () => done(dialog, toMove.value) },
        "Use this board",
      ),
    );
}

/**
 * What to do, in the words of the game.
 * @param {Game} game
 * @param {Position} position
 */
function howTo({ cells_take_numbers: numbers }, { pieces }) {
  const paint = `Choose ${pieces ? "a piece" : "an owner"} and click or drag over cells.`;
  const type = pieces ? "Click a piece and type how many are there." : "Click a cell and type its value.";
  return numbers ? `${paint} ${type}` : paint;
}

/**
 * What changes the board as a whole: its size and its values, where they can be chosen, and who owns what.
 * @param {HTMLDialogElement} dialog
 */
function whole(dialog) {
  const { game } = work;
  const rows = work.position.rows.length;
  /** @param {Event & { target: HTMLInputElement }} event */
  const resize = (event) => reshape(dialog, game, event.target.valueAsNumber, (kept) => kept);
  const revalue = () => reshape(dialog, game, work.position.rows.length, (kept, { text }) => ({ ...kept, text }));
  const clear = () => {
    /** @param {Cell} cell */
    const text = (cell) => (work.position.pieces ? "" : cell.text);
    work.cells = work.cells.map((cell) => ({ ...cell, owner: null, text: text(cell) }));
    redraw(dialog);
  };
  const size = h("input", {
    type: "number",
    id: "editor-size",
    min: 1,
    max: game.max_size,
    value: rows,
    onchange: resize,
  });
  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (text, onclick) => h("button", { type: "button", onclick }, text);
  return h(
    "div",
    { class: "fields" },
    game.has_random_boards ? h("label", { class: "field across" }, "Size", size) : null,
    game.has_random_boards && game.cells_take_numbers && !work.position.pieces
      ? button("Random values", revalue)
      : null,
    button("Clear", clear),
  );
}

/**
 * Take another board of that size, on which `keep` says what becomes of each cell that there was before.
 * @param {HTMLDialogElement} dialog
 * @param {Game} game
 * @param {number} size
 * @param {(kept: Cell, cell: Cell) => Cell} keep
 */
async function reshape(dialog, game, size, keep) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  if (!Number.isInteger(size) || size < 1 || size > game.max_size) {
    tell(dialog, `Size must be 1 to ${game.max_size}.`);
    return;
  }
  try {
    const seed = Math.floor(Math.random() * 1e6);
    const setup = `random:${size}:${seed}`;
    const { start } = await api.begin({ game: game.name, rules: work.position.rules, setup }, signal);
    const position = await api.position(start, [], signal);
    const before = new Map(work.cells.map((cell) => [String(cell.square), cell]));
    const cells = position.cells.map((cell) => {
      const kept = before.get(String(cell.square));
      return { ...(kept ? keep(kept, cell) : cell) };
    });
    work = { ...work, start, position, cells, at: 0 };
    redraw(dialog);
  } catch (error) {
    if (!api.isAbort(error)) tell(dialog, error.message);
  }
}

/** @param {HTMLDialogElement} dialog */
function redraw(dialog) {
  tell(dialog, "");
  dialog.querySelector(".edit-board").replaceWith(grid(work.position));
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} text
 */
const tell = (dialog, text) => (dialog.querySelector(".problem").textContent = text);

/** @param {Position} position */
function tools(position) {
  /**
   * @param {string | null} value
   * @param {string} text
   * @param {Node} [figure]
   */
  const tool = (value, text, figure) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "tool",
        value: value ?? "",
        checked: value === work.tool,
        onchange: () => (work.tool = value),
      }),
      h("span", {}, figure, text),
    );
  const kind = position.pieces ? "piece" : "mark";
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, "Edit"),
    h(
      "div",
      { class: "segments" },
      work.game.cells_take_numbers ? tool(TYPE, position.pieces ? "Number" : "Value") : null,
      ...position.players.map(({ id, name }, side) =>
        tool(id, capital(name), shape(`${kind}-${side}`, "swatch small")),
      ),
      tool(null, "Empty"),
    ),
  );
}

/** @param {Position} position */
function grid(position) {
  const width = position.columns.length;
  const tiles = work.cells.map((_, index) =>
    h("span", { role: "gridcell", class: "tile", tabindex: index ? "-1" : "0", "data-index": index }),
  );
  const rows = position.rows.map((_, row) =>
    h("div", { role: "row", class: "tiles" }, ...tiles.slice(row * width, (row + 1) * width)),
  );
  const board = h(
    "div",
    {
      role: "grid",
      "aria-label": "Board to edit",
      class: `edit-board${position.pieces ? " pieces" : ""}${width > 10 ? " dense" : ""}`,
    },
    ...rows,
  );
  board.style.setProperty("--columns", width);
  /** @param {EventTarget | null} target */
  const tileAt = (target) => target.closest?.(".tile");
  board.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event.target);
    if (!tile) return;
    painting = true;
    if (event.pointerType === "touch") tile.releasePointerCapture(event.pointerId);
    paint(tiles, Number(tile.dataset.index));
  });
  board.addEventListener(
    "pointerover",
    (event) =>
      painting &&
      event.buttons &&
      tileAt(event.target) &&
      paint(tiles, Number(tileAt(event.target).dataset.index)),
  );
  board.addEventListener("pointerup", () => (painting = false));
  board.addEventListener("focusin", (event) => {
    const tile = tileAt(event.target);
    if (!tile) return;
    tiles[work.at].tabIndex = -1;
    tile.tabIndex = 0;
    Object.assign(work, { at: Number(tile.dataset.index), fresh: true });
  });
  board.addEventListener("keydown", (event) => type(event, tiles, width));
  tiles.forEach((_, index) => draw(tiles, index));
  return board;
}

/**
 * @param {HTMLElement[]} tiles
 * @param {number} index
 */
function paint(tiles, index) {
  if (work.tool !== TYPE) own(tiles, index, work.tool);
}

/**
 * @param {HTMLElement[]} tiles
 * @param {number} index
 * @param {string | null} owner
 */
function own(tiles, index, owner) {
  const cell = work.cells[index];
  cell.owner = owner;
  if (work.position.pieces && !owner) cell.text = "";
  draw(tiles, index);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} tiles
 * @param {number} width
 */
function type(event, tiles, width) {
  const { at, cells, position } = work;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
  const cell = cells[at];
  if (step !== undefined) {
    const to = at + step;
    const wraps = Math.abs(step) === 1 && Math.floor(to / width) !== Math.floor(at / width);
    if (tiles[to] && !wraps) tiles[to].focus();
  } else if (work.game.cells_take_numbers && /^\d$/.test(event.key)) {
    cell.text = ((work.fresh ? "" : cell.text) + event.key).slice(0, LONGEST);
    work.fresh = false;
  } else if (work.game.cells_take_numbers && event.key === "Backspace") {
    cell.text = cell.text.slice(0, -1);
    work.fresh = false;
  } else if (event.key === " ") {
    const order = [null, ...position.players.map((player) => player.id)];
    own(tiles, at, order[(order.indexOf(cell.owner) + 1) % order.length]);
  } else if (event.key === "Enter") own(tiles, at, work.tool === TYPE ? cell.owner : work.tool);
  else return;
  event.preventDefault();
  draw(tiles, at);
}

/**
 * @param {HTMLElement[]} tiles
 * @param {number} index
 */
function draw(tiles, index) {
  const cell = work.cells[index];
  const tile = tiles[index];
  const side = indexOf(work.position, cell.owner);
  const highest = Math.max(...work.position.cells.map((each) => Number(each.text) || 0), 1);
  tile.dataset.owner = side < 0 ? "" : side;
  tile.style.setProperty(
    "--shade",
    work.position.pieces ? cell.shade : Math.min(1, (Number(cell.text) || 0) / highest),
  );
  tile.setAttribute("aria-label", described(work.position, cell));
  const kind = work.position.pieces ? "piece" : "mark";
  tile.replaceChildren(
    ...(side < 0 ? [] : [shape(`${kind}-${side}`, kind)]),
    h("span", { class: "text" }, cell.text),
  );
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} toMove
 */
async function done(dialog, toMove) {
  const { start, position, cells } = work;
  const changed = cells.filter(
    (cell, index) =>
      position.moves.length ||
      cell.text !== position.cells[index].text ||
      cell.owner !== position.cells[index].owner,
  );
  const edits = changed.map(({ square, text, owner }) => ({ square, text, owner }));
  try {
    const begun = await api.begin({ start, edits, to_move: toMove });
    await api.position(begun.start, []);
    dialog.close();
    openDialog("setup", { edited: begun.start });
  } catch (error) {
    tell(dialog, `${error.message}.`);
  }
}
