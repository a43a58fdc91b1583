/** Textbook mode of the analysis panel: settings, answer, and the engine's opinion. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestMove,
  depthText,
  estimateText,
  moveValueText,
  spokenMoveValue,
} from "../../play/analysis/snapshot.js";
import { answerSnapshot, engineOpinion, textbookKey, textbookSettings } from "../../play/analysis/textbook.js";
import { evaluationOf } from "../../play/analysis/evaluation-bar.js";
import { cellValues } from "../../play/board/cell-values.js";
import { searchTreeLink } from "../../play/game/link.js";
import { Tree } from "../../play/game/game-tree.js";
import { position } from "../shared/example-position.js";
/** @import { Answer, LegalMove, Position, Snapshot } from "../../play/types.js" */

const TEXTBOOK = textbookSettings({ mode: "ALPHABETA", depth: 4 });

/** @type {Answer} */
const ANSWER = {
  move: "A1 Stake",
  text: "A1 Stake",
  value: 5,
  node_count: 1200,
  expanded: 300,
  principal_variation: ["A1 Stake", "B2 Stake"],
  principal_variation_text: ["A1 Stake", "B2 Stake"],
  move_values: [
    { move: "B2 Stake", value: 4, is_upper_bound: false },
    { move: "A1 Stake", value: 5, is_upper_bound: false },
    { move: "A1 Raid", value: 5, is_upper_bound: true },
    { move: "B1 Stake", value: 3, is_upper_bound: true },
  ],
  seconds: 0.5,
  output: "A1 Stake\nX.\n..",
};

/** @type {Pick<Position, "columns"> & {legal_moves: Pick<LegalMove, "move" | "click_path">[]}} */
const BOARD = {
  columns: ["A", "B"],
  legal_moves: [
    { move: "A1 Stake", click_path: [[0, 0]] },
    { move: "B1 Stake", click_path: [[0, 1]] },
    { move: "B2 Stake", click_path: [[1, 1]] },
    { move: "A1 Raid", click_path: [[0, 0]] },
  ],
};

/**
 * A snapshot of the engine with values of A1 Stake and B2 Stake.
 * @param {number} a1
 * @param {number} b2
 * @param {Partial<Snapshot>} [rest]
 */
const engine = (a1, b2, rest = {}) =>
  /** @type {Snapshot} */ ({
    depth: 17,
    proven: false,
    principal_variation: [b2 > a1 ? "B2 Stake" : "A1 Stake"],
    move_values: [
      { move: "A1 Stake", value: a1 },
      { move: "B2 Stake", value: b2 },
    ],
    ...rest,
  });

/** @param {Snapshot | null} snapshot */
const opinion = (snapshot) => engineOpinion(ANSWER, TEXTBOOK, snapshot, (move) => move);

test("a search from an input.txt uses the evaluation of the assignment", () => {
  assert.deepEqual(TEXTBOOK, { mode: "ALPHABETA", depth: 4, evaluation: "difference" });
  assert.equal(textbookSettings({ mode: "MINIMAX" }).depth, 3);
});

test("answers of different settings have different keys", () => {
  const others = [{ mode: /** @type {const} */ ("MINIMAX") }, { depth: 5 }, { evaluation: "own" }];
  const keys = [TEXTBOOK, ...others.map((patch) => ({ ...TEXTBOOK, ...patch }))].map(textbookKey);
  assert.equal(new Set(keys).size, 4);
});

test("line, value and cells come from the answer, with its depth", () => {
  const snapshot = answerSnapshot(ANSWER, TEXTBOOK);
  assert.equal(bestMove(snapshot), ANSWER.move);
  assert.equal(depthText(snapshot), "alpha-beta, depth 4");
  assert.equal(
    depthText({ ...snapshot, textbook: { ...TEXTBOOK, evaluation: "own" } }),
    "alpha-beta, depth 4, evaluation own",
  );
  assert.deepEqual([snapshot.nodes, snapshot.nodes_per_second, snapshot.value], [1200, 2400, 5]);
  const shown = cellValues(BOARD, [], snapshot);
  assert.deepEqual(
    [0, 1, 3].map((index) => [shown.get(index)?.value, shown.get(index)?.is_upper_bound, shown.get(index)?.best]),
    [
      [5, false, true],
      [3, true, false],
      [4, false, false],
    ],
  );
});

test("values of a textbook search are not marked as estimates, and bounds are marked", () => {
  const snapshot = answerSnapshot(ANSWER, TEXTBOOK);
  assert.equal(estimateText(snapshot, "+5"), "+5");
  assert.equal(moveValueText(snapshot, { value: 5 }), "+5");
  assert.equal(moveValueText(snapshot, { value: -3, is_upper_bound: true }), "≤−3");
  assert.equal(spokenMoveValue(snapshot, { value: -3, is_upper_bound: true }), "at most minus 3");
  assert.equal(moveValueText({ proven: false }, { value: 5 }), "≈+5");
  assert.equal(spokenMoveValue({ proven: false }, { value: 5 }), "about plus 5");
  assert.equal(spokenMoveValue({ proven: true }, { value: 5 }), "plus 5");
});

test("the evaluation bar names the search, and shows the score where values are totals of one player", () => {
  const board = position;
  assert.match(
    evaluationOf(board, answerSnapshot(ANSWER, TEXTBOOK)).text,
    /^Evaluation: .*, alpha-beta, depth 4$/,
  );
  const own = answerSnapshot(ANSWER, { ...TEXTBOOK, evaluation: "own" });
  assert.match(evaluationOf(board, own).text, /^Score: /);
});

test("the engine agrees, or says what another move is worth", () => {
  assert.equal(opinion(engine(9, 2)), "The engine agrees with A1 Stake (depth 17).");
  assert.equal(
    opinion(engine(2, 14)),
    "The engine would play B2 Stake: beyond depth 4 it is worth +12 more (depth 17).",
  );
  assert.equal(
    opinion(engine(2, 14, { depth: 3, proven: true })),
    "The engine would play B2 Stake: beyond depth 4 it is worth +12 more (solved).",
  );
});

test("an equally good move of the engine is no disagreement", () => {
  const tied = engine(9, 9, { principal_variation: ["B2 Stake"] });
  assert.equal(opinion(tied), "The engine agrees with A1 Stake (depth 17).");
});

test("an engine that has not searched beyond the textbook claims nothing about what is beyond", () => {
  assert.equal(
    opinion(engine(2, 14, { depth: 4 })),
    "The engine would play B2 Stake: it is worth +12 more (depth 4).",
  );
  assert.equal(opinion(null), "");
  assert.equal(opinion(engine(2, 14, { move_values: [] })), "");
});

test("the search tree opens with the chosen search", () => {
  assert.equal(searchTreeLink("#start=warfare/raid/Keren", null), "tree#start=warfare/raid/Keren");
  assert.equal(
    searchTreeLink("#start=warfare/raid/Keren", TEXTBOOK),
    "tree#start=warfare/raid/Keren&algorithm=alphabeta&depth=4&evaluation=difference",
  );
});

test("a saved game keeps its question", () => {
  const tree = new Tree("start");
  assert.equal(Tree.fromData(tree.toData()).question, null);
  tree.question = { mode: "MINIMAX", depth: 2 };
  assert.deepEqual(Tree.fromData(JSON.parse(JSON.stringify(tree.toData()))).question, tree.question);
});
