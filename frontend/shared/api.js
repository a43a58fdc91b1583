/** The server's answers about games and positions. */

import { isAbort } from "./dom.js";
import { ApiError, events, json, request } from "./http.js";

export { ApiError, isAbort };

export const games = () => json("games");

/** The board of every setup of a game. */
export const setups = (game) => json(`games/${encodeURIComponent(game)}/setups`);

/** @returns {Promise<{start: string, moves: string[]}>} */
export const begin = (wanted, signal) => json("start", wanted, signal);

/** @returns {Promise<import("../play/state.js").Position>} */
export const position = (start, moves, signal) => json("position", { start, moves }, signal);

/** A computer player's move; to abort the signal ends its search. */
export const choose = (start, moves, player, signal) => json("choose", { start, moves, player }, signal);

/** Return the text of a file to take away, and the name for it. */
export async function exported(kind, body) {
  const response = await request(`export/${kind}`, body);
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { text: await response.text(), name: name ?? kind, type: response.headers.get("Content-Type") };
}

/**
 * Analyse a position, and yield the events that the server sends: [event, data]. Aborting the signal ends the search.
 * @returns {AsyncGenerator<[string, any]>}
 */
export const analyse = (body, signal) => events("analyse", body, signal);
