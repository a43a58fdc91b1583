/** Opening of dialogs. Each dialog registers the function that fills it, so that no dialog imports another. */

import { byId, messageOf, targetIn } from "../../shared/dom.js";
import { focusBoard } from "../board/board.js";
import { change, state } from "../state.js";

/** @typedef {(dialog: HTMLDialogElement, options?: any) => void | Promise<void>} Fill */

/** @type {Map<string, Fill>} */
const dialogs = new Map();

/** Dialogs that are being filled. */
const filling = new Set();

/**
 * Register the function that fills the dialog with the id `NAME-dialog`.
 * @param {string} name
 * @param {Fill} fill
 */
export function registerDialog(name, fill) {
  dialogs.set(name, fill);
}

/**
 * Open a dialog after filling it with `options`.
 * @param {string} name
 * @param {any} [options]
 */
export async function openDialog(name, options) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(`${name}-dialog`));
  if (dialog.open || filling.has(name)) return;
  filling.add(name);
  try {
    await dialogs.get(name)?.(dialog, options);
  } catch (error) {
    change({ problem: { text: messageOf(error), retry: state.problem?.retry } });
    return;
  } finally {
    filling.delete(name);
  }
  if (!dialog.dataset.ready) {
    dialog.dataset.ready = "yes";
    // Where there is nothing to give the focus back to, it goes to the board.
    dialog.addEventListener("close", () => {
      if (document.activeElement === document.body && !document.querySelector("dialog[open]")) focusBoard();
    });
    // A click beside the dialog closes it, and so does its cross; a selection of text that ends there does not.
    /** @type {EventTarget | null} */
    let pressed = null;
    dialog.addEventListener("pointerdown", (event) => (pressed = event.target));
    dialog.addEventListener("click", (event) => {
      const beside = event.target === dialog && pressed === dialog;
      if (beside || targetIn(event, "[data-close]")) dialog.close();
    });
  }
  dialog.showModal();
}
