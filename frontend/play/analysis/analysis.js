/** Analysis of the shown position by the engine: for the panel, the values of all moves, and hints. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api/api.js";
import { messageOf } from "../../shared/dom.js";
import { spoken } from "../../shared/format.js";
import { movesTo } from "../game/game-tree.js";
import { indexOf, lead } from "../../shared/board/board-text.js";
import { change, isBehind, state, watch } from "../state.js";
import {
  NO_ANALYSIS,
  bestMove,
  depthText,
  isComplete,
  shownSnapshot,
  withEnd,
  withNewStream,
  withSnapshot,
} from "./snapshot.js";
/** @import { GameNode } from "../types.js" */

const SETTLE_MS = 150; // a position is analysed when it has been shown for this long
const HINT_SECONDS = 1.5;

let stream = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The node for which a hint was requested before its position was known. */
/** @type {import("../types.js").GameNode | null} */
let hintNode = null;
/** @type {WeakMap<object, import("./snapshot.js").Analysis>} the analysis of each node */
const analyses = new WeakMap();

/** @param {GameNode} node */
const analysisOf = (node) => analyses.get(node) ?? NO_ANALYSIS;

/** Start and stop the analysis as the state requires, from now on. */
export function followState() {
  watch(["node", "position", "heat"], showSnapshot);
  watch(["position", "analysis", "heat", "seconds"], () => {
    const { node, position } = state;
    if (isBehind()) return; // the position of the node is still to come
    end();
    if ((state.analysis || state.heat) && !position.over)
      timer = setTimeout(analyse, SETTLE_MS, state.seconds, state.heat);
    if (hintNode === node) hint();
    hintNode = null;
  });
}

/** Show what is known about the current node, in one change of the state. */
function showSnapshot() {
  const known = isBehind() ? NO_ANALYSIS : analysisOf(state.node);
  change({ snapshot: shownSnapshot(known, state.heat) });
}

function end() {
  clearTimeout(timer);
  stream.abort();
  change({ thinking: false, streamTime: null });
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
  if (!state.snapshot && !state.thinking) await analyse(HINT_SECONDS, false);
  const { snapshot } = state;
  if (!snapshot || !state.hint || state.node !== node) return undefined;
  const option = position.legal_moves.find((each) => each.move === bestMove(snapshot));
  return announce(`Hint: ${option?.text}, ${snapshot.proven ? "value" : "estimate"} ${spoken(snapshot.value)}.`);
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
 * @param {number} seconds
 * @param {boolean} values
 */
async function analyse(seconds, values) {
  stream.abort();
  stream = new AbortController();
  const { signal } = stream;
  const { node, position } = state;
  if (isBehind() || isComplete(analysisOf(node), seconds, values)) return;
  analyses.set(node, withNewStream(analysisOf(node)));
  change({ thinking: true, streamTime: null });
  try {
    const body = { start: state.tree.start, moves: movesTo(node), seconds, values };
    for await (const [event, snapshot] of api.analyse(body, signal)) {
      if (signal.aborted) return;
      analyses.set(node, withSnapshot(analysisOf(node), snapshot));
      if (event === "done") analyses.set(node, withEnd(analysisOf(node), snapshot));
      const value = shownSnapshot(analysisOf(node), values)?.value ?? 0;
      node.value = value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
      showSnapshot();
      change({ streamTime: { elapsed: snapshot.elapsed_seconds, limit: snapshot.limit_seconds } });
    }
  } catch (error) {
    if (signal.aborted || api.isAbort(error)) return;
    const retry = () => (change({ problem: null }), analyse(seconds, values));
    change({
      problem: { text: messageOf(error), retry: error instanceof api.ApiError && error.final ? undefined : retry },
    });
  }
  if (signal.aborted) return;
  change({ thinking: false, streamTime: null });
  if (state.analysis && state.snapshot)
    announce(`Value: ${lead(position, node.value ?? 0)}, ${depthText(state.snapshot)}.`);
}
