/** Announces events to screen readers. */

import { byId } from "./dom.js";

let flip = false;

/**
 * Announce a sentence, even if it is the same as the last one.
 * @param {string} text
 */
export function announce(text) {
  const regions = [byId("announcer-a"), byId("announcer-b")];
  flip = !flip;
  regions[Number(flip)].textContent = text;
  regions[Number(!flip)].textContent = "";
}
