/** The quiz about values and cuts of a search tree. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { QUESTION_COUNT, childrenOf, explanation, questionText, quizQuestions } from "../../tree/model/quiz.js";
import { exampleTree } from "./example.js";
/** @import { Question } from "../../tree/model/quiz.js" */

const tree = exampleTree();

test("the children of a node are in the order of the search", () => {
  assert.deepEqual(childrenOf(tree, 0), [1, 4, 6]);
  assert.deepEqual(childrenOf(tree, 4), [5]);
});

test("questions are in the order of the search and have the answers of the search", () => {
  const questions = quizQuestions(tree);
  assert.deepEqual(
    questions.map(({ kind, node, tried, rest, answer }) => [kind, node, tried, rest, answer]),
    [
      ["value", 0, [1, 4, 6], 0, 3],
      ["cut", 0, [1, 4], 1, false],
      ["value", 1, [2, 3], 0, 3],
      ["cut", 1, [2], 1, false],
      ["cut", 4, [5], 1, true],
    ],
  );
});

test("a search without windows has no questions about cuts", () => {
  const minimax = exampleTree();
  minimax.document.algorithm = "MINIMAX";
  assert.ok(quizQuestions(minimax).every(({ kind }) => kind === "value"));
});

test("another round asks about the same tree, never more than the usual number of questions", () => {
  for (const round of [0, 1, 2]) assert.ok(quizQuestions(tree, round).length <= QUESTION_COUNT);
});

/** @param {string} kind @param {number} node */
const find = (kind, node) =>
  /** @type {Question} */ (quizQuestions(tree).find((each) => each.kind === kind && each.node === node));

test("a question names the side and the node", () => {
  assert.equal(
    questionText(tree, find("value", 0)),
    "Which value does the search return for the root, a MAX node?",
  );
  assert.equal(questionText(tree, find("value", 1)), "Which value does the search return for the MIN node a?");
  assert.equal(
    questionText(tree, find("cut", 4)),
    "One move has been tried at the MIN node b. Does alpha-beta cut off the other one?",
  );
});

test("the explanation compares with the bound that decides", () => {
  assert.equal(explanation(tree, find("value", 1)), "MIN takes the lowest value, 3.");
  assert.equal(explanation(tree, find("value", 0)), "MAX takes the highest value, 3.");
  assert.equal(explanation(tree, find("cut", 4)), "2 ≤ α (3): 1 move cut off.");
  assert.equal(explanation(tree, find("cut", 1)), "3 > α (−∞): the search goes on.");
  assert.equal(explanation(tree, find("cut", 0)), "3 < β (∞): the search goes on.");
});
