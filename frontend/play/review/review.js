/** Reviews the finished game in the background, and checks moves that the user tries instead of reviewed ones. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api/api.js";
import { byId, messageOf } from "../../shared/dom.js";
import { capital, counted } from "../../shared/format.js";
import { focusBoard } from "../board/board.js";
import { line, movesTo } from "../game/game-tree.js";
import { go, play } from "../game/game.js";
import { change, isBehind, state, watch } from "../state.js";
import { accuracyText, newReview, originalMove, reviewedNodes, verdict } from "./game-review.js";
/** @import { GameNode, GameReview, ReviewedMove } from "../types.js" */

let reviewing = new AbortController();
let checking = new AbortController();

/** @type {Map<string, GameReview>} finished reviews by game */
const finished = new Map();

/** @param {string[]} moves */
const keyOf = (moves) => [state.tree.id, ...moves].join();

/** End the review with its game, and check the moves of an attempt, from now on. */
export function followGame() {
  watch(["tree"], () => {
    reviewing.abort();
    change({ review: null, attempt: null });
  });
  watch(["node", "position", "attempt"], followAttempt);
}

/** Show the review of the finished game; the first time, start it. */
export function reviewGame() {
  const nodes = line(state.node);
  const end = nodes.at(-1);
  if (!end?.position?.over) return announce("The game is not over.");
  const moves = movesTo(end);
  const isShown = state.review && keyOf(state.review.moves) === keyOf(moves);
  if (isShown && !state.review?.summary) return announce("The review is running.");
  const known = finished.get(keyOf(moves));
  if (!known) return startReview(moves);
  reviewing.abort();
  change({ review: known });
  return announce(finishedText(known));
}

/** @param {string[]} moves */
async function startReview(moves) {
  reviewing.abort();
  reviewing = new AbortController();
  const { signal } = reviewing;
  const key = keyOf(moves);
  let review = newReview(moves);
  change({ review });
  announce(`Review of ${counted(moves.length, "move")} started.`);
  try {
    for await (const [event, data] of api.review({ start: state.tree.start, moves }, signal)) {
      if (signal.aborted) return;
      review =
        event === "move" ? { ...review, reviewed: [...review.reviewed, data] } : { ...review, summary: data };
      change({ review });
    }
  } catch (error) {
    if (signal.aborted) return;
    failed(error, reviewGame);
    change({ review: null });
    return;
  }
  finished.set(key, review);
  announce(finishedText(review));
}

/** Stop the review. What the server has searched makes the next one faster. */
export function cancelReview() {
  reviewing.abort();
  closeReview();
  announce("Review cancelled.");
}

/** Hide the review; it can be shown again at once. */
export function closeReview() {
  change({ review: null, attempt: null });
  focusBoard();
}

/** @param {GameReview} review */
function finishedText({ summary }) {
  const sides = summary?.sides.map(({ name, accuracy }) => `${name} ${accuracyText(accuracy)}`) ?? [];
  return `Review finished. Accuracy: ${sides.join(", ")}. ${summary?.sentences[0] ?? ""}`;
}

/**
 * Go to the position after so many moves of the reviewed game.
 * @param {number} number
 */
export const goToMove = (number) => go(nodeAfter(number));

/** @param {number} number */
const nodeAfter = (number) => state.tree.follow((state.review?.moves ?? []).slice(0, number));

/**
 * Set up the position before a reviewed move, for another one.
 * @param {number} number
 */
export async function tryAgain(number) {
  const node = nodeAfter(number - 1);
  const { review } = state;
  if (!review) return;
  change({ attempt: { number, node } });
  const { name, text } = originalMove(review, { number, node });
  const task = `Find a better move for ${name} than ${text}.`;
  if (node === state.node) announce(task);
  else await go(node, () => task);
  byId("stage").scrollIntoView({ block: "nearest" });
  focusBoard();
}

/** Go back to the position before the move, for one more attempt. */
export const tryAnother = () => state.attempt && go(state.attempt.node, () => "Try another move.");

/** Play the best move instead of the reviewed one. */
export async function showBestMove() {
  const { attempt, review } = state;
  if (!attempt || !review) return;
  await go(attempt.node);
  if (state.attempt === attempt) await play(originalMove(review, attempt).principal_variation[0]);
}

/** End the attempt, and show the move of the game. */
export function backToReview() {
  const { attempt } = state;
  if (!attempt) return;
  change({ attempt: null });
  void goToMove(attempt.number);
}

/** Return the text about the tried move, or what to do; null without an attempt. */
export function attemptText() {
  const { attempt, review, node, tree } = state;
  if (!attempt || !review) return null;
  const original = originalMove(review, attempt);
  if (node === attempt.node)
    return { title: `Find a better move, ${original.name}`, text: `Move ${attempt.number} was ${original.text}.` };
  const tried = reviewedNodes(tree, review).get(node);
  return tried ? verdict(tried, original) : { title: "Checking the move …", text: "" };
}

/** Return whether the tried move is as good as the best one. */
export const isBestTried = () =>
  state.node !== state.attempt?.node && reviewedNodes(state.tree, state.review).get(state.node)?.loss === 0;

/** Check a tried move; the attempt ends where the user leaves it. */
function followAttempt() {
  const { attempt, review, node, tree } = state;
  checking.abort();
  if (!attempt || !review || node === attempt.node) return;
  if (node.parent !== attempt.node) change({ attempt: null });
  // The move is announced when its position has arrived, and the verdict after it.
  else if (!isBehind() && !reviewedNodes(tree, review).has(node)) void checkMove(node);
}

/** @param {GameNode} node */
async function checkMove(node) {
  checking = new AbortController();
  const { signal } = checking;
  const { attempt, review, tree } = state;
  if (!attempt || !review) return;
  /** @type {ReviewedMove | null} */
  let tried = null;
  try {
    const body = { start: tree.start, moves: movesTo(node), nodes: review.summary?.nodes };
    for await (const [event, data] of api.review(body, signal)) if (event === "move") tried = data;
  } catch (error) {
    if (!signal.aborted) failed(error, followAttempt);
    return;
  }
  if (signal.aborted || !tried) return;
  const known = { ...review, tried: [...review.tried, tried] };
  if (known.summary) finished.set(keyOf(known.moves), known);
  change({ review: known });
  const { title, text } = verdict(tried, originalMove(review, attempt));
  announce(`${title}. ${capital(text)}`);
}

/**
 * @param {unknown} error
 * @param {() => void} retry
 */
function failed(error, retry) {
  const again = () => {
    change({ problem: null });
    retry();
  };
  change({ problem: { text: messageOf(error), retry: again } });
  announce(messageOf(error));
}
