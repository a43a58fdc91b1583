/** The evaluation bar: how the game will end as far as a search can tell, or else how it stands. */

import { byId } from "../../shared/dom.js";
import { signed } from "../../shared/format.js";
import { indexOf, lead } from "../game/position-text.js";
import { state, watch } from "../state.js";

const bar = byId("bar");
const label = byId("bar-value");
const SHORT = 5; // signs that the bar is wide enough for where it stands beside the board

/** Draw from now on. */
export function drawBar() {
  watch(["position", "thought"], draw);
}

/** The value of the position for the first player, as far as somebody thought about it; else null. */
export function valueNow() {
  const { position, thought } = state;
  if (!thought || !position.to_move) return null;
  return thought.value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
}

function draw() {
  const { position } = state;
  const thought = valueNow();
  const value = thought ?? position.players[0].total - position.players[1].total;
  // An S-shaped scale shows small leads and does not end: a quarter of what the board holds fills most of it.
  const held = position.pieces
    ? position.players[0].total + position.players[1].total
    : position.cells.reduce((sum, cell) => sum + (Number(cell.text) || 0), 0);
  const share = 0.5 + 0.5 * Math.tanh(value / (held / 4 || 1));
  bar.style.setProperty("--share", share.toFixed(4));
  bar.classList.toggle("guessed", thought !== null);
  bar.setAttribute("aria-valuenow", Math.round(share * 100));
  const text = `${thought === null ? "Score" : "Evaluation"}: ${lead(position, value)}`;
  bar.setAttribute("aria-valuetext", text);
  bar.title = text;
  label.textContent = signed(Math.abs(value));
  label.classList.toggle("long", label.textContent.length > SHORT);
  label.dataset.side = value >= 0 ? 0 : 1;
}
