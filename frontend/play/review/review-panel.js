/** The panel with the review of a finished game: progress, then accuracy, turning point and costliest moves. */

import { byId, h, query } from "../../shared/dom.js";
import { lossText } from "../../shared/game-review.js";
import { mySide } from "../game/players.js";
import { state, watch } from "../state.js";
import { accuracyText, costliestTitle, progressText } from "./game-review.js";
import { cancelReview, closeReview, goToMove, tryAgain } from "./review.js";
/** @import { GameReview, ReviewSummary } from "../types.js" */

/** @type {HTMLElement} */
let panel;
/** @type {HTMLElement} */
let result;
/** @type {ReviewSummary | null} the one that is drawn */
let drawn = null;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountReviewPanel(root) {
  panel = query(root, "#review");
  result = query(root, "#review-result");
  watch(["review", "attempt"], draw);
  byId("cancel-review").addEventListener("click", cancelReview);
  byId("close-review").addEventListener("click", closeReview);
}

function draw() {
  const { review, attempt } = state;
  const wasHidden = panel.hidden;
  panel.hidden = !review || attempt !== null;
  if (!review) return;
  drawProgress(review);
  if (review.summary !== drawn) {
    drawn = review.summary;
    result.replaceChildren(...(review.summary ? resultElements(review, review.summary) : []));
  }
  if (wasHidden && !panel.hidden) panel.scrollIntoView({ block: "nearest" });
}

/** @param {GameReview} review */
function drawProgress(review) {
  const isRunning = !review.summary;
  const cancel = byId("cancel-review");
  if (!isRunning && cancel === document.activeElement) query(panel, "h2").focus();
  cancel.hidden = !isRunning;
  byId("close-review").hidden = isRunning;
  byId("review-progress").hidden = !isRunning;
  byId("review-progress-text").textContent = progressText(review);
  const bar = query(panel, "progress", HTMLProgressElement);
  bar.max = review.moves.length;
  bar.value = review.reviewed.length;
}

/**
 * @param {GameReview} review
 * @param {ReviewSummary} summary
 */
function resultElements(review, summary) {
  const [turningSentence, ...explanations] = summary.sentences;
  return [
    accuracyTable(summary),
    ...costliestMoves(review, summary),
    h("p", {}, summary.turning_point ? moveLink(summary.turning_point, turningSentence) : turningSentence),
    h(
      "details",
      {},
      h("summary", {}, "How values are computed"),
      ...explanations.map((sentence) => h("p", {}, sentence)),
    ),
  ];
}

/** @param {ReviewSummary} summary */
function accuracyTable({ sides }) {
  const head = ["player", "accuracy", "inaccuracies", "mistakes", "blunders"];
  return h(
    "div",
    { class: "review-scroll", tabindex: 0, role: "region", "aria-label": "Accuracy" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        {},
        ...sides.map(({ name, accuracy, counts }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name),
            ...[accuracyText(accuracy), counts.inaccuracy, counts.mistake, counts.blunder].map((cell) =>
              h("td", {}, String(cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Return the lists of the costliest moves: of the user, or of both players if the user played both sides or none.
 * @param {GameReview} review
 * @param {ReviewSummary} summary
 */
function costliestMoves(review, { sides }) {
  const mine = mySide();
  return sides.flatMap(({ name, costliest }, side) => {
    if (!costliest.length || (mine >= 0 && side !== mine)) return [];
    const title = costliestTitle(costliest.length, mine < 0 ? name : null);
    return [
      h("h3", {}, title),
      h("ol", { class: "review-costliest", "aria-label": title }, ...costliest.map((each) => row(review, each))),
    ];
  });
}

/**
 * @param {GameReview} review
 * @param {number} number
 */
function row(review, number) {
  const move = review.reviewed[number - 1];
  const again = { class: "small", type: "button", "aria-label": `Try again: move ${number}, ${move.text}` };
  return h(
    "li",
    {},
    moveLink(number, `${number}. ${move.text} loses ${lossText(move)}`),
    h("button", { ...again, onclick: () => tryAgain(number) }, "Try again"),
  );
}

/**
 * Show the position after a move; on a phone, the board may be out of sight.
 * @param {number} number
 */
function showMove(number) {
  void goToMove(number);
  byId("stage").scrollIntoView({ block: "nearest" });
}

/**
 * @param {number} number
 * @param {string} text
 */
const moveLink = (number, text) =>
  h("button", { type: "button", class: "plain review-link", onclick: () => showMove(number) }, text);
