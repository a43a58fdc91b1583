/** The board editor's state: values, owners and kinds of pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cleared,
  drawnCell,
  editsOf,
  movedTo,
  nextPiece,
  pieceName,
  unedited,
  withDigit,
  withoutLastDigit,
  withPiece,
} from "../../play/dialogs/board-editor/edited-board.js";
import { cell, position as example } from "../shared/example-position.js";

/** @import { PieceKind } from "../../play/types.js" */

const position = { ...example, moves: [] };
/**
 * @param {string} owner
 * @param {string | null} text
 * @param {PieceKind["shape"]} shape
 * @returns {PieceKind}
 */
const kind = (owner, text = null, shape = null) => ({ owner, text, shape });
const OWNERS = [kind("X"), kind("O")];
const DOMINOES = [kind("X", "^", "text"), kind("X", "v", "text"), kind("O", "<", "text")];
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
  assert.deepEqual(withPiece(board, 0, null).cells[0], { ...cell(0, 0, null), shape: null });
  assert.deepEqual(withPiece(pieces, 0, null).cells[0], { ...cell(0, 0, null, ""), shape: null });
});

test("owners take turns", () => {
  assert.deepEqual(
    [null, "X", "O"].map((owner) => nextPiece(OWNERS, cell(0, 0, owner))),
    [...OWNERS, null],
  );
});

test("kinds of pieces take turns by their letters", () => {
  const tiles = DOMINOES.map((each) => withPiece(pieces, 0, each).cells[0]);
  assert.deepEqual(
    tiles.map(({ owner, text }) => `${owner} ${text}`),
    ["X ^", "X v", "O <"],
  );
  assert.deepEqual(
    tiles.map((tile) => nextPiece(DOMINOES, tile)),
    [DOMINOES[1], DOMINOES[2], null],
  );
});

test("a kind of piece is named by its letter or shape if its owner has several", () => {
  assert.deepEqual(
    DOMINOES.map((each) => pieceName(DOMINOES, each, each.owner)),
    ["X ^", "X v", "O"],
  );
  const kinds = [kind("X", ""), kind("X", "", "king")];
  assert.deepEqual(
    kinds.map((each) => pieceName(kinds, each, "White")),
    ["White", "White king"],
  );
});

test("edits contain letters and shapes of pieces", () => {
  const king = withPiece(pieces, 2, kind("O", "", "king"));
  assert.deepEqual(editsOf(king), [{ square: [1, 0], text: "", owner: "O", shape: "king" }]);
  assert.deepEqual(editsOf({ ...king, position: { ...king.position, cells: king.cells } }), []);
});

test("clearing removes all owners", () => {
  assert.deepEqual(
    cleared(withPiece(board, 2, kind("X"))).cells.map(({ owner, text }) => [owner, text]),
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
  assert.deepEqual(editsOf(withPiece(board, 2, kind("O"))), [{ square: [1, 0], text: "7", owner: "O" }]);
});

test("after moves, all cells are sent, because edits are of the start", () => {
  assert.equal(editsOf(unedited("start", { ...position, moves: ["A1 Stake"] })).length, 4);
});
