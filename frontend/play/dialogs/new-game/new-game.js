/** The dialog for a new game: game and rules, board, players. */

import * as api from "../../../shared/api/api.js";
import { latestRequest } from "../../../shared/api/latest-request.js";
import { boardPicture } from "../../../shared/board/board-grid.js";
import { figure } from "../../../shared/board/figures.js";
import { setPlayerColours } from "../../../shared/board/player-colours.js";
import { h, messageOf, query } from "../../../shared/dom.js";
import { capital } from "../../../shared/format.js";
import { movesTo } from "../../game/game-tree.js";
import { open, setPlayers } from "../../game/game.js";
import { PERSON, playerPhrase, playerTitle, seats } from "../../game/players.js";
import { state } from "../../state.js";
import { openDialog } from "../open-dialog.js";
import { fitted, NO_CHOICE, requestOf, sourcesOf } from "./board-choice.js";
import { boardFields } from "./board-fields.js";
import { playerField } from "./player-field.js";
/** @import { Game, Position, StartResponse } from "../../types.js" */
/** @import { BoardChoice } from "./board-choice.js" */
/** @import { PlayerField } from "./player-field.js" */

/** The chosen board; kept from one opening of the dialog to the next. */
let choice = NO_CHOICE;

/** Whether a board was chosen without starting a game on it: then the next opening keeps it. */
let isUnused = false;

/**
 * The players in the form; null if the form has not been drawn yet.
 * @type {string[] | null}
 */
let picked = null;

/**
 * The start position in the preview; null while it is requested.
 * @type {StartResponse | null}
 */
let ready = null;

/**
 * The players that a pasted text names or suggests.
 * @type {{text: string, players: string[] | null, names: string[] | null}}
 */
let proposal = { text: "", players: null, names: null };

/** @type {PlayerField[]} */
let fields = [];

const request = latestRequest();

/**
 * Fill the dialog with the form: as the current game is, or as it was left for the editor.
 * @param {HTMLDialogElement} dialog
 * @param {{edited?: string, again?: boolean}} [options]  `edited` is a start position from the editor
 */
export function fill(dialog, { edited, again = Boolean(edited) } = {}) {
  if (!again && !isUnused) {
    const { game, rules, board } = state.position;
    const source = choice.source === "current" || choice.source === "edited" ? "named" : choice.source;
    choice = { ...choice, game, rules, setup: board, source };
  }
  if (!again) picked = null;
  if (edited) choice = { ...choice, source: "edited", edited };
  draw(dialog);
  void show(dialog);
}

/**
 * The game of the catalogue with this name.
 * @param {string} name
 */
const gameOf = (name) => /** @type {Game} */ (state.catalogue.games.find((game) => game.name === name));

/** The players in the form. */
const currentPlayers = () => fields.map((field) => field.player);

/**
 * Draw the form.
 * @param {HTMLDialogElement} dialog
 */
function draw(dialog) {
  const game = gameOf(choice.game);
  choice = fitted(choice, game, state.position?.game);
  const variant = game.variants.find(({ name }) => name === choice.rules) ?? game.variants[0];
  fields = variant.players.map((name, side) =>
    playerField(game.name, capital(name), (picked ?? state.players)[side]),
  );
  /** @param {Partial<BoardChoice>} patch */
  const redraw = (patch) => {
    picked = currentPlayers();
    choice = { ...choice, ...patch };
    draw(dialog);
    void show(dialog);
  };
  /**
   * @param {Partial<BoardChoice>} patch
   * @param {number} [delay]
   */
  const changeBoard = (patch, delay) => {
    choice = { ...choice, ...patch };
    void show(dialog, delay);
  };

  const body = query(dialog, ".dialog-body");
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  /** @type {[string, string][]} */
  const titles = state.catalogue.games.map(({ name, title }) => [name, title]);
  /** @type {[string, string][]} */
  const variants = game.variants.map(({ name }) => [name, capital(name)]);
  const sources = sourcesOf(game, { current: state.position?.game, edited: choice.edited });
  body.replaceChildren(
    radios("Game", "game", titles, (name) => redraw({ game: name, source: "named", edited: null })),
    variants.length > 1 ? radios("Rules", "rules", variants, (rules) => redraw({ rules }), variant.summary) : "",
    h(
      "div",
      { class: `board-choice ${choice.source}` },
      radios("Board", "source", sources, (source) => redraw({ source })),
      h("div", {}, boardFields(choice, game, changeBoard)),
      h(
        "div",
        { class: "preview-box" },
        h("div", { class: "small-board board-fit" }),
        h("p", { class: "problem", role: "alert" }),
      ),
    ),
    playersField(variant.players),
  );
  query(dialog, "footer").replaceChildren(...buttons(dialog, game));
  query(dialog, "form").onsubmit = (event) => {
    event.preventDefault();
    void start(dialog);
  };
  if (focused) refocus(body, focused);
}

/**
 * Focus the field that replaces a field of the form as it was before.
 * @param {HTMLElement} body
 * @param {Element} before
 */
