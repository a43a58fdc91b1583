/** Selection of a legal move by squares or by typed words. */

/** @import { components } from "../api/api-types.js" */
/** @import { Square } from "./types.js" */

/** @typedef {components["schemas"]["LegalMove"]} LegalMove */

/**
 * @param {Square} a
 * @param {Square} b
 */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/**
 * The options of a position by the squares that they begin with; an index, because pages look up every cell.
 * @type {WeakMap<{click_path: Square[]}[], Map<string, any[]>>}
 */
const indices = new WeakMap();

/** @param {{click_path: Square[]}[]} options */
function indexed(options) {
  let index = indices.get(options);
  if (!index) {
    const made = (index = new Map());
    for (const option of options) {
      option.click_path.forEach((_, last) => {
        const key = String(option.click_path.slice(0, last + 1));
        if (!made.has(key)) made.set(key, []);
        made.get(key).push(option);
      });
    }
    indices.set(options, index);
  }
  return index;
}

/**
 * The options that begin with these squares.
 * @template {{click_path: Square[]}} Option
 * @param {Option[]} options
 * @param {Square[]} squares
 * @returns {Option[]}
 */
export const beginning = (options, squares) =>
  squares.length ? (indexed(options).get(String(squares)) ?? []) : options;

/**
 * The options that are made by exactly these squares, the usual one last.
 * @param {LegalMove[]} options
 * @param {Square[]} squares
 */
export const exactly = (options, squares) =>
  squares.length
    ? beginning(options, squares).filter((option) => option.click_path.length === squares.length)
    : [];

/**
 * Of several options on the same squares, the usual one is the last, and the quiet one the first.
 * @param {LegalMove[]} options
 * @param {boolean} quiet
 */
export const pick = (options, quiet) => (quiet ? options[0] : options.at(-1));

/**
 * What the usual and the quiet option of the same squares are called, such as Raid and Stake; null if no option of
 * the position has a rival.
 * @param {LegalMove[]} options
 */
export function rivals(options) {
  /** @type {Map<string, LegalMove>} */
  const bySquares = new Map();
  for (const option of options) {
    const rival = bySquares.get(String(option.click_path));
    if (rival && option.click_path.length) {
      const [usual, quiet] = [option.text.split(" "), rival.text.split(" ")];
      return {
        usual: usual.find((word) => !quiet.includes(word)) ?? "",
        quiet: quiet.find((word) => !usual.includes(word)) ?? "",
      };
    }
    bySquares.set(String(option.click_path), option);
  }
  return null;
}

/** @param {string} text */
const tokens = (text) => [...(text.toLowerCase().match(/[a-z]+\d+|\d+[a-z]+|[a-z]+|\d+/g) ?? [])];

/**
 * Whether typed words name a move: all of them, in the order of its squares; words may be cut short.
 * @param {string[]} typed
 * @param {string} text
 */
function fits(typed, text) {
  const known = tokens(text);
  const places = typed.map((token) =>
    known.findIndex((word) => (/\d/.test(token) ? word === token : word.startsWith(token))),
  );
  const squares = places.filter((_, i) => /\d/.test(typed[i]));
  return !places.includes(-1) && squares.every((place, i) => i === 0 || place > squares[i - 1]);
}

/**
 * Return the option that a text means: `C3 raid`, `raid c3`, `c3`, `c1 d2`. A cell alone means the usual option there.
 * @param {LegalMove[]} options
 * @param {string} text
 * @returns {{option?: LegalMove, problem?: string, isIllegal?: boolean}}
 */
export function typed(options, text) {
  const words = tokens(text);
  const found = words.length
    ? options.filter((option) => fits(words, option.move) || fits(words, option.text))
    : [];
  if (!found.length) {
    const example = options.at(-1)?.text;
    const problem = `“${text.trim()}” is not a legal move.${example ? ` Try ${example}.` : ""}`;
    return { problem, isIllegal: true };
  }
  const several = found.filter((option) => String(option.click_path) !== String(found[0].click_path));
  if (several.length) {
    return {
      problem: `“${text.trim()}” could be ${found
        .slice(0, 4)
        .map((option) => option.text)
        .join(", ")}${found.length > 4 ? " and more" : ""}.`,
    };
  }
  return { option: pick(found, false) };
}
