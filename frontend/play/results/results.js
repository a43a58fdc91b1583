/** Results of finished games against computer players, and statistics of them. Independent of the DOM. */

import { counted, number } from "../../shared/format.js";
import { estimateRating } from "./rating.js";
/** @import { Catalogue, GameResult } from "../types.js" */
/** @import { RatedGame } from "./rating.js" */

export const MAX_RESULTS = 500;
export const MIN_RATED_GAMES = 5;
const RATED_GAMES = 50; // the latest ones: players get better
const MIN_ROWS = 5; // on smaller boards, chance decides more than in the games of the measurement

const SCORES = { won: 1, drawn: 0.5, lost: 0 };

/**
 * Return stored data as results, newest first; entries that are not ours are left out.
 * @param {unknown} data
 * @returns {GameResult[]}
 */
export const readResults = (data) => (Array.isArray(data) ? data.filter(isResult) : []);

/** @param {any} entry */
const isResult = (entry) =>
  typeof entry?.id === "string" &&
  typeof entry.opponent === "string" &&
  entry.outcome in SCORES &&
  Array.isArray(entry.size);

/**
 * Return the results with another one; the first result of a game counts.
 * @param {GameResult[]} results
 * @param {GameResult} result
 */
export const withResult = (results, result) =>
  results.some(({ id }) => id === result.id) ? results : [result, ...results].slice(0, MAX_RESULTS);

/**
 * Return the games that count for the player's rating: unaided, in the game of the measurement, against an opponent
 * whose rating was measured.
 * @param {GameResult[]} results
 * @param {Catalogue["ratings"]} ratings
 * @returns {RatedGame[]}
 */
export function ratedGames(results, { game, players }) {
  return results
    .filter((each) => each.game === game && !each.assisted && each.size[0] >= MIN_ROWS && each.opponent in players)
    .slice(0, RATED_GAMES)
    .map(({ opponent, outcome }) => ({ opponent: players[opponent].elo, score: SCORES[outcome] }));
}

/**
 * Return the estimated rating in words: a figure with its interval, a bound if all games ended alike, or what is
 * missing.
 * @param {RatedGame[]} games
 */
export function ratingText(games) {
  if (games.length < MIN_RATED_GAMES) return `Not enough rated games yet: ${games.length} of ${MIN_RATED_GAMES}.`;
  const { elo, low, high } = estimateRating(games);
  const source = `from ${counted(games.length, "game")}`;
  if (elo !== null && low !== null && high !== null)
    return `About ${rounded(elo)} (95 %: ${rounded(low)} to ${rounded(high)}), ${source}.`;
  return low === null
    ? `Below ${rounded(high ?? 0)}, ${source}, all lost.`
    : `Above ${rounded(low)}, ${source}, all won.`;
}

/** @param {number} elo */
const rounded = (elo) => number(Math.round(elo / 10) * 10);

/**
 * A player's rating: "1024", or "2347 or more"; nothing if it was not measured.
 * @param {Catalogue["ratings"]["players"]} players
 * @param {string} name
 */
export function measuredRating(players, name) {
  const rating = players[name];
  return rating ? `${rating.elo}${rating.is_lower_bound ? " or more" : ""}` : "";
}

/**
 * Return the level above one; null for the highest and for other players.
 * @param {Catalogue["players"]} players
 * @param {string} name
 */
export function nextLevel(players, name) {
  const levels = players.filter(({ kind }) => kind === "level");
  const place = levels.findIndex((level) => level.name === name);
  return place < 0 ? null : (levels[place + 1] ?? null);
}
