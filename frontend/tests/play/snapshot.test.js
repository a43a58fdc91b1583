/** Snapshots of an analysis: what the page shows, and when it analyses again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellValues } from "../../play/board/cell-values.js";
import {
  NO_ANALYSIS,
  bestMove,
  estimateText,
  isComplete,
  shownSnapshot,
  withEnd,
  withNewStream,
  withSnapshot,
} from "../../play/analysis/snapshot.js";
/** @import { LegalMove, Position, Snapshot } from "../../play/types.js" */

const MOVES = ["A1 Stake", "A1 Raid", "B1 Stake", "B2 Stake"];
/** @type {Pick<Position, "columns"> & {legal_moves: Pick<LegalMove, "move" | "click_path">[]}} */
const POSITION = {
  columns: ["A", "B"],
  legal_moves: [
    { move: "A1 Stake", click_path: [[0, 0]] },
    { move: "A1 Raid", click_path: [[0, 0]] },
    { move: "B1 Stake", click_path: [[0, 1]] },
    { move: "B2 Stake", click_path: [[1, 1]] },
  ],
};

/**
 * A snapshot as the server sends it; values are those of MOVES, in their order.
 * @param {{depth: number, nodes?: number, best?: string, values?: number[], proven?: boolean}} options
 */
function snapshot({ depth, nodes = 10 * depth, best = "A1 Raid", values = [], proven = false }) {
  return {
    depth,
    proven,
    value: values.length ? Math.max(...values) : 5,
    principal_variation: [best, "B1 Stake"],
    principal_variation_text: [best, "B1 Stake"],
    move_values: values.map((value, i) => ({ move: MOVES[i], value })),
    nodes,
    nodes_per_second: 1000,
    elapsed_seconds: 0.1 * depth,
    limit_seconds: 10,
  };
}

/** The analysis after streams of snapshots. */
const after = (/** @type {Snapshot[][]} */ ...streams) =>
  streams.reduce((analysis, stream) => stream.reduce(withSnapshot, withNewStream(analysis)), NO_ANALYSIS);

test("nothing is shown before the first snapshot", () => {
  assert.equal(shownSnapshot(NO_ANALYSIS, false), null);
  assert.equal(shownSnapshot(NO_ANALYSIS, true), null);
  assert.equal(bestMove(null), null);
  assert.equal(cellValues(POSITION, [], null).size, 0);
});

test("the marked cell is always that of the first move of the line", () => {
  const streams = [
    [1, 2, 3].map((depth) => snapshot({ depth, best: MOVES[depth] })),
    [1, 2, 3, 4].map((depth) =>
      snapshot({ depth, best: MOVES[depth % 4], values: MOVES.map((_, i) => (i === depth % 4 ? 7 : 7 - i)) }),
    ),
  ];
  let analysis = NO_ANALYSIS;
  for (const stream of streams) {
    analysis = withNewStream(analysis);
    for (const each of stream) {
      analysis = withSnapshot(analysis, each);
      const shown = shownSnapshot(analysis, true);
      assert.ok(shown);
      const [square] = POSITION.legal_moves.find(({ move }) => move === bestMove(shown))?.click_path ?? [];
      const marked = [...cellValues(POSITION, [], shown)].filter(([, { best }]) => best);
      if (shown.move_values.length) {
        assert.deepEqual(
          marked.map(([index]) => index),
          [square[0] * 2 + square[1]],
        );
        assert.equal(marked[0][1].value, shown.value);
      } else assert.deepEqual(marked, []);
    }
  }
});

test("only one of several cells with the highest value is marked", () => {
  const shown = snapshot({ depth: 2, best: "B1 Stake", values: [4, 4, 4, 4] });
  const marked = [...cellValues(POSITION, [], shown)].filter(([, { best }]) => best);
  assert.deepEqual(marked, [[1, { value: 4, is_upper_bound: false, share: 1, best: true }]]);
});

test("the depth never falls and nodes add up over streams", () => {
  const first = after([snapshot({ depth: 8, nodes: 500 })]);
  const second = withSnapshot(withNewStream(first), snapshot({ depth: 1, nodes: 3, best: "B2 Stake" }));
  const shown = shownSnapshot(second, false);
  assert.ok(shown);
  assert.deepEqual([shown.depth, shown.nodes, bestMove(shown)], [8, 503, "A1 Raid"]);
  const deeper = shownSnapshot(withSnapshot(second, snapshot({ depth: 9, nodes: 400, best: "B2 Stake" })), false);
  assert.ok(deeper);
  assert.deepEqual([deeper.depth, deeper.nodes, bestMove(deeper)], [9, 900, "B2 Stake"]);
});

test("with values everything comes from the snapshot with values", () => {
  const both = after(
    [snapshot({ depth: 12, best: "B2 Stake" })],
    [snapshot({ depth: 4, best: "A1 Raid", values: [1, 6, 2, 3] })],
  );
  assert.deepEqual([shownSnapshot(both, true)?.depth, bestMove(shownSnapshot(both, true))], [4, "A1 Raid"]);
  assert.deepEqual([shownSnapshot(both, false)?.depth, bestMove(shownSnapshot(both, false))], [12, "B2 Stake"]);
});

test("a solved snapshot is shown instead of a deeper estimate", () => {
  const both = after([snapshot({ depth: 12 })], [snapshot({ depth: 4, values: [1, 6, 2, 3], proven: true })]);
  assert.equal(shownSnapshot(both, false)?.proven, true);
});

test("a position is analysed again only for a longer time or for values", () => {
  const done = snapshot({ depth: 5 });
  const analysis = withEnd(after([done]), done);
  assert.equal(isComplete(analysis, 10, false), true);
  assert.equal(isComplete(analysis, 30, false), false);
  assert.equal(isComplete(analysis, 10, true), false);
  assert.equal(isComplete(after([snapshot({ depth: 5, proven: true })]), 60, false), true);
});

test("values that are not proven are marked as estimates", () => {
  assert.equal(estimateText(snapshot({ depth: 3 }), "X +12"), "≈ X +12");
  assert.equal(estimateText(snapshot({ depth: 3, proven: true }), "X +12"), "X +12");
});
