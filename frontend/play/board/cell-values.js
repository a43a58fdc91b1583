/** The values of all moves on the cells that are clicked for them. */

import { bestMove } from "../analysis/snapshot.js";
import { beginning } from "../../shared/board/legal-moves.js";
import { cellIndex } from "../../shared/board/board-text.js";
/** @import { LegalMove, Position, Snapshot, Square } from "../types.js" */

/**
 * Return the values to show on the cells that the next click may go to, by the index of the cell: the value of the
 * best move there, how good it is among all (0 worst, 1 best), and whether the best move of the snapshot goes there.
 * @param {Pick<Position, "columns"> & {legal_moves: Pick<LegalMove, "move" | "click_path">[]}} position
 * @param {Square[]} selected
 * @param {Snapshot | null} snapshot
 * @returns {Map<number, {value: number, is_upper_bound: boolean, share: number, best: boolean}>}
 */
export function cellValues(position, selected, snapshot) {
  const values = new Map(snapshot?.move_values.map((entry) => [entry.move, entry]));
  /** @type {Map<number, {value: number, is_upper_bound: boolean}>} */
  const highest = new Map();
  let best = null;
  for (const option of beginning(position.legal_moves, selected)) {
    const entry = values.get(option.move);
    if (entry === undefined || option.click_path.length <= selected.length) continue;
    const index = cellIndex(position, option.click_path[selected.length]);
    const { value, is_upper_bound = false } = entry;
    const other = highest.get(index);
    // Of a value and an equal upper bound, the exact value is shown.
    if (!other || value > other.value || (value === other.value && !is_upper_bound))
      highest.set(index, { value, is_upper_bound });
    if (option.move === bestMove(snapshot)) best = index;
  }
  const all = [...highest.values()].map(({ value }) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return new Map(
    [...highest].map(([index, { value, is_upper_bound }]) => [
      index,
      { value, is_upper_bound, share: high > low ? (value - low) / (high - low) : 1, best: index === best },
    ]),
  );
}
