/** The evaluation bar: the value of the position according to the analysis, or else the score. */

import { query } from "../../shared/dom.js";
import { signed } from "../../shared/format.js";
import { indexOf, lead } from "../../shared/board/board-text.js";
import { state, watch } from "../state.js";
import { depthText } from "./snapshot.js";
/** @import { Position, Snapshot } from "../types.js" */

/** @type {HTMLElement} */
let bar;
/** @type {HTMLElement} */
let label;
const SHORT = 4; // characters that fit into the bar beside the board

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountEvaluationBar(root) {
  bar = query(root, "#bar");
  label = query(root, "#bar-value");
  watch(["position", "snapshot"], draw);
}

/**
 * The value of a position for the first player according to a snapshot; null without one, or if its values are totals
 * of one player.
 * @param {Pick<Position, "players" | "to_move">} position
 * @param {Snapshot | null} snapshot
 */
export function valueOf(position, snapshot) {
  if (!snapshot || !position.to_move || snapshot.textbook?.evaluation === "own") return null;
  return snapshot.value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
}

/**
 * What the bar shows: the share of the first player, the short and the long text, and which side leads.
 * @param {Position} position
 * @param {Snapshot | null} snapshot
 */
export function evaluationOf(position, snapshot) {
  const evaluation = valueOf(position, snapshot);
  const value = evaluation ?? position.players[0].total - position.players[1].total;
  // An S-shaped scale shows small leads and does not end: a quarter of what the board holds fills most of it.
  const held = position.pieces
    ? position.players[0].total + position.players[1].total
    : position.cells.reduce((sum, cell) => sum + (Number(cell.text) || 0), 0);
  const isEstimate = evaluation !== null && !snapshot?.proven && !snapshot?.textbook;
  const certainty = snapshot ? `${isEstimate ? "estimate at " : ""}${depthText(snapshot)}` : "";
  return {
    isAnalysed: evaluation !== null,
    share: 0.5 + 0.5 * Math.tanh(value / (held / 4 || 1)),
    label: `${isEstimate ? "≈" : ""}${signed(Math.abs(value))}`,
    text:
      evaluation === null
        ? `Score: ${lead(position, value)}`
        : `Evaluation: ${lead(position, value)}, ${certainty}`,
    side: value >= 0 ? 0 : 1,
  };
}

function draw() {
  const { isAnalysed, share, label: shortText, text, side } = evaluationOf(state.position, state.snapshot);
  bar.style.setProperty("--share", share.toFixed(4));
  bar.classList.toggle("guessed", isAnalysed);
  bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  bar.setAttribute("aria-valuetext", text);
  bar.title = text;
  label.textContent = shortText;
  label.classList.toggle("long", shortText.length > SHORT);
  label.dataset.side = String(side);
}
