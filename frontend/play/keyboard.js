/** The keyboard: letters for commands, arrows and Enter on the board. */

import { byId, targetIn } from "../shared/dom.js";
import { cellAt, focusCell } from "./board/board.js";
import { wheelSteps } from "../shared/board/wheel.js";
import { commandOf } from "./commands.js";
import { next, previous } from "./game/game.js";
import { pass, press, release } from "./game/move-selection.js";
import { state } from "./state.js";

/** Listen from now on. */
export function listenToKeys() {
  byId("stage").addEventListener("wheel", turnWheel, { passive: false });
  byId("board").addEventListener("keydown", onBoard);
  byId("board").addEventListener("pointerdown", () => (byPointer = true));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (targetIn(event, "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog[open]"))
      return;
    if (event.key === "Escape") release();
    // The board and the move list have handled their arrows by now; fields and sliders have their own use for them.
    const step = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (step && state.position && !targetIn(event, "input, [role=slider]")) {
      event.preventDefault();
      step();
    }
    const run = commandOf(event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

const stepsOf = wheelSteps();

/**
 * Go through the game by the wheel over the board, unless it scrolls the page or the board.
 * @param {WheelEvent} event
 */
function turnWheel(event) {
  const { scrollHeight, clientHeight } = /** @type {Element} */ (document.scrollingElement);
  const scrolls = scrollHeight > clientHeight + 1 || byId("frame").classList.contains("scrolls");
  if (scrolls || event.ctrlKey || event.shiftKey || !state.position) return;
  event.preventDefault();
  const step = stepsOf(event);
  if (step) (step > 0 ? next : previous)();
}

/** Whether the cell has the focus because it was clicked: then left and right go through the game. */
let byPointer = false;

/** @param {KeyboardEvent} event */
function onBoard(event) {
  const index = cellAt(event.target);
  if (index === null || event.altKey || event.metaKey) return;
  if (byPointer && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
  byPointer = false;
  const columns = state.position.columns.length;
  const count = state.position.cells.length;
  const [row, column] = [Math.floor(index / columns), index % columns];
  /** @param {number} to */
  const across = (to) => row * columns + Math.min(columns - 1, Math.max(0, to));
  /** @param {number} to */
  const down = (to) => Math.min(count / columns - 1, Math.max(0, to)) * columns + column;
  const target = {
    ArrowLeft: across(column - 1),
    ArrowRight: across(column + 1),
    ArrowUp: down(row - 1),
    ArrowDown: down(row + 1),
    Home: event.ctrlKey ? 0 : across(0),
    End: event.ctrlKey ? count - 1 : across(columns - 1),
    PageUp: down(row - 5),
    PageDown: down(row + 5),
  }[event.key];
  if (target !== undefined) focusCell(target);
  else if (event.key === "Enter" || event.key === " ") act(index, event.shiftKey);
  else return;
  event.preventDefault();
}

/**
 * @param {number} index
 * @param {boolean} quiet
 */
function act(index, quiet) {
  pass();
  press(index, quiet);
}
