/** Pointer input on the board: hover, click, long press and drag, by mouse, pen and touch. */

import { query } from "../../shared/dom.js";
import { same } from "../../shared/board/legal-moves.js";
import { optionsAt, optionsFrom, press } from "../game/move-selection.js";
import { change, state } from "../state.js";
import { cellAt, cellElement } from "./board.js";

const LONG_PRESS_MS = 450; // milliseconds
const MIN_DRAG_PX = 6; // pixels

/** @type {HTMLElement} */
let grid;

/** What was pressed and may become a long press or a drag. */
/**
 * @type {{ index: number, long: number, movable: boolean, x: number, y: number, pointer: number,
 *   dragging: HTMLElement | null } | null}
 */
let held = null;
let skipClick = false;

/**
 * Listen from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountPointer(root) {
  grid = query(root, "#board");
  grid.addEventListener(
    "pointermove",
    (event) => event.pointerType !== "touch" && !held?.dragging && change({ hover: cellAt(event.target) }),
  );
  grid.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && change({ hover: null }));
  grid.addEventListener(
    "focusin",
    (event) =>
      event.target instanceof Element &&
      event.target.matches(":focus-visible") &&
      change({ hover: cellAt(event.target) }),
  );
  grid.addEventListener(
    "focusout",
    (event) => event.target instanceof Element && event.target.matches(".board-cell") && change({ hover: null }),
  );
  grid.addEventListener("pointerdown", hold);
  grid.addEventListener("pointermove", drag);
  grid.addEventListener("pointerup", drop);
  grid.addEventListener("pointercancel", letGo);
  grid.addEventListener("click", click);
  grid.addEventListener("contextmenu", (event) => event.pointerType === "touch" && event.preventDefault());
  grid.addEventListener("dragstart", (event) => event.preventDefault());
}

/** @param {PointerEvent} event */
function hold(event) {
  const index = cellAt(event.target);
  skipClick = false;
  if (index === null || event.button !== 0) return;
  const long = window.setTimeout(() => {
    if (optionsAt(index).length < 2) return;
    skipClick = true;
    letGo();
    press(index, true);
  }, LONG_PRESS_MS);
  const movable =
    state.position.pieces &&
    optionsFrom(index).some((option) => same(option.click_path[0], state.position.cells[index].square));
  held = { index, long, movable, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: null };
}

/** @param {PointerEvent} event */
function drag(event) {
  if (!held || held.pointer !== event.pointerId) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.dragging) {
    if (Math.hypot(x, y) < MIN_DRAG_PX) return;
    clearTimeout(held.long);
    if (!held.movable) return;
    held.dragging = cellElement(held.index).querySelector(".board-piece");
    grid.setPointerCapture(event.pointerId);
    cellElement(held.index).classList.add("dragged");
    change({ selected: [], armed: null });
    press(held.index);
  }
  if (held.dragging) held.dragging.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
  change({ hover: cellUnder(event) });
}

/** @param {PointerEvent} event */
function drop(event) {
  const was = held;
  letGo();
  if (!was?.dragging) return;
  skipClick = true;
  const index = cellUnder(event);
  if (index !== null && index !== was.index && optionsAt(index).length) press(index, event.shiftKey);
}

function letGo() {
  if (!held) return;
  clearTimeout(held.long);
  if (held.dragging) {
    held.dragging.style.transform = "";
    cellElement(held.index).classList.remove("dragged");
  }
  held = null;
}

/** @param {PointerEvent} event */
const cellUnder = (event) => cellAt(document.elementFromPoint(event.clientX, event.clientY));

/** @param {PointerEvent} event */
function click(event) {
  const index = cellAt(event.target);
  if (index === null || skipClick) {
    skipClick = false;
    return;
  }
  const options = optionsAt(index);
  // A finger cannot point without pressing, so its first tap shows what a move does.
  const careful =
    event.pointerType === "touch" && state.tapTwice && options.length && options[0].click_path.length === 1;
  if (careful && state.armed !== index) change({ armed: index, hover: index });
  else press(index, event.shiftKey);
}
