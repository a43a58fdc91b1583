// @ts-nocheck: not typed yet
/** The dialog for a new game: which game and rules, which board, who plays. */

import * as api from "../../shared/api/api.js";
import { h, shape } from "../../shared/dom.js";
import { capital } from "../../shared/format.js";
import { drawSmall } from "../board/thumbnail.js";
import { open, PERSON, setPlayers } from "../game/game.js";
import { playerField, playerPhrase, playerTitle, seats } from "../game/players.js";
import { state } from "../state.js";
import { chosen, sourceFields, sources, wish } from "./board-source.js";
import { openDialog } from "./open-dialog.js";
/** @import { Game, Position, StartResponse } from "../types.js" */

let asked = new AbortController();
let ready = null; // the start that the preview shows
let players = null; // what was picked before the form was drawn again
let picked = () => players; // what is picked in the form as it is
let proposed = { text: "", players: null, names: null }; // who plays or played, as a text says
let unused = false; // a board was chosen and not played on yet

/**
 * Put the form into its dialog, as the game that is on has it, or as it was left for the editor.
 * @param {{edited?: string, again?: boolean}} [from]  `edited` is a board from the editor
 * @param {HTMLDialogElement} dialog
 */
export function fill(dialog, { edited, again = Boolean(edited) } = {}) {
  if (!again && !unused) {
    const { game, rules, board } = state.position;
    Object.assign(wish, { game, rules, setup: board });
    if (wish.source === "current" || wish.source === "edited") wish.source = "named";
  }
  if (!again) players = null;
  if (edited) Object.assign(wish, { source: "edited", edited });
  draw(dialog);
}

/**
 * Draw the form as it is wished for. Return what `show` does.
 * @param {HTMLDialogElement} dialog
 */
function draw(dialog) {
  const { games } = state.catalogue;
  const game = games.find((each) => each.name === wish.game);
  if (!game.variants.some((variant) => variant.name === wish.rules)) wish.rules = game.variants[0].name;
  if (!game.setups.includes(wish.setup)) wish.setup = game.setups[0];
  if (!sources(game).some(([name]) => name === wish.source)) wish.source = "named";
  const names = game.variants.find((variant) => variant.name === wish.rules).players;
  const fields = names.map((name, side) => playerField(capital(name), (players ?? state.players)[side]));
  picked = () => fields.map((field) => field.player);
  /** @param {Partial<typeof wish>} patch */
  const redraw = (patch) => {
    players = picked();
    Object.assign(wish, patch);
    draw(dialog);
  };

  const body = dialog.querySelector(".body");
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  const titles = games.map(({ name, title }) => [name, title]);
  const variants = game.variants.map(({ name }) => [name, capital(name)]);
  const { summary } = game.variants.find((variant) => variant.name === wish.rules);
  body.replaceChildren(
    choice("Game", "game", titles, (name) => redraw({ game: name, source: "named", edited: null })),
    variants.length > 1 ? choice("Rules", "rules", variants, (rules) => redraw({ rules }), summary) : "",
    h(
      "div",
      { class: `board-choice ${wish.source}` },
      choice("Board", "source", sources(game), (source) => redraw({ source })),
      h(
        "div",
        {},
        sourceFields(game, () => show(dialog)),
      ),
      h(
        "div",
        { class: "preview-box" },
        h("div", { class: "small-board", role: "img", "aria-label": "The board" }),
        h("p", { class: "problem", role: "alert" }),
      ),
    ),
    sides(fields, names),
  );
  dialog.querySelector("footer").replaceChildren(...buttons(dialog, game));
  dialog.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    start(dialog);
  };
  if (focused?.name) body.querySelector(`[name="${focused.name}"]:checked`)?.focus();
  else if (focused?.id) refocus(focused);
  return show(dialog);
}

/**
 * Put the focus on the field that is now where that one was, and the cursor to its place in it.
 * @param {Element} before
 */
function refocus(before) {
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById(before.id));
  field?.focus();
  if (field?.matches("textarea")) field.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/**
 * Radio buttons for one of the wishes.
 * @param {string} legend
 * @param {"game" | "rules" | "source"} name
 * @param {string[][]} options
 * @param {(value: string) => void} pick
 */
