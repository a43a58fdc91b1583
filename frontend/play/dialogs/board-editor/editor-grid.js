/** The board in the editor: painting by mouse and finger, typing by keyboard. */

import { buildGrid, drawCell } from "../../../shared/board/board-grid.js";
import { described } from "../../../shared/board/board-text.js";
import { h } from "../../../shared/dom.js";
import { drawnCell, nextPiece, withDigit, withoutLastDigit, withPiece } from "./edited-board.js";
/** @import { PieceKind } from "../../types.js" */
/** @import { EditedBoard } from "./edited-board.js" */

/** The tool that types numbers and leaves owners as they are. */
export const TYPE = "type";

/**
 * @typedef {object} Editor
 * @property {EditedBoard} board
 * @property {PieceKind[]} kinds  the pieces to choose from
 * @property {PieceKind | typeof TYPE | null} tool  null removes owners
 * @property {boolean} takesNumbers
 */

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

  const grid = h("div", { role: "grid", "aria-label": "Board to edit", class: "board" });
  const cells = buildGrid(grid, { ...position, row_values: [] }, "gridcell");

  /** @param {number} index */
  function draw(index) {
    const cell = drawnCell(editor.board, index);
    drawCell(cells[index], position, cell);
    cells[index].setAttribute("aria-label", described(position, cell));
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
    if (editor.tool !== TYPE) change(withPiece(editor.board, index, editor.tool), index);
  }

  /**
   * Do what a key does. Return whether it does something.
   * @param {string} key
   */
  function press(key) {
    const { board, kinds, tool, takesNumbers } = editor;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[key];
    if (step !== undefined) {
      const next = focused + step;
      const isOtherRow = Math.floor(next / width) !== Math.floor(focused / width);
      if (cells[next] && !(Math.abs(step) === 1 && isOtherRow)) cells[next].focus();
    } else if (takesNumbers && /^\d$/.test(key)) {
      change(withDigit(board, focused, key, isFirstDigit), focused);
      isFirstDigit = false;
    } else if (takesNumbers && key === "Backspace") {
      change(withoutLastDigit(board, focused), focused);
      isFirstDigit = false;
    } else if (key === " ") {
      change(withPiece(board, focused, nextPiece(kinds, board.cells[focused])), focused);
    } else if (key === "Enter") {
      if (tool !== TYPE) paint(focused);
    } else return false;
    return true;
  }

  /** @param {EventTarget | null} target */
  const cellAt = (target) => {
    const cell = target instanceof Element ? target.closest(".board-cell") : null;
    return cell instanceof HTMLElement ? cell : null;
  };

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event.target);
    if (!cell) return;
    isPainting = true;
    if (event.pointerType === "touch") cell.releasePointerCapture(event.pointerId);
    paint(Number(cell.dataset.index));
  });
  grid.addEventListener("pointerover", (event) => {
    const cell = cellAt(event.target);
    if (isPainting && event.buttons && cell) paint(Number(cell.dataset.index));
  });
  grid.addEventListener("pointerup", () => (isPainting = false));
  grid.addEventListener("focusin", (event) => {
    const cell = cellAt(event.target);
    if (!cell) return;
    cells[focused].tabIndex = -1;
    cell.tabIndex = 0;
    focused = Number(cell.dataset.index);
    isFirstDigit = true;
  });
  grid.addEventListener("keydown", (event) => {
    if (press(event.key)) event.preventDefault();
  });
  cells.forEach((_, index) => draw(index));
  return h("div", { class: "edit-board board-fit" }, grid);
}
