/** The questions of a quiz about a search, and their answers. */

import { counted, number } from "../../shared/format.js";
import { moveOf, sideOf } from "./node-text.js";
import { hasWindows, knows, windowIn } from "./search-window.js";
/** @import { Tree } from "../types.js" */

/**
 * A question about a node: its value once all its moves have been tried, or whether the search cuts off its other moves
 * after those that have been tried.
 * @typedef {object} Question
 * @property {"value" | "cut"} kind
 * @property {number} node
 * @property {number[]} tried  children of the node
 * @property {number} rest  the number of moves that have not been tried
 * @property {number | boolean} answer
 */

export const QUESTION_COUNT = 10;
const MAX_TRIED = 8; // values that can be compared at a glance

/**
 * The recorded children of a node, in the order of the search.
 * @param {Tree} tree
 * @param {number} node
 */
export function childrenOf(tree, node) {
  const children = [];
  for (let child = node + 1; children.length < tree.children[node]; child += tree.span[child])
    children.push(child);
  return children;
}

/**
 * Return the questions of a quiz in the order of the search, half of them about cuts if the search has any. Each round
 * has different questions, as long as there are enough.
 * @param {Tree} tree
 * @param {number} [round]
 * @returns {Question[]}
 */
export function quizQuestions(tree, round = 0) {
  /** @type {Question[]} */
  const values = [];
  /** @type {Question[]} */
  const cuts = [];
  /** @type {Question[]} */
  const continuations = [];
  for (let node = 0; node < tree.count; node++) {
    const children = tree.children[node];
    if (!children || children > MAX_TRIED) continue;
    const tried = childrenOf(tree, node);
    const rest = tree.cut[node];
    if (children > 1) values.push({ kind: "value", node, tried, rest, answer: tree.value[node] });
    if (!hasWindows(tree)) continue;
    if (rest) cuts.push({ kind: "cut", node, tried, rest, answer: true });
    else if (children > 1) {
      const half = Math.ceil(children / 2);
      continuations.push({
        kind: "cut",
        node,
        tried: tried.slice(0, half),
        rest: children - half,
        answer: false,
      });
    }
  }
  const quarter = Math.ceil(QUESTION_COUNT / 4);
  const aboutCuts = [...spread(cuts, quarter, round), ...spread(continuations, quarter, round)];
  const aboutValues = spread(values, QUESTION_COUNT - aboutCuts.length, round);
  return [...aboutValues, ...aboutCuts].sort((one, other) => one.node - other.node);
}

/**
 * Return up to `count` of the elements, evenly spaced.
 * @template Element
 * @param {Element[]} all
 * @param {number} count
 * @param {number} round
 */
function spread(all, count, round) {
  if (all.length <= count) return all;
  const step = all.length / count;
  const first = round % Math.floor(step);
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step) + first]);
}

/**
 * The question as text.
 * @param {Tree} tree
 * @param {Question} question
 */
export function questionText(tree, { kind, node, tried, rest }) {
  const name = node ? `${sideOf(tree, node)} node ${moveOf(tree, node)}` : `root, a ${sideOf(tree, node)} node`;
  const moves = tried.length === 1 ? "One move has been tried" : `${number(tried.length)} moves have been tried`;
  if (kind === "value") return `Which value does the search return for the ${name}?`;
  return `${moves} at the ${name}. Does alpha-beta cut off the other ${rest === 1 ? "one" : number(rest)}?`;
}

/**
 * Why the answer is right: "MIN takes the lowest value, 2."
 * @param {Tree} tree
 * @param {Question} question
 */
export function explanation(tree, { kind, node, tried, rest }) {
  const isMax = tree.isMax(node);
  const { best } = knows(tree, node, tried[tried.length - 1] + 1);
  if (kind === "value")
    return `${sideOf(tree, node)} takes the ${isMax ? "highest" : "lowest"} value, ${number(best)}.`;
  const [alpha, beta] = windowIn(tree, node);
  const [bound, sign] = isMax ? [beta, "β"] : [alpha, "α"];
  const isCut = isMax ? best >= bound : best <= bound;
  const relation = isMax ? (isCut ? "≥" : "<") : isCut ? "≤" : ">";
  const effect = isCut ? `${counted(rest, "move")} cut off` : "the search goes on";
  return `${number(best)} ${relation} ${sign} (${number(bound)}): ${effect}.`;
}
