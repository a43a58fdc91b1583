/** The name of a board for people. */

/**
 * "Smolensk"; "random 26 × 26, seed 1"; "custom 4 × 4" for a board without a name.
 * @param {{board: string, rows: string[], columns: string[]}} position
 */
export function boardTitle({ board, rows, columns }) {
  const [kind, size, seed] = board.split(":");
  if (kind === "random" && size && seed) return `random ${size} × ${size}, seed ${seed}`;
  return board || `custom ${columns.length} × ${rows.length}`;
}
