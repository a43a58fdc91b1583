/** Moves by typing. */

import { announce } from "./announcer.js";
import { focusBoard } from "./board.js";
import { byId } from "./dom.js";
import { personToMove, play } from "./game.js";
import { typed } from "./options.js";
import { state } from "./state.js";

const field = /** @type {HTMLInputElement} */ (byId("typed"));
const problem = byId("typed-problem");

/** Listen from now on. */
export function listenToTyping() {
  byId("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  field.addEventListener("input", () => tell(""));
  field.addEventListener("keydown", (event) => event.key === "Escape" && focusBoard());
}

/** Put the cursor into the field. */
export function startTyping() {
  field.focus();
  field.select();
}

function submit() {
  if (!field.value.trim()) return;
  if (!personToMove()) {
    tell(state.position.over ? "The game is over." : "It is not your turn.");
    return;
  }
  const { option, problem: wrong } = typed(state.position.options, field.value);
  tell(wrong ?? "");
  if (!option) return;
  field.value = "";
  play(option.move);
}

function tell(text) {
  problem.textContent = text;
  field.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) announce(text);
}
