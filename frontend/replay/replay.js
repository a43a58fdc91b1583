/** Replays a recorded game: board, players, result, charts and moves. */

import { announce } from "../shared/announcer.js";
import { lead } from "../shared/board/board-text.js";
import { setPlayerColours } from "../shared/board/player-colours.js";
import { h } from "../shared/dom.js";
import { capital, duration } from "../shared/format.js";
import { describeReviewedMove } from "../shared/game-review.js";
import { toHash } from "../shared/link.js";
import { playerCard } from "../shared/player-card.js";
import { drawScoreChart, plyAt } from "../shared/score-chart.js";
import { cpuSeconds, describeMove, isTimed, moveOfHash, positionsOf, scoresOf, sideOf } from "./game.js";
import { replayBoard } from "./replay-board.js";
import { replayMoves } from "./replay-moves.js";
import { drawTimeChart, moveAt } from "./time-chart.js";
import { transport } from "./transport.js";
/** @import { Game, Position } from "./game.js" */

/**
 * Show a game in `root`, at its start or at the move that the address names.
 * @param {HTMLElement} root
 * @param {Game} game
 */
export function mountReplay(root, game) {
  const positions = positionsOf(game);
  const scores = scoresOf(game);
  const end = game.turns.length;
  const timed = isTimed(game);
  const seconds = game.turns.map((turn) => turn.cpu_seconds ?? 0);
  const sides = game.turns.map((turn) => sideOf(game, turn));
  let shown = 0;

  setPlayerColours(root, game.colours);
  const controls = transport({ end, show });
  const board = replayBoard(game, positions, controls.step);
  const moves = replayMoves(game, controls.go);
  const players = h("section", { class: "player-cards", "aria-label": "Players" });
  const detail = h("p", { class: "readout-detail" });
  const note = h("p", { class: "review-note" });
  const analysis = h("a", {}, game.analysis?.is_served ? "Analyse here" : "open this position");
  const chart = h("div", {
    class: "chart",
    role: "slider",
    tabindex: 0,
    "aria-label": "Score over the game",
    "aria-valuemin": 0,
    onclick: (/** @type {MouseEvent} */ event) =>
      controls.go(plyAt(chart, { scores, values: game.review?.values }, event.clientX)),
  });
  const times = h("div", {
    class: "chart times",
    role: "img",
    "aria-label": describeTimes(game, seconds, sides),
    onclick: (/** @type {MouseEvent} */ event) => controls.go(moveAt(times, end, event.clientX)),
  });

  function show(/** @type {number} */ at) {
    shown = at;
    board.draw(at);
    players.replaceChildren(...playerCards(positions[at], timed ? cpuSeconds(game, at) : null));
    detail.textContent = describeMove(game, at);
    note.textContent = reviewText(game, at);
    announce(`${detail.textContent}. ${note.textContent} ${lead(positions[at], scores[at])}`);
    drawCharts();
    moves.draw(at);
    if (game.analysis) {
      const played = game.turns.slice(0, at).map((turn) => turn.move);
      const hash = toHash({ start: game.start, moves: played, players: ["person", "person"] });
      analysis.setAttribute("href", `${game.analysis.url}${hash}`);
    }
  }

  function drawCharts() {
    drawScoreChart(chart, { scores, at: shown, evaluation: game.review?.values });
    const text = `after ${shown} of ${end} moves: ${lead(positions[shown], scores[shown])}`;
    chart.setAttribute("aria-valuetext", text);
    if (timed) drawTimeChart(times, { seconds, sides, at: shown });
  }

  const panel = (
    /** @type {string} */ name,
    /** @type {string} */ kind,
    /** @type {HTMLElement} */ content,
    /** @type {(Node | string)[]} */ title = [name],
  ) => h("section", { class: `panel ${kind}`, "aria-label": name }, h("h2", {}, ...title), content);
  root.replaceChildren(
    board.element,
    players,
    h(
      "section",
      { class: "panel result", "aria-label": "Result and controls" },
      h("p", { class: "readout-status" }, game.result),
      analysisField(game, analysis),
      detail,
      game.review ? note : null,
      controls.element,
    ),
    panel("Score", "chart-panel", chart, scoreTitle(game)),
    ...(timed ? [panel("CPU time per move", "chart-panel", times)] : []),
    panel("Moves", "moves-panel", moves.element),
  );

  listenToKeys({
    ArrowLeft: () => controls.step(-1),
    ArrowRight: () => controls.step(1),
    ",": () => controls.step(-1),
    ".": () => controls.step(1),
    "<": () => controls.go(0),
    ">": () => controls.go(end),
    Home: () => controls.go(0),
    End: () => controls.go(end),
    " ": controls.toggle,
    ArrowUp: () => controls.step(-1),
    ArrowDown: () => controls.step(1),
  });
  for (const link of document.querySelectorAll("a[data-move]"))
    link.addEventListener("click", () => controls.go(Number(/** @type {HTMLElement} */ (link).dataset.move)));
  controls.go(moveOfHash(location.hash, end));
  const observer = new ResizeObserver(() => {
    board.resize();
    drawCharts();
  });
  for (const element of [board.grid, chart, times]) observer.observe(element);
}

