/** A local storage in memory, with as much room as a test gives it. */

/** @type {Map<string, string>} */
export const stored = new Map();

let room = Infinity;

/**
 * Install an empty storage with room for so many characters.
 * @param {number} [characters]
 */
export function installStorage(characters = Infinity) {
  stored.clear();
  room = characters;
  const storage = {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    removeItem: (/** @type {string} */ key) => stored.delete(key),
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      const others = [...stored].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (others + value.length > room) throw new Error("QuotaExceededError");
      stored.set(key, value);
    },
  };
  Object.assign(globalThis, { window: { localStorage: storage, sessionStorage: storage } });
}
