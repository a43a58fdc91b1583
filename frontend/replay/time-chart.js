/** The CPU time of every move as a bar chart. */

import { svg } from "../shared/dom.js";
import { duration } from "../shared/format.js";

const EDGE = 8;
const LABEL_REM = 3.6; // room for the scale
const GAP_SHARE = 0.2; // of a bar and the gap after it

/**
 * Draw the CPU seconds of all moves; the bar of move `at` is highlighted.
 * @param {HTMLElement} chart
 * @param {{seconds: number[], sides: number[], at: number}} data
 */
export function drawTimeChart(chart, { seconds, sides, at }) {
  const width = Math.max(chart.clientWidth, 60);
  const height = chart.clientHeight;
  const { left, step } = scale(chart, seconds.length);
  const longest = Math.max(...seconds, Number.MIN_VALUE);
  const base = height - EDGE;
  const bars = seconds.map((time, index) => {
    const length = Math.max((time / longest) * (base - EDGE), 1);
    return svg("rect", {
      class: `chart-bar side-${sides[index]}${index + 1 === at ? " chart-here" : ""}`,
      x: (left + (index + GAP_SHARE / 2) * step).toFixed(1),
      y: (base - length).toFixed(1),
      width: (step * (1 - GAP_SHARE)).toFixed(1),
      height: length.toFixed(1),
    });
  });
  const label = (/** @type {string} */ text, /** @type {number} */ y) =>
    svg("text", { class: "chart-scale", x: left - 9, y }, text);
  chart.replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      svg("path", { class: "chart-zero", d: `M${left} ${base}H${width - EDGE}` }),
      label(duration(longest), EDGE + 2),
      label("0", base),
      ...bars,
    ),
  );
}

/**
 * Return the number of the move at a horizontal position of the window on the chart.
 * @param {HTMLElement} chart
 * @param {number} count
 * @param {number} clientX
 */
export function moveAt(chart, count, clientX) {
  const { left, step } = scale(chart, count);
  const index = Math.floor((clientX - chart.getBoundingClientRect().left - left) / step);
  return Math.max(1, Math.min(count, index + 1));
}

/**
 * @param {HTMLElement} chart
 * @param {number} count
 */
function scale(chart, count) {
  const left = LABEL_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { left, step: (Math.max(chart.clientWidth, 60) - left - EDGE) / Math.max(count, 1) };
}
