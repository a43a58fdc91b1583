/** The board of a puzzle: shows a position, and turns clicks and keys into a move. */

import { announce } from "../shared/announcer.js";
import { turnCells } from "../shared/board/animation.js";
import { buildGrid, drawCell } from "../shared/board/board-grid.js";
import { cellIndex, described, squareName } from "../shared/board/board-text.js";
import { beginning, exactly, pick } from "../shared/board/legal-moves.js";
import { counted } from "../shared/format.js";
/** @import { Square } from "../shared/board/types.js" */
/** @import { LegalMove, Position } from "./types.js" */

export class PuzzleBoard {
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {Position | null} */
  #position = null;
  /** @type {Square[]} */
  #selected = [];
  /** @type {Square[]} */
  #marked = [];
  #isOpen = false;

  /**
   * @param {HTMLElement} grid
   * @param {(option: LegalMove) => void} onMove  called with the move that the user makes
   * @param {() => boolean} playsQuiet  whether the quieter of two moves on the same squares is played
   */
  constructor(grid, onMove, playsQuiet) {
    this.grid = grid;
    this.onMove = onMove;
    this.playsQuiet = playsQuiet;
    grid.addEventListener("click", (event) => this.#press(this.#indexAt(event.target), event.shiftKey));
    grid.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * Show a position. Moves can be made if `isOpen`.
   * @param {Position} position
   * @param {{ isOpen: boolean }} options
   */
  show(position, { isOpen }) {
    const before = this.#position;
    const isSameBoard = before?.start === position.start;
    if (!isSameBoard) this.#cells = buildGrid(this.grid, position, "gridcell");
    this.grid.setAttribute("aria-label", `${position.title} board`);
    this.#position = position;
    this.#isOpen = isOpen;
    this.#selected = [];
    this.#marked = [];
    turnCells(this.#cells, isSameBoard ? before : null, position, () => {
      position.cells.forEach((cell, index) => drawCell(this.#cells[index], position, cell));
    });
    this.#draw();
  }

  /**
   * Mark squares as a hint.
   * @param {Square[]} squares
   */
  mark(squares) {
    this.#marked = squares;
    this.#draw();
  }

  focus() {
    this.#cells.find((cell) => cell.tabIndex === 0)?.focus({ preventScroll: true });
  }

  #draw() {
    const position = this.#position;
    if (!position) return;
    const last = this.#indices(position.turns.at(-1)?.click_path ?? []);
    const selected = this.#indices(this.#selected);
    const marked = this.#indices(this.#marked);
    position.cells.forEach((cell, index) => {
      const element = this.#cells[index];
      const options = this.#optionsFrom(index);
      element.classList.toggle("last", last.has(index));
      element.classList.toggle("selected", selected.has(index));
      element.classList.toggle("hint", marked.has(index));
      element.classList.toggle("playable", options.length > 0);
      const parts = [described(position, cell)];
      if (last.has(index)) parts.push("last move");
      if (selected.has(index)) parts.push("selected");
      else if (options.length) parts.push(options.map((option) => option.text).join(" or "));
      element.setAttribute("aria-label", parts.join("; "));
    });
  }

  /** @param {Square[]} squares */
  #indices(squares) {
    const position = /** @type {Position} */ (this.#position);
    return new Set(squares.map((square) => cellIndex(position, square)));
  }

  /**
   * The squares that a click on a cell stands for: after those selected, or from the beginning.
   * @param {number} index
   * @returns {Square[] | null}
   */
  #squaresFor(index) {
    const position = this.#position;
    if (!position || !this.#isOpen) return null;
    const { square } = position.cells[index];
    const candidates = [[...this.#selected, square], [square]];
    return candidates.find((squares) => beginning(position.legal_moves, squares).length) ?? null;
  }

  /** @param {number} index */
  #optionsFrom(index) {
    const squares = this.#squaresFor(index);
    return squares && this.#position ? beginning(this.#position.legal_moves, squares) : [];
  }

  /**
   * @param {number | null} index
   * @param {boolean} otherKind
   */
  #press(index, otherKind) {
    const position = this.#position;
    if (index === null || !position || !this.#isOpen) return;
    const squares = this.#squaresFor(index);
    const option = squares
      ? pick(exactly(position.legal_moves, squares), otherKind !== this.playsQuiet())
      : undefined;
    if (option) {
      this.onMove(option);
      return;
    }
    this.#selected = squares && String(squares) !== String(this.#selected) ? squares : [];
    this.#draw();
    if (this.#selected.length) {
      const count = beginning(position.legal_moves, this.#selected).length;
      announce(`${squareName(position, position.cells[index].square)} selected, ${counted(count, "move")}.`);
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const index = this.#indexAt(event.target);
    if (index === null || !this.#position || event.altKey || event.metaKey || event.ctrlKey) return;
    const columns = this.#position.columns.length;
    const [row, column] = [Math.floor(index / columns), index % columns];
    const lastRow = this.#cells.length / columns - 1;
    const target = {
      ArrowLeft: row * columns + Math.max(0, column - 1),
      ArrowRight: row * columns + Math.min(columns - 1, column + 1),
      ArrowUp: Math.max(0, row - 1) * columns + column,
      ArrowDown: Math.min(lastRow, row + 1) * columns + column,
    }[event.key];
    if (target !== undefined) this.#focusCell(target);
    else if (event.key === "Enter" || event.key === " ") this.#press(index, event.shiftKey);
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #focusCell(index) {
    for (const cell of this.#cells) cell.tabIndex = -1;
    this.#cells[index].tabIndex = 0;
    this.#cells[index].focus();
  }

  /** @param {EventTarget | null} target */
  #indexAt(target) {
    const cell = target instanceof Element ? target.closest(".board-cell") : null;
    return cell instanceof HTMLElement && this.grid.contains(cell) ? Number(cell.dataset.index) : null;
  }
}
