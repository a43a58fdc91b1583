/** Analysis of the shown position by the engine or the textbook: for the panel, the values of all moves, and hints. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api/api.js";
import { messageOf } from "../../shared/dom.js";
import { capital, counted, spoken } from "../../shared/format.js";
import { isTooLarge, sizeText } from "../../shared/search-size.js";
import { movesTo } from "../game/game-tree.js";
import { indexOf, lead } from "../../shared/board/board-text.js";
import { change, isBehind, state, watch } from "../state.js";
import {
  NO_ANALYSIS,
  bestMove,
  depthText,
  isComplete,
  shownSnapshot,
  textbookText,
  withEnd,
  withNewStream,
  withSnapshot,
} from "./snapshot.js";
import { answerSnapshot, engineOpinion, textbookKey } from "./textbook.js";
/** @import { Answer, GameNode, Textbook } from "../types.js" */

const SETTLE_MS = 150; // a position is analysed when it has been shown for this long
const HINT_SECONDS = 1.5;
const OPINION_SECONDS = 3;

let stream = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The node for which a hint was requested before its position was known. */
/** @type {import("../types.js").GameNode | null} */
let hintNode = null;
/** @type {WeakMap<object, import("./snapshot.js").Analysis>} the analysis of each node */
const analyses = new WeakMap();
/** @type {WeakMap<object, Map<string, Answer>>} the answers of textbook searches at each node, by their settings */
const answers = new WeakMap();

/** @param {GameNode} node */
const analysisOf = (node) => analyses.get(node) ?? NO_ANALYSIS;

/**
 * @param {GameNode} node
 * @param {Textbook} textbook
 */
const answerOf = (node, textbook) => answers.get(node)?.get(textbookKey(textbook)) ?? null;

/** Start and stop the analysis as the state requires, from now on. */
export function followState() {
  watch(["node", "position", "heat", "textbook"], showSnapshot);
  watch(["position", "analysis", "heat", "seconds", "textbook"], () => {
    const { node, position } = state;
    if (isBehind()) return; // the position of the node has not arrived yet
    end();
    if ((state.analysis || state.heat) && !position.over)
      timer = setTimeout(search, SETTLE_MS, state.seconds, state.heat);
    if (hintNode === node) hint();
    hintNode = null;
  });
}

/** Show what is known about the current node, in one change of the state. */
function showSnapshot() {
  const { node, heat, textbook } = state;
  const answer = textbook && !isBehind() ? answerOf(node, textbook) : null;
  const known = isBehind() ? NO_ANALYSIS : analysisOf(node);
  const snapshot = textbook ? answer && answerSnapshot(answer, textbook) : shownSnapshot(known, heat);
  change({ answer, snapshot, opinion: opinionOf(node, answer) });
}

/**
 * The engine's opinion of the answer, as far as it has searched.
 * @param {GameNode} node
 * @param {Answer | null} answer
 */
function opinionOf(node, answer) {
  const { position, textbook } = state;
  if (!answer || !textbook) return "";
  /** @param {string} move */
  const moveText = (move) => position.legal_moves.find((option) => option.move === move)?.text ?? move;
  return engineOpinion(answer, textbook, analysisOf(node).values, moveText);
}

function end() {
  clearTimeout(timer);
  stream.abort();
  change({ thinking: false, streamTime: null, searchSize: null, searchProgress: null });
}

/** Mark the best move as far as it is known; the mark follows the analysis. */
export async function hint() {
  const { position, node } = state;
  if (isBehind()) {
    hintNode = node;
    return undefined;
  }
  if (position.over || !position.legal_moves.length) return announce("There is no move to hint at.");
  change({ hint: true });
  if (!state.snapshot && !state.thinking) await search(HINT_SECONDS, false);
  const { snapshot } = state;
  if (!snapshot || !state.hint || state.node !== node) return undefined;
  const option = position.legal_moves.find((each) => each.move === bestMove(snapshot));
  const certainty = snapshot.proven || snapshot.textbook ? "value" : "estimate";
  return announce(`Hint: ${option?.text}, ${certainty} ${spoken(snapshot.value)}.`);
}

/** Stop the analysis, and keep what is known. */
export function stop() {
  end();
  change({ analysis: false });
}

export function toggleAnalysis() {
  if (state.thinking && state.analysis) stop();
  else change({ analysis: !state.analysis });
  announce(state.analysis ? "Analysis is on." : "Analysis is off.");
}

export function toggleHeat() {
  change({ heat: !state.heat });
  announce(state.heat ? "Values of all moves are shown." : "Values of moves are hidden.");
}

