/** The value, depth and expected line of a computer player's move as text. */

import { capital, signed } from "../../shared/format.js";

const LINE_LENGTH = 6; // moves of the expected line that are shown

/**
 * "X: +24 at depth 12, expects C3 Raid, D4 Stake"; empty for a move that was not searched.
 * @param {string} name  of the player
 * @param {{value: number | null, depth: number | null, proven: boolean | null, principal_variation_text: string[]}} decision
 */
export function decisionText(name, { value, depth, proven, principal_variation_text: line }) {
  if (value === null) return "";
  const certainty = proven ? "solved" : depth === null ? "" : `depth ${depth}`;
  const [, ...expected] = line;
  const rest = expected.slice(0, LINE_LENGTH).join(", ");
  const more = expected.length > LINE_LENGTH ? " …" : "";
  return [
    `${capital(name)}: ${proven ? "" : "≈ "}${signed(value)}`,
    certainty && `, ${certainty}`,
    rest && `, expects ${rest}${more}`,
  ]
    .filter(Boolean)
    .join("");
}
