/** Replays a recorded game: board, players, result, charts and moves, built from the game's data in the page. */

import { announce } from "../shared/announcer.js";
import { buildGrid, drawCell } from "../shared/board/board-grid.js";
import { byId, h } from "../shared/dom.js";
import { capital, duration, signed } from "../shared/format.js";
import { describeReviewedMove, qualitySymbol } from "../shared/game-review.js";
import { iconButton } from "../shared/icons.js";
import { playerCard } from "../shared/player-card.js";
import { drawScoreChart, plyAt } from "../shared/score-chart.js";
import { turnCells } from "../shared/board/animation.js";
import { toHash } from "../shared/link.js";
import { cellIndex, described, lead } from "../shared/board/board-text.js";
import { wheelSteps } from "../shared/board/wheel.js";
import { cpuSeconds, describeMove, isTimed, positionsOf, scoresOf, sideOf } from "./game.js";
import { drawTimeChart, moveAt } from "./time-chart.js";

const MIN_READABLE_CELL = 40; // pixels; smaller cells have larger digits and no marks
const DELAYS = { min: 100, max: 3000, start: 700 }; // milliseconds between moves

/** @type {import("./game.js").Game} */
const game = JSON.parse(byId("game").textContent ?? "");
const positions = positionsOf(game);
const scores = scoresOf(game);
const timed = isTimed(game);
const end = game.turns.length;
const seconds = game.turns.map((turn) => turn.cpu_seconds ?? 0);
const sides = game.turns.map((turn) => sideOf(game, turn));

let at = 0;
let delay = DELAYS.start;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

const grid = h("div", { class: "board", role: "table", "aria-label": `${game.title} board` });
const frame = h("div", { class: "board-frame", tabindex: -1 }, grid);
const players = h("section", { class: "player-cards", "aria-label": "Players" });
const detail = h("p", { class: "readout-detail" });
const note = h("p", { class: "review-note" });
const chart = h("div", {
  class: "chart",
  role: "slider",
  tabindex: 0,
  "aria-label": "Score over the game",
  "aria-valuemin": 0,
});
const times = h("div", { class: "chart times" });
const list = h("ol", { class: "moves" });
const analyse = h("a", { class: "button" }, "Analyse here");

const buttons = {
  first: iconButton("first", "To the start", () => go(0)),
  previous: iconButton("back", "One move back", () => go(at - 1)),
  play: iconButton("play", "Play", toggle),
  next: iconButton("step", "One move forward", () => go(at + 1)),
  last: iconButton("last", "To the end", () => go(end)),
};

const cells = buildGrid(grid, positions[0], "cell");

byId("replay").replaceChildren(
  h("section", { class: "board-stage", "aria-label": "Board" }, frame),
  players,
  h(
    "section",
    { class: "panel result", "aria-label": "Result and controls" },
    h("p", { class: "readout-status" }, game.result),
    detail,
    game.review ? note : null,
    h("div", { class: "transport" }, ...Object.values(buttons), speedField(), analysisField()),
  ),
  h("section", { class: "panel chart-panel", "aria-label": "Score" }, h("h2", {}, ...scoreTitle()), chart),
  ...(timed ? [timesPanel()] : []),
  h("section", { class: "panel moves-panel", "aria-label": "Moves" }, h("h2", {}, "Moves"), list),
);

function scoreTitle() {
  if (!game.review) return ["Score"];
  return ["Score and ", h("span", { class: "review-legend" }, `evaluation for ${game.players[0].name}`)];
}

/** Return the review of the move that leads to the position after `at` moves; empty without a review. */
function reviewText() {
  const move = game.review?.moves[at - 1];
  return move ? describeReviewedMove(move, game.review?.turning_point === at) : "";
}

function speedField() {
  const input = h("input", {
    type: "range",
    min: -DELAYS.max,
    max: -DELAYS.min,
    step: 100,
    value: -delay,
    "aria-label": "Speed",
    oninput: () => {
      delay = -Number(/** @type {HTMLInputElement} */ (input).value);
      if (timer) play();
    },
  });
  return h("label", { class: "speed" }, "Slow", input, "Fast");
}

