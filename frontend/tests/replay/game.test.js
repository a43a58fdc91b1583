/** Recorded games: positions, scores, CPU times and texts. */

import assert from "node:assert/strict";
import test from "node:test";
import { cpuSeconds, describeMove, isTimed, moveOfHash, positionsOf, scoresOf } from "../../replay/game.js";

/**
 * @param {[number, number]} square
 * @param {string | null} owner
 */
const cell = (square, owner) => ({ square, owner, text: "1", shade: 0 });

/** @type {import("../../replay/game.js").Game} */
const GAME = {
  start: "warfare/raid/X/1_1/1_1/../..",
  title: "Warfare",
  rows: ["1", "2"],
  columns: ["A", "B"],
  pieces: false,
  shapes: ["disc", "disc"],
  colours: ["blue", "green"],
  grid: "cells",
  row_values: [],
  players: [
    { id: "X", name: "X", who: "Person" },
    { id: "O", name: "O", who: "Novice" },
  ],
  cells: [cell([0, 0], null), cell([0, 1], null), cell([1, 0], null), cell([1, 1], null)],
  score: 0,
  totals: [0, 0],
  turns: [
    turn("X", "A1 Stake", [0, 0], 1, [1, 0], 0.25),
    turn("O", "B1 Stake", [0, 1], 0, [1, 1], 0.0004),
    turn("X", "A2 Raid", [1, 0], 1, [2, 1], 1.5),
  ],
  result: "Not finished",
  analysis: null,
};

/**
 * @param {string} player
 * @param {string} text
 * @param {[number, number]} square
 * @param {number} score
 * @param {[number, number]} totals
 * @param {number} seconds
 * @returns {import("../../replay/game.js").Turn}
 */
function turn(player, text, square, score, totals, seconds) {
  const changes = [cell(square, player)];
  const times = { cpu_seconds: seconds, wall_seconds: 2 * seconds };
  return { player, name: player, move: text, text, click_path: [square], score, totals, changes, ...times };
}

test("positions follow from the changes of the turns", () => {
  const positions = positionsOf(GAME);
  const owners = positions.map(({ cells }) => cells.map(({ owner }) => owner ?? ".").join(""));
  assert.deepEqual(owners, ["....", "X...", "XO..", "XOX."]);
  assert.deepEqual(
    positions.map((position) => position.players.map((player) => player.total)),
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
    ],
  );
  assert.deepEqual(
    positions.map((position) => position.to_move),
    ["X", "O", "X", null],
  );
  assert.deepEqual(scoresOf(GAME), [0, 1, 0, 1]);
});

test("CPU times are summed for each player", () => {
  assert.ok(isTimed(GAME));
  assert.deepEqual(cpuSeconds(GAME, 0), [0, 0]);
  assert.deepEqual(cpuSeconds(GAME, 3), [1.75, 0.0004]);
});

test("moves are numbered by plies and described with their times", () => {
  assert.equal(describeMove(GAME, 0), "Start position, 3 moves");
  assert.equal(describeMove(GAME, 2), "Move 2 of 3: O: B1 Stake, < 1 ms CPU, < 1 ms wall");
  assert.equal(describeMove(GAME, 3), "Move 3 of 3: X: A2 Raid, 1.50 s CPU, 3.00 s wall");
  const turns = GAME.turns.map((turn) => ({ ...turn, cpu_seconds: undefined, wall_seconds: undefined }));
  const untimed = { ...GAME, turns };
  assert.ok(!isTimed(untimed));
  assert.equal(describeMove(untimed, 1), "Move 1 of 3: X: A1 Stake");
});

test("an address names the move to begin with", () => {
  assert.equal(moveOfHash("#move-14", 36), 14);
  assert.equal(moveOfHash("#move-99", 36), 36);
  for (const hash of ["", "#", "#move-", "#move-x", "#move--1"]) assert.equal(moveOfHash(hash, 36), 0);
});
