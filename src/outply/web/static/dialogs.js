/** The dialogs. All are loaded with the page, so that help is there when the server is not. */

import { focusBoard } from "./board.js";
import { byId } from "./dom.js";
import * as editor from "./editor.js";
import * as help from "./help.js";
import * as setup from "./setup.js";
import { change, state } from "./state.js";
import * as take from "./take.js";

const CONTENTS = { setup, editor, take, help };

/** Those that wait for what they show. */
const filling = new Set();

/**
 * Open a dialog by its name; its module's `fill(dialog, wish)` puts in what it shows.
 * @param {keyof typeof CONTENTS} name
 */
export async function openDialog(name, wish) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(`${name}-dialog`));
  if (dialog.open || filling.has(name)) return;
  filling.add(name);
  try {
    await CONTENTS[name].fill(dialog, wish);
  } catch (error) {
    change({ problem: { text: error.message, retry: state.problem?.retry } });
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
    let pressed = null;
    dialog.addEventListener("pointerdown", (event) => (pressed = event.target));
    dialog.addEventListener("click", (event) => {
      const beside = event.target === dialog && pressed === dialog;
      if (beside || event.target.closest("[data-close]")) dialog.close();
    });
  }
  dialog.showModal();
}
