/** The score over the course of the game. A click goes there; with the focus on it, so do the arrow keys. */

import { byId, svg } from "../../shared/dom.js";
import { compact, number } from "../../shared/format.js";
import { line, path } from "../game/game-tree.js";
import { first, go, last, next, previous } from "../game/game.js";
import { lead } from "../game/position-text.js";
import { state, watch } from "../state.js";

const EDGE = 8;
const DIGIT = 0.45; // rem that a character of the scale takes

const chart = byId("chart");

/** Draw from now on. */
export function drawChart() {
  watch(["node", "position", "treeVersion", "thought"], draw);
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

const scoreOf = (node) => node.turn?.score ?? startScore();

function startScore() {
  const { position } = state.tree.root;
  return position ? position.players[0].total - position.players[1].total : 0;
}

function scales(all) {
  const width = Math.max(chart.clientWidth, 60);
  const height = chart.clientHeight;
  const heights = all.flatMap((node) => [scoreOf(node), node.value ?? 0]);
  const reach = Math.max(...heights.map(Math.abs), 1);
  const steps = Math.max(all.length - 1, 1);
  const [most, least] = [reach, -reach].map((score) => (reach < 10_000 ? number(score) : compact(score)));
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const left = EDGE + DIGIT * rem * least.length + 8;
  return {
    width,
    height,
    left,
    labels: [
      [`+${most}`, EDGE],
      ["0", height / 2],
      [least.replace("-", "−"), height - EDGE],
    ],
    x: (ply) => left + (ply / steps) * (width - left - EDGE),
    y: (score) => height / 2 - (score / reach) * (height / 2 - EDGE),
  };
}

function goTo(clientX) {
  const all = nodes();
  const { width, left } = scales(all);
  const place = (clientX - chart.getBoundingClientRect().left - left) / (width - left - EDGE);
  go(all[Math.max(0, Math.min(all.length - 1, Math.round(place * (all.length - 1))))]);
}

function draw() {
  if (!state.position) return;
  const all = nodes();
  const { width, height, left, labels, x, y } = scales(all);
  const at = path(state.node).length;
  const curve = all
    .map((node, ply) => `${ply ? "L" : "M"}${x(ply).toFixed(1)} ${y(scoreOf(node)).toFixed(1)}`)
    .join("");
  const area = `${curve}L${x(all.length - 1).toFixed(1)} ${height / 2}L${x(0)} ${height / 2}z`;
  const half = (id, top) => svg("clipPath", { id }, svg("rect", { x: 0, y: top, width, height: height / 2 }));
  const thoughts = all.flatMap((node, ply) =>
    node.value === null ? [] : [svg("circle", { class: "thought", cx: x(ply), cy: y(node.value), r: 2.2 })],
  );
  chart.replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      svg("defs", {}, half("above", 0), half("below", height / 2)),
      svg("path", { class: "area side-0", d: area, "clip-path": "url(#above)" }),
      svg("path", { class: "area side-1", d: area, "clip-path": "url(#below)" }),
      svg("path", { class: "zero", d: `M${left} ${height / 2}H${width}` }),
      ...labels.map(([text, top]) => svg("text", { class: "scale", x: left - 9, y: top }, text)),
      svg("path", { class: "here", d: `M${x(at)} 0V${height}` }),
      svg("path", { class: "curve", d: curve }),
      ...thoughts,
      svg("circle", { class: "point", cx: x(at), cy: y(scoreOf(state.node)), r: 4.5 }),
    ),
  );
  chart.setAttribute("aria-valuemax", all.length - 1);
  chart.setAttribute("aria-valuenow", at);
  chart.setAttribute(
    "aria-valuetext",
    `after ${at} of ${all.length - 1} moves: ${lead(state.position, scoreOf(state.node))}`,
  );
}
