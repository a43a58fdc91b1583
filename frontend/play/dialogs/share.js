/** The dialog to share a position or a game: a link, text and files. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api/api.js";
import { h, messageOf, query } from "../../shared/dom.js";
import { movesTo } from "../game/game-tree.js";
import { recordedNames } from "../game/players.js";
import { state } from "../state.js";
import { toPng } from "./picture.js";
import { saveFile } from "./save-file.js";
import { shareLink } from "./share-link.js";

const FILES = [
  ["replay", "Replay", "The game as one HTML file that plays anywhere"],
  ["png", "Picture (PNG)", "The board as an image"],
  ["svg", "Picture (SVG)", "The board as scalable graphics"],
  ["text", "Position", "The board as text"],
  ["record", "Game record", "Move list as text (after the game)"],
  ["input", "input.txt", "This position as an assignment input"],
  ["output", "output.txt", "The expected answer"],
];
const OF_FINISHED_GAMES = ["record"];
const OF_UNFINISHED_GAMES = ["input", "output"];
const OF_ASSIGNMENTS = ["input", "output"];

/**
 * Put links and buttons into the dialog.
 * @param {HTMLDialogElement} dialog
 */
export function fill(dialog) {
  const body = query(dialog, ".dialog-body");
  const message = h("p", { class: "message", role: "status" });
  /** @param {string} text */
  const tell = (text) => (message.textContent = text);
  const { over, game } = state.position;
  const asked = state.catalogue.games.find((each) => each.name === game)?.has_input_format;
  const files = FILES.filter(([kind]) => asked || !OF_ASSIGNMENTS.includes(kind));
  const search = searchFields();
  /**
   * @param {string} kind
   * @param {string} name
   */
  const button = (kind, name) =>
    h(
      "button",
      {
        type: "button",
        "data-kind": kind,
        disabled: (over ? OF_UNFINISHED_GAMES : OF_FINISHED_GAMES).includes(kind),
        "aria-label": `Download ${name}`,
        onclick: () => download(kind, search.values(), tell),
      },
      "Download",
    );
  const copyText = h(
    "button",
    { type: "button", id: "copy-text", "aria-label": "Copy position", onclick: () => copyPosition(tell) },
    "Copy",
  );
  /** @param {string[]} entry */
  const file = ([kind, name, about]) =>
    h(
      "li",
      {},
      h("div", {}, h("b", {}, name), h("span", {}, about)),
      kind === "input" ? search.element : null,
      kind === "text" ? copyText : null,
      button(kind, name),
    );
  body.replaceChildren(
    linkSection(tell),
    h("section", {}, h("h3", {}, "Files"), h("ul", { class: "share-files" }, ...files.map(file))),
    message,
  );
}

/** @param {(text: string) => void} tell */
function linkSection(tell) {
  const { link, note } = shareLink(location.href, state.catalogue.network_url);
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": "Link to this position",
    "aria-describedby": "link-note",
    id: "link",
  });
  const onclick = () => copyLink(field, tell);
  return h(
    "section",
    {},
    h("h3", {}, "Link to this position"),
    h(
      "div",
      { class: "share-link" },
      field,
      h("button", { type: "button", class: "primary", id: "copy-link", onclick }, "Copy"),
    ),
    h("p", { class: "note", id: "link-note" }, note),
  );
}

/** The algorithm and the depth of input.txt and output.txt. */
function searchFields() {
  const mode = h(
    "select",
    { id: "take-mode", "aria-label": "Algorithm" },
    h("option", { value: "ALPHABETA" }, "ALPHABETA"),
    h("option", { value: "MINIMAX" }, "MINIMAX"),
  );
  const depth = h("input", {
    id: "take-depth",
    type: "number",
    min: 1,
    max: state.catalogue.limits.depth,
    value: 3,
    "aria-label": "Depth",
  });
  const element = h("span", { class: "search-fields" }, mode, h("label", {}, "depth ", depth));
  return { element, values: () => ({ mode: mode.value, depth: depth.valueAsNumber }) };
}

/**
 * @param {HTMLInputElement} field
 * @param {(text: string) => void} tell
 */
async function copyLink(field, tell) {
  try {
    await navigator.clipboard.writeText(field.value);
    tell("Link copied.");
  } catch {
    field.select();
    tell("Press Ctrl+C to copy.");
  }
}

/** @param {(text: string) => void} tell */
async function copyPosition(tell) {
  try {
    const { text } = await api.exported("text", reference());
    await navigator.clipboard.writeText(text);
    tell("Position copied.");
  } catch (error) {
    tell(
      error instanceof api.ApiError
        ? error.message
        : "Copying is not allowed here. Download the position instead.",
    );
  }
}

const reference = () => ({ start: state.tree.start, moves: movesTo(state.node) });

/**
 * @param {string} kind
 * @param {object} search
 * @param {(text: string) => void} tell
 */
async function download(kind, search, tell) {
  tell("");
  try {
    const body = { ...reference(), players: recordedNames() ?? state.players };
    const exported = await api.exported(
      kind === "png" ? "svg" : kind,
      OF_ASSIGNMENTS.includes(kind) ? { ...body, ...search } : body,
    );
    const { text, type } = exported;
    const name = kind === "png" ? "board.png" : exported.name;
    saveFile(name, kind === "png" ? await toPng(text) : new Blob([text], { type }));
    tell(`Downloaded ${name}.`);
    announce(`Downloaded ${name}.`);
  } catch (error) {
    tell(messageOf(error));
  }
}
