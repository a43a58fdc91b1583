/** The size of the board: as large as the page allows, with a readable minimum below which the board scrolls. */

import { byId, query } from "../../shared/dom.js";
import { state, watch } from "../state.js";

// Room for letters, in rem as in board.css: the names of rows and columns, the evaluation bar where it stands beside
// the board, and the values of rows.
const LABEL_REM = 1.6;
const BAR_REM = 3.1;
const ROW_VALUES_REM = 2.8;
const GAP_PX = 2;
const MAX_CELL_PX = 150;
const ZOOM_FACTOR = 1.3;

/** @type {HTMLElement} */
let stage;
/** Pixels of a cell at least: what can be read, and what a finger can hit. */
const readable = () => (matchMedia("(pointer: coarse)").matches ? 32 : 22);

/** @type {HTMLElement} */
let frame;
/** @type {HTMLElement} */
let grid;
let zoom = 1;

/**
 * Fit from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountBoardSize(root) {
  stage = query(root, "#stage");
  frame = query(root, "#frame");
  grid = query(root, "#board");
  new ResizeObserver(fit).observe(stage);
  addEventListener("resize", fit);
  watch(["position"], (news) => news.has("position") && fit());
  byId("zoom-in").addEventListener("click", () => zoomBy(ZOOM_FACTOR));
  byId("zoom-out").addEventListener("click", () => zoomBy(1 / ZOOM_FACTOR));
}

/**
 * Make the board larger or smaller than it would be.
 * @param {number} factor
 */
export function zoomBy(factor) {
  zoom = Math.min(4, Math.max(0.4, zoom * factor));
  fit();
}

let last = "";

function fit() {
  const { position } = state;
  if (!position) return;
  const wide = matchMedia("(width >= 62.5em)").matches;
  const beside = getComputedStyle(stage).flexDirection === "row" ? BAR_REM : 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const width = stage.clientWidth - rem * (beside + LABEL_REM + (position.row_values.length ? ROW_VALUES_REM : 0));
  const top = stage.getBoundingClientRect().top + scrollY;
  const onItsSide = matchMedia("(width >= 37.5em) and (height < 32.5em)").matches;
  // On a wide screen the stage is as high as the window lets it be; on a narrow one the page scrolls.
  const height =
    (wide ? stage.clientHeight : onItsSide ? innerHeight - top - 8 : Math.max(innerHeight - 190, 300)) -
    rem * LABEL_REM;
  const gap = position.pieces ? 0 : GAP_PX;
  const fitting = Math.min(width / position.columns.length, height / position.rows.length) - gap;
  const usual = Math.min(MAX_CELL_PX, Math.max(fitting, readable()));
  const cell = Math.max(12, Math.floor(usual * zoom));
  const large = readable() > fitting || zoom !== 1 || position.columns.length > 14;
  const now = `${cell}|${gap}|${large}`;
  if (now === last) return;
  last = now;
  grid.style.setProperty("--cell", `${cell}px`);
  grid.style.setProperty("--gap", `${gap}px`);
  stage.style.setProperty("--board-height", `${(cell + gap) * position.rows.length}px`);
  grid.classList.toggle("tight", cell < 40);
  byId("zoom").hidden = !large;
  frame.classList.toggle("scrolls", cell * position.columns.length > width + 1 || cell > fitting + 1);
}
