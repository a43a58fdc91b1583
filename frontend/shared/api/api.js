/** The server's answers about games and positions. */

import { isAbort } from "../dom.js";
import { ApiError, events, json, request } from "./http.js";
/** @import { components } from "./api-types.js" */

/** @typedef {components["schemas"]} Models */

export { ApiError, isAbort };

/** @returns {Promise<Models["GamesResponse"]>} */
export const games = () => json("games");

/** @returns {Promise<Models["PuzzlesResponse"]>} */
export const puzzles = () => json("puzzles");

/**
 * The board of every setup of a game under these rules.
 * @param {string} game
 * @param {string} rules
 * @returns {Promise<Models["SetupResponse"][]>}
 */
export const setups = (game, rules) =>
  json(`games/${encodeURIComponent(game)}/setups?rules=${encodeURIComponent(rules)}`);

/**
 * Create a start position.
 * @param {Partial<Models["StartRequest"]>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Models["StartResponse"]>}
 */
export const begin = (body, signal) => json("start", body, signal);

/**
 * @param {string} start
 * @param {string[]} moves
 * @param {AbortSignal} [signal]
 * @returns {Promise<Models["PositionResponse"]>}
 */
export const position = (start, moves, signal) => json("position", { start, moves }, signal);

/**
 * Return why the typed move is illegal; null if the text is no move of the game.
 * @param {string} start
 * @param {string[]} moves
 * @param {string} text
 * @returns {Promise<Models["ExplainResponse"]>}
 */
export const explain = (start, moves, text) => json("explain", { start, moves, text });

/**
 * Return the move of a computer player. Aborting the signal ends its search.
 * @param {string} start
 * @param {string[]} moves
 * @param {string} player
 * @param {AbortSignal} [signal]
 * @returns {Promise<Models["ChooseResponse"]>}
 */
export const choose = (start, moves, player, signal) => json("choose", { start, moves, player }, signal);

/**
 * Return the text, the name and the media type of a file.
 * @param {string} kind
 * @param {object} body
 */
export async function exported(kind, body) {
  const response = await request(`export/${kind}`, body);
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { text: await response.text(), name: name ?? kind, type: response.headers.get("Content-Type") ?? "" };
}

/**
 * Run a textbook search, and yield the events that the server sends. Aborting the signal ends the search.
 * @param {Models["SolveRequest"]} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ [Name in keyof Models["SolveEvents"]]: [Name, Models["SolveEvents"][Name]] }[keyof Models["SolveEvents"]]>}
 */
export const solve = (body, signal) => /** @type {AsyncGenerator<any>} */ (events("solve/stream", body, signal));

/**
 * Analyse a position, and yield the events that the server sends. Aborting the signal ends the search.
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<["snapshot" | "done", Models["AnalysisSnapshot"]]>}
 */
export const analyse = (body, signal) => /** @type {AsyncGenerator<any>} */ (events("analyse", body, signal));

/**
 * Review a game, and yield the events that the server sends. Aborting the signal ends the review.
 * @param {{ start: string, moves: string[], nodes?: number }} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<["move", Models["ReviewedMove"]] | ["summary", Models["ReviewSummary"]]>}
 */
export const review = (body, signal) => /** @type {AsyncGenerator<any>} */ (events("review", body, signal));
