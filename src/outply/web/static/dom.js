/** Elements of the page, numbers and words for people. */

import { h, svg } from "./tree/elements.js";

export { h, svg };

/** An element with one of the shapes that index.html defines. */
export function shape(name, className = "icon") {
  return svg(
    "svg",
    { class: className, viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("use", { href: `#${name}` }),
  );
}

/** The element of index.html with that id. */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const plain = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** 1,234 */
export const number = (value) => plain.format(value).replace("-", "−");

/** 1.23M */
export const compact = (value) => short.format(value);

/** +141, −20 or 0: a change or a score. */
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/** The same to be read out. */
export const spoken = (value) =>
  value > 0 ? `plus ${plain.format(value)}` : value < 0 ? `minus ${plain.format(-value)}` : "0";

/** "D3, E4 and F5" */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether things may move on the screen. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