/** @param {Game} game */
function scoreTitle(game) {
  if (!game.review) return ["Score"];
  return ["Score and ", h("span", { class: "review-legend" }, `evaluation for ${game.players[0].name}`)];
}

/**
 * Return the review of the move that leads to the position after `at` moves; empty without a review.
 * @param {Game} game
 * @param {number} at
 */
function reviewText({ review }, at) {
  const move = review?.moves[at - 1];
  return move ? describeReviewedMove(move, { isTurningPoint: review?.turning_point === at }) : "";
}

/**
 * Return the cards of both players, with the CPU seconds that they have used, if they are known.
 * @param {Position} position
 * @param {number[] | null} used
 */
const playerCards = (position, used) =>
  position.players.map(({ id, name, who, total }, side) =>
    playerCard({
      side,
      name,
      who,
      total,
      leads: total > position.players[1 - side].total,
      isToMove: position.to_move === id,
      board: position,
      below: used ? `${used[side] ? duration(used[side]) : "0 s"} CPU` : undefined,
    }),
  );

/**
 * Return a link to the play page: at once if it is served here, with the command that serves it otherwise.
 * @param {Game} game
 * @param {HTMLElement} link
 */
function analysisField(game, link) {
  if (!game.analysis) return null;
  link.classList.add("button");
  if (game.analysis.is_served) return h("p", { class: "replay-analysis" }, link);
  return h(
    "details",
    { class: "replay-analysis" },
    h("summary", { class: "button" }, "Analyse here"),
    h("p", {}, "Run ", h("code", {}, "outply play"), " on this computer, then ", link, "."),
  );
}

/**
 * Describe the CPU times of both players in a sentence each.
 * @param {Game} game
 * @param {number[]} seconds
 * @param {number[]} sides
 */
function describeTimes(game, seconds, sides) {
  const total = cpuSeconds(game, game.turns.length);
  const parts = game.players.map(({ name }, side) => {
    const longest = Math.max(...seconds.filter((_, index) => sides[index] === side), 0);
    return `${capital(name)}: ${duration(total[side])} in all, at most ${duration(longest)} for a move`;
  });
  return `CPU time per move. ${parts.join(". ")}.`;
}

/**
 * Call the action of a key, unless the focused element uses the key itself. Up and down scroll the page, except on the
 * moves and charts.
 * @param {Record<string, () => void>} actions
 */
function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const isOwnKey = target.matches("input") || (event.key === " " && target.closest("button, summary, a"));
    const scrolls = ["ArrowUp", "ArrowDown"].includes(event.key) && !target.closest(".moves, .chart");
    const action = actions[event.key];
    if (!action || isOwnKey || scrolls || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
}
