/** The signs of the players: a cross and a ring on owned cells, and pieces in the shapes that the board names. */

import { svg } from "../dom.js";
/** @import { Shape } from "./types.js" */

// The same paths as in games/svg.py.
const MARKS = ["m17.7 29.7 4.6 4.6m0-4.6-4.6 4.6", "m17.5 32a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z"];
/** @type {Record<Shape, string>} */
const PIECES = {
  disc: "m6 20a14 14 0 1 0 28 0a14 14 0 1 0-28 0z",
  star: "m20 4 5 10.1 11.2 1.6-8.1 7.9 1.9 11.2-10-5.3-10 5.3 1.9-11.2-8.1-7.9 11.2-1.6z",
  cross: "m12 6 8 8 8-8 6 6-8 8 8 8-6 6-8-8-8 8-6-6 8-8-8-8z",
  king: "m7 32v-20l7 7 6-13 6 13 7-7v20z",
  text: "m9 5h22q4 0 4 4v22q0 4-4 4h-22q-4 0-4-4v-22q0-4 4-4z",
};

/**
 * Return the outline of the figure of a player, in a square of 40 units.
 * @param {{pieces: boolean, shapes: [Shape, Shape]}} board
 * @param {number} side  0 or 1
 * @param {Shape} [shape]  of a piece that differs from the player's other pieces
 */
export const outline = ({ pieces, shapes }, side, shape) => (pieces ? PIECES[shape ?? shapes[side]] : MARKS[side]);

/**
 * Create the mark or the piece of a player.
 * @param {{pieces: boolean, shapes: [Shape, Shape]}} board
 * @param {number} side  0 or 1
 * @param {{className?: string, shape?: Shape}} [options]  the class is "board-mark" or "board-piece" unless given
 */
export function figure(board, side, { className, shape } = {}) {
  const kind = board.pieces ? "piece" : "mark";
  return svg(
    "svg",
    {
      class: className ?? `board-${kind}`,
      "data-figure": `${kind}-${side}`,
      viewBox: board.pieces ? "0 0 40 40" : "14 26 12 12",
      "aria-hidden": "true",
    },
    svg("path", { d: outline(board, side, shape) }),
  );
}