/**
 * Search by the engine, or by the textbook if that is chosen.
 * @param {number} seconds
 * @param {boolean} values
 */
const search = (seconds, values) => (state.textbook ? solve() : analyse(seconds, values));

/** Search although the estimated size exceeds the time limit of the server. */
export const searchAnyway = () => solve(true);

/**
 * Begin a stream in place of the current one. Return the signal that ends it.
 */
function newStream() {
  stream.abort();
  stream = new AbortController();
  return stream.signal;
}

/**
 * @param {number} seconds
 * @param {boolean} values
 */
async function analyse(seconds, values) {
  const signal = newStream();
  const { node, position } = state;
  if (isBehind() || isComplete(analysisOf(node), seconds, values)) return;
  try {
    await followEngine(node, seconds, values, signal, () => {
      const value = shownSnapshot(analysisOf(node), values)?.value ?? 0;
      node.value = value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
    });
  } catch (error) {
    failed(error, signal, () => analyse(seconds, values));
  }
  if (signal.aborted) return;
  change({ thinking: false, streamTime: null });
  if (state.analysis && state.snapshot)
    announce(`Value: ${lead(position, node.value ?? 0)}, ${depthText(state.snapshot)}.`);
}

/**
 * Keep what the engine finds at a node, and show it.
 * @param {GameNode} node
 * @param {number} seconds
 * @param {boolean} values
 * @param {AbortSignal} signal
 * @param {() => void} [onSnapshot]
 */
async function followEngine(node, seconds, values, signal, onSnapshot) {
  analyses.set(node, withNewStream(analysisOf(node)));
  change({ thinking: true, streamTime: null });
  const body = { start: state.tree.start, moves: movesTo(node), seconds, values };
  for await (const [event, snapshot] of api.analyse(body, signal)) {
    if (signal.aborted) return;
    analyses.set(node, withSnapshot(analysisOf(node), snapshot));
    if (event === "done") analyses.set(node, withEnd(analysisOf(node), snapshot));
    onSnapshot?.();
    showSnapshot();
    change({ streamTime: { elapsed: snapshot.elapsed_seconds, limit: snapshot.limit_seconds } });
  }
}

/**
 * Search by the textbook, then ask the engine about the answer. A search that is too large waits for a decision.
 */
async function solve(isConfirmed = false) {
  const signal = newStream();
  const { node, textbook } = state;
  if (isBehind() || !textbook) return;
  change({ thinking: true, streamTime: null, searchSize: null, searchProgress: null });
  try {
    if (!answerOf(node, textbook) && !(await followTextbook(node, textbook, signal, isConfirmed))) return;
    change({ searchSize: null, searchProgress: null });
    if (!isComplete(analysisOf(node), OPINION_SECONDS, true))
      await followEngine(node, OPINION_SECONDS, true, signal);
  } catch (error) {
    failed(error, signal, () => solve(isConfirmed));
  }
  if (signal.aborted) return;
  change({ thinking: false, streamTime: null, searchSize: null, searchProgress: null });
  if (state.opinion) announce(state.opinion);
}

/**
 * Keep the answer of a textbook search. Return whether there is one: not if the search is too large.
 * @param {GameNode} node
 * @param {Textbook} textbook
 * @param {AbortSignal} signal
 * @param {boolean} isConfirmed
 */
async function followTextbook(node, textbook, signal, isConfirmed) {
  const body = { start: state.tree.start, moves: movesTo(node), ...textbook };
  for await (const [event, data] of api.solve(body, signal)) {
    if (signal.aborted) return false;
    if (event === "progress") change({ searchProgress: data });
    if (event === "size") change({ searchSize: data });
    if (event === "size" && isTooLarge(data) && !isConfirmed) {
      stream.abort();
      change({ thinking: false });
      announce(`${sizeText(data)}: too large for this server.`);
      return false;
    }
    if (event !== "answer") continue;
    answers.set(node, new Map(answers.get(node)).set(textbookKey(textbook), data));
    showSnapshot();
    const { text, value, node_count: visits } = data;
    announce(`${capital(textbookText(textbook))}: ${text}, value ${spoken(value)}, ${counted(visits, "visit")}.`);
  }
  return true;
}

/**
 * @param {unknown} error
 * @param {AbortSignal} signal
 * @param {() => void} again
 */
function failed(error, signal, again) {
  if (signal.aborted || api.isAbort(error)) return;
  const isFinal = error instanceof api.ApiError && error.final;
  const retry = () => (change({ problem: null }), again());
  change({ problem: { text: messageOf(error), retry: isFinal ? undefined : retry } });
}
