/** Which finished games get a result, and which are assisted. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { offeredLevel, offerText } from "../../../play/results/next-level.js";
import { keepResults, resetResults } from "../../../play/results/track.js";
import { change, state } from "../../../play/state.js";
import { installStorage, stored } from "../../shared/fake-storage.js";
import { showGame } from "../example-game.js";

installStorage();
keepResults();

const settled = () => new Promise((done) => setTimeout(done));

/**
 * Make a move that ends the game.
 * @param {string} result
 */
async function finish(result) {
  const { tree, position } = state;
  const node = tree.add(state.node, "A2 Stake");
  node.position = { ...position, over: true, to_move: null, legal_moves: [], result };
  change({ node, position: node.position });
  await settled();
}

beforeEach(async () => {
  stored.clear();
  showGame({ results: [], hint: false, heat: false, analysis: false, attempt: null });
  await settled();
});

test("a won game is kept once, and the next level is offered", async () => {
  const [{ name }] = state.position.players;
  await finish(`${name} wins by 3`);
  const [kept] = state.results;
  assert.deepEqual([kept.opponent, kept.outcome, kept.assisted], ["level:2", "won", false]);
  assert.equal(kept.id, state.tree.id);
  assert.equal(JSON.parse(stored.get("outply.results") ?? "").length, 1);
  assert.equal(offeredLevel()?.name, "level:3");
  assert.equal(offerText(), " Next level: Casual.");
  change({ position: { ...state.position } });
  await settled();
  assert.equal(state.results.length, 1);
});

test("no level is offered after a loss or a draw", async () => {
  await finish(`${state.position.players[1].name} wins by 3`);
  assert.equal(state.results[0].outcome, "lost");
  assert.equal(offeredLevel(), null);
});

test("a hint makes the game an assisted one", async () => {
  change({ hint: true });
  await settled();
  change({ hint: false });
  await finish("draw");
  assert.deepEqual([state.results[0].outcome, state.results[0].assisted], ["drawn", true]);
});

test("so does a move that was taken back", async () => {
  const other = state.tree.add(state.node, "B2 Stake");
  state.tree.remove(other);
  await finish("draw");
  assert.equal(state.results[0].assisted, true);
});

test("games between two people or two computers have no result here", async () => {
  change({ players: ["person", "person"] });
  await finish("draw");
  assert.deepEqual(state.results, []);
});

test("a game that is opened at its end has no new result", async () => {
  await finish("draw");
  resetResults();
  change({ position: { ...state.position } });
  await settled();
  assert.deepEqual(state.results, []);
});

test("forgotten results can be restored", async () => {
  await finish("draw");
  const restore = resetResults();
  assert.deepEqual(JSON.parse(stored.get("outply.results") ?? ""), []);
  restore();
  assert.equal(state.results.length, 1);
});
