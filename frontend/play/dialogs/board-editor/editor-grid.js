/** The board in the editor: painting by mouse and finger, typing by keyboard. */

import { described, indexOf } from "../../../shared/board/board-text.js";
import { h, shape } from "../../../shared/dom.js";
import { drawnCell, nextOwner, withDigit, withoutLastDigit, withOwner } from "./edited-board.js";
/** @import { EditedBoard } from "./edited-board.js" */

/** The tool that types numbers and leaves owners as they are. */
export const TYPE = "type";

/** @typedef {{board: EditedBoard, tool: string | null, takesNumbers: boolean}} Editor  null is the tool that removes owners */

/**
 * Create the board. Edits change `editor.board`.
 * @param {Editor} editor
 */
export function createGrid(editor) {
  const { position } = editor.board;
  const width = position.columns.length;
  let focused = 0;
  let isFirstDigit = true;
  let isPainting = false;

  const tiles = editor.board.cells.map((_, index) =>
    h("span", { role: "gridcell", class: "tile", tabindex: index ? "-1" : "0", "data-index": index }),
  );
  const rows = position.rows.map((_, row) =>
    h("div", { role: "row", class: "tiles" }, ...tiles.slice(row * width, (row + 1) * width)),
  );
  const element = h(
    "div",
    {
      role: "grid",
      "aria-label": "Board to edit",
      class: `edit-board${position.pieces ? " pieces" : ""}${width > 10 ? " dense" : ""}`,
    },
    ...rows,
  );
  element.style.setProperty("--columns", String(width));

  /** @param {number} index */
  function draw(index) {
    const cell = drawnCell(editor.board, index);
    const side = indexOf(position, cell.owner);
    const tile = tiles[index];
    tile.dataset.owner = side < 0 ? "" : String(side);
    tile.style.setProperty("--shade", String(cell.shade));
    tile.setAttribute("aria-label", described(position, cell));
    const kind = position.pieces ? "piece" : "mark";
    tile.replaceChildren(
      ...(side < 0 ? [] : [shape(`${kind}-${side}`, kind)]),
      h("span", { class: "text" }, cell.text),
    );
  }

  /**
   * @param {EditedBoard} board
   * @param {number} index  of the changed cell
   */
  function change(board, index) {
    editor.board = board;
    draw(index);
  }

  /** @param {number} index */
  function paint(index) {
    if (editor.tool !== TYPE) change(withOwner(editor.board, index, editor.tool), index);
  }

  /**
   * Do what a key does. Return whether it does something.
   * @param {string} key
   */
  function press(key) {
    const { board, tool, takesNumbers } = editor;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[key];
    if (step !== undefined) {
      const next = focused + step;
      const isOtherRow = Math.floor(next / width) !== Math.floor(focused / width);
      if (tiles[next] && !(Math.abs(step) === 1 && isOtherRow)) tiles[next].focus();
    } else if (takesNumbers && /^\d$/.test(key)) {
      change(withDigit(board, focused, key, isFirstDigit), focused);
      isFirstDigit = false;
    } else if (takesNumbers && key === "Backspace") {
      change(withoutLastDigit(board, focused), focused);
      isFirstDigit = false;
    } else if (key === " ") {
      change(withOwner(board, focused, nextOwner(board, board.cells[focused].owner)), focused);
    } else if (key === "Enter") {
      if (tool !== TYPE) paint(focused);
    } else return false;
    return true;
  }

  /** @param {EventTarget | null} target */
  const tileAt = (target) => {
    const tile = target instanceof Element ? target.closest(".tile") : null;
    return tile instanceof HTMLElement ? tile : null;
  };

  element.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event.target);
    if (!tile) return;
    isPainting = true;
    if (event.pointerType === "touch") tile.releasePointerCapture(event.pointerId);
    paint(Number(tile.dataset.index));
  });
  element.addEventListener("pointerover", (event) => {
    const tile = tileAt(event.target);
    if (isPainting && event.buttons && tile) paint(Number(tile.dataset.index));
  });
  element.addEventListener("pointerup", () => (isPainting = false));
  element.addEventListener("focusin", (event) => {
    const tile = tileAt(event.target);
    if (!tile) return;
    tiles[focused].tabIndex = -1;
    tile.tabIndex = 0;
    focused = Number(tile.dataset.index);
    isFirstDigit = true;
  });
  element.addEventListener("keydown", (event) => {
    if (press(event.key)) event.preventDefault();
  });
  tiles.forEach((_, index) => draw(index));
  return element;
}
