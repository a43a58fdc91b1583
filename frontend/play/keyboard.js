/** The keyboard: letters for commands, arrows and Enter on the board. */

import { byId } from "../shared/dom.js";
import { cellAt, focusCell } from "./board/board.js";
import { commandOf } from "./commands.js";
import { pass, press, release } from "./game/move-selection.js";
import { state } from "./state.js";

/** Listen from now on. */
export function listenToKeys() {
  byId("board").addEventListener("keydown", onBoard);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog"))
      return;
    if (event.key === "Escape") release();
    const run = commandOf(event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

function onBoard(event) {
  const index = cellAt(event.target);
  if (index === null || event.altKey || event.metaKey) return;
  const columns = state.position.columns.length;
  const count = state.position.cells.length;
  const [row, column] = [Math.floor(index / columns), index % columns];
  const across = (to) => row * columns + Math.min(columns - 1, Math.max(0, to));
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

function act(index, quiet) {
  pass();
  press(index, quiet);
}
