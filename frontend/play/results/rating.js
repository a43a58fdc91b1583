/** The estimate of a player's rating from games against opponents with known ratings. Independent of the DOM. */

/** @typedef {{ opponent: number, score: number }} RatedGame  the opponent's rating, and 1, 0.5 or 0 points */

/**
 * @typedef {object} RatingEstimate
 * @property {number | null} elo  null if all games were won or all were lost: then the best estimate is infinite
 * @property {number | null} low  of the 95 % interval; null if it has no lower end
 * @property {number | null} high
 */

const POINTS_PER_DECADE = 400; // of odds, by the definition of Elo
const MARGIN = 4000; // Elo beyond the opponents' ratings at which the search ends
const DROP = 1.92; // of the log-likelihood, to the ends of the 95 % interval: half of the chi-square quantile 3.84
const HALVINGS = 40;

/**
 * The expected score of a player against an opponent.
 * @param {number} elo
 * @param {number} opponent
 */
export const expectedScore = (elo, opponent) => 1 / (1 + 10 ** ((opponent - elo) / POINTS_PER_DECADE));

/**
 * Return the maximum likelihood estimate with its likelihood-ratio interval.
 * @param {RatedGame[]} games  at least one
 * @returns {RatingEstimate}
 */
export function estimateRating(games) {
  const opponents = games.map(({ opponent }) => opponent);
  const [bottom, top] = [Math.min(...opponents) - MARGIN, Math.max(...opponents) + MARGIN];
  const score = games.reduce((sum, game) => sum + game.score, 0);
  const surplus = (/** @type {number} */ elo) =>
    score - opponents.reduce((sum, opponent) => sum + expectedScore(elo, opponent), 0);
  const peak = score === 0 ? bottom : score === games.length ? top : root(surplus, bottom, top);
  const limit = logLikelihood(games, peak) - DROP;
  const excess = (/** @type {number} */ elo) => logLikelihood(games, elo) - limit;
  return {
    elo: peak === bottom || peak === top ? null : peak,
    low: peak === bottom ? null : root(excess, peak, bottom),
    high: peak === top ? null : root(excess, peak, top),
  };
}

/**
 * @param {RatedGame[]} games
 * @param {number} elo
 */
function logLikelihood(games, elo) {
  return games.reduce((sum, { opponent, score }) => {
    // Both probabilities as expected scores: 1 - p would lose its digits near 1.
    const won = Math.log(expectedScore(elo, opponent));
    const lost = Math.log(expectedScore(opponent, elo));
    return sum + score * won + (1 - score) * lost;
  }, 0);
}

/**
 * Return where a function that is positive at `from` and negative at `to` crosses zero, by bisection.
 * @param {(x: number) => number} f
 * @param {number} from
 * @param {number} to
 */
function root(f, from, to) {
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (from + to) / 2;
    if (f(middle) > 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
