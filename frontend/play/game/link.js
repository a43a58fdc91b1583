/**
 * The position in the address, so that a link is all that one needs to share it.
 * @param {string} text
 */

// Moves are separated by commas; what is in them is escaped, spaces as plus signs because they are frequent.
const escaped = (text) =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");
/** @param {string} text */
const unescaped = (text) => decodeURIComponent(text.replaceAll("+", "%20"));
/** @param {string[]} texts */
const list = (texts) => texts.map(escaped).join(",");
/** @param {string} text */
const unlist = (text) => (text ? text.split(",").map(unescaped) : []);

/**
 * Return what stands after the # for a position and who plays.
 * @param {{ start: string, moves: string[], players: string[] }} options
 */
export function toHash({ start, moves, players }) {
  return `#start=${escaped(start)}${moves.length ? `&moves=${list(moves)}` : ""}&players=${list(players)}`;
}

/** Show the search tree of the position in the address, in a tab of its own. */
export const openSearchTree = () => open(`tree${location.hash}`, "_blank", "noopener");

/**
 * Whether a link leads to another position of the game that is on, and not to a game of its own: a link without moves
 * opens its board as it is.
 * @param {{start: string} | null} tree  the game that is on
 * @param {{start: string, moves: string[]}} link
 */
export const continues = (tree, { start, moves }) => tree?.start === start && moves.length > 0;

/**
 * Return what an address says, or null if it says nothing.
 * @param {string} hash
 */
export function fromHash(hash) {
  const fields = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((field) => /** @type {[string, string]} */ (field.split("=", 2))),
  );
  if (!fields.get("start")) return null;
  try {
    const players = unlist(fields.get("players") ?? "");
    return { start: unescaped(fields.get("start") ?? ""), moves: unlist(fields.get("moves") ?? ""), players };
  } catch {
    return { start: hash, moves: [], players: [] }; // a broken escape: as it stands it leads nowhere
  }
}
