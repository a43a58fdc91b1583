/** The panel that shows what the search thinks while it thinks. */

import { byId, capital, compact, h, number } from "./dom.js";
import { stop, toggleAnalysis } from "./thinking.js";
import { change, state, watch } from "./state.js";
import { valueNow } from "./bar.js";
import { lead } from "./words.js";

const facts = byId("facts");
const lineOfPlay = byId("line-of-play");
const button = byId("think-button");

/** Draw from now on. */
export function drawThoughts() {
  const seconds = /** @type {HTMLSelectElement} */ (byId("think-seconds"));
  seconds.value = state.seconds;
  seconds.addEventListener("change", () => change({ seconds: Number(seconds.value) }));
  button.addEventListener("click", () => (state.thinking && !state.analysis ? stop() : toggleAnalysis()));
  watch(["position", "thought", "thinking", "analysis", "seconds"], draw);
}

function draw() {
  const { position, thought, thinking, analysis } = state;
  button.textContent = thinking ? "Stop" : analysis ? "Analysis on" : "Analyse";
  button.setAttribute("aria-pressed", String(analysis || thinking));
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
    fact("Speed", thought ? `${compact(thought.speed)}/s` : "–", "Positions a second"),
  );
  if (thought)
    lineOfPlay.replaceChildren(
      ...thought.line.map((words, i) => h("li", i === 0 ? { class: "first" } : {}, words)),
    );
  else
    lineOfPlay.replaceChildren(
      h(
        "li",
        { class: "none" },
        position.over ? "The game is over." : analysis ? "Thinking …" : "Analyse shows the best line for both.",
      ),
    );
}
