/** Animation of a move: cells turn to another owner, pieces go from square to square. */

import { mayMove } from "../dom.js";
import { cellIndex } from "./board-text.js";
/** @import { Board, Square } from "./types.js" */

/** @typedef {Board & {start: string, turns: {click_path: Square[]}[]}} GameBoard  a board after the moves of a game */

const TURN_MS = 420; // milliseconds
const STAGGER_MS = 60;

/**
 * Call `draw`, which makes the cells look like `after`, and let what differs move. Only a single move is animated:
 * a jump to elsewhere in the game is drawn at once.
 * @param {HTMLElement[]} cells
 * @param {GameBoard | null} before
 * @param {GameBoard} after
 * @param {() => void} draw
 */
export function turnCells(cells, before, after, draw) {
  const last = after.turns.at(-1);
  const step = before && last && before.start === after.start && after.turns.length === before.turns.length + 1;
  if (!step || !mayMove()) return draw();
  const changed = after.cells.flatMap((cell, index) => (cell.owner !== before.cells[index].owner ? [index] : []));
  const looks = new Map(changed.map((index) => [index, getComputedStyle(cells[index]).backgroundColor]));
  draw();
  if (after.pieces) return slide(cells, after, last);
  const end = last.click_path.at(-1);
  const origin = end && cellIndex(after, end);
  for (const index of changed) {
    if (before.cells[index].owner === null) appear(cells[index]);
    else turn(cells[index], looks.get(index) ?? "", index === origin ? 0 : STAGGER_MS);
  }
  return undefined;
}

/** @param {HTMLElement} cell */
function appear(cell) {
  cell.animate([{ transform: "scale(0.72)" }, { transform: "scale(1.06)", offset: 0.6 }, { transform: "none" }], {
    duration: 240,
    easing: "ease-out",
  });
}

/**
 * @param {HTMLElement} cell
 * @param {string} from
 * @param {number} delay
 */
function turn(cell, from, delay) {
  const to = getComputedStyle(cell).backgroundColor;
  cell.animate(
    [
      { transform: "perspective(300px) rotateY(0)", backgroundColor: from },
      { transform: "perspective(300px) rotateY(90deg)", backgroundColor: from, offset: 0.5 },
      { transform: "perspective(300px) rotateY(-90deg)", backgroundColor: to, offset: 0.5 },
      { transform: "perspective(300px) rotateY(0)", backgroundColor: to },
    ],
    { duration: TURN_MS, delay, fill: "backwards", easing: "ease-in-out" },
  );
}

/**
 * @param {HTMLElement[]} cells
 * @param {Board} board
 * @param {{click_path: Square[]}} turn
 */
function slide(cells, board, { click_path: squares }) {
  if (squares.length < 2) return;
  const [from, to] = [squares[0], squares[squares.length - 1]].map((square) => cells[cellIndex(board, square)]);
  const [x, y] = [from.offsetLeft - to.offsetLeft, from.offsetTop - to.offsetTop];
  to.querySelector(".board-piece")?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: 220,
    easing: "ease-in-out",
  });
}
