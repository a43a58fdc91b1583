/** Rows of buttons that change with the game and keep the focus. */

import { h } from "../../shared/dom.js";
import { focusBoard } from "../board/board.js";

const actions = new WeakMap(); // a button -> what it does now

/**
 * Show these buttons in the row. One with the same text as before stays the same element; if the one that has the
 * focus goes, the focus goes to the board.
 * @param {HTMLElement} row
 * @param {{text: string, action: () => void, primary?: boolean, pressed?: boolean}[]} wanted
 */
export function showButtons(row, wanted) {
  const before = [...row.children];
  const now = wanted.map(({ text, action, primary, pressed }) => {
    const button = before.find((each) => each.textContent === text) ?? made(text);
    actions.set(button, action);
    button.classList.toggle("primary", Boolean(primary));
    if (pressed === undefined) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(pressed));
    return button;
  });
  const left = before.some((each) => !now.includes(each) && each === document.activeElement);
  for (const button of before) if (!now.includes(button)) button.remove();
  // Moving an element would take the focus from it, so only elements out of place are moved.
  now.forEach((button, place) => row.children[place] === button || row.insertBefore(button, row.children[place]));
  if (left) focusBoard();
}

/** @param {string} text */
function made(text) {
  const button = h("button", { type: "button", onclick: () => actions.get(button)() }, text);
  return button;
}
