/** The status line above the board. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { aimText, detailText, statusText } from "../../play/panels/status.js";
import { state } from "../../play/state.js";
import { position as example } from "../shared/example-position.js";
import { showGame } from "./example-game.js";
/** @import { LegalMove } from "../../play/types.js" */

/** @type {LegalMove} */
const LEGAL_MOVE = { move: "A1-B1", text: "A1-B1", click_path: [], gain: 0, changes: [] };
const [PERSON, NOVICE] = ["person", "level:2"];

test("the person who plays is addressed", () => {
  showGame();
  assert.equal(statusText(), "Your move, blue");
});

test("between two people, the side to move is named", () => {
  showGame({ players: [PERSON, PERSON] });
  assert.equal(statusText(), "Blue to move");
});

test("a computer player thinks, waits or is paused", () => {
  const players = [NOVICE, PERSON];
  showGame({ players, choosing: 0 });
  assert.equal(statusText(), "Blue is thinking");
  showGame({ players, paused: true });
  assert.equal(statusText(), "Paused");
  showGame({ players, browsing: true });
  assert.equal(statusText(), "Blue to move");
});

test("the result addresses the person who plays", () => {
  const over = { over: true, to_move: null, result: "blue wins by 12", legal_moves: [] };
  showGame({}, over);
  assert.equal(statusText(), "You win by 12");
  showGame({ players: [NOVICE, PERSON] }, over);
  assert.equal(statusText(), "You lose: blue wins by 12");
  showGame({ players: [NOVICE, NOVICE] }, over);
  assert.equal(statusText(), "Blue wins by 12");
});

test("a problem comes before everything else", () => {
  showGame({ problem: { text: "The server does not answer." } });
  assert.equal(statusText(), "Something went wrong");
});

test("a win by a goal has no totals", () => {
  showGame({}, { over: true, to_move: null, result: "blue wins", won_by_goal: true, legal_moves: [] });
  assert.equal(statusText(), "You win");
  assert.equal(aimText(state.position), "Take a cell.");
  assert.match(detailText().join(""), /^After \d+ moves/);
});

test("a move of two squares moves a piece or places one", () => {
  const [first, second, ...others] = example.cells;
  /** @param {string | null} owner  of the first square */
  const detail = (owner) => {
    const option = { ...LEGAL_MOVE, click_path: [first.square, second.square] };
    const cells = [{ ...first, owner }, second, ...others];
    const board = { pieces: true, cells, legal_moves: [option] };
    showGame({ selected: [first.square] }, board);
    return [aimText(state.position), ...detailText()];
  };
  assert.deepEqual(detail(null), ["Place a piece. Highest total wins.", "A1: choose the next square."]);
  assert.deepEqual(detail("X"), ["Move a piece. Highest total wins.", "A1: choose where to go."]);
});
