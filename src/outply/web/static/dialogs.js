/** The dialogs: what is in one is loaded when it is first opened. */

import { focusBoard } from "./board.js";
import { byId } from "./dom.js";
import { change } from "./state.js";

const LOAD = {
  setup: () => import("./setup.js"),
  editor: () => import("./editor.js"),
  take: () => import("./take.js"),
  help: () => import("./help.js"),
};

/**
 * Open a dialog by its name; its module's `fill(dialog, wish)` puts in what it shows.
 * @param {keyof typeof LOAD} name
 */
export async function openDialog(name, wish) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(`${name}-dialog`));
  if (dialog.open) return;
  try {
    const module = await LOAD[name]();
    await module.fill(dialog, wish);
  } catch (error) {
    change({ problem: { text: error.message } });
    return;
  }
  if (!dialog.dataset.ready) {
    dialog.dataset.ready = "yes";
    // Where there is nothing to give the focus back to, it goes to the board.
    dialog.addEventListener("close", () => {
      if (document.activeElement === document.body && !document.querySelector("dialog[open]")) focusBoard();
    });
    // A click beside the dialog closes it, and so does its cross.
    dialog.addEventListener(
      "click",
      (event) => (event.target === dialog || event.target.closest("[data-close]")) && dialog.close(),
    );
  }
  dialog.showModal();
}
