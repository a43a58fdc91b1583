/** Choosing a board in the new-game dialog. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, NO_CHOICE, requestOf, sourcesOf } from "../../play/dialogs/new-game/board-choice.js";
/** @import { Game } from "../../play/types.js" */

const game = /** @type {Game} */ ({
  name: "warfare",
  variants: [{ name: "raid" }, { name: "blitz" }],
  setups: ["Keren", "Smolensk"],
  has_random_boards: true,
});
const choice = { ...NO_CHOICE, game: "warfare", rules: "blitz", setup: "Keren" };

test("a game offers the sources of boards that it has", () => {
  const names = (/** @type {Game} */ each, /** @type {Parameters<typeof sourcesOf>[1]} */ options) =>
    sourcesOf(each, options).map(([name]) => name);
  assert.deepEqual(names(game, { current: "starcircle", edited: null }), ["named", "random", "text"]);
  assert.deepEqual(names({ ...game, has_random_boards: false }, { current: "warfare", edited: "start" }), [
    "named",
    "text",
    "current",
    "edited",
  ]);
});

test("a choice that the game does not have becomes its first one", () => {
  const other = { ...choice, rules: "standard", setup: "initial", source: /** @type {const} */ ("current") };
  const { rules, setup, source } = fitted(other, game, "starcircle");
  assert.deepEqual([rules, setup, source], ["raid", "Keren", "named"]);
  assert.deepEqual(fitted(choice, game, "warfare"), choice);
});

test("boards are requested by name, by size and seed, or as text", () => {
  assert.deepEqual(requestOf(choice, 26), { game: "warfare", rules: "blitz", setup: "Keren" });
  assert.deepEqual(requestOf({ ...choice, source: "random", size: 4, seed: 7 }, 26), {
    game: "warfare",
    rules: "blitz",
    setup: "random:4:7",
  });
  assert.deepEqual(requestOf({ ...choice, source: "text", text: "1 2\n" }, 26), { text: "1 2\n", rules: "blitz" });
});

test("nothing is requested as long as the text is empty", () =>
  assert.equal(requestOf({ ...choice, source: "text", text: " \n" }, 26), null));

test("an invalid size or seed is refused", () => {
  for (const size of [0, 27, 2.5, NaN])
    assert.throws(() => requestOf({ ...choice, source: "random", size }, 26), /Size must be 1 to 26/);
  for (const seed of [-1, 0.5, NaN])
    assert.throws(() => requestOf({ ...choice, source: "random", seed }, 26), /Seed must be a number from 0/);
});
