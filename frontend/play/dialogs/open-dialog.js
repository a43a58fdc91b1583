/** Opening of dialogs. Their contents are loaded after the board, which is shown earlier that way. */

import { byId, messageOf, targetIn } from "../../shared/dom.js";
import { ApiError, NO_ANSWER } from "../../shared/api/http.js";
import { focusBoard } from "../board/board.js";
import { change, state } from "../state.js";

/** @typedef {"editor" | "games" | "help" | "setup" | "take"} DialogName */

/** @type {() => Promise<typeof import("./dialogs.js")>} */
let load;

/**
 * Set the function that loads the contents of the dialogs. Only the page's entry imports them, so that no script
 * refers to one that refers back to it: the name of each contains a hash of its text.
 * @param {typeof load} loader
 */
export function setDialogLoader(loader) {
  load = () =>
    loader().catch(() => {
      throw new ApiError(NO_ANSWER);
    });
}

/** Load the contents of the dialogs, so that the first one opens without delay. */
export const preloadDialogs = () => load().catch(() => {}); // opening a dialog tries again, and shows the problem

/**
 * Import files into the saved games, and show what was imported.
 * @param {File[]} files
 */
export async function importDropped(files) {
  try {
    await openDialog("games", await (await load()).importFiles(files));
  } catch (error) {
    change({ problem: { text: messageOf(error) } });
  }
}

/** Dialogs that are being filled. */
const filling = new Set();

/**
 * Open the dialog with the id `NAME-dialog` after filling it with `options`.
 * @param {DialogName} name
 * @param {any} [options]
 */
export async function openDialog(name, options) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(`${name}-dialog`));
  if (dialog.open || filling.has(name)) return;
  filling.add(name);
  try {
    await (await load())[name](dialog, options);
  } catch (error) {
    change({ problem: { text: messageOf(error), retry: state.problem?.retry } });
    return;
  } finally {
    filling.delete(name);
  }
  if (!dialog.dataset.ready) {
    dialog.dataset.ready = "yes";
    // Where there is nothing to give the focus back to, it goes to the board. Until the next frame, the focus may
    // still be in the closed dialog.
    dialog.addEventListener("close", () => {
      const focused = document.activeElement;
      const isLost = focused === document.body || dialog.contains(focused);
      if (isLost && !document.querySelector("dialog[open]")) focusBoard();
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
