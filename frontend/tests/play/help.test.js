/** The help dialog's rules of the game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { movingText } from "../../play/dialogs/help.js";
import { state } from "../../play/state.js";
import { showGame } from "./example-game.js";

const TWO_KINDS = /two kinds of move/;
const PIECES = /a piece to see where it can go/;
const SQUARES = /the squares of a move one after the other/;

/** @param {string | null} owner  of the first square of the move */
function boardWithPath(owner) {
  showGame();
  const { cells, legal_moves: moves } = state.position;
  const [first, second, ...others] = cells;
  const option = { ...moves[0], click_path: [first.square, second.square] };
  return {
    ...state.position,
    pieces: true,
    cells: [{ ...first, owner }, second, ...others],
    legal_moves: [option],
  };
}

test("the help explains the moves of the game", () => {
  showGame();
  for (const isTouch of [false, true]) {
    assert.match(movingText(state.position, isTouch), TWO_KINDS);
    assert.doesNotMatch(movingText(state.position, isTouch), PIECES);
    assert.match(movingText(boardWithPath("X"), isTouch), PIECES);
    assert.doesNotMatch(movingText(boardWithPath("X"), isTouch), TWO_KINDS);
    assert.match(movingText(boardWithPath(null), isTouch), SQUARES);
    assert.doesNotMatch(movingText(boardWithPath(null), isTouch), PIECES);
  }
});
