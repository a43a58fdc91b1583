/** A board as all pages draw it. Positions of the HTTP API, recorded games and search trees contain these fields. */

/** A square: row and column, from 0. */
export type Square = [number, number];

/** The shape of a piece. */
export type Shape = "disc" | "star" | "cross" | "king" | "text";

/** The colour of a player. */
export type Colour = "black" | "blue" | "purple" | "red" | "green" | "orange" | "white" | "yellow";

/** How squares are drawn: apart, side by side, between lines, or as the points where lines cross. */
export type Grid = "cells" | "squares" | "lines" | "points";

export interface Cell {
  square: Square;
  /** The id of the player who owns the cell. */
  owner: string | null;
  text: string;
  /** How dark the cell is, from 0 to 1. */
  shade: number;
  /** The shape of a piece that differs from the owner's other pieces. */
  shape?: Shape | null;
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
  /** The usual shapes of the players' pieces. */
  shapes: [Shape, Shape];
  /** The colours of the players. */
  colours: [Colour, Colour];
  grid: Grid;
  /** The values of a piece in each row, for both players; empty if rows do not matter. */
  row_values: [number, number][];
  players: Player[];
  cells: Cell[];
}
