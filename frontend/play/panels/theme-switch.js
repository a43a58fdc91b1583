/** The theme switch: light, dark, or the system's setting. */

import { announce } from "../../shared/announcer.js";
import { byId } from "../../shared/dom.js";
import { change, state, watch } from "../state.js";

const ORDER = ["auto", "light", "dark"];

/** Show the theme that is wished for from now on. */
export function wearTheme() {
  wear();
  watch(["theme"], wear);
  byId("theme-button").addEventListener("click", nextTheme);
}

export function nextTheme() {
  change({ theme: ORDER[(ORDER.indexOf(state.theme) + 1) % ORDER.length] });
  announce(`Theme: ${state.theme}.`);
}

function wear() {
  document.documentElement.dataset.theme = state.theme;
  const button = byId("theme-button");
  button.title = `Theme: ${state.theme}`;
  button.setAttribute("aria-label", button.title);
}
