/** The board editor, which makes a start position for the new-game dialog. */

import * as api from "../../../shared/api/api.js";
import { latestRequest } from "../../../shared/api/latest-request.js";
import { indexOf, nameOf } from "../../../shared/board/board-text.js";
import { figure } from "../../../shared/board/figures.js";
import { h, messageOf, query } from "../../../shared/dom.js";
import { capital } from "../../../shared/format.js";
import { state } from "../../state.js";
import { openDialog } from "../open-dialog.js";
import { cleared, editsOf, movedTo, pieceName, unedited } from "./edited-board.js";
import { createGrid, TYPE } from "./editor-grid.js";
/** @import { Game, PieceKind, Position } from "../../types.js" */
/** @import { EditedBoard } from "./edited-board.js" */
/** @import { Editor } from "./editor-grid.js" */

/**
 * Fill the dialog with the editor of the position after these moves.
 * @param {HTMLDialogElement} dialog
 * @param {{ start: string, moves: string[] }} options
 */
export async function fill(dialog, { start, moves }) {
  const position = await api.position(start, moves);
  const game = /** @type {Game} */ (state.catalogue.games.find(({ name }) => name === position.game));
  /** @type {Editor} */
  const editor = {
    board: unedited(start, position),
    kinds: game.piece_kinds,
    tool: game.cells_take_numbers ? TYPE : game.piece_kinds[0],
    takesNumbers: game.cells_take_numbers,
  };
  const problem = h("p", { class: "problem", role: "alert" });
  let grid = createGrid(editor);
  /** @param {EditedBoard} board */
  const show = (board) => {
    editor.board = board;
    problem.textContent = "";
    const next = createGrid(editor);
    grid.replaceWith(next);
    grid = next;
  };
  const toMove = h(
    "select",
    { id: "editor-to-move" },
    ...position.players.map(({ id, name }) =>
      h("option", { value: id, selected: id === position.to_move }, capital(name)),
    ),
  );
  query(dialog, ".dialog-body").replaceChildren(
    toolField(editor, position),
    boardButtons(game, editor, show, (text) => (problem.textContent = text)),
    h("p", { class: "note" }, helpText(game, position)),
    grid,
    h("label", { class: "dialog-field across" }, "To move", toMove),
    problem,
  );
  const back = () => (dialog.close(), openDialog("setup", { again: true }));
  const done = async () => {
    try {
      const begun = await api.begin({
        start: editor.board.start,
        edits: editsOf(editor.board),
        to_move: toMove.value,
      });
      await api.position(begun.start, []); // raises if the board is no position of the game
      dialog.close();
      void openDialog("setup", { edited: begun.start });
    } catch (error) {
      problem.textContent = `${messageOf(error)}.`;
    }
  };
  dialog.oncancel = (event) => (event.preventDefault(), back());
  query(dialog, "footer").replaceChildren(
    h("button", { type: "button", class: "plain", onclick: back }, "Back"),
    h("button", { type: "button", class: "primary", id: "editor-done", onclick: done }, "Use this board"),
  );
}

/**
 * How to edit, in the terms of the game.
 * @param {Game} game
 * @param {Position} position
 */
function helpText({ cells_take_numbers: takesNumbers }, { pieces }) {
  const paint = `Choose ${pieces ? "a piece" : "an owner"} and click or drag over cells.`;
  const type = pieces ? "Click a piece and type how many are there." : "Click a cell and type its value.";
  return takesNumbers ? `${paint} ${type}` : paint;
}

/**
 * The controls that change the whole board: its size and values, where the game has random boards, and its owners.
 * @param {Game} game
 * @param {Editor} editor
 * @param {(board: EditedBoard) => void} show
 * @param {(text: string) => void} showProblem
 */
function boardButtons(game, editor, show, showProblem) {
  const request = latestRequest();
  /**
   * Replace the board by a random one of this size.
   * @param {number} size
   * @param {{keepsTexts: boolean}} options
   */
  async function replace(size, options) {
    if (!Number.isInteger(size) || size < 1 || size > game.max_size) {
      showProblem(`Size must be 1 to ${game.max_size}.`);
      return;
    }
    try {
      const setup = `random:${size}:${Math.floor(Math.random() * 1e6)}`;
      const { rules } = editor.board.position;
      const other = await request(async (signal) => {
        const { start } = await api.begin({ game: game.name, rules, setup }, signal);
        return unedited(start, await api.position(start, [], signal));
      });
      show(movedTo(editor.board, other, options));
    } catch (error) {
      if (!api.isAbort(error)) showProblem(messageOf(error));
    }
  }
  const size = h("input", {
    type: "number",
    id: "editor-size",
    min: 1,
    max: game.max_size,
    value: editor.board.position.rows.length,
    onchange: () => replace(size.valueAsNumber, { keepsTexts: true }),
  });
  const revalue = () => replace(editor.board.position.rows.length, { keepsTexts: false });
  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (text, onclick) => h("button", { type: "button", onclick }, text);
  const hasValues = game.cells_take_numbers && !editor.board.position.pieces;
  return h(
    "div",
    { class: "dialog-fields" },
    game.has_random_boards ? h("label", { class: "dialog-field across" }, "Size", size) : null,
    game.has_random_boards && hasValues ? button("Random values", revalue) : null,
    button("Clear", () => show(cleared(editor.board))),
  );
}

/**
 * @param {Editor} editor
 * @param {Position} position
 */
function toolField(editor, position) {
  const { pieces } = position;
  const { kinds } = editor;
  /**
   * @param {Editor["tool"]} value
   * @param {string} name  of the value in the form
   * @param {string} text
   * @param {Node} [sign]
   */
  const tool = (value, name, text, sign) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "tool",
        value: name,
        checked: value === editor.tool,
        onchange: () => (editor.tool = value),
      }),
      h("span", {}, sign, text),
    );
  /** @param {PieceKind} kind */
  const pieceTool = (kind) => {
    const side = indexOf(position, kind.owner);
    const sign = figure(position, side, { className: "player-swatch small", shape: kind.shape ?? undefined });
    const id = pieceName(kinds, kind, kind.owner);
    return tool(kind, id, capital(pieceName(kinds, kind, nameOf(position, kind.owner))), sign);
  };
  return h(
    "fieldset",
    { class: "setup-choice" },
    h("legend", {}, "Edit"),
    h(
      "div",
      { class: "segments" },
      editor.takesNumbers ? tool(TYPE, TYPE, pieces ? "Number" : "Value") : null,
      ...kinds.map(pieceTool),
      tool(null, "", "Empty"),
    ),
  );
}
