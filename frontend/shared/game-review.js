/**
 * The review of a game: symbols of the qualities of moves, and texts about one move.
 *
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Quality
 * @typedef {{quality: Quality, loss: number, solved: boolean, depth: number,
 *   choices: number, principal_variation_text: string[]}} ReviewedMove
 */

import { h } from "./dom.js";
import { capital, counted } from "./format.js";

/** @type {Partial<Record<Quality, string>>} */
const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Return the symbol of a quality as chess books print it; an empty text for a move that loses little.
 * @param {Quality} quality
 */
export const qualitySymbol = (quality) => SYMBOLS[quality] ?? "";

/**
 * Return the symbol of a move as an element that screen readers name; null for a move that loses little.
 * @param {ReviewedMove | undefined} move
 * @param {boolean} isTurningPoint
 */
export function qualityBadge(move, isTurningPoint) {
  if (!move || !qualitySymbol(move.quality)) return null;
  const label = `${move.quality}${isTurningPoint ? ", turning point" : ""}`;
  return h(
    "span",
    { class: "moves-quality", "data-quality": move.quality, role: "img", "aria-label": label },
    qualitySymbol(move.quality),
  );
}

/**
 * "≈14 points", "1 point", "nothing": what a move loses.
 * @param {Pick<ReviewedMove, "loss" | "solved">} move
 */
export const lossText = ({ loss, solved }) => (loss ? `${solved ? "" : "≈"}${counted(loss, "point")}` : "nothing");

/**
 * Describe a move: "Blunder: loses ≈14 points; best was C3 Raid, then D4 Stake … (depth 14)".
 * @param {ReviewedMove} move
 * @param {{isTurningPoint?: boolean, maxLineLength?: number}} [options]
 */
export function describeReviewedMove(move, { isTurningPoint = false, maxLineLength = Infinity } = {}) {
  const source = move.solved ? "solved" : `depth ${move.depth}`;
  if (move.choices === 1) return "Only move";
  if (!move.loss) return `Best move (${source})`;
  const start = isTurningPoint ? "Turning point. " : "";
  const quality = move.quality === "good" ? "Good move" : capital(move.quality);
  const [best, ...rest] = move.principal_variation_text.slice(0, maxLineLength);
  const more = move.principal_variation_text.length > maxLineLength ? " …" : "";
  const line = rest.length ? `${best}, then ${rest.join(", ")}` : best;
  return `${start}${quality}: loses ${lossText(move)}; best was ${line}${more} (${source})`;
}
