/** Search trees from the server. */

import { events, json } from "../shared/api/http.js";
/** @import { TreeSize } from "../shared/search-size.js" */
/** @import { TreeDocument } from "./types.js" */

/**
 * Return the search tree of a position, or a part of it.
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {Promise<TreeDocument>}
 */
export const searchTree = (body, signal) => json("tree", body, signal);

/**
 * Return the estimated size of a search tree.
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {Promise<TreeSize>}
 */
export const estimateSize = (body, signal) => json("tree/size", body, signal);

/**
 * Search a tree, and yield `progress` events, then `tree`. Aborting the signal ends the search.
 * @param {object} body
 * @param {AbortSignal} signal
 */
export const searchEvents = (body, signal) => events("tree/stream", body, signal);
