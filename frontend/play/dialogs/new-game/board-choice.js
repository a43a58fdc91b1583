/** The board of a new game as it is chosen in the form, and the request that creates it. */

/** @import { Game, StartRequest } from "../../types.js" */

/** @typedef {"named" | "random" | "text" | "current" | "edited"} Source */

/**
 * @typedef {object} BoardChoice
 * @property {string} game
 * @property {string} rules
 * @property {Source} source
 * @property {string} setup  the name of the board
 * @property {number} size
 * @property {number} seed
 * @property {string} text
 * @property {string | null} edited  the start position that the board editor made
 */

/**
 * The choice before the dialog is opened for the first time.
 * @type {BoardChoice}
 */
export const NO_CHOICE = {
  game: "",
  rules: "",
  source: "named",
  setup: "",
  size: 8,
  seed: 1,
  text: "",
  edited: null,
};

/**
 * The sources of boards that a game has, each with its title.
 * @param {Game} game
 * @param {{current: string | undefined, edited: string | null}} options  `current` is the game on the board
 * @returns {[Source, string][]}
 */
export function sourcesOf(game, { current, edited }) {
  /** @type {[Source, string, boolean][]} */
  const all = [
    ["named", "Named", true],
    ["random", "Random", game.has_random_boards],
    ["text", "Paste", true],
    ["current", "Current", current === game.name],
    ["edited", "Edited", edited !== null],
  ];
  return all.flatMap(([source, title, isOffered]) => (isOffered ? [[source, title]] : []));
}

/**
 * Return the choice with rules, board and source that the game has.
 * @param {BoardChoice} choice
 * @param {Game} game
 * @param {string | undefined} current  the game on the board
 * @returns {BoardChoice}
 */
export function fitted(choice, game, current) {
  const hasSource = sourcesOf(game, { current, edited: choice.edited }).some(([name]) => name === choice.source);
  return {
    ...choice,
    rules: game.variants.some(({ name }) => name === choice.rules) ? choice.rules : game.variants[0].name,
    setup: game.setups.includes(choice.setup) ? choice.setup : game.setups[0],
    source: hasSource ? choice.source : "named",
  };
}

/**
 * Return the request for the start position of a named, random or pasted board; null if no text is pasted yet.
 *
 * Throws an error if size or seed are invalid.
 * @param {BoardChoice} choice
 * @param {number} maxSize
 * @returns {Partial<StartRequest> | null}
 */
export function requestOf({ game, rules, source, setup, size, seed, text }, maxSize) {
  if (source === "text") return text.trim() ? { text, rules } : null;
  if (source === "named") return { game, rules, setup };
  if (!Number.isInteger(size) || size < 1 || size > maxSize) throw new Error(`Size must be 1 to ${maxSize}.`);
  if (!Number.isInteger(seed) || seed < 0) throw new Error("Seed must be a number from 0.");
  return { game, rules, setup: `random:${size}:${seed}` };
}
