/** The field for typed moves. */

import * as api from "../../shared/api/api.js";
import { announce } from "../../shared/announcer.js";
import { byId, query } from "../../shared/dom.js";
import { focusBoard } from "../board/board.js";
import { computers, personToMove, play } from "../game/game.js";
import { typed } from "../../shared/board/legal-moves.js";
import { isBehind, state, watch } from "../state.js";
/** @import { GameNode } from "../types.js" */

/** @type {HTMLInputElement} */
let field;
/** @type {HTMLElement} */
let problem;
/**
 * The node at which a move was typed before its position had arrived.
 * @type {GameNode | null}
 */
let early = null;

/**
 * Listen from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountMoveInput(root) {
  field = query(root, "#typed", HTMLInputElement);
  problem = query(root, "#typed-problem");
  byId("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  field.addEventListener("input", () => {
    early = null;
    tell("");
  });
  watch(["players"], () => {
    const idle = computers() === 2; // no person plays
    for (const control of byId("typing").querySelectorAll("input, button"))
      control.toggleAttribute("disabled", idle);
  });
  watch(["position"], () => {
    if (isBehind()) return;
    if (early === state.node) submit();
    early = null;
  });
  field.addEventListener("keydown", (event) => event.key === "Escape" && focusBoard());
}

/** Put the cursor into the field. */
export function startTyping() {
  field.focus();
  field.select();
}

function submit() {
  const { node, position } = state;
  if (!field.value.trim()) return;
  if (isBehind()) {
    early = node;
    return;
  }
  if (!personToMove()) {
    tell(position.over ? "The game is over." : "Not your turn.");
    return;
  }
  const { option, problem: wrong, isIllegal } = typed(position.legal_moves, field.value);
  if (isIllegal && wrong) void explain(field.value.trim(), wrong);
  else tell(wrong ?? "");
  if (!option) return;
  field.value = "";
  play(option.move);
}

/**
 * Explain why a typed text is not a legal move: by the rules of the game, which the server has, or by an example.
 * @param {string} text
 * @param {string} example
 */
async function explain(text, example) {
  const { start, moves } = state.position;
  const { explanation } = await api.explain(start, moves, text).catch(() => ({ explanation: null }));
  if (field.value.trim() !== text) return;
  tell(explanation ? `“${text}” is not a legal move. ${explanation}` : example);
}

/** @param {string} text */
function tell(text) {
  problem.textContent = text;
  field.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) announce(text);
}
