/** Numbers and lists as text. */

const grouped = new Intl.NumberFormat("en");
const rounded = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/**
 * 1,234, −5 or ∞: a count, a value or a bound.
 * @param {number} value
 */
export function number(value) {
  if (Number.isFinite(value)) return grouped.format(value).replace("-", "−");
  return value > 0 ? "∞" : "−∞";
}

/**
 * 1.23M
 * @param {number} value
 */
export const compact = (value) => rounded.format(value).replace("-", "−");

/**
 * A number in at most `length` characters, if necessary as 1.23M.
 * @param {number} value
 * @param {number} length
 */
export function shortNumber(value, length) {
  const text = number(value);
  return text.length <= length ? text : compact(value);
}

/**
 * +141, −20 or 0: a change or a score.
 * @param {number} value
 */
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/**
 * A change or a score for screen readers: "plus 141".
 * @param {number} value
 */
export const spoken = (value) =>
  value > 0 ? `plus ${grouped.format(value)}` : value < 0 ? `minus ${grouped.format(-value)}` : "0";

/**
 * "1 move", "5 moves"
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/**
 * "D3, E4 and F5"
 * @param {string[]} names
 */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A number with three significant digits, or all digits before the point if there are more.
 * @param {number} value
 */
function significant(value) {
  const decimals = [0.9995, 9.995, 99.95].findIndex((limit) => value < limit);
  return value.toFixed(decimals < 0 ? 0 : 3 - decimals);
}

/**
 * A time with a suitable unit: "< 1 ms", "12.3 ms", "1.23 s".
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 0.001) return "< 1 ms";
  return seconds >= 1 ? `${significant(seconds)} s` : `${significant(1000 * seconds)} ms`;
}
