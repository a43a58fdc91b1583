/** Making elements, numbers and words for people. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element. Properties that begin with "on" are listeners, the rest are attributes; null and false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for an element of SVG. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** An element with one of the shapes that index.html defines. */
export function shape(name, className = "icon") {
  return svg(
    "svg",
    { class: className, viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("use", { href: `#${name}` }),
  );
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
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
