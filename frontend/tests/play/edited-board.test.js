import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cleared,
  drawnCell,
  editsOf,
  movedTo,
  nextOwner,
  unedited,
  withDigit,
  withoutLastDigit,
  withOwner,
} from "../../play/dialogs/board-editor/edited-board.js";
import { cell, position as example } from "../shared/example-position.js";

const position = { ...example, moves: [] };
const board = unedited("start", position);
const pieces = unedited("start", { ...position, pieces: true });

test("the first digit replaces the value, further digits follow it", () => {
  const one = withDigit(board, 0, "4", true);
  assert.equal(withDigit(one, 0, "2", false).cells[0].text, "42");
  assert.equal(withoutLastDigit(withDigit(one, 0, "2", false), 0).cells[0].text, "4");
});

test("a value has at most 8 digits", () => {
  const long = [..."123456789"].reduce((edited, digit, i) => withDigit(edited, 0, digit, i === 0), board);
  assert.equal(long.cells[0].text, "12345678");
});

test("an empty square keeps its value but not its number of pieces", () => {
  assert.deepEqual(withOwner(board, 0, null).cells[0], cell(0, 0, null));
  assert.deepEqual(withOwner(pieces, 0, null).cells[0], cell(0, 0, null, ""));
});

test("owners take turns", () => {
  assert.deepEqual(
    [null, "X", "O"].map((owner) => nextOwner(board, owner)),
    ["X", "O", null],
  );
});

test("clearing removes all owners", () => {
  assert.deepEqual(
    cleared(withOwner(board, 2, "X")).cells.map(({ owner, text }) => [owner, text]),
    Array(4).fill([null, "7"]),
  );
});

test("a board of another size keeps the squares that both have", () => {
  const larger = { ...position, cells: [cell(0, 0, null, "1"), cell(0, 1, null, "2"), cell(0, 2, null, "3")] };
  const texts = (/** @type {boolean} */ keepsTexts) =>
    movedTo(board, unedited("other", larger), { keepsTexts }).cells.map(({ owner, text }) => `${owner} ${text}`);
  assert.deepEqual(texts(true), ["X 7", "O 7", "null 3"]);
  assert.deepEqual(texts(false), ["X 1", "O 2", "null 3"]);
});

test("the shade of a cell follows its value", () => {
  assert.equal(drawnCell(board, 0).shade, 1);
  assert.equal(drawnCell(withDigit(board, 0, "0", true), 0).shade, 0);
});

test("only changed cells are sent", () => {
  assert.deepEqual(editsOf(board), []);
  assert.deepEqual(editsOf(withOwner(board, 2, "O")), [{ square: [1, 0], text: "7", owner: "O" }]);
});

test("after moves, all cells are sent, because edits are of the start", () => {
  assert.equal(editsOf(unedited("start", { ...position, moves: ["A1 Stake"] })).length, 4);
});
