/** Export and import of saved games. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { savedEntries, savedGameWith } from "../../../play/library/library.js";
import { exportAll, exportedGames, importFiles } from "../../../play/library/transfer.js";
import { change } from "../../../play/state.js";
import { position } from "../../shared/example-position.js";
import { installStorage } from "../../shared/fake-storage.js";
import { catalogue, showGame } from "../example-game.js";

const RECORD = "a record";

showGame();
change({ catalogue: { ...catalogue, games: [] } });

/**
 * A server that knows one game record.
 * @param {string} path
 * @param {{ body: string }} options
 */
async function answer(path, options) {
  const isStart = path.endsWith("start");
  if (isStart && JSON.parse(options.body).text !== RECORD)
    return Response.json({ error: "line 1: expected a game record" }, { status: 422 });
  if (isStart) return Response.json({ start: "start", moves: ["A2 Stake"], names: ["Ada", "level:2"] });
  return Response.json({ ...position, over: true, result: "draw" });
}
Object.assign(globalThis, { fetch: answer });

/**
 * @param {string} name
 * @param {string} text
 */
const file = (name, text) => ({ name, text: async () => text });

beforeEach(() => installStorage());

test("records are imported with their players and result; a file that is none is named", async () => {
  const { text, problems } = await importFiles([
    file("one.txt", RECORD),
    file("two.txt", "?"),
    file("three.txt", RECORD),
  ]);
  assert.equal(text, "Imported 2 games.");
  assert.deepEqual(problems, ["two.txt: Line 1: expected a game record"]);
  const [entry] = savedEntries();
  assert.deepEqual(
    [entry.names, entry.players, entry.result],
    [["Ada", "level:2"], ["person", "level:2"], "draw"],
  );
  assert.deepEqual(savedGameWith(entry.id)?.tree.record, { names: ["Ada", "level:2"], moves: ["A2 Stake"] });
});

test("exported games come back in their order, once", async () => {
  await importFiles([file("one.txt", RECORD), file("two.txt", RECORD)]);
  const before = savedEntries();
  const exported = exportAll();
  installStorage();
  assert.equal((await importFiles([file("games.json", exported)])).text, "Imported 2 games.");
  assert.deepEqual(savedEntries(), before);
  const again = await importFiles([file("games.json", exported)]);
  assert.equal(again.text, "Imported 0 games. 2 games already here.");
});

test("a file of a later version is refused", async () => {
  const later = JSON.stringify({ format: "outply-games", version: 2, games: [] });
  const { problems } = await importFiles([file("games.json", later)]);
  assert.deepEqual(problems, ["games.json: version 2 is not supported, expected 1"]);
  assert.equal(exportedGames('{"format":"other"}'), null);
  assert.equal(exportedGames("6\nALPHABETA"), null);
});

test("a full storage is reported", async () => {
  installStorage(20);
  const { text, problems } = await importFiles([file("one.txt", RECORD)]);
  assert.equal(text, "Imported 0 games.");
  assert.deepEqual(problems, ["one.txt: The browser has no room for more games."]);
});
