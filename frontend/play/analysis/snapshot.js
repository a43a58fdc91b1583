/**
 * The analysis of a position as a value: the merged snapshots of its streams, and the snapshot that is shown.
 *
 * Cells, line of play, evaluation bar and hint all come from the one snapshot that `shownSnapshot` returns, so that
 * they cannot contradict each other.
 *
 * @typedef {object} Analysis
 * @property {Snapshot | null} line  the deepest snapshot without move values
 * @property {Snapshot | null} values  the deepest snapshot with move values
 * @property {number} nodes  of all streams
 * @property {number} earlierNodes  of the streams before the current one
 * @property {number} lineSeconds  the longest time limit of a finished stream without move values
 * @property {number} valuesSeconds  the same with move values
 */

import { signed, spoken } from "../../shared/format.js";
/** @import { MoveValue, Snapshot, Textbook } from "../types.js" */

/** @type {Analysis} */
export const NO_ANALYSIS = {
  line: null,
  values: null,
  nodes: 0,
  earlierNodes: 0,
  lineSeconds: 0,
  valuesSeconds: 0,
};

/**
 * Return the analysis at the start of another stream.
 * @param {Analysis} analysis
 */
export const withNewStream = (analysis) => ({ ...analysis, earlierNodes: analysis.nodes });

/**
 * Return the analysis with a snapshot of the current stream; a snapshot replaces none of a greater depth.
 * @param {Analysis} analysis
 * @param {Snapshot} snapshot
 */
export function withSnapshot(analysis, snapshot) {
  const kind = snapshot.move_values.length ? "values" : "line";
  const nodes = analysis.earlierNodes + snapshot.nodes;
  const previous = analysis[kind];
  const isDeeper = !previous || snapshot.depth >= previous.depth;
  return { ...analysis, nodes, [kind]: isDeeper ? snapshot : previous };
}

/**
 * Return the analysis after its stream has ended by itself.
 * @param {Analysis} analysis
 * @param {Snapshot} snapshot
 */
export function withEnd(analysis, snapshot) {
  const seconds = snapshot.move_values.length ? "valuesSeconds" : "lineSeconds";
  return { ...analysis, [seconds]: Math.max(analysis[seconds], snapshot.limit_seconds) };
}

/**
 * Whether a stream of this length would add nothing.
 * @param {Analysis} analysis
 * @param {number} seconds
 * @param {boolean} withValues
 */
export const isComplete = (analysis, seconds, withValues) =>
  Boolean(analysis.values?.proven || (!withValues && analysis.line?.proven)) ||
  (withValues ? analysis.valuesSeconds : analysis.lineSeconds) >= seconds;

/**
 * Return the snapshot to show: the one with move values if these are shown, otherwise the deepest.
 * @param {Analysis} analysis
 * @param {boolean} withValues
 * @returns {Snapshot | null}
 */
export function shownSnapshot({ line, values, nodes }, withValues) {
  const deepest = line && values ? (values.proven || values.depth > line.depth ? values : line) : (line ?? values);
  const snapshot = withValues ? (values ?? line) : deepest;
  return snapshot && { ...snapshot, nodes };
}

/**
 * The best move of a snapshot, which is the first move of its line.
 * @param {Snapshot | null} snapshot
 */
export const bestMove = (snapshot) => snapshot?.principal_variation[0] ?? null;

/**
 * "solved", "depth 16", or of a textbook search "minimax, depth 4"
 * @param {Pick<Snapshot, "proven" | "depth" | "textbook">} snapshot
 */
export function depthText({ proven, depth, textbook }) {
  if (textbook) return textbookText(textbook);
  return proven ? "solved" : `depth ${depth}`;
}

/** @type {Record<Textbook["mode"], string>} */
const ALGORITHMS = { MINIMAX: "minimax", ALPHABETA: "alpha-beta" };

/** The evaluation of the assignments. */
export const ASSIGNMENT_EVALUATION = "difference";

/**
 * "alpha-beta, depth 4", and the evaluation if it is not that of the assignments.
 * @param {Textbook} textbook
 */
export function textbookText({ mode, depth, evaluation }) {
  const rest = evaluation === ASSIGNMENT_EVALUATION ? "" : `, evaluation ${evaluation}`;
  return `${ALGORITHMS[mode]}, depth ${depth}${rest}`;
}

/**
 * Whether the values of a snapshot are estimates. Those of a textbook search are exact to its depth.
 * @param {Pick<Snapshot, "proven" | "textbook">} snapshot
 */
const isEstimate = ({ proven, textbook }) => !proven && !textbook;

/**
 * Mark a value that is not proven as an estimate: "≈ X +12".
 * @param {Pick<Snapshot, "proven" | "textbook">} snapshot
 * @param {string} text
 */
export const estimateText = (snapshot, text) => (isEstimate(snapshot) ? `≈ ${text}` : text);

/**
 * The value of a move: "+12", "≈+12" if it is an estimate, "≤+12" if it is an upper bound.
 * @param {Pick<Snapshot, "proven" | "textbook">} snapshot
 * @param {Pick<MoveValue, "value" | "is_upper_bound">} move
 */
export const moveValueText = (snapshot, { value, is_upper_bound }) =>
  `${is_upper_bound ? "≤" : isEstimate(snapshot) ? "≈" : ""}${signed(value)}`;

/**
 * The same for screen readers: "plus 12", "about plus 12", "at most plus 12".
 * @param {Pick<Snapshot, "proven" | "textbook">} snapshot
 * @param {Pick<MoveValue, "value" | "is_upper_bound">} move
 */
export const spokenMoveValue = (snapshot, { value, is_upper_bound }) =>
  `${is_upper_bound ? "at most " : isEstimate(snapshot) ? "about " : ""}${spoken(value)}`;
