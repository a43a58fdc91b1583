/** A board as all pages draw it. Positions of the HTTP API, recorded games and search trees contain these fields. */

/** A square: row and column, from 0. */
export type Square = [number, number];

export interface Cell {
  square: Square;
  /** The id of the player who owns the cell. */
  owner: string | null;
  text: string;
  /** How dark the cell is, from 0 to 1. */
  shade: number;
}

export interface Player {
  id: string;
  name: string;
}

export interface Board {
  rows: string[];
  columns: string[];
  /** Whether owners are drawn as pieces on a chequered board, not as colours of cells. */
  pieces: boolean;
  /** The values of a piece in each row, for both players; empty if rows do not matter. */
  row_values: [number, number][];
  players: Player[];
  cells: Cell[];
}
