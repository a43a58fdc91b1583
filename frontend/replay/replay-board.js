/** The board of a replay. */

import { turnCells } from "../shared/board/animation.js";
import { buildGrid, drawCell } from "../shared/board/board-grid.js";
import { cellIndex, described } from "../shared/board/board-text.js";
import { wheelSteps } from "../shared/board/wheel.js";
import { h } from "../shared/dom.js";
/** @import { Game, Position } from "./game.js" */

const MIN_READABLE_CELL = 40; // pixels; smaller cells have larger digits and no marks

/**
 * Return the element of the board, a function that draws the position after `at` moves, and one that adapts the board
 * to its size. `onStep` is called with -1 or 1 when the wheel turns.
 * @param {Game} game
 * @param {Position[]} positions
 * @param {(step: number) => void} onStep
 */
export function replayBoard(game, positions, onStep) {
  const grid = h("div", { class: "board", role: "table", "aria-label": `${game.title} board` });
  const frame = h("div", { class: "board-frame", tabindex: -1 }, grid);
  const cells = buildGrid(grid, positions[0], "cell");
  let before = positions[0];

  function draw(/** @type {number} */ at) {
    const position = positions[at];
    const last = new Set((game.turns[at - 1]?.click_path ?? []).map((square) => cellIndex(position, square)));
    turnCells(cells, before, position, () => {
      position.cells.forEach((cell, index) => {
        drawCell(cells[index], position, cell);
        cells[index].classList.toggle("last", last.has(index));
        const label = described(position, cell) + (last.has(index) ? "; last move" : "");
        if (cells[index].ariaLabel !== label) cells[index].setAttribute("aria-label", label);
      });
    });
    before = position;
  }

  function resize() {
    grid.classList.toggle("tight", cells[0].offsetWidth < MIN_READABLE_CELL);
    const scrolls = grid.offsetWidth > frame.clientWidth + 1;
    frame.classList.toggle("scrolls", scrolls);
    frame.tabIndex = scrolls ? 0 : -1;
  }

  const stepsOf = wheelSteps();
  grid.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      const step = stepsOf(event);
      if (step) onStep(step);
    },
    { passive: false },
  );
  return {
    element: h("section", { class: "board-stage fitted", "aria-label": "Board" }, frame),
    grid,
    draw,
    resize,
  };
}
