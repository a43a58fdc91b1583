/** Textbook mode: the settings of a textbook search, and its answer as a snapshot. Independent of the DOM. */

import { number, signed } from "../../shared/format.js";
import { ASSIGNMENT_EVALUATION, bestMove, depthText } from "./snapshot.js";
/** @import { Answer, Snapshot, Textbook } from "../types.js" */

const FIRST_DEPTH = 3;

/**
 * Return the settings for a question of an input.txt, or for a mode that the user chooses.
 * @param {Pick<Textbook, "mode"> & Partial<Textbook>} options
 * @returns {Textbook}
 */
export const textbookSettings = ({ mode, depth = FIRST_DEPTH, evaluation = ASSIGNMENT_EVALUATION }) => ({
  mode,
  depth,
  evaluation,
});

/**
 * The key under which the answer to these settings is kept.
 * @param {Textbook} textbook
 */
export const textbookKey = ({ mode, depth, evaluation }) => `${mode} ${depth} ${evaluation}`;

/**
 * Return the answer as a snapshot, from which cells, line, evaluation bar and hint are drawn.
 * @param {Answer} answer
 * @param {Textbook} textbook
 * @returns {Snapshot}
 */
export function answerSnapshot(answer, textbook) {
  const { value, principal_variation, principal_variation_text, move_values, node_count, seconds } = answer;
  return {
    depth: textbook.depth,
    proven: false,
    value,
    principal_variation,
    principal_variation_text,
    move_values,
    nodes: node_count,
    nodes_per_second: seconds > 0 ? Math.round(node_count / seconds) : 0,
    elapsed_seconds: seconds,
    limit_seconds: seconds,
    textbook,
  };
}

/**
 * What the engine thinks of the textbook's move, in a sentence; empty if the engine has not valued the move.
 * @param {Answer} answer
 * @param {Textbook} textbook
 * @param {Snapshot | null} engine  with the values of all moves
 * @param {(move: string) => string} moveText
 */
export function engineOpinion(answer, textbook, engine, moveText) {
  const values = new Map(engine?.move_values.map(({ move, value }) => [move, value]));
  const [best, own] = [bestMove(engine), values.get(answer.move)];
  const highest = values.get(best ?? "");
  if (!engine || best === null || own === undefined || highest === undefined) return "";
  const depth = depthText(engine);
  if (highest <= own) return `The engine agrees with ${answer.text} (${depth}).`;
  const isDeeper = engine.proven || engine.depth > textbook.depth;
  const reason = isDeeper ? `beyond depth ${number(textbook.depth)} it` : "it";
  return `The engine would play ${moveText(best)}: ${reason} is worth ${signed(highest - own)} more (${depth}).`;
}
