/** The board in the editor as a value: its cells, and the operations on them. */

/** @import { Cell, PieceKind, Position, StartRequest } from "../../types.js" */

/**
 * @typedef {object} EditedBoard
 * @property {string} start  the start position that the edits change
 * @property {Position} position  the position before the edits
 * @property {Cell[]} cells
 */

const MAX_TEXT_LENGTH = 8; // of a cell, for the server

/**
 * @param {string} start
 * @param {Position} position
 * @returns {EditedBoard}
 */
export const unedited = (start, position) => ({ start, position, cells: position.cells });

/**
 * Return the board with another piece or owner on a cell; an empty square of a board with pieces has no text.
 * @param {EditedBoard} board
 * @param {number} index
 * @param {PieceKind | null} piece
 */
export function withPiece(board, index, piece) {
  const { text } = board.cells[index];
  if (piece === null) {
    return withCell(board, index, { owner: null, text: board.position.pieces ? "" : text, shape: null });
  }
  return withCell(board, index, { ...piece, text: piece.text ?? text });
}

/**
 * Return the board with a digit after the text of a cell; the first digit of a number replaces the text.
 * @param {EditedBoard} board
 * @param {number} index
 * @param {string} digit
 * @param {boolean} isFirst
 */
export const withDigit = (board, index, digit, isFirst) =>
  withCell(board, index, { text: ((isFirst ? "" : board.cells[index].text) + digit).slice(0, MAX_TEXT_LENGTH) });

/**
 * @param {EditedBoard} board
 * @param {number} index
 */
export const withoutLastDigit = (board, index) =>
  withCell(board, index, { text: board.cells[index].text.slice(0, -1) });

/**
 * Return the board without owners; squares of a board with pieces become empty.
 * @param {EditedBoard} board
 * @returns {EditedBoard}
 */
export const cleared = (board) => ({
  ...board,
  cells: board.cells.map((cell) => ({
    ...cell,
    owner: null,
    text: board.position.pieces ? "" : cell.text,
    shape: null,
  })),
});

/**
 * Return another board with the owners, and the texts if `keepsTexts`, of the squares that both have.
 * @param {EditedBoard} board
 * @param {EditedBoard} other
 * @param {{keepsTexts: boolean}} options
 * @returns {EditedBoard}
 */
export function movedTo(board, other, { keepsTexts }) {
  const before = new Map(board.cells.map((cell) => [String(cell.square), cell]));
  const cells = other.cells.map((cell) => {
    const kept = before.get(String(cell.square)) ?? cell;
    return { ...kept, text: keepsTexts ? kept.text : cell.text };
  });
  return { ...other, cells };
}

/**
 * Return the piece after the one on a cell: none, then each of `kinds`.
 * @param {PieceKind[]} kinds
 * @param {Cell} cell
 */
export function nextPiece(kinds, { owner, text, shape }) {
  const current = kinds.findIndex(
    (kind) => kind.owner === owner && (kind.text ?? text) === text && kind.shape === (shape ?? null),
  );
  return kinds[current + 1] ?? null;
}

/**
 * The name of a kind of piece: its owner, and what tells it apart from the owner's other kinds.
 * @param {PieceKind[]} kinds
 * @param {PieceKind} kind
 * @param {string} owner  the name of the owner
 */
export function pieceName(kinds, kind, owner) {
  const isOnlyKind = kinds.filter((each) => each.owner === kind.owner).length === 1;
  return isOnlyKind ? owner : [owner, kind.text || kind.shape].filter(Boolean).join(" ");
}

/**
 * Return a cell as it is drawn: the shade follows the edited value.
 * @param {EditedBoard} board
 * @param {number} index
 * @returns {Cell}
 */
export function drawnCell({ position, cells }, index) {
  const cell = cells[index];
  if (position.pieces) return cell;
  const highest = Math.max(...position.cells.map(({ text }) => Number(text) || 0), 1);
  return { ...cell, shade: Math.min(1, (Number(cell.text) || 0) / highest) };
}

/**
 * Return the edits to send: the cells that differ from the start. After moves, all cells may.
 * @param {EditedBoard} board
 * @returns {StartRequest["edits"]}
 */
export function editsOf({ position, cells }) {
  const changed = cells.filter(({ text, owner, shape }, index) => {
    const before = position.cells[index];
    const isSame = text === before.text && owner === before.owner && (shape ?? null) === (before.shape ?? null);
    return position.moves.length > 0 || !isSame;
  });
  return changed.map(({ square, text, owner, shape }) => ({ square, text, owner, ...(shape && { shape }) }));
}

/**
 * @param {EditedBoard} board
 * @param {number} index
 * @param {Partial<Cell>} patch
 * @returns {EditedBoard}
 */
const withCell = (board, index, patch) => ({
  ...board,
  cells: board.cells.with(index, { ...board.cells[index], ...patch }),
});
