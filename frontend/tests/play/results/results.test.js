/** Stored results, the rating text and the next level. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MAX_RESULTS,
  measuredRating,
  nextLevel,
  ratedGames,
  ratingText,
  readResults,
  withResult,
} from "../../../play/results/results.js";
import { catalogue } from "../example-game.js";
/** @import { GameResult } from "../../../play/types.js" */

/**
 * @param {Partial<GameResult>} [patch]
 * @returns {GameResult}
 */
const result = (patch = {}) => ({
  id: "a",
  date: "2026-01-02T03:04:05Z",
  game: "warfare",
  rules: "raid",
  size: [6, 6],
  opponent: "level:2",
  outcome: "won",
  assisted: false,
  ...patch,
});

test("the first result of a game counts, and the newest game comes first", () => {
  const results = [result({ id: "b" }), result({ id: "a" })].reduceRight(
    withResult,
    /** @type {GameResult[]} */ ([]),
  );
  assert.deepEqual(
    results.map(({ id }) => id),
    ["b", "a"],
  );
  assert.equal(withResult(results, result({ id: "a", outcome: "lost" })), results);
});

test("old results give way to new ones", () => {
  const many = Array.from({ length: MAX_RESULTS }, (_, i) => result({ id: String(i) }));
  const results = withResult(many, result({ id: "new" }));
  assert.equal(results.length, MAX_RESULTS);
  assert.equal(results[0].id, "new");
});

test("stored data that is not ours is ignored", () => {
  assert.deepEqual(readResults({ id: 1 }), []);
  assert.deepEqual(readResults([result(), null, { id: "x" }, result({ outcome: /** @type {any} */ ("?") })]), [
    result(),
  ]);
});

test("only unaided games of the rated game against rated players on boards of 5 rows count", () => {
  const unrated = [
    result({ assisted: true }),
    result({ game: "starcircle" }),
    result({ opponent: "engine:2s" }),
    result({ size: [4, 4] }),
  ];
  assert.deepEqual(ratedGames([...unrated, result({ outcome: "drawn" })], catalogue.ratings), [
    { opponent: 1024, score: 0.5 },
  ]);
});

test("the rating is stated with its interval, as a bound, or as missing games", () => {
  const games = (/** @type {number} */ won, /** @type {number} */ lost) => [
    ...Array.from({ length: won }, () => ({ opponent: 1024, score: 1 })),
    ...Array.from({ length: lost }, () => ({ opponent: 1024, score: 0 })),
  ];
  assert.equal(ratingText(games(3, 1)), "Not enough rated games yet: 4 of 5.");
  assert.match(ratingText(games(5, 5)), /^About 1,020 \(95 %: \d+ to 1,\d+\), from 10 games\.$/);
  assert.match(ratingText(games(6, 0)), /^Above 1,\d+, from 6 games, all won\.$/);
  assert.match(ratingText(games(0, 6)), /^Below \d+, from 6 games, all lost\.$/);
});

test("measured ratings have a text", () => {
  const { players } = catalogue.ratings;
  assert.deepEqual(
    ["level:2", "level:8", "engine:2s"].map((name) => measuredRating(players, name)),
    ["1024", "2347 or more", ""],
  );
});

test("the next level is the one above", () => {
  assert.equal(nextLevel(catalogue.players, "level:2")?.name, "level:3");
  assert.equal(nextLevel(catalogue.players, "level:3"), null);
  assert.equal(nextLevel(catalogue.players, "alphabeta:4"), null);
});