/** A link to the play page: at once if it is served here, with the command that serves it otherwise. */
function analysisField() {
  if (!game.analysis) return null;
  if (game.analysis.is_served) return h("p", { class: "replay-analysis" }, analyse);
  return h(
    "details",
    { class: "replay-analysis" },
    h("summary", { class: "button" }, "Analyse here"),
    h("p", {}, "Run ", h("code", {}, "outply play"), " on this computer, then ", analyse, "."),
  );
}

function timesPanel() {
  times.setAttribute("role", "img");
  times.setAttribute("aria-label", timesText());
  times.addEventListener("click", (event) => go(moveAt(times, end, event.clientX)));
  return h(
    "section",
    { class: "panel chart-panel", "aria-label": "CPU time" },
    h("h2", {}, "CPU time per move"),
    times,
  );
}

function timesText() {
  const total = cpuSeconds(game, end);
  const parts = game.players.map(({ name }, side) => {
    const longest = Math.max(...seconds.filter((_, index) => sides[index] === side), 0);
    return `${capital(name)}: ${duration(total[side])} in all, at most ${duration(longest)} for a move`;
  });
  return `CPU time per move. ${parts.join(". ")}.`;
}

/** Show the position after `number` moves, and stop playing. */
function go(/** @type {number} */ number) {
  stop();
  show(number);
}

function show(/** @type {number} */ number) {
  const before = positions[at];
  at = Math.max(0, Math.min(end, number));
  drawBoard(before);
  drawPlayers();
  detail.textContent = describeMove(game, at);
  note.textContent = reviewText();
  announce(`${detail.textContent}. ${note.textContent} ${lead(positions[at], scores[at])}`);
  drawCharts();
  drawMoves();
  buttons.first.toggleAttribute("disabled", at === 0);
  buttons.previous.toggleAttribute("disabled", at === 0);
  buttons.next.toggleAttribute("disabled", at === end);
  buttons.last.toggleAttribute("disabled", at === end);
  if (game.analysis) {
    const moves = game.turns.slice(0, at).map((turn) => turn.move);
    const hash = toHash({ start: game.start, moves, players: ["person", "person"] });
    analyse.setAttribute("href", `${game.analysis.url}${hash}`);
    analyse.textContent = game.analysis.is_served ? "Analyse here" : "open this position";
  }
}

function drawBoard(/** @type {import("./game.js").Position} */ before) {
  const position = positions[at];
  const last = new Set((game.turns[at - 1]?.click_path ?? []).map((square) => cellIndex(position, square)));
  turnCells(cells, before, position, () => {
    position.cells.forEach((cell, index) => {
      drawCell(cells[index], position, cell);
      cells[index].classList.toggle("last", last.has(index));
      const label = described(position, cell) + (last.has(index) ? "; last move" : "");
      if (cells[index].ariaLabel !== label) cells[index].setAttribute("aria-label", label);
    });
  });
}

function drawPlayers() {
  const { players: both, to_move: toMove, pieces } = positions[at];
  const used = cpuSeconds(game, at);
  players.replaceChildren(
    ...both.map(({ id, name, who, total }, side) =>
      playerCard({
        side,
        name,
        who,
        total,
        leads: total > both[1 - side].total,
        isToMove: toMove === id,
        pieces,
        below: timed ? `${used[side] ? duration(used[side]) : "0 s"} CPU` : undefined,
      }),
    ),
  );
}

function drawCharts() {
  drawScoreChart(chart, { scores, at, evaluation: game.review?.values });
  chart.setAttribute("aria-valuetext", `after ${at} of ${end} moves: ${lead(positions[at], scores[at])}`);
  if (timed) drawTimeChart(times, { seconds, sides, at });
}

