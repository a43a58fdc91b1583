/** Positions in the hash of an address. Moves are separated by commas, with plus signs for their spaces. */

/** @param {string} text */
const escaped = (text) =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");
/** @param {string} text */
const unescaped = (text) => decodeURIComponent(text.replaceAll("+", "%20"));
/** @param {string[]} texts */
const list = (texts) => texts.map(escaped).join(",");
/** @param {string} text */
const unlist = (text) => (text ? text.split(",").map(unescaped) : []);

/**
 * Return the fragment of the address for a position and its players.
 * @param {{ start: string, moves: string[], players: string[] }} options
 */
export function toHash({ start, moves, players }) {
  return `#start=${escaped(start)}${moves.length ? `&moves=${list(moves)}` : ""}&players=${list(players)}`;
}

/**
 * Parse the fragment of an address; null if it contains no position.
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
    return { start: hash, moves: [], players: [] }; // a malformed escape; the server refuses the text
  }
}
