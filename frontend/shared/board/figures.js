/** The signs of the players: a cross and a ring on owned cells, a star and a disc as pieces. */

import { svg } from "../dom.js";

// The same paths as in games/svg.py.
const MARKS = ["m17.7 29.7 4.6 4.6m0-4.6-4.6 4.6", "m17.5 32a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"];
const PIECES = [
  "m20 4 5 10.1 11.2 1.6-8.1 7.9 1.9 11.2-10-5.3-10 5.3 1.9-11.2-8.1-7.9 11.2-1.6z",
  "m6 20a14 14 0 1 0 28 0a14 14 0 1 0-28 0z",
];

/**
 * Create the mark or the piece of a player.
 * @param {{pieces: boolean}} board
 * @param {number} side  0 or 1
 * @param {string} [className]  "board-mark" or "board-piece" unless given
 */
export function figure({ pieces }, side, className) {
  const kind = pieces ? "piece" : "mark";
  return svg(
    "svg",
    {
      class: className ?? `board-${kind}`,
      "data-figure": `${kind}-${side}`,
      viewBox: pieces ? "0 0 40 40" : "14 26 12 12",
      "aria-hidden": "true",
    },
    svg("path", { d: (pieces ? PIECES : MARKS)[side] }),
  );
}