function buildMoves() {
  const button = (/** @type {number} */ number) => {
    const turn = game.turns[number - 1];
    return h(
      "button",
      {
        type: "button",
        class: "moves-move",
        "data-number": number,
        "data-side": turn ? sides[number - 1] : null,
        title: turn ? `${turn.name}: ${turn.text}, score ${signed(turn.score)}` : null,
        onclick: () => go(number),
      },
      turn ? turn.text : "Start",
      qualityBadge(number),
    );
  };
  const rows = [h("li", { class: "moves-start" }, button(0))];
  for (let number = 1; number <= end; number += 2) {
    const pair = [number, number + 1].filter((each) => each <= end);
    rows.push(
      h(
        "li",
        { class: "moves-pair" },
        ...pair.flatMap((each) => [h("span", { class: "moves-number" }, `${each}.`), button(each)]),
      ),
    );
  }
  list.replaceChildren(...rows);
}

function qualityBadge(/** @type {number} */ number) {
  const move = game.review?.moves[number - 1];
  if (!move || !qualitySymbol(move.quality)) return null;
  const label = `${move.quality}${game.review?.turning_point === number ? ", turning point" : ""}`;
  return h(
    "span",
    { class: "moves-quality", "data-quality": move.quality, role: "img", "aria-label": label },
    qualitySymbol(move.quality),
  );
}

function drawMoves() {
  const focused = list.contains(document.activeElement);
  for (const button of list.querySelectorAll("button")) {
    const here = Number(button.dataset.number) === at;
    button.tabIndex = here ? 0 : -1;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const current = /** @type {HTMLElement} */ (list.querySelector("[aria-current]"));
  if (focused) current.focus({ preventScroll: true });
  // Scroll the list and nothing else: the board stays in sight.
  const [box, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}

function play() {
  clearInterval(timer);
  timer = setInterval(() => {
    show(at + 1);
    if (at === end) stop();
  }, delay);
  label("pause", "Pause");
}

function stop() {
  clearInterval(timer);
  timer = undefined;
  label("play", "Play");
}

function toggle() {
  if (timer) {
    stop();
    return;
  }
  if (at === end) show(0);
  play();
}

function label(/** @type {"play" | "pause"} */ icon, /** @type {string} */ text) {
  if (buttons.play.title === text) return;
  buttons.play.replaceChildren(...iconButton(icon, text, toggle).childNodes);
  buttons.play.title = text;
  buttons.play.setAttribute("aria-label", text);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  ",": () => go(at - 1),
  ".": () => go(at + 1),
  "<": () => go(0),
  ">": () => go(end),
  Home: () => go(0),
  End: () => go(end),
  " ": toggle,
};

/**
 * Further keys while the focus is on the moves or the chart.
 * @type {Record<string, () => void>}
 */
const LIST_KEYS = { ArrowUp: () => go(at - 1), ArrowDown: () => go(at + 1) };

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const isOwnKey = target.matches("input") || (event.key === " " && target.closest("button, summary, a"));
  const action = KEYS[event.key] ?? (target.closest(".moves, .chart") ? LIST_KEYS[event.key] : undefined);
  if (!action || isOwnKey || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  action();
});

for (const link of document.querySelectorAll("a[data-move]")) {
  link.addEventListener("click", () => go(Number(/** @type {HTMLElement} */ (link).dataset.move)));
}
chart.addEventListener("click", (event) =>
  go(plyAt(chart, { scores, values: game.review?.values }, event.clientX)),
);
const stepsOf = wheelSteps();
grid.addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    const step = stepsOf(event);
    if (step) go(at + step);
  },
  { passive: false },
);

const observer = new ResizeObserver(() => {
  grid.classList.toggle("tight", cells[0].offsetWidth < MIN_READABLE_CELL);
  const scrolls = grid.offsetWidth > frame.clientWidth + 1;
  frame.classList.toggle("scrolls", scrolls);
  frame.tabIndex = scrolls ? 0 : -1;
  drawCharts();
});
for (const element of [grid, chart, times]) observer.observe(element);

buildMoves();
show(0);
