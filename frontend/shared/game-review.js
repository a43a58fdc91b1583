/**
 * The review of a game: symbols of the qualities of moves, and the text about one move.
 *
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Quality
 * @typedef {{quality: Quality, loss: number, solved: boolean, depth: number,
 *   principal_variation_text: string[]}} ReviewedMove
 */

import { capital, number } from "./format.js";

/** @type {Partial<Record<Quality, string>>} */
const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Return the symbol of a quality as chess books print it; an empty text for a move that loses little.
 * @param {Quality} quality
 */
export const qualitySymbol = (quality) => SYMBOLS[quality] ?? "";

/**
 * Describe a move: "Blunder, loses 273. Best: blitz C4, then blitz D4, … (depth 14)".
 * @param {ReviewedMove} move
 * @param {boolean} isTurningPoint
 */
export function describeReviewedMove(move, isTurningPoint = false) {
  const [best, ...rest] = move.principal_variation_text;
  const source = move.solved ? "solved" : `depth ${move.depth}`;
  const line = rest.length ? `${best}, then ${rest.join(", ")}` : best;
  if (!move.loss) return `Best move (${source})`;
  const start = isTurningPoint ? "Turning point. " : "";
  const quality = move.quality === "good" ? "Good move" : capital(move.quality);
  return `${start}${quality}, loses ${move.solved ? "" : "≈"}${number(move.loss)}. Best: ${line} (${source})`;
}
