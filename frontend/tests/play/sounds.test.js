/** Sounds of moves and of the end of a game. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { mountSounds, NOTES, play, soundOf } from "../../play/sounds.js";
import { change, state } from "../../play/state.js";
import { showGame } from "./example-game.js";
/** @import { Position } from "../../play/types.js" */

let isReduced = false;
/** @type {number[]} */
let frequencies = [];

/** An audio context that writes down what it plays. */
class FakeContext {
  currentTime = 0;
  destination = {};
  async resume() {}
  createGain() {
    return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect: (/** @type {any} */ to) => to };
  }
  createOscillator() {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (/** @type {any} */ to) => to,
      start: () => frequencies.push(frequency.value),
      stop() {},
    };
  }
}
Object.assign(globalThis, {
  AudioContext: FakeContext,
  document: { hidden: false },
  matchMedia: () => ({ matches: isReduced }),
});
mountSounds();

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  frequencies = [];
  isReduced = false;
});

/**
 * Make a move of the example game.
 * @param {string} move
 * @param {Partial<Position>} [patch]
 */
async function makeMove(move, patch = {}) {
  const node = state.tree.add(state.node, move);
  node.position = { ...state.position, moves: [move], ...patch };
  change({ node, position: node.position });
  await settled();
}

test("moves and conquests sound different", () => {
  showGame();
  const before = state.position;
  assert.equal(soundOf(before, { ...before, moves: ["A2 Stake"] }, 0), "move");
  assert.equal(soundOf(before, { ...before, moves: ["A2 Raid"] }, 0), "conquest");
});

test("the end of a game sounds as it is for the person who plays", () => {
  showGame();
  const [one] = state.position.players;
  const won = { ...state.position, over: true, result: `${one.name} wins by 3` };
  assert.deepEqual(
    [0, 1, -1].map((side) => soundOf(null, won, side)),
    ["won", "lost", "won"],
  );
  assert.equal(soundOf(null, { ...won, result: "draw" }, 0), "drawn");
});

test("nothing sounds unless it is switched on, and then only moves", async () => {
  showGame({ sound: false });
  await settled();
  await makeMove("A2 Stake");
  assert.deepEqual(frequencies, []);
  showGame({ sound: true });
  await settled();
  assert.deepEqual(frequencies, []);
  await makeMove("A2 Stake");
  assert.deepEqual(
    frequencies,
    NOTES.move.map(([frequency]) => frequency),
  );
});

test("browsing makes no sound", async () => {
  showGame({ sound: true });
  await settled();
  change({ browsing: true });
  await makeMove("A2 Stake");
  assert.deepEqual(frequencies, []);
});

test("with reduced motion, a sound is one tone", () => {
  isReduced = true;
  play(NOTES.won);
  assert.equal(frequencies.length, 1);
});
