/** Data derived from the review of a game: reviewed nodes, evaluation curve and texts. */

import { counted } from "../../shared/format.js";
import { describeReviewedMove, lossText } from "../../shared/game-review.js";
/** @import { Tree } from "../game/game-tree.js" */
/** @import { Attempt, GameNode, GameReview, ReviewedMove } from "../types.js" */

/**
 * Return a review at its beginning.
 * @param {string[]} moves
 * @returns {GameReview}
 */
export const newReview = (moves) => ({ moves, reviewed: [], summary: null, tried: [] });

/**
 * Return the nodes of a tree whose moves are reviewed, those of tried moves included.
 * @param {Tree} tree
 * @param {GameReview | null} review
 */
export function reviewedNodes(tree, review) {
  /** @type {Map<GameNode, ReviewedMove>} */
  const found = new Map();
  if (!review) return found;
  /** @type {GameNode | undefined} */
  let node = tree.root;
  for (const [i, move] of review.moves.entries()) {
    for (const child of node.children) {
      const tried = review.tried.find((each) => each.number === i + 1 && each.move === child.move);
      if (tried) found.set(child, tried);
    }
    node = node.children.find((child) => child.move === move);
    if (!node) break;
    if (review.reviewed[i]) found.set(node, review.reviewed[i]);
  }
  return found;
}

/**
 * Return the move that decided the game; undefined before the review is finished, and if no move lost a point.
 * @param {GameReview | null} review
 */
export const turningPoint = (review) => review?.reviewed[(review.summary?.turning_point ?? 0) - 1];

const LINE_LENGTH = 4; // moves of the best line that are shown

/**
 * Describe a reviewed move in a sentence, with the beginning of the best line.
 * @param {GameReview} review
 * @param {ReviewedMove} move
 */
export function describeMove(review, move) {
  const isTurningPoint = move === turningPoint(review);
  return `${describeReviewedMove(move, { isTurningPoint, maxLineLength: LINE_LENGTH })}.`;
}

/**
 * Return the values of the positions after 0, 1, 2 … of these moves for the first player, as far as the review knows
 * them.
 * @param {GameReview | null} review
 * @param {string[]} moves
 * @param {string} firstPlayer  the id
 */
export function evaluationCurve(review, moves, firstPlayer) {
  if (!review) return [];
  const values =
    review.summary?.values ??
    review.reviewed.map(({ player, value }) => (player === firstPlayer ? value : -value));
  const branch = review.moves.findIndex((move, i) => move !== moves[i]);
  return branch < 0 ? values : values.slice(0, branch + 1);
}

/**
 * "12 of 36 moves"
 * @param {GameReview} review
 */
export const progressText = ({ reviewed, moves }) => `${reviewed.length} of ${counted(moves.length, "move")}`;

/**
 * The accuracy of a player: "84 %"; a dash if no move had an alternative.
 * @param {number | null} accuracy
 */
export const accuracyText = (accuracy) => (accuracy === null ? "–" : `${Math.round(accuracy)} %`);

const COUNT_WORDS = ["", "", "two ", "three "];

/**
 * "Your three costliest moves", "Costliest move of O"
 * @param {number} count
 * @param {string | null} name  of the player; null for the user
 */
export function costliestTitle(count, name) {
  const moves = `costliest ${count === 1 ? "move" : "moves"}`;
  return name === null ? `Your ${COUNT_WORDS[count] ?? ""}${moves}` : `C${moves.slice(1)} of ${name}`;
}

/**
 * Return the reviewed move that an attempt replaces.
 * @param {GameReview} review
 * @param {Attempt} attempt
 */
export const originalMove = (review, { number }) => review.reviewed[number - 1];

/**
 * Compare a tried move with the one of the game.
 * @param {ReviewedMove} tried
 * @param {ReviewedMove} original
 */
export function verdict(tried, original) {
  const loses = `${tried.text} loses ${lossText(tried)}`;
  if (tried.move === original.move) return { title: "The same move", text: `${loses}.` };
  const instead = `${original.text} loses ${lossText(original)}`;
  if (!tried.loss) return { title: "Best move", text: `${loses}; ${instead}.` };
  if (tried.loss < original.loss)
    return { title: "Better", text: `${loses}; ${instead}. There is an even better move.` };
  return { title: tried.loss === original.loss ? "No better" : "Worse", text: `${loses}; ${instead}.` };
}
