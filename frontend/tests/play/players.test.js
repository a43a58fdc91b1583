/** Players of the new-game dialog: names, titles and limits. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hurried, isPlayer, playerPhrase, playerTitle, recordedNames, seats } from "../../play/game/players.js";
import { state } from "../../play/state.js";
import { showGame } from "./example-game.js";

showGame();

test("players have titles", () => {
  const names = ["person", "level:2", "alphabeta:4", "engine:0.5s", "program:ada"];
  assert.deepEqual(names.map(playerTitle), ["Person", "Novice", "Alpha-beta 4", "Engine 0.5 s", "program:ada"]);
  assert.equal(playerPhrase("alphabeta:4"), "alpha-beta, depth 4");
  assert.equal(playerPhrase("engine:2s"), "engine, 2 s per move");
});

test("depth and time have limits", () => {
  const names = ["alphabeta:12", "alphabeta:13", "engine:60s", "engine:61s", "engine:2", "alphabeta:x", "level:9"];
  assert.deepEqual(names.map(isPlayer), [true, false, true, false, false, false, false]);
});

test("only an engine with much time can be asked to move now", () => {
  assert.deepEqual(["engine:20s", "engine:1s", "alphabeta:9", "person"].map(hurried), [
    "engine:0.1s",
    null,
    null,
    null,
  ]);
});

test("a person takes the seat of an unknown player", () =>
  assert.deepEqual(seats(["program:ada", "level:2"]), ["person", "level:2"]));

test("the names of a record hold until other players take over", () => {
  showGame({ players: ["person", "level:2"] });
  state.tree.record = { names: ["program:ada", "level:2"], moves: ["A2 Stake"] };
  assert.deepEqual(recordedNames(), ["program:ada", "level:2"]);
  showGame({ tree: state.tree, node: state.tree.root, players: ["person", "person"] });
  assert.equal(recordedNames(), null);
});
