/** The status line: the state of the game, the effect of the hovered move, and the available actions. */

import { h, query } from "../../shared/dom.js";
import { capital, signed } from "../../shared/format.js";
import { bestMove, estimateText } from "../analysis/snapshot.js";
import { focusBoard } from "../board/board.js";
import { decisionText } from "../game/decision-text.js";
import {
  computers,
  goOn,
  inHurry,
  moveNow,
  personToMove,
  play,
  playAgainst,
  rematch,
  swapSides,
  togglePause,
} from "../game/game.js";
import { pick, rivals } from "../../shared/board/legal-moves.js";
import { optionsAt, optionsFrom } from "../game/move-selection.js";
import { mySide, playerTitle } from "../game/players.js";
import { indexOf, nameOf, squareName } from "../../shared/board/board-text.js";
import { conquers, leads, movesPieces, noChoice, outcome, ownerAt } from "../game/position-text.js";
import { offeredLevel } from "../results/next-level.js";
import { describeMove, reviewedNodes } from "../review/game-review.js";
import { attemptText, backToReview, isBestTried, reviewGame, showBestMove, tryAnother } from "../review/review.js";
import { change, state, watch } from "../state.js";
import { showButtons } from "./button-row.js";
/** @import { MoveValue, Position, Snapshot } from "../types.js" */

/** @type {HTMLElement} */
let status;
/** @type {HTMLElement} */
let detail;
/** @type {HTMLElement} */
let actions;
/** @type {HTMLElement} */
let mode;

/** What the two kinds of move on one cell are called in this game; known once both have been legal. */
/** @type {{ start: string | null, words: { usual: string, quiet: string } | null }} */
let kinds = { start: null, words: null };

/**
 * Draw the status in the elements of `root` from now on. `openSetup` is what the button for a new game does.
 * @param {ParentNode} root
 * @param {() => void} openSetup
 */
export function mountStatus(root, openSetup) {
  status = query(root, "#status");
  detail = query(root, "#detail");
  actions = query(root, "#actions");
  mode = query(root, "#mode");
  watch(
    [
      "position",
      "hover",
      "armed",
      "quiet",
      "selected",
      "choosing",
      "elapsed",
      "hurried",
      "browsing",
      "paused",
      "players",
      "problem",
      "heat",
      "hint",
      "snapshot",
      "review",
      "attempt",
    ],
    () => draw(openSetup),
  );
}

/** @param {() => void} openSetup */
function draw(openSetup) {
  if (!state.position) return;
  status.textContent = statusText();
  const parts = detailText();
  detail.replaceChildren(...(parts.length ? parts : ["\u00a0"]));
  showButtons(actions, buttons(openSetup));
  drawMode();
}

/** The sentence that says whose turn it is, or how the game ended. */
export function statusText() {
  const { position, players, problem, choosing, paused, browsing } = state;
  if (problem) return "Something went wrong";
  const attempt = attemptText();
  if (attempt) return attempt.title;
  if (position.over) return outcome(position, mySide());
  const name = capital(nameOf(position, position.to_move));
  const side = indexOf(position, position.to_move);
  if (players[side] === "person")
    return mySide() === side ? `Your move, ${nameOf(position, position.to_move)}` : `${name} to move`;
  if (choosing !== null) return `${name} is thinking`;
  if (paused) return "Paused";
  return browsing ? `${name} to move` : `${name} plays`;
}

/** The parts of the line below the status: the effect of the move under the pointer, a hint, or the score. */
export function detailText() {
  const { position, hover, selected, problem, tree, review, node } = state;
  if (problem) return [problem.text];
  const attempt = attemptText();
  if (attempt && node !== state.attempt?.node) return [attempt.text];
  const reviewed = reviewedNodes(tree, review).get(node);
  if (position.over)
    return [
      position.won_by_goal
        ? `After ${position.turns.length} ${position.turns.length === 1 ? "move" : "moves"}`
        : position.players
            .map((player) => `${capital(player.name)} ${player.total.toLocaleString("en")}`)
            .join(" to "),
      review && reviewed?.loss ? `. ${describeMove(review, reviewed)}` : "",
    ];
  if (personToMove() && noChoice(position)) return [noChoice(position)];
  const options = optionsAt(hover);
  const option = pick(options, state.quiet);
  if (option) {
    const what = conquers(position, option);
    const worth = state.heat ? state.snapshot?.move_values.find(({ move }) => move === option.move) : undefined;
    const mine = option.gain * (indexOf(position, position.to_move) ? -1 : 1);
    return [
      h("b", {}, option.text),
      what ? ` ${what}` : "",
      `: ${signed(option.gain)}, then ${leads(position, score(position) + mine)}`,
      worth === undefined || !state.snapshot ? "" : `; worth ${worthText(state.snapshot, worth)}`,
    ];
  }
  const hinted = state.hint && position.legal_moves.find((each) => each.move === bestMove(state.snapshot));
  if (hinted && state.snapshot)
    return [h("b", {}, `Hint: ${hinted.text}`), `, ${estimateText(state.snapshot, signed(state.snapshot.value))}`];
  if (selected.length) {
    const isPiece = ownerAt(position, selected[0]) === position.to_move;
    return [`${squareName(position, selected[0])}: choose ${isPiece ? "where to go" : "the next square"}.`];
  }
  const from = hover === null ? 0 : optionsFrom(hover).length;
  if (from && hover !== null)
    return [`${squareName(position, position.cells[hover].square)}: ${from} ${from === 1 ? "move" : "moves"}.`];
  if (attempt) return [attempt.text];
  if (review && reviewed) return [describeMove(review, reviewed)];
  const thought =
    computers() === 2 && state.node.decision
      ? decisionText(position.turns.at(-1)?.name ?? "", state.node.decision)
      : "";
  if (thought) return [thought];
  return position.turns.length || !personToMove() ? [standing(position)] : aim(position);
}

