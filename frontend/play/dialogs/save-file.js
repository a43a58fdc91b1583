/** Saving of a file that the page made. */

import { h } from "../../shared/dom.js";

const KEPT_MS = 10_000;

/**
 * Have the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
