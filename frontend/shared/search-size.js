/** The size of a search as text, and whether it needs a confirmation. */

const magnitudes = new Intl.NumberFormat("en", {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 2,
});

/** @import { components } from "./api/api-types.js" */

/** @typedef {components["schemas"]["TreeSizeResponse"]} TreeSize */
/** @typedef {components["schemas"]["TreeProgress"]} SearchProgress */

/**
 * "3 minutes" for 200 seconds, at most two digits.
 * @param {number} seconds
 */
export function durationText(seconds) {
  /** @type {[string, number][]} */
  const units = [
    ["second", 1],
    ["minute", 60],
    ["hour", 3600],
    ["day", 86_400],
    ["year", 31_557_600],
  ];
  const [name, length] = units.findLast(([, each]) => seconds >= each) ?? units[0];
  const count = Math.max(1, Math.round(seconds / length));
  return `${magnitudes.format(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * "About 3.2 trillion visits, about 2 hours"
 * @param {Pick<TreeSize, "visits" | "seconds">} size
 */
export const sizeText = ({ visits, seconds }) =>
  `About ${magnitudes.format(visits)} visits, about ${durationText(seconds)}`;

/**
 * Whether the server would end the search before it is done.
 * @param {Pick<TreeSize, "seconds" | "max_seconds">} size
 */
export const isTooLarge = ({ seconds, max_seconds: limit }) => seconds > limit;

/**
 * "12 of 36 root moves, 340 million visits"
 * @param {SearchProgress} progress
 */
export function progressText({ visits, root_moves_searched: searched, root_moves: total }) {
  return `${searched} of ${total} root moves, ${magnitudes.format(visits)} visits`;
}
