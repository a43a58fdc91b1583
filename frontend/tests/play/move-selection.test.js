/** The moves that a click on a square offers or makes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { optionsAt, optionsFrom } from "../../play/game/move-selection.js";
import { showGame } from "./example-game.js";

const texts = (/** @type {{text: string}[]} */ options) => options.map(({ text }) => text);

test("a cell offers the moves that a click makes, the usual one last", () => {
  showGame();
  assert.deepEqual(texts(optionsAt(2)), ["A2 Stake", "A2 Raid"]);
  assert.deepEqual([optionsAt(0), optionsAt(null)], [[], []]);
});

test("nothing can be clicked while the computer is to move", () => {
  showGame({ players: ["level:2", "person"] });
  assert.deepEqual(optionsAt(2), []);
});

test("the first square of a piece's move offers the moves from there", () => {
  const move = {
    move: "A1-B2",
    text: "A1-B2",
    click_path: /** @type {[number, number][]} */ ([
      [0, 0],
      [1, 1],
    ]),
    gain: 0,
    changes: [],
  };
  showGame({}, { legal_moves: [move], pieces: true });
  assert.deepEqual([texts(optionsFrom(0)), optionsAt(0)], [["A1-B2"], []]);
  showGame({ selected: [[0, 0]] }, { legal_moves: [move], pieces: true });
  assert.deepEqual(texts(optionsAt(3)), ["A1-B2"]);
});
