/** Shapes, marks and colours of pieces. */

import assert from "node:assert/strict";
import test from "node:test";
import { outline } from "../../shared/board/figures.js";
import { colourProperties } from "../../shared/board/player-colours.js";
/** @import { Shape } from "../../shared/board/types.js" */

/** @type {[Shape, Shape]} */
const shapes = ["star", "disc"];

test("a piece has the shape of its owner unless it has a shape of its own", () => {
  const board = { pieces: true, shapes };
  const discs = { pieces: true, shapes: /** @type {[Shape, Shape]} */ (["disc", "disc"]) };
  assert.notEqual(outline(board, 0), outline(board, 1));
  assert.equal(outline(discs, 0), outline(board, 1));
  assert.equal(outline(board, 1, "star"), outline(board, 0));
});

test("marks on cells differ by player", () => {
  const board = { pieces: false, shapes };
  assert.notEqual(outline(board, 0), outline(board, 1));
});

test("a game's colours replace the usual ones, which are left to the theme", () => {
  const usual = colourProperties(["blue", "green"]);
  assert.deepEqual([...new Set(Object.values(usual))], [null]);
  const others = colourProperties(["black", "green"]);
  assert.equal(others["--side-0"], "var(--player-black)");
  assert.equal(others["--ink-0"], "var(--on-black)");
  assert.equal(others["--side-1"], null);
  assert.equal(colourProperties(["green", "blue"])["--side-0"], "var(--player-green)");
});
