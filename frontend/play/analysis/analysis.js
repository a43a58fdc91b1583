/** Thinking about the position that is shown: for the analysis, for the value of every move, for a hint. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api.js";
import { spoken } from "../../shared/format.js";
import { movesTo } from "../game/game-tree.js";
import { indexOf, lead } from "../game/position-text.js";
import { change, isBehind, state, watch } from "../state.js";

const SETTLE = 150; // milliseconds that a position must stay before it is thought about
const HINT_SECONDS = 1.5;

let search = new AbortController();
let waiting = 0;
/** The node that a hint was asked for before the server had told of it. */
let early = null;
/** What was thought about each position, to be shown again when one comes back. */
const known = new WeakMap();

/** Think from now on, when asked to. */
export function thinkAlong() {
  watch(["position", "analysis", "heat", "seconds"], (news) => {
    const { node, position } = state;
    if (isBehind()) return; // the server's own word is still to come
    const past = known.get(node);
    if (news.has("position")) change({ thought: past?.thought ?? null, values: past?.values ?? null });
    clearTimeout(waiting);
    search.abort();
    change({ thinking: false });
    if ((state.analysis || state.heat) && !position.over)
      waiting = setTimeout(thinkFor, SETTLE, state.seconds, state.heat);
    if (early === node) hint();
    early = null;
  });
}

/** Point out the best move. */
export async function hint() {
  const { position, node, thought } = state;
  if (isBehind()) {
    early = node;
    return undefined;
  }
  if (position.over || !position.legal_moves.length) return announce("There is no move to hint at.");
  if (!thought) await thinkFor(HINT_SECONDS, false);
  const best = known.get(node)?.thought;
  if (!best || state.node !== node) return undefined;
  change({ hint: best.move });
  const option = position.legal_moves.find((each) => each.move === best.move);
  return announce(`Hint: ${option.text}, value ${spoken(best.value)}.`);
}

/** Stop thinking, and keep what is known. */
export function stop() {
  clearTimeout(waiting);
  search.abort();
  change({ thinking: false, analysis: false });
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

/** Think for so long; values of all moves come soon, and then again with more thought. */
function thinkFor(seconds, values) {
  search.abort();
  search = new AbortController();
  return think({ seconds, values }, search.signal);
}

async function think(wish, signal) {
  const { node, position } = state;
  if (isBehind()) return; // there is another one to think about soon
  const past = known.get(node) ?? {};
  if (past.done >= wish.seconds && (past.values || !wish.values)) return;
  known.set(node, past);
  change({ thinking: true });
  try {
    for await (const [event, data] of api.analyse(
      { start: state.tree.start, moves: movesTo(node), ...wish },
      signal,
    )) {
      if (signal.aborted) return;
      if (event === "info") {
        if (data.depth < past.thought?.depth) continue;
        past.thought = data;
        node.value = data.value * (indexOf(position, position.to_move) === 0 ? 1 : -1);
        change({ thought: data });
      } else if (event === "values") {
        past.values = {
          values: new Map(data.values.map(({ move, value }) => [move, value])),
          proven: data.proven,
        };
        change({ values: past.values });
      } else if (event === "done") past.done = wish.seconds;
    }
  } catch (error) {
    if (signal.aborted || api.isAbort(error)) return;
    change({
      problem: {
        text: error.message,
        retry: error.final ? undefined : () => (change({ problem: null }), thinkFor(wish.seconds, wish.values)),
      },
    });
  }
  if (signal.aborted) return;
  change({ thinking: false });
  if (state.analysis && past.thought) {
    const { proven, depth } = past.thought;
    announce(`Value: ${lead(position, node.value)}, ${proven ? "solved" : `depth ${depth}`}.`);
  }
}
