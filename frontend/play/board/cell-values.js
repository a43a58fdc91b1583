/** The value of every move as marks on the cells where one clicks for it. */

import { beginning } from "../game/legal-moves.js";
import { cellIndex } from "../game/position-text.js";

/**
 * Return for each cell that the next click may go to: the value of the best move there, how good that is among all
 * (0 worst, 1 best), and whether none is better.
 * @param {Map<string, number>} values  by move
 * @returns {Map<number, {value: number, share: number, best: boolean}>}
 */
export function marksOf(position, selected, values) {
  const best = new Map();
  const next = selected.length;
  for (const option of beginning(position.legal_moves, selected)) {
    const value = values.get(option.move);
    if (value === undefined || option.click_path.length <= next) continue;
    const index = cellIndex(position, option.click_path[next]);
    best.set(index, Math.max(value, best.get(index) ?? -Infinity));
  }
  const all = [...best.values()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return new Map(
    [...best].map(([index, value]) => [
      index,
      { value, share: high > low ? (value - low) / (high - low) : 1, best: value === high },
    ]),
  );
}
