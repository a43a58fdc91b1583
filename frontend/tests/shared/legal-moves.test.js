/** Legal moves by squares and by typed text. */

import assert from "node:assert/strict";
import test from "node:test";
import { beginning, exactly, pick, rivals, typed } from "../../shared/board/legal-moves.js";

/**
 * @param {string} text
 * @param {...[number, number]} squares
 */
const move = (text, ...squares) => ({ move: text, text, click_path: squares, gain: 0, changes: [] });

const stake = move("C3 Stake", [2, 2]);
const raid = move("C3 Raid", [2, 2]);
const other = move("A1 Stake", [0, 0]);
const WARFARE = [stake, other, raid];

const step = move("C1-D2", [0, 2], [1, 3]);
const jump = move("C1-E3", [0, 2], [1, 3], [2, 4]);
const STARCIRCLE = [step, jump];

test("moves are selected by the squares that they begin with", () => {
  assert.deepEqual(beginning(WARFARE, []), WARFARE);
  assert.deepEqual(beginning(WARFARE, [[2, 2]]), [stake, raid]);
  assert.deepEqual(beginning(STARCIRCLE, [[0, 2]]), [step, jump]);
  assert.deepEqual(beginning(STARCIRCLE, [[5, 5]]), []);
});

test("a move is complete when all of its squares are selected", () => {
  assert.deepEqual(exactly(STARCIRCLE, [[0, 2]]), []);
  assert.deepEqual(
    exactly(STARCIRCLE, [
      [0, 2],
      [1, 3],
    ]),
    [step],
  );
  assert.deepEqual(exactly(WARFARE, []), []);
});

test("of two moves on a cell the last is usual and the first is quiet", () => {
  assert.equal(pick([stake, raid], false), raid);
  assert.equal(pick([stake, raid], true), stake);
  assert.equal(pick([], false), undefined);
});

test("the two kinds of move on a cell are named by the words that differ", () => {
  assert.deepEqual(rivals(WARFARE), { usual: "Raid", quiet: "Stake" });
  assert.equal(rivals([stake, other]), null);
});

for (const [text, expected] of /** @type {[string, any][]} */ ([
  ["C3 Raid", raid],
  ["c3 raid", raid],
  ["raid c3", raid],
  ["RAID C3", raid],
  ["  c3   r ", raid],
  ["C3 Stake", stake],
  ["stake c3", stake],
  ["c3 s", stake],
  ["c3", raid],
  ["a1", other],
]))
  test(`“${text}” means ${expected.text}`, () => assert.equal(typed(WARFARE, text).option, expected));

for (const text of ["paradrop C3", "c3", "C3 paradrop", "para c3"])
  test(`“${text}” means paradrop C3`, () => {
    const paradrop = { ...move("paradrop C3", [2, 2]), move: "C3 Stake" };
    assert.equal(typed([paradrop, move("paradrop A1", [0, 0])], text).option, paradrop);
  });

for (const text of ["C1-D2", "c1-d2", "c1 d2", "c1d2"])
  test(`“${text}” means C1-D2`, () => assert.equal(typed(STARCIRCLE, text).option, step));

test("squares are typed in the order of the move", () => {
  assert.ok(typed(STARCIRCLE, "d2 c1").problem);
});

test("a text without a move names one that is legal, an ambiguous text names the moves", () => {
  assert.match(typed(WARFARE, "zz9").problem ?? "", /zz9.*C3 Raid/s);
  assert.match(typed(WARFARE, "stake").problem ?? "", /C3 Stake, A1 Stake/);
  assert.match(typed(STARCIRCLE, "c1").problem ?? "", /“c1” could be C1-D2, C1-E3/);
});
