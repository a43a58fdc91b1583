/** A position of a small game. */

/** @type {(row: number, column: number, owner: string | null, text?: string) => import("../../shared/board/types.js").Cell} */
export const cell = (row, column, owner, text = "7") => ({ square: [row, column], owner, text, shade: 0 });

export const position = /** @type {any} */ ({
  rows: ["1", "2"],
  columns: ["A", "B"],
  pieces: false,
  shapes: ["disc", "disc"],
  colours: ["blue", "green"],
  grid: "cells",
  players: [
    { id: "X", name: "blue", total: 1200 },
    { id: "O", name: "green", total: 80 },
  ],
  to_move: "X",
  over: false,
  result: null,
  cells: [cell(0, 0, "X"), cell(0, 1, "O"), cell(1, 0, null), cell(1, 1, "O")],
  legal_moves: [],
});
