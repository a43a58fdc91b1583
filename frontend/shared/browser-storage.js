/** Values as JSON in the storage of the browser, which may be missing, full or forbidden. */

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/**
 * Return a stored value; null if there is none, or no storage, or if the text is not ours.
 * @param {StorageName} where
 * @param {string} key
 */
export function readStored(where, key) {
  try {
    return JSON.parse(window[where].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value. Return whether that worked.
 * @param {StorageName} where
 * @param {string} key
 * @param {unknown} value
 */
export function writeStored(where, key, value) {
  try {
    window[where].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {StorageName} where
 * @param {string} key
 */
export function removeStored(where, key) {
  try {
    window[where].removeItem(key);
  } catch {
    // No storage, so nothing is stored.
  }
}
