/** Creation and lookup of elements. Text never becomes markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Properties */
/** @typedef {Node | string | null | undefined} Child */

/**
 * Create an element. Properties that begin with "on" are listeners, the others attributes; null and false are omitted.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * Create an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Return the element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => query(document, `#${id}`);

/**
 * Return the first element inside `root` that matches a selector and, if a `type` is given, is of that type.
 *
 * Throws an error if there is none.
 * @template {Element} [Found=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {{ new (): Found }} [type]
 * @returns {Found}
 */
export function query(root, selector, type) {
  const found = root.querySelector(selector);
  if (!found || (type && !(found instanceof type))) throw new Error(`no element ${selector}`);
  return /** @type {Found} */ (found);
}

/**
 * Return the closest ancestor of an event's target that matches a selector; null if there is none.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const targetIn = (event, selector) =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/** Return whether animations are allowed. */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Return the message of something that was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Return whether an error only reports that a request was aborted.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";
