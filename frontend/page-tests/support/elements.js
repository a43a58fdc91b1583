/** Find elements as a user does, and use them with the events of a browser. */

import { settle, until } from "./waiting.js";

/** @typedef {Element & { value?: any, checked?: boolean, disabled?: boolean, form?: HTMLFormElement | null }} Control */

/** @param {Element | null | undefined} element */
export const text = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/**
 * Return whether no attribute hides an element; style sheets are not applied.
 * @param {Element} element
 */
export const isVisible = (element) =>
  element.isConnected && !element.closest("[hidden], dialog:not([open])") && !inClosedDetails(element);

/** @param {Element} element */
const inClosedDetails = (element) =>
  Boolean(element.closest("details:not([open])")) && !element.closest("summary") && element.tagName !== "DETAILS";

/** @param {Element} element */
export const isDisabled = (element) =>
  element.hasAttribute("disabled") ||
  element.getAttribute("aria-disabled") === "true" ||
  Boolean(element.closest("fieldset[disabled]"));

/**
 * Return the name of an element for assistive technology.
 * @param {Element} element
 */
export function nameOf(element) {
  const labels = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  if (labels.length) return labels.map((id) => text(element.ownerDocument.getElementById(id))).join(" ");
  const own = element.getAttribute("aria-label");
  if (own) return own;
  if (element.tagName === "FIELDSET") return text(element.querySelector("legend"));
  if (["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) {
    const label =
      element.closest("label") ??
      (element.id && element.ownerDocument.querySelector(`label[for="${element.id}"]`));
    return label ? labelText(label) : "";
  }
  return text(element);
}

/**
 * The text of a label without that of its fields and of hidden pictures.
 * @param {Node} node
 * @returns {string}
 */
function labelText(node) {
  const isElement = node.nodeType === 1;
  if (isElement && /** @type {Element} */ (node).matches("select, textarea, [aria-hidden=true]")) return "";
  const own = isElement ? [...node.childNodes].map(labelText).join("") : (node.textContent ?? "");
  return own.replace(/\s+/g, " ").trim();
}

/**
 * Return the visible elements with a selector and a name.
 * @param {ParentNode} root
 * @param {string} selector
 * @param {string | RegExp} name
 */
export const named = (root, selector, name) =>
  [...root.querySelectorAll(selector)].filter(
    (element) =>
      isVisible(element) && (name instanceof RegExp ? name.test(nameOf(element)) : nameOf(element) === name),
  );

const BUTTONS = "button, [role=button], summary";
const FIELDS = "input, select, textarea, [role=slider], pre";

/**
 * Return the visible button with a name; null if there is none.
 * @param {ParentNode} root
 * @param {string | RegExp} name
 */
export const button = (root, name) => /** @type {HTMLElement | null} */ (named(root, BUTTONS, name)[0] ?? null);

/**
 * Return the visible form field with a name.
 * @param {ParentNode} root
 * @param {string | RegExp} name
 * @returns {any}
 */
export const field = (root, name) => /** @type {Control} */ (named(root, FIELDS, name)[0] ?? null);

/**
 * Click an element as soon as it is there, visible and enabled.
 * @param {() => Element | null | undefined} find
 * @param {object} [options]  of the events, such as { shiftKey: true }
 */
export async function click(find, options = {}) {
  const element = await until(() => {
    const found = find();
    return found && isVisible(found) && !isDisabled(found) ? found : null;
  });
  const view = /** @type {any} */ (element.ownerDocument.defaultView);
  const init = { bubbles: true, cancelable: true, pointerType: "mouse", pointerId: 1, button: 0, ...options };
  element.dispatchEvent(new view.PointerEvent("pointerdown", init));
  const focusable = element.closest("button, a[href], input, select, textarea, summary, [tabindex]");
  if (focusable) /** @type {HTMLElement} */ (focusable).focus();
  element.dispatchEvent(new view.PointerEvent("pointerup", init));
  element.dispatchEvent(new view.PointerEvent("click", init));
  await settle();
}

/**
 * Point at an element with the mouse.
 * @param {Element} element
 */
export async function hover(element) {
  const { PointerEvent } = viewOf(element);
  for (const type of ["pointerover", "pointermove"])
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse", pointerId: 1 }));
  await settle();
}

/**
 * Replace the text of a field.
 * @param {() => any} find
 * @param {string} value
 */
export async function fill(find, value) {
  const element = await until(find);
  element.focus();
  element.value = value;
  element.dispatchEvent(new (viewOf(element).InputEvent)("input", { bubbles: true }));
  await settle();
}

/**
 * Fill a field, and leave it by the Enter key.
 * @param {() => any} find
 * @param {string} value
 */
export async function enter(find, value) {
  await fill(find, value);
  find().dispatchEvent(new (viewOf(find()).Event)("change", { bubbles: true }));
  await settle();
}

/**
 * Choose an option of a select element.
 * @param {() => any} find
 * @param {string} value
 */
export async function choose(find, value) {
  const element = await until(find);
  element.value = value;
  for (const type of ["input", "change"])
    element.dispatchEvent(new (viewOf(element).Event)(type, { bubbles: true }));
  await settle();
}

/**
 * Press a key where the focus is, with the default action of the browser: "Enter", "Shift+?".
 * @param {Document} document
 * @param {string} keys
 */
export async function press(document, keys) {
  const [key, ...modifiers] = keys.length > 1 ? keys.split("+").reverse() : [keys];
  const target = /** @type {any} */ (document.activeElement ?? document.body);
  const view = viewOf(target);
  const init = {
    key: key === "Space" ? " " : key,
    bubbles: true,
    cancelable: true,
    shiftKey: modifiers.includes("Shift"),
    ctrlKey: modifiers.includes("Control"),
  };
  const isAllowed = target.dispatchEvent(new view.KeyboardEvent("keydown", init));
  if (isAllowed) defaultAction(target, init.key);
  target.dispatchEvent(new view.KeyboardEvent("keyup", init));
  await settle();
}

/**
 * @param {any} target
 * @param {string} key
 */
function defaultAction(target, key) {
  const { Event } = viewOf(target);
  const dialog = [...target.ownerDocument.querySelectorAll("dialog[open]")].at(-1);
  if (key === "Escape" && dialog) {
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  } else if (["Enter", " "].includes(key) && target.matches("button, summary, a[href]")) target.click();
  else if (key === "Enter" && target.matches("input")) {
    target.dispatchEvent(new Event("change", { bubbles: true }));
    target.form?.requestSubmit();
  }
}

/**
 * Drop files with these texts on an element.
 * @param {Element} target
 * @param {...string} texts
 */
export async function drop(target, ...texts) {
  const view = viewOf(target);
  const event = new view.Event("drop", { bubbles: true, cancelable: true });
  event.dataTransfer = { files: texts.map((each) => new File([each], "input.txt")) };
  target.dispatchEvent(event);
  await settle();
}

/** @param {Node} node */
const viewOf = (node) => /** @type {any} */ (node.ownerDocument?.defaultView);
