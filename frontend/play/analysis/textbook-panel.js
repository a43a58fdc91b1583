/** The part of the analysis panel for textbook searches: the choice of the search, its progress and the output.txt. */

import { announce } from "../../shared/announcer.js";
import { h, query } from "../../shared/dom.js";
import { capital } from "../../shared/format.js";
import { durationText, isTooLarge, progressText, sizeText } from "../../shared/search-size.js";
import { showButtons } from "../panels/button-row.js";
import { change, state, watch } from "../state.js";
import { searchAnyway } from "./analysis.js";
import { textbookSettings } from "./textbook.js";
/** @import { Textbook } from "../types.js" */

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountTextbookPanel(root) {
  const source = query(root, "#analysis-source");
  const depth = query(root, "#textbook-depth", HTMLInputElement);
  const evaluation = query(root, "#textbook-evaluation", HTMLSelectElement);
  source.addEventListener("change", () => {
    const mode = query(source, "input:checked", HTMLInputElement).value;
    chooseSource(mode === "MINIMAX" || mode === "ALPHABETA" ? mode : null);
  });
  depth.addEventListener("change", () => depth.checkValidity() && set({ depth: depth.valueAsNumber }));
  evaluation.addEventListener("change", () => set({ evaluation: evaluation.value }));
  query(root, "#copy-output").addEventListener("click", () => void copyOutput(query(root, "#textbook-output")));
  watch(["textbook", "position"], () => drawSettings(root, depth, evaluation));
  watch(["textbook", "searchSize", "searchProgress", "thinking"], () => drawSearch(root));
  watch(["node", "answer", "opinion"], () => drawAnswer(root));
}

/** The settings before the engine was chosen. */
/** @type {Partial<Textbook>} */
let last = {};

/** @param {Textbook["mode"] | null} mode */
function chooseSource(mode) {
  if (state.textbook) last = state.textbook;
  change(mode ? { textbook: textbookSettings({ ...last, mode }), analysis: true } : { textbook: null });
}

/** @param {Partial<Textbook>} patch */
const set = (patch) => state.textbook && change({ textbook: { ...state.textbook, ...patch }, analysis: true });

/**
 * @param {ParentNode} root
 * @param {HTMLInputElement} depth
 * @param {HTMLSelectElement} evaluation
 */
function drawSettings(root, depth, evaluation) {
  const { textbook, position, catalogue } = state;
  query(root, `#analysis-source [value="${textbook?.mode ?? "ENGINE"}"]`, HTMLInputElement).checked = true;
  query(root, "#think-limit").hidden = textbook !== null;
  query(root, "#textbook-depth-field").hidden = textbook === null;
  const evaluationField = query(root, "#textbook-evaluation-field");
  evaluationField.hidden = textbook === null;
  if (!textbook || !position) return;
  depth.value = String(textbook.depth);
  const known = catalogue.games.find(({ name }) => name === position.game)?.evaluations ?? [];
  evaluationField.hidden = known.length < 2;
  evaluation.replaceChildren(
    ...known.map(({ name, definition }) => h("option", { value: name, title: definition }, capital(name))),
  );
  evaluation.value = textbook.evaluation;
  if (!evaluation.value) set({ evaluation: known[0]?.name }); // another game was opened
}

/**
 * Show the size of a long search and how far it is, or the choice of a smaller depth.
 * @param {ParentNode} root
 */
function drawSearch(root) {
  const { textbook, searchSize: size, searchProgress: progress, thinking } = state;
  const box = query(root, "#textbook-search");
  const bar = query(box, "progress", HTMLProgressElement);
  const isLong = size !== null && !size.exact;
  box.hidden = !textbook || !isLong;
  bar.hidden = !thinking;
  if (!textbook || !size || !isLong) return;
  bar.max = size.visits;
  bar.value = Math.min(progress?.visits ?? 0, size.visits);
  const limit = ` A search may take ${durationText(size.max_seconds)} here.`;
  const isWaiting = !thinking && isTooLarge(size);
  query(box, "p").textContent =
    thinking && progress ? `Searching … ${progressText(progress)}` : `${sizeText(size)}.${isWaiting ? limit : ""}`;
  const smaller = Math.min(size.largest_depth, textbook.depth - 1);
  showButtons(
    query(box, "#textbook-choice"),
    isWaiting
      ? [
          { text: `Search depth ${smaller}`, action: () => set({ depth: smaller }), primary: true },
          { text: `Search depth ${textbook.depth} anyway`, action: searchAnyway },
        ]
      : [],
  );
}

/**
 * Show the answer as output.txt before the first move, and the engine's opinion of it.
 * @param {ParentNode} root
 */
function drawAnswer(root) {
  const { node, answer, opinion } = state;
  const output = node && !node.parent ? (answer?.output ?? null) : null;
  query(root, "#textbook-answer").hidden = output === null;
  query(root, "#textbook-output").textContent = output ?? "";
  const note = query(root, "#textbook-opinion");
  note.textContent = opinion;
  note.hidden = !opinion;
}

/** @param {HTMLElement} box */
async function copyOutput(box) {
  try {
    await navigator.clipboard.writeText(box.textContent ?? "");
    announce("output.txt copied.");
  } catch {
    getSelection()?.selectAllChildren(box);
    announce("Press Ctrl+C to copy.");
  }
}
