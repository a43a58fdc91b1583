/** The panel that shows what the search thinks while it thinks. */

import { byId, h } from "../../shared/dom.js";
import { capital, compact, number } from "../../shared/format.js";
import { playLine } from "../game/game.js";
import { lead } from "../game/position-text.js";
import { change, state, watch } from "../state.js";
import { stop } from "./analysis.js";
import { valueNow } from "./evaluation-bar.js";

const facts = byId("facts");
const lineOfPlay = byId("line-of-play");
const stopButton = byId("stop-thinking");

/** Draw from now on. */
export function drawThoughts() {
  const seconds = /** @type {HTMLSelectElement} */ (byId("think-seconds"));
  seconds.value = state.seconds;
  seconds.addEventListener("change", () => change({ seconds: Number(seconds.value) }));
  stopButton.addEventListener("click", stop);
  watch(["position", "thought", "thinking", "analysis", "seconds"], draw);
}

function draw() {
  const { position, thought, thinking, analysis } = state;
  if (!position) return;
  if (!thinking && stopButton === document.activeElement) document.querySelector("[data-action=analyse]").focus();
  stopButton.hidden = !thinking;
  byId("thoughts").classList.toggle("busy", thinking);
  const fact = (name, value, title) => h("div", { class: "fact", title }, h("dt", {}, name), h("dd", {}, value));
  facts.replaceChildren(
    fact(
      "Value",
      thought ? capital(lead(position, valueNow())) : "–",
      "The lead at the end, as far as the search can tell",
    ),
    fact(
      "Depth",
      thought ? (thought.proven ? "solved" : number(thought.depth)) : "–",
      "Plies that were looked ahead",
    ),
    fact("Nodes", thought ? compact(thought.nodes) : "–", "Positions that were looked at"),
    fact("Speed", thought ? `${compact(thought.nodes_per_second)}/s` : "–", "Positions a second"),
  );
  if (thought) drawLine(thought.principal_variation_text);
  else
    lineOfPlay.replaceChildren(
      h(
        "li",
        { class: "none" },
        position.over ? "The game is over." : analysis ? "Thinking …" : "Analyse shows the best line for both.",
      ),
    );
}

/** Show the line. Its buttons stay the same elements while it changes, so that they can be pressed meanwhile. */
function drawLine(line) {
  lineOfPlay.querySelector(".none")?.remove();
  while (lineOfPlay.childElementCount > line.length) lineOfPlay.lastElementChild.remove();
  line.forEach((words, i) => {
    const item = lineOfPlay.children[i] ?? lineOfPlay.appendChild(step(i));
    const text = item.firstElementChild;
    if (text.textContent === words) return;
    text.textContent = words;
    text.title = i ? `Play the line up to ${words}` : `Play ${words}`;
  });
}

const step = (i) => {
  const onclick = () => playLine(state.thought.principal_variation.slice(0, i + 1));
  return h("li", {}, h("button", { type: "button", class: "step", onclick }));
};
