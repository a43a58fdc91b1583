/** The score over the course of the game. A click goes to that move, and so do the arrow keys. */

import { byId, query } from "../../shared/dom.js";
import { drawScoreChart, plyAt } from "../../shared/score-chart.js";
import { line, movesTo, path } from "../game/game-tree.js";
import { first, go, last, next, previous } from "../game/game.js";
import { lead } from "../../shared/board/board-text.js";
import { evaluationCurve } from "../review/game-review.js";
import { state, watch } from "../state.js";
/** @import { GameNode } from "../types.js" */

/** @type {HTMLElement} */
let chart;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountScoreChart(root) {
  chart = query(root, "#chart");
  watch(["node", "position", "treeVersion", "snapshot", "review"], draw);
  new ResizeObserver(draw).observe(chart);
  chart.addEventListener("click", (event) => goTo(event.clientX));
  chart.addEventListener("keydown", (event) => {
    const action = {
      ArrowLeft: previous,
      ArrowDown: previous,
      ArrowRight: next,
      ArrowUp: next,
      Home: first,
      End: last,
    }[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}

/** The nodes of the line that is shown, the start included. */
const nodes = () => [state.tree.root, ...line(state.node)];

/** @param {GameNode} node */
const scoreOf = (node) => node.turn?.score ?? startScore();

function startScore() {
  const { position } = state.tree.root;
  return position ? position.players[0].total - position.players[1].total : 0;
}

const values = () => nodes().map((node) => node.value);

/** The evaluation of the review, as far as the line is that of the reviewed game. */
function evaluation() {
  const end = nodes().at(-1) ?? state.tree.root;
  return evaluationCurve(state.review, movesTo(end), state.position.players[0].id);
}

/** @param {number} clientX */
function goTo(clientX) {
  const all = nodes();
  const shown = [...values(), ...evaluation()];
  go(all[plyAt(chart, { scores: all.map(scoreOf), values: shown }, clientX)]);
}

function draw() {
  if (!state.position) return;
  const all = nodes();
  const at = path(state.node).length;
  const curve = evaluation();
  drawLegend(curve.length > 0);
  drawScoreChart(chart, { scores: all.map(scoreOf), at, values: values(), evaluation: curve });
  const score = `after ${at} of ${all.length - 1} moves: ${lead(state.position, scoreOf(state.node))}`;
  const value = at in curve ? `; evaluation: ${lead(state.position, curve[at])}` : "";
  chart.setAttribute("aria-valuetext", score + value);
}

/** @param {boolean} isReviewed */
function drawLegend(isReviewed) {
  const legend = byId("chart-legend");
  legend.hidden = !isReviewed;
  query(legend, "span").textContent = `evaluation for ${state.position.players[0].name}`;
}