function choice(legend, name, options, pick, note = "") {
  const option = ([value, text]) => {
    const onchange = () => pick(value);
    const checked = value === wish[name];
    // The focus begins at the first question.
    const radio = h("input", {
      type: "radio",
      name,
      value,
      checked,
      autofocus: checked && name === "game",
      onchange,
    });
    return h("label", {}, radio, h("span", {}, text));
  };
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, ...options.map(option)),
    note ? h("p", { class: "note", id: `${name}-note` }, note) : null,
  );
}

/**
 * @param {PlayerField[]} fields
 * @param {string[]} names
 */
function sides(fields, names) {
  const swap = () => ([fields[0].player, fields[1].player] = [fields[1].player, fields[0].player]);
  /**
   * @param {PlayerField} field
   * @param {number} i
   */
  const side = (field, i) =>
    h("div", { class: "side" }, shape(`mark-${i}`, "swatch"), h("b", {}, capital(names[i])), field);
  const button = h("button", { type: "button", class: "plain", onclick: swap }, "Swap sides");
  return h(
    "fieldset",
    { class: "sides" },
    h("legend", {}, "Players"),
    ...fields.map(side),
    proposal(names),
    button,
  );
}

/**
 * A word about who was put there because a text asks for it.
 * @param {string[]} names
 */
function proposal(names) {
  if (wish.source !== "text" || !proposed.players || proposed.text !== wish.text) return null;
  const who = proposed.players.findIndex((player) => player !== PERSON);
  const says = proposed.names
    ? `The record is of a game between ${proposed.names.map(playerTitle).join(" and ")}.`
    : `The file asks for ${playerPhrase(proposed.players[who])}, as ${capital(names[who])}.`;
  return h("p", { class: "note", id: "proposal" }, `${says} You can change this.`);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Game} game
 */
function buttons(dialog, game) {
  const edit = async () => {
    if (!(await settled(dialog)) || !ready) return;
    players = picked();
    dialog.close();
    openDialog("editor", ready);
  };
  const change = () => {
    unused = true;
    dialog.close();
    setPlayers(picked());
  };
  return [
    game.editable ? h("button", { type: "button", class: "plain", onclick: edit }, "Edit board …") : "",
    h("button", { type: "button", class: "plain", onclick: change }, "Change players of this game"),
    h("button", { type: "submit", class: "primary", id: "start-game" }, "Start game"),
  ];
}

/**
 * Show the board that is chosen, or what is wrong with it. Return whether that is what is still wished for.
 * @param {HTMLDialogElement} dialog
 */
async function show(dialog) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const problem = dialog.querySelector(".problem");
  const box = dialog.querySelector(".preview-box .small-board");
  ready = null;
  try {
    const begun = await chosen(signal);
    const position = begun && (await api.position(begun.start, begun.moves, signal));
    problem.textContent = "";
    ready = begun;
    if (!position) {
      box.replaceChildren();
      return true;
    }
    if (wish.source === "text" && adapt(begun, position)) return draw(dialog);
    drawSmall(box, position);
    const kind = position.pieces ? "piece" : "mark";
    dialog.querySelectorAll(".side use").forEach((use, side) => use.setAttribute("href", `#${kind}-${side}`));
  } catch (error) {
    if (api.isAbort(error)) return false;
    problem.textContent = error.message;
    box.replaceChildren();
  }
  return true;
}

/**
 * Wait for the board that is chosen. Return whether it is still wished for, and the dialog still there.
 * @param {HTMLDialogElement} dialog
 */
const settled = async (dialog) => (ready !== null || (await show(dialog))) && dialog.open;

/**
 * Follow what a text turns out to be: its game, its rules, and who is to play. Return whether that is new.
 * @param {StartResponse} begun
 * @param {Position} position
 */
function adapt(begun, position) {
  const other = position.game !== wish.game || position.rules !== wish.rules;
  Object.assign(wish, { game: position.game, rules: position.rules });
  players = picked();
  if (proposed.text === wish.text) return other;
  const { names = null } = begun;
  proposed = { text: wish.text, players: names ? seats(names) : (begun.players ?? null), names };
  players = proposed.players ?? players;
  return other || Boolean(proposed.players);
}

/** @param {HTMLDialogElement} dialog */
async function start(dialog) {
  if (!(await settled(dialog))) return;
  if (!ready) {
    dialog.querySelector(".problem").textContent ||= "Choose a board first.";
    return;
  }
  unused = false;
  dialog.close();
  open({ ...ready, players: picked() });
}
