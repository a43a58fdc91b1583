/** The score over the course of the game. A click goes there; with the focus on it, so do the arrow keys. */

import { query } from "../../shared/dom.js";
import { drawScoreChart, plyAt } from "../../shared/score-chart.js";
import { line, path } from "../game/game-tree.js";
import { first, go, last, next, previous } from "../game/game.js";
import { lead } from "../../shared/board/board-text.js";
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
  watch(["node", "position", "treeVersion", "snapshot"], draw);
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

/** @param {number} clientX */
function goTo(clientX) {
  const all = nodes();
  go(all[plyAt(chart, { scores: all.map(scoreOf), values: values() }, clientX)]);
}

function draw() {
  if (!state.position) return;
  const all = nodes();
  const at = path(state.node).length;
  drawScoreChart(chart, { scores: all.map(scoreOf), at, values: values() });
  chart.setAttribute(
    "aria-valuetext",
    `after ${at} of ${all.length - 1} moves: ${lead(state.position, scoreOf(state.node))}`,
  );
}
