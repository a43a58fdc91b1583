import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../../play/panels/status.js";
import { showGame } from "./example-game.js";

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