function refocus(body, before) {
  const isRadio = before instanceof HTMLInputElement && before.name;
  const selector = isRadio ? `[name="${before.name}"]:checked` : before.id ? `#${before.id}` : null;
  const field = selector && body.querySelector(selector);
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  if (field instanceof HTMLTextAreaElement && before instanceof HTMLTextAreaElement)
    field.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/**
 * Radio buttons for a part of the choice.
 * @template {string} Value
 * @param {string} legend
 * @param {"game" | "rules" | "source"} name
 * @param {[Value, string][]} options
 * @param {(value: Value) => void} pick
 * @param {string} [note]
 */
function radios(legend, name, options, pick, note) {
  /** @param {[Value, string]} entry */
  const option = ([value, text]) => {
    const checked = value === choice[name];
    const radio = h("input", {
      type: "radio",
      name,
      value,
      checked,
      autofocus: checked && name === "game", // the focus begins at the first question
      onchange: () => pick(value),
    });
    return h("label", {}, radio, h("span", {}, text));
  };
  return h(
    "fieldset",
    { class: "setup-choice" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, ...options.map(option)),
    note ? h("p", { class: "note", id: `${name}-note` }, note) : null,
  );
}

/** @param {string[]} names  of the sides */
function playersField(names) {
  const swap = () => ([fields[0].player, fields[1].player] = [fields[1].player, fields[0].player]);
  const sides = fields.map((field, side) =>
    h(
      "div",
      { class: "setup-side" },
      figure(state.position, side, { className: "player-swatch" }),
      h("b", {}, capital(names[side])),
      field.element,
    ),
  );
  return h(
    "fieldset",
    { class: "setup-sides" },
    h("legend", {}, "Players"),
    ...sides,
    proposalNote(names),
    h("button", { type: "button", class: "plain", onclick: swap }, "Swap sides"),
  );
}

/**
 * The players that the pasted text names; null without such a text.
 * @param {string[]} sides  names of the sides
 */
function proposalNote(sides) {
  const { players, names, text } = proposal;
  if (choice.source !== "text" || !players || text !== choice.text) return null;
  const side = players.findIndex((player) => player !== PERSON);
  const sentence = names
    ? `The record is of a game between ${names.map(playerTitle).join(" and ")}.`
    : `The file asks for ${playerPhrase(players[side])}, as ${capital(sides[side])}.`;
  return h("p", { class: "note", id: "proposal" }, `${sentence} You can change this.`);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Game} game
 */
function buttons(dialog, game) {
  const edit = async () => {
    if (!(await settled(dialog)) || !ready) return;
    picked = currentPlayers();
    dialog.close();
    void openDialog("editor", ready);
  };
  const changePlayers = () => {
    isUnused = true;
    dialog.close();
    void setPlayers(currentPlayers());
  };
  return [
    game.editable ? h("button", { type: "button", class: "plain", onclick: edit }, "Edit board …") : "",
    h("button", { type: "button", class: "plain", onclick: changePlayers }, "Change players of this game"),
    h("button", { type: "submit", class: "primary", id: "start-game" }, "Start game"),
  ];
}

/**
 * Request the chosen board after a delay, and show it or the problem with it. Return false if another board was
 * chosen meanwhile.
 * @param {HTMLDialogElement} dialog
 * @param {number} [delay]  in milliseconds
 */
async function show(dialog, delay = 0) {
  ready = null;
  try {
    const found = await request(requestBoard, delay);
    ready = found?.start ?? null;
    if (found && choice.source === "text" && adapt(found.start, found.position)) draw(dialog);
    drawPreview(dialog, found?.position ?? null);
  } catch (error) {
    if (api.isAbort(error)) return false;
    drawPreview(dialog, null, messageOf(error));
  }
  return true;
}

/**
 * Return the chosen start position and its board; null if no text is pasted yet.
 * @param {AbortSignal} signal
 */
async function requestBoard(signal) {
  const start = await startOf(choice, signal);
  return start && { start, position: await api.position(start.start, start.moves, signal) };
}

/**
 * @param {BoardChoice} board
 * @param {AbortSignal} signal
 * @returns {Promise<StartResponse | null>}
 */
async function startOf(board, signal) {
  if (board.source === "edited") return { start: board.edited ?? "", moves: [] };
  if (board.source === "current") return { start: state.tree.start, moves: movesTo(state.node) };
  const body = requestOf(board, gameOf(board.game).max_size);
  return body && api.begin(body, signal);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Position | null} position
 */
function drawPreview(dialog, position, problem = "") {
  query(dialog, ".problem").textContent = problem;
  const box = query(dialog, ".preview-box .small-board");
  if (!position) {
    box.replaceChildren();
    return;
  }
  box.replaceChildren(boardPicture(position, { label: "The board", hasHeads: false }));
  setPlayerColours(dialog, position.colours);
  dialog
    .querySelectorAll(".setup-side .player-swatch")
    .forEach((swatch, side) => swatch.replaceWith(figure(position, side, { className: "player-swatch" })));
}

/**
 * Wait for the chosen board. Return whether it is still chosen and the dialog still open.
 * @param {HTMLDialogElement} dialog
 */
const settled = async (dialog) => (ready !== null || (await show(dialog))) && dialog.open;

/**
 * Adopt the game, the rules and the players of a pasted text. Return whether the form changes.
 * @param {StartResponse} start
 * @param {Position} position
 */
function adapt({ players = null, names = null }, { game, rules }) {
  const isOther = game !== choice.game || rules !== choice.rules;
  choice = { ...choice, game, rules };
  picked = currentPlayers();
  if (proposal.text === choice.text) return isOther;
  proposal = { text: choice.text, players: names ? seats(names) : players, names };
  picked = proposal.players ?? picked;
  return isOther || proposal.players !== null;
}

/** @param {HTMLDialogElement} dialog */
async function start(dialog) {
  if (!(await settled(dialog))) return;
  if (!ready) {
    query(dialog, ".problem").textContent ||= "Choose a board first.";
    return;
  }
  isUnused = false;
  dialog.close();
  void open({ ...ready, players: currentPlayers() });
}