/**
 * @param {Snapshot} snapshot
 * @param {MoveValue} moveValue
 */
const worthText = (snapshot, { value, is_upper_bound }) =>
  is_upper_bound ? `at most ${signed(value)}` : estimateText(snapshot, signed(value));

/** @param {Position} position */
function task(position) {
  if (offBoard()) return "Choose a move";
  if (!position.pieces) return "Take a cell";
  return movesPieces(position) ? "Move a piece" : "Place a piece";
}

/**
 * What to do and what for, as long as no move has been made.
 * @param {Position} position
 */
export const aimText = (position) => `${task(position)}.${position.won_by_goal ? "" : " Highest total wins."}`;

/** @param {Position} position */
const aim = (position) => [
  `${aimText(position)} `,
  // No tab stop: it comes and goes with the focus on the board, and Help in the head of the page is one.
  h("button", { type: "button", class: "plain", tabindex: "-1", "data-action": "help" }, "How to play"),
];

/** @param {Position} position */
const score = (position) => position.players[0].total - position.players[1].total;

/** @param {Position} position */
const standing = (position) => `${capital(leads(position, score(position)))}.`;

/** Whether no move is made on the board, so that each needs a button. */
const offBoard = () => personToMove() && state.position.legal_moves.every((option) => !option.click_path.length);

/** @param {() => void} openSetup */
function buttons(openSetup) {
  const { position, problem, attempt, node } = state;
  /**
   * @param {string} text
   * @param {() => void} action
   */
  const button = (text, action, primary = false) => ({ text, action, primary });
  if (state.choosing !== null && !problem) return thinkingButtons(button);
  if (problem)
    return [
      ...(problem.fresh ? [button("Start a new game", problem.fresh, true)] : []),
      problem.retry ? button("Try again", problem.retry, true) : button("OK", () => change({ problem: null })),
    ];
  const attemptButtons = attempt
    ? [
        ...(node === attempt.node ? [] : [button("Try another move", tryAnother, true)]),
        ...(isBestTried() ? [] : [button("Show best move", showBestMove)]),
        button("Back to review", backToReview),
      ]
    : [];
  if (attempt && node !== attempt.node) return attemptButtons;
  if (position.over) {
    const level = offeredLevel();
    return [
      ...(level ? [button(`Play ${level.title}`, () => playAgainst(level.name), true)] : []),
      button("Rematch", rematch, !level),
      ...(position.turns.length ? [button("Review game", reviewGame)] : []),
      // One row on a phone: the head of the page or the moves have the same buttons.
      ...(level ? [] : [button("Swap sides", swapSides), button("New game", openSetup)]),
    ];
  }
  return [...moveButtons(button), ...attemptButtons];
}

/**
 * The moves that are made by buttons: those off the board, the computer's, and those on the cell that was tapped.
 * @param {(text: string, action: () => void, primary?: boolean) => any} button
 */
function moveButtons(button) {
  const { position, armed, attempt, browsing, paused, players } = state;
  if (offBoard())
    return position.legal_moves.map(({ text, move }) => button(capital(text), () => play(move), true));
  const side = indexOf(position, position.to_move);
  if (players[side] !== "person" && (browsing || paused) && computers() === 1 && !attempt)
    return [button(`Let ${playerTitle(players[side])} move`, goOn, true)];
  if (armed === null) return [];
  const options = optionsAt(armed);
  const usual = pick(options, state.quiet);
  return [...(usual ? [usual] : []), ...options.filter((option) => option !== usual)].map((option, i) =>
    button(`${option.text} ${signed(option.gain)}`, () => play(option.move), i === 0),
  );
}

/**
 * The actions while a computer player searches. They appear late, because most replies come quickly.
 * @param {(text: string, action: () => void) => any} button
 */
function thinkingButtons(button) {
  if (state.elapsed < 1) return [];
  return [
    ...(inHurry() ? [button("Move now", moveNow)] : []),
    ...(computers() === 1 ? [button("Stop", togglePause)] : []),
  ];
}

/** The switch between the two kinds of move on one cell. */
function drawMode() {
  const { position } = state;
  const words = rivals(position.legal_moves);
  if (kinds.start !== position.start || words) kinds = { start: position.start, words };
  const hidden = !kinds.words || position.over || (computers() === 2 && !state.attempt);
  if (hidden && mode.contains(document.activeElement)) focusBoard();
  mode.hidden = hidden;
  if (hidden || !kinds.words) return;
  /**
   * @param {string} text
   * @param {boolean} quiet
   */
  const choice = (text, quiet) => ({ text, pressed: state.quiet === quiet, action: () => change({ quiet }) });
  showButtons(mode, [choice(kinds.words.usual, false), choice(kinds.words.quiet, true)]);
}
