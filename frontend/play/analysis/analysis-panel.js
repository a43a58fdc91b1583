/** The panel with the state of the analysis, and its summary below the board on phones. */

import { byId, h, query } from "../../shared/dom.js";
import { capital, compact, duration, number, signed } from "../../shared/format.js";
import { playLine } from "../game/game.js";
import { lead, nameOf } from "../../shared/board/board-text.js";
import { change, state, watch } from "../state.js";
import { stop } from "./analysis.js";
import { valueOf } from "./evaluation-bar.js";
import { depthText, estimateText } from "./snapshot.js";
/** @import { Position, Snapshot } from "../types.js" */

const SUMMARY_MOVES = 6;

/** @type {HTMLElement} */
let facts;
/** @type {HTMLElement} */
let lineOfPlay;
/** @type {HTMLElement} */
let stopButton;
/** @type {HTMLElement} */
let timeBar;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountAnalysisPanel(root) {
  facts = query(root, "#facts");
  lineOfPlay = query(root, "#line-of-play");
  stopButton = query(root, "#stop-thinking");
  timeBar = query(root, "#analysis-time");
  const seconds = /** @type {HTMLSelectElement} */ (byId("think-seconds"));
  seconds.value = String(state.seconds);
  seconds.addEventListener("change", () => change({ seconds: Number(seconds.value) }));
  stopButton.addEventListener("click", stop);
  watch(["position", "snapshot", "thinking", "analysis", "heat", "seconds", "textbook", "searchSize"], draw);
  watch(["streamTime"], drawTime);
}

function draw() {
  const { position, snapshot, thinking, analysis, heat, textbook } = state;
  if (!position) return;
  if (!thinking && stopButton === document.activeElement) query(document, "[data-action=analyse]").focus();
  stopButton.hidden = !thinking;
  byId("thoughts").classList.toggle("busy", thinking);
  const unused = !snapshot && !analysis && !heat;
  byId("thoughts").classList.toggle("unused", unused);
  facts.hidden = unused;
  const value = snapshot && valueText(position, snapshot);
  /**
   * @param {string} name
   * @param {() => string | null} text
   * @param {string} title
   */
  const fact = (name, text, title) =>
    h("div", { class: "analysis-fact", title }, h("dt", {}, name), h("dd", {}, snapshot ? text() : "–"));
  const depth = () => (snapshot?.proven ? "solved" : number(snapshot?.depth ?? 0));
  facts.replaceChildren(
    ...(textbook
      ? [
          fact("Value", () => value, "For the player to move, at the end of the line"),
          fact("Depth", depth, "Search depth in plies"),
          fact(
            "Visits",
            () => number(snapshot?.nodes ?? 0),
            "Visited nodes, with the root and repeated positions",
          ),
          fact("Time", () => duration(snapshot?.elapsed_seconds ?? 0), "Time of the search"),
        ]
      : [
          fact("Value", () => value, "Score at the end of the game; ≈ marks an estimate"),
          fact("Depth", depth, "Search depth in plies"),
          fact("Nodes", () => compact(snapshot?.nodes ?? 0), "Positions searched"),
          fact("Speed", () => `${compact(snapshot?.nodes_per_second ?? 0)}/s`, "Positions per CPU second"),
        ]),
  );
  byId("analysis-note").textContent = noteText();
  byId("analysis-summary").textContent = snapshot
    ? `${value}, ${depthText(snapshot)}: ${snapshot.principal_variation_text.slice(0, SUMMARY_MOVES).join(", ")}`
    : "";
  if (snapshot) drawLine(snapshot.principal_variation_text);
  else lineOfPlay.replaceChildren(h("li", { class: "analysis-none" }, nothingText()));
}

/**
 * The value with the leader's name; the value of a textbook search is for the player to move, as its algorithm returns it.
 * @param {Position} position
 * @param {Snapshot} snapshot
 */
function valueText(position, snapshot) {
  if (snapshot.textbook) return signed(snapshot.value);
  return estimateText(snapshot, capital(lead(position, valueOf(position, snapshot) ?? 0)));
}

/** Why there is no line. */
function nothingText() {
  const { position, analysis, searchSize, thinking } = state;
  if (position.over) return "The game is over.";
  if (searchSize && !thinking) return "This search is too large here.";
  return analysis ? "Searching …" : "Press Analyse to see the best line.";
}

/** State the sign convention and the depth of the values on the cells. */
function noteText() {
  const { position, snapshot, heat } = state;
  if (!snapshot) return "";
  if (snapshot.textbook) {
    const bounds = snapshot.move_values.some((move) => move.is_upper_bound) ? "; ≤ marks upper bounds" : "";
    const search = `for ${nameOf(position, position.to_move)}, ${depthText(snapshot)}`;
    return heat ? `Values on the board: ${search}${bounds}.` : `Value ${search}.`;
  }
  if (!heat || !snapshot.move_values.length) return "Value at the end of the game.";
  return `Values on the board: for ${nameOf(position, position.to_move)}, at the end of the game, ${depthText(snapshot)}.`;
}

/** Show how much of the time limit has elapsed: by an animation, or with reduced motion at each snapshot. */
function drawTime() {
  const { streamTime } = state;
  if (streamTime) {
    const { elapsed, limit } = streamTime;
    timeBar.style.setProperty("--elapsed", Math.min(1, elapsed / limit).toFixed(3));
    if (timeBar.hidden) {
      timeBar.style.animationDuration = `${limit}s`;
      timeBar.style.animationDelay = `${-elapsed}s`;
    }
  }
  timeBar.hidden = !streamTime;
}

/**
 * Show the line. Its buttons stay the same elements while it changes, so that they can be pressed meanwhile.
 * @param {string[]} line
 */
function drawLine(line) {
  lineOfPlay.querySelector(".analysis-none")?.remove();
  while (lineOfPlay.childElementCount > line.length) lineOfPlay.lastElementChild?.remove();
  line.forEach((words, i) => {
    const item = lineOfPlay.children[i] ?? lineOfPlay.appendChild(step(i));
    const text = query(item, "button");
    if (text.textContent === words) return;
    text.textContent = words;
    text.title = i ? `Play the line up to ${words}` : `Play ${words}`;
  });
}

/** @param {number} i */
const step = (i) => {
  const onclick = () => playLine((state.snapshot?.principal_variation ?? []).slice(0, i + 1));
  return h("li", {}, h("button", { type: "button", class: "analysis-step", onclick }));
};
