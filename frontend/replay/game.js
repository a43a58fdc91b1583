/**
 * A recorded game: the data that the page contains, and values derived from them.
 *
 * @typedef {import("../shared/board/types.js").Cell} Cell
 * @typedef {import("../shared/board/types.js").Shape} Shape
 * @typedef {import("../shared/board/types.js").Colour} Colour
 * @typedef {import("../shared/board/types.js").Grid} Grid
 * @typedef {{player: string, name: string, move: string, text: string, click_path: [number, number][],
 *   score: number, totals: [number, number], changes: Cell[], cpu_seconds?: number, wall_seconds?: number}} Turn
 * @typedef {{start: string, title: string, rows: string[], columns: string[], pieces: boolean,
 *   shapes: [Shape, Shape], colours: [Colour, Colour], grid: Grid, row_values: [number, number][], players: {id: string, name: string, who: string}[], cells: Cell[],
 *   score: number, totals: [number, number], turns: Turn[], result: string,
 *   analysis: {url: string, is_served: boolean} | null, review?: Review}} Game
 * @typedef {{values: number[], turning_point: number | null,
 *   moves: import("../shared/game-review.js").ReviewedMove[]}} Review
 * @typedef {Omit<Game, "players"> & {players: {id: string, name: string, who: string, total: number}[],
 *   to_move: string | null}} Position
 */

import { duration, number } from "../shared/format.js";

/**
 * Return the positions of a game, from the start to the end.
 * @param {Game} game
 * @returns {Position[]}
 */
export function positionsOf(game) {
  const width = game.columns.length;
  let cells = game.cells;
  const position = (/** @type {number} */ at) => ({
    ...game,
    cells,
    players: game.players.map((player, side) => ({
      ...player,
      total: (game.turns[at - 1]?.totals ?? game.totals)[side],
    })),
    turns: game.turns.slice(0, at),
    to_move: game.turns[at]?.player ?? null,
  });
  const positions = [position(0)];
  game.turns.forEach((turn, index) => {
    cells = [...cells];
    for (const cell of turn.changes) cells[cell.square[0] * width + cell.square[1]] = cell;
    positions.push(position(index + 1));
  });
  return positions;
}

/** @param {Game} game */
export const isTimed = (game) => game.turns.some((turn) => turn.cpu_seconds !== undefined);

/**
 * Return the scores of the first player after 0, 1, 2 … moves.
 * @param {Game} game
 */
export const scoresOf = (game) => [game.score, ...game.turns.map((turn) => turn.score)];

/**
 * Return which of the two players made a move.
 * @param {Game} game
 * @param {Turn} turn
 */
export const sideOf = (game, turn) => game.players.findIndex((player) => player.id === turn.player);

/**
 * Return the CPU time that each player has used after `at` moves, in seconds.
 * @param {Game} game
 * @param {number} at
 */
export function cpuSeconds(game, at) {
  const used = [0, 0];
  for (const turn of game.turns.slice(0, at)) used[sideOf(game, turn)] += turn.cpu_seconds ?? 0;
  return used;
}

/**
 * Describe the move that leads to the position after `at` moves: "Move 3 of 36: X: B1 Raid, 1.50 s CPU, 1.75 s wall".
 * @param {Game} game
 * @param {number} at
 */
export function describeMove(game, at) {
  const turn = game.turns[at - 1];
  if (!turn) return `Start position, ${game.turns.length === 1 ? "1 move" : `${number(game.turns.length)} moves`}`;
  const time = turn.cpu_seconds === undefined ? "" : `, ${duration(turn.cpu_seconds)} CPU`;
  const wall = turn.wall_seconds === undefined ? "" : `, ${duration(turn.wall_seconds)} wall`;
  return `Move ${at} of ${game.turns.length}: ${turn.name}: ${turn.text}${time}${wall}`;
}

/**
 * Return the number of moves that an address ending in #move-14 names, at most `end`; 0 without one.
 * @param {string} hash
 * @param {number} end
 */
export function moveOfHash(hash, end) {
  return Math.min(Number(/^#move-(\d{1,4})$/.exec(hash)?.[1] ?? 0), end);
}
