/** Saved games in the browser's storage. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  allEntries,
  deleteGame,
  renameGame,
  savedEntries,
  saveGame,
  savedGameWith,
} from "../../../play/library/library.js";
import { installStorage, stored } from "../../shared/fake-storage.js";
/** @import { LibraryEntry, SavedGame } from "../../../play/types.js" */

beforeEach(() => installStorage());

/**
 * @param {string} id
 * @param {Partial<LibraryEntry>} [patch]
 */
function save(id, patch = {}) {
  const moves = ["A1 Stake"].slice(0, patch.moves ?? 1);
  /** @type {SavedGame} */
  const game = { tree: { id, start: "start", rows: [] }, moves, players: ["person", "level:2"] };
  /** @type {LibraryEntry} */
  const entry = {
    id,
    start: "start",
    name: "",
    title: "Warfare",
    players: ["person", "level:2"],
    names: null,
    moves: moves.length,
    result: null,
    date: "",
    ...patch,
  };
  return saveGame(game, entry);
}

const ids = () => savedEntries().map(({ id }) => id);

test("the game that was saved last comes first, and each is there once", () => {
  ["a", "b", "a"].forEach((id) => save(id));
  assert.deepEqual(ids(), ["a", "b"]);
  assert.equal(savedGameWith("b")?.tree.id, "b");
  assert.equal(savedGameWith("c"), null);
});

test("a game without moves is not listed, and gives way to the next game", () => {
  save("a", { moves: 0 });
  assert.deepEqual(ids(), []);
  assert.equal(allEntries().length, 1);
  save("b");
  assert.deepEqual(
    allEntries().map(({ id }) => id),
    ["b"],
  );
  assert.equal(savedGameWith("a"), null);
});

test("a game can be renamed", () => {
  save("a");
  renameGame("a", "  My best game ");
  assert.equal(savedEntries()[0].name, "My best game");
});

test("a deleted game is gone, and can be restored to its place", () => {
  ["a", "b", "c"].forEach((id) => save(id));
  const restore = deleteGame("b");
  assert.deepEqual(ids(), ["c", "a"]);
  assert.equal(savedGameWith("b"), null);
  restore();
  assert.deepEqual(ids(), ["c", "b", "a"]);
  assert.equal(savedGameWith("b")?.tree.id, "b");
});

test("only 100 games without a name are kept; named and imported ones stay", () => {
  save("named", { name: "Mine" });
  save("imported", { names: ["Ada", "Bob"] });
  for (let i = 0; i < 101; i += 1) save(`game ${i}`);
  assert.equal(ids().length, 102);
  assert.ok(!ids().includes("game 0"));
  assert.equal(savedGameWith("game 0"), null);
  assert.ok(ids().includes("named") && ids().includes("imported"));
});

test("where storage is full, the oldest games without a name make room", () => {
  installStorage(1200);
  save("named", { name: "Mine" });
  for (let i = 0; i < 10; i += 1) assert.equal(save(`game ${i}`), true);
  assert.ok(ids().includes("named") && ids().includes("game 9") && !ids().includes("game 0"));
  installStorage(10);
  assert.equal(save("a"), false);
});

test("games of version 0.1 are taken over", () => {
  const old = { tree: { id: "old", start: "warfare/raid/Keren", rows: [] }, moves: ["A1 Stake"] };
  stored.set("outply.games", JSON.stringify([old, { broken: true }]));
  assert.deepEqual(
    savedEntries().map(({ id, title, moves }) => [id, title, moves]),
    [["old", "warfare/raid/Keren", 1]],
  );
  assert.equal(savedGameWith("old")?.tree.start, "warfare/raid/Keren");
  assert.equal(stored.has("outply.games"), false);
});

test("a damaged storage is an empty library", () => {
  stored.set("outply.library", '{"no":"list"}');
  assert.deepEqual(allEntries(), []);
  stored.set("outply.library", "not JSON");
  assert.deepEqual(allEntries(), []);
});
