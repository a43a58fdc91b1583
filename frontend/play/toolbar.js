/** The buttons under the board and in the head of the page. */

import { byId, query, targetIn } from "../shared/dom.js";
import { hint, toggleAnalysis, toggleHeat } from "./analysis/analysis.js";
import { openDialog } from "./dialogs/open-dialog.js";
import { gameTitle } from "./game/board-title.js";
import * as game from "./game/game.js";
import { openSearchTree } from "./game/link.js";
import { change, state, watch } from "./state.js";

/** @type {Record<string, () => unknown>} */
const ACTIONS = {
  undo: game.undo,
  hint,
  values: toggleHeat,
  analyse: toggleAnalysis,
  tree: openSearchTree,
  pause: game.togglePause,
  first: game.first,
  previous: game.previous,
  next: game.next,
  last: game.last,
  rematch: game.rematch,
  swap: game.swapSides,
  new: () => openDialog("setup"),
  games: () => openDialog("games"),
  take: () => openDialog("take"),
  help: () => openDialog("help"),
};

/** Listen and show from now on. */
export function wireTools() {
  document.addEventListener("click", (event) => {
    const name = targetIn(event, "[data-action]")?.dataset.action;
    if (name && (state.position || name === "help")) ACTIONS[name]();
  });
  byId("own-tab").addEventListener("click", () => byId("own-tab").setAttribute("href", location.href));
  const speed = /** @type {HTMLInputElement} */ (byId("speed"));
  speed.value = String(-state.delay); // to the right is faster
  speed.addEventListener("input", () => change({ delay: -Number(speed.value) }));
  watch(["catalogue"], () => {
    for (const link of document.querySelectorAll(".tournament"))
      link.toggleAttribute("hidden", !state.catalogue.tournament);
  });
  watch(
    ["position", "node", "players", "paused", "browsing", "heat", "analysis", "thinking", "treeVersion"],
    draw,
  );
}

/** @param {string} name */
const tool = (name) => document.querySelectorAll(`[data-action="${name}"]`);

/**
 * @param {string} name
 * @param {string} property
 * @param {string | boolean} value
 */
function set(name, property, value) {
  for (const button of tool(name)) Object.assign(button, { [property]: value });
}

function draw() {
  const { node, position, paused, browsing, heat, analysis } = state;
  if (!position) return;
  const atStart = !node.parent;
  const atEnd = !node.children.length;
  // Buttons that do nothing now keep the focus: pressed, they say why.
  for (const name of ["undo", "first", "previous"]) set(name, "ariaDisabled", String(atStart));
  for (const name of ["next", "last"]) set(name, "ariaDisabled", String(atEnd));
  const computers = game.computers();
  set("hint", "ariaDisabled", String(position.over || computers === 2));
  set("tree", "ariaDisabled", String(position.over));
  set("values", "ariaPressed", String(heat));
  set("analyse", "ariaPressed", String(analysis));
  const waits = paused || browsing;
  set("pause", "hidden", computers < 2);
  set("pause", "ariaDisabled", String(position.over));
  for (const button of tool("pause")) {
    query(button, "use", SVGElement).setAttribute("href", waits ? "#i-play" : "#i-pause");
    query(button, "span").textContent = waits ? "Continue" : "Pause";
  }
  byId("speed-field").hidden = computers < 2 || position.over;
  byId("what").textContent = gameTitle(position, state.catalogue);
  document.title = `${position.over ? position.result : position.title} · Outply`;
}
