/** The rating of a person, estimated from results. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateRating, expectedScore } from "../../../play/results/rating.js";

/**
 * @param {number} opponent
 * @param {number} won
 * @param {number} lost
 */
const games = (opponent, won, lost) => [
  ...Array.from({ length: won }, () => ({ opponent, score: 1 })),
  ...Array.from({ length: lost }, () => ({ opponent, score: 0 })),
];

test("as many wins as losses give the opponent's rating", () => {
  const { elo, low, high } = estimateRating(games(1024, 5, 5));
  assert.ok(Math.abs((elo ?? 0) - 1024) < 0.01);
  assert.ok(low !== null && high !== null && Math.abs(1024 - low - (high - 1024)) < 0.01);
});

test("the estimate explains the score, and lies in its interval", () => {
  const played = [...games(560, 9, 1), ...games(1024, 6, 4), ...games(1203, 3, 7)];
  const { elo, low, high } = estimateRating(played);
  assert.ok(elo !== null && low !== null && high !== null);
  const expected = played.reduce((sum, { opponent }) => sum + expectedScore(elo, opponent), 0);
  assert.ok(Math.abs(expected - 18) < 1e-6);
  assert.ok(low < elo && elo < high);
});

test("draws count as half a point", () => {
  const { elo } = estimateRating([{ opponent: 1200, score: 0.5 }]);
  assert.ok(Math.abs((elo ?? 0) - 1200) < 0.01);
});

test("more games make the interval narrower", () => {
  const width = (/** @type {number} */ n) => {
    const { low, high } = estimateRating(games(1000, n, n));
    return (high ?? 0) - (low ?? 0);
  };
  assert.ok(width(20) < 0.6 * width(5));
});

test("games that all ended alike give a bound only", () => {
  const won = estimateRating(games(1024, 5, 0));
  assert.deepEqual([won.elo, won.high], [null, null]);
  // A player of that rating wins all five with the likelihood exp(-1.92).
  assert.ok(Math.abs(5 * Math.log(expectedScore(won.low ?? 0, 1024)) + 1.92) < 1e-6);
  const lost = estimateRating(games(1024, 0, 5));
  assert.deepEqual([lost.elo, lost.low], [null, null]);
  assert.ok(Math.abs((won.low ?? 0) + (lost.high ?? 0) - 2048) < 0.01);
});
