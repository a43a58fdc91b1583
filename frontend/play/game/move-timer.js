/** The elapsed time of a computer player's search, updated every second. */

import { change, state, watch } from "../state.js";

let begun = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {import("../types.js").GameNode | null} */
let counted = null; // the node at which the player searches

/** Count from now on. */
export function countSeconds() {
  watch(["choosing", "node"], () => {
    const { choosing, node } = state;
    if (choosing !== null && counted === node) return;
    counted = choosing === null ? null : node;
    clearInterval(timer);
    begun = performance.now();
    change({ elapsed: 0 });
    if (counted) timer = setInterval(count, 1000);
  });
}

function count() {
  change({ elapsed: Math.round((performance.now() - begun) / 1000) });
}
