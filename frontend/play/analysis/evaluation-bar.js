/** The evaluation bar: the value of the position according to the analysis, or else the score. */

import { byId } from "../../shared/dom.js";
import { signed } from "../../shared/format.js";
import { indexOf, lead } from "../../shared/board/board-text.js";
import { state, watch } from "../state.js";
import { depthText } from "./snapshot.js";

const bar = byId("bar");
const label = byId("bar-value");
const SHORT = 4; // characters that fit into the bar beside the board

/** Draw from now on. */
export function drawBar() {
  watch(["position", "snapshot"], draw);
}

/** The value of the position for the first player according to the analysis; null without one. */
export function valueNow() {
  const { position, snapshot } = state;
  if (!snapshot || !position.to_move) return null;
  return snapshot.value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
}

function draw() {
  const { position, snapshot } = state;
  const evaluation = valueNow();
  const value = evaluation ?? position.players[0].total - position.players[1].total;
  // An S-shaped scale shows small leads and does not end: a quarter of what the board holds fills most of it.
  const held = position.pieces
    ? position.players[0].total + position.players[1].total
    : position.cells.reduce((sum, cell) => sum + (Number(cell.text) || 0), 0);
  const share = 0.5 + 0.5 * Math.tanh(value / (held / 4 || 1));
  const isEstimate = snapshot !== null && evaluation !== null && !snapshot.proven;
  bar.style.setProperty("--share", share.toFixed(4));
  bar.classList.toggle("guessed", evaluation !== null);
  bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  const text =
    evaluation === null || !snapshot
      ? `Score: ${lead(position, value)}`
      : `Evaluation: ${lead(position, value)}, ${isEstimate ? `estimate at ${depthText(snapshot)}` : "solved"}`;
  bar.setAttribute("aria-valuetext", text);
  bar.title = text;
  label.textContent = `${isEstimate ? "≈" : ""}${signed(Math.abs(value))}`;
  label.classList.toggle("long", label.textContent.length > SHORT);
  label.dataset.side = value >= 0 ? "0" : "1";
}
