/** The score over the course of a game as a chart, for the play page and replays. */

import { svg } from "./dom.js";
import { compact, number } from "./format.js";

const EDGE_PX = 8;
const DIGIT_REM = 0.45; // width of a character of the scale
const MAX_FULL_NUMBER = 10_000; // larger ones are abbreviated

/**
 * Draw the scores of the first player after 0, 1, 2 … moves.
 * @param {HTMLElement} chart
 * @param {{scores: number[], at: number, values?: (number | null)[], evaluation?: number[]}} data
 *   `at` is the number of moves that the board shows, `values` are the values of analysed positions, `evaluation` is
 *   the value of every position in the review of the game
 */
export function drawScoreChart(chart, { scores, at, values = [], evaluation = [] }) {
  const { width, height, left, labels, x, y } = scales(chart, scores, [...values, ...evaluation]);
  const line = (/** @type {number[]} */ numbers) =>
    numbers.map((each, ply) => `${ply ? "L" : "M"}${x(ply).toFixed(1)} ${y(each).toFixed(1)}`).join("");
  const curve = line(scores);
  const area = `${curve}L${x(scores.length - 1).toFixed(1)} ${height / 2}L${x(0)} ${height / 2}z`;
  const half = (/** @type {string} */ id, /** @type {number} */ top) =>
    svg("clipPath", { id }, svg("rect", { x: 0, y: top, width, height: height / 2 }));
  const points = values.flatMap((value, ply) =>
    value === null ? [] : [svg("circle", { class: "chart-thought", cx: x(ply), cy: y(value), r: 2.2 })],
  );
  chart.replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      svg("defs", {}, half("above", 0), half("below", height / 2)),
      svg("path", { class: "chart-area side-0", d: area, "clip-path": "url(#above)" }),
      svg("path", { class: "chart-area side-1", d: area, "clip-path": "url(#below)" }),
      svg("path", { class: "chart-zero", d: `M${left} ${height / 2}H${width}` }),
      ...labels.map(([text, top]) => svg("text", { class: "chart-scale", x: left - 9, y: top }, text)),
      svg("path", { class: "chart-here", d: `M${x(at)} 0V${height}` }),
      svg("path", { class: "chart-curve", d: curve }),
      ...(evaluation.length ? [svg("path", { class: "chart-evaluation", d: line(evaluation) })] : []),
      ...points,
      svg("circle", { class: "chart-point", cx: x(at), cy: y(scores[at]), r: 4.5 }),
    ),
  );
  chart.setAttribute("aria-valuemax", String(scores.length - 1));
  chart.setAttribute("aria-valuenow", String(at));
}

/**
 * Return the number of moves at a horizontal position of the window on the chart.
 * @param {HTMLElement} chart
 * @param {{scores: number[], values?: (number | null)[]}} data
 * @param {number} clientX
 */
export function plyAt(chart, { scores, values = [] }, clientX) {
  const { width, left } = scales(chart, scores, values);
  const share = (clientX - chart.getBoundingClientRect().left - left) / (width - left - EDGE_PX);
  return Math.max(0, Math.min(scores.length - 1, Math.round(share * (scores.length - 1))));
}

/**
 * @param {HTMLElement} chart
 * @param {number[]} scores
 * @param {(number | null)[]} values
 */
function scales(chart, scores, values) {
  const width = Math.max(chart.clientWidth, 60);
  const height = chart.clientHeight;
  const reach = Math.max(...[...scores, ...values].map((value) => Math.abs(value ?? 0)), 1);
  const steps = Math.max(scores.length - 1, 1);
  const [most, least] = [reach, -reach].map((score) => (reach < MAX_FULL_NUMBER ? number(score) : compact(score)));
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const left = EDGE_PX + DIGIT_REM * rem * least.length + 8;
  return {
    width,
    height,
    left,
    labels: /** @type {[string, number][]} */ ([
      [`+${most}`, EDGE_PX],
      ["0", height / 2],
      [least, height - EDGE_PX],
    ]),
    x: (/** @type {number} */ ply) => left + (ply / steps) * (width - left - EDGE_PX),
    y: (/** @type {number} */ score) => height / 2 - (score / reach) * (height / 2 - EDGE_PX),
  };
}
