/** Creation and lookup of elements. Text never becomes markup. */

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

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element that shows one of the symbols that play.html defines. */
export function shape(name, className = "icon") {
  return svg(
    "svg",
    { class: className, viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("use", { href: `#${name}` }),
  );
}

/** The element with that id. */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whether animations are allowed. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
