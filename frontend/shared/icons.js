/** Small pictures, and the buttons that show them. */

import { h, svg } from "./dom.js";

const ICONS = {
  larger: "M12 5v14M5 12h14",
  smaller: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  first: "M6 5v14M18 5l-8 7 8 7z",
  back: "m15 5-8 7 8 7z",
  play: "m8 5 11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  last: "M18 5v14M6 5l8 7-8 7z",
  step: "m9 5 8 7-8 7z",
  over: "M4 14a8 8 0 0 1 15-3M20 6v5h-5M12 18v.1",
  out: "M12 16V5M7 10l5-5 5 5M12 20v.1",
  close: "m6 6 12 12M18 6 6 18",
  up: "m6 15 6-6 6 6",
  down: "m6 9 6 6 6-6",
};

/**
 * A small picture for a button.
 * @param {keyof typeof ICONS} name
 */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/**
 * A button that shows a picture and says what it does.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [more]
 */
export const iconButton = (name, label, onclick, more = {}) =>
  h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...more },
    icon(name),
  );
