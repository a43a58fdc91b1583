/** The dialog of saved games and results. */

import { announce } from "../../shared/announcer.js";
import { h, query } from "../../shared/dom.js";
import { capital, counted } from "../../shared/format.js";
import { open } from "../game/game.js";
import { isPlayer, playerTitle } from "../game/players.js";
import { revived } from "../game/storage.js";
import { deleteGame, renameGame, savedEntries, savedGameWith } from "../library/library.js";
import { exportAll, importFiles } from "../library/transfer.js";
import { measuredRating, ratedGames, ratingText } from "../results/results.js";
import { resetResults } from "../results/track.js";
import { state } from "../state.js";
import { saveFile } from "./save-file.js";
/** @import { GameResult, LibraryEntry } from "../types.js" */

const SHOWN_RESULTS = 10;
const RATING_EXPLANATION =
  "The rating that makes your results most likely, on the scale of the levels (a greedy player has 1000), from your last 50 games of Warfare without help on boards of at least 5\u00a0×\u00a05.";

/**
 * Put the saved games and the results into the dialog; `imported` is the outcome of an import.
 * @param {HTMLDialogElement} dialog
 * @param {{ text: string, problems: string[] }} [imported]
 */
export function fill(dialog, imported) {
  const games = h("section", { class: "library", "aria-label": "Saved games" });
  const results = h("section", { class: "results", "aria-label": "Results" });
  query(dialog, ".dialog-body").replaceChildren(games, results);
  drawGames(dialog, games, imported ? importMessage(imported) : []);
  drawResults(results);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} section
 * @param {(Node | string)[]} message  about what was done last
 */
function drawGames(dialog, section, message = []) {
  const entries = savedEntries();
  /** @param {(Node | string)[]} parts */
  const redraw = (...parts) => drawGames(dialog, section, parts);
  const files = h("input", { type: "file", multiple: true, accept: ".txt,.json,.out", hidden: true });
  files.addEventListener("change", async () => {
    redraw(...importMessage(await importFiles([...(files.files ?? [])])));
    query(section, ".library-import").focus();
  });
  section.replaceChildren(
    h(
      "header",
      {},
      h("h3", {}, "Saved games"),
      h("button", { type: "button", class: "small library-import", onclick: () => files.click() }, "Import …"),
      h(
        "button",
        {
          type: "button",
          class: "small",
          disabled: !entries.length,
          onclick: () => saveFile("outply-games.json", new Blob([exportAll()], { type: "application/json" })),
        },
        "Export all",
      ),
      files,
    ),
    h("div", { class: "library-message message", role: "status" }, ...message),
    entries.length
      ? h("ul", { class: "library-games" }, ...entries.map((entry) => row(dialog, entry, redraw)))
      : h("p", { class: "note" }, "No games yet. A game is saved here from its first move on."),
    h("p", { class: "note" }, "Kept in this browser only. Import takes game records and exported games."),
  );
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {LibraryEntry} entry
 * @param {(...message: (Node | string)[]) => void} redraw
 */
function row(dialog, entry, redraw) {
  const name = entry.name || entry.title;
  const isOpen = entry.id === state.tree.id;
  const item = h("li", {});
  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  const button = (text, onclick) =>
    h("button", { type: "button", class: "small", "aria-label": `${text} ${name}`, onclick }, text);
  const rename = () => {
    const field = h("input", { type: "text", value: name, maxlength: 80, "aria-label": `New name of ${name}` });
    const form = h("form", {}, field, h("button", { type: "submit", class: "small primary" }, "Save"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = field.value.trim();
      renameGame(entry.id, given === entry.title ? "" : given);
      redraw("Renamed.");
      focusRow(dialog, entry.id);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      redraw();
      focusRow(dialog, entry.id);
    });
    item.replaceChildren(form);
    field.select();
  };
  const remove = () => {
    const restore = deleteGame(entry.id);
    const undo = h("button", { type: "button", class: "small" }, "Undo");
    undo.addEventListener("click", () => {
      restore();
      redraw("Restored.");
      focusRow(dialog, entry.id);
    });
    redraw(`Deleted “${name}”. `, undo);
    undo.focus();
  };
  item.dataset.game = entry.id;
  item.append(
    h("div", {}, h("b", {}, name), h("span", {}, details(entry))),
    isOpen ? h("span", { class: "library-open" }, "On the board") : button("Open", () => openGame(dialog, entry)),
    button("Rename", rename),
    ...(isOpen ? [] : [button("Delete", remove)]),
  );
  return item;
}

/**
 * @param {HTMLElement} dialog
 * @param {string} id
 */
function focusRow(dialog, id) {
  query(dialog, `[data-game="${id}"] button`).focus();
}

/**
 * Players, length, result and date: "You against Novice, 36 moves, X wins by 12, 18 Nov 2026".
 * @param {LibraryEntry} entry
 */
function details({ name, title, players, names, moves, result, date }) {
  const [one, other] = (names ?? players).map((player) => (player === "person" ? "you" : playerTitle(player)));
  const parts = [name && title, one && capital(`${one} against ${other}`), counted(moves, "move"), result];
  return [...parts, date && dateText(date)].filter(Boolean).join(", ");
}

/** @param {string} date */
const dateText = (date) =>
  new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

/**
 * @param {HTMLDialogElement} dialog
 * @param {LibraryEntry} entry
 */
function openGame(dialog, entry) {
  const data = savedGameWith(entry.id);
  const game = data && revived(data);
  if (!game) return;
  const { tree, moves, players } = game;
  dialog.close();
  void open({
    start: tree.start,
    tree,
    moves,
    players: players?.every(isPlayer) ? players : undefined,
    announcement: "Saved game.",
  });
}

/** @param {{ text: string, problems: string[] }} imported */
function importMessage({ text, problems }) {
  announce([text, ...problems].join(" "));
  return [text, ...problems.map((problem) => h("p", { class: "problem" }, problem))];
}

/** @param {HTMLElement} section */
function drawResults(section, message = /** @type {(Node | string)[]} */ ([])) {
  const { results, catalogue } = state;
  const rating = ratingText(ratedGames(results, catalogue.ratings));
  const reset = () => {
    const restore = resetResults();
    const undo = h("button", { type: "button", class: "small" }, "Undo");
    undo.addEventListener("click", () => {
      restore();
      drawResults(section, ["Results restored."]);
      query(section, "button").focus();
    });
    drawResults(section, ["Results deleted. ", undo]);
    undo.focus();
  };
  section.replaceChildren(
    h(
      "header",
      {},
      h("h3", {}, "Results"),
      results.length
        ? h("button", { type: "button", class: "small", "aria-label": "Reset results", onclick: reset }, "Reset")
        : null,
    ),
    h("div", { class: "message", role: "status" }, ...message),
    h("p", {}, h("b", {}, "Your rating: "), rating),
    h("p", { class: "note" }, RATING_EXPLANATION),
    ...(results.length ? [resultTable(results.slice(0, SHOWN_RESULTS))] : []),
  );
}

/** @param {GameResult[]} results */
function resultTable(results) {
  const { ratings, games } = state.catalogue;
  /** @param {GameResult} result */
  const cells = ({ date, game, rules, size, opponent, outcome, assisted }) => {
    const title = games.find(({ name }) => name === game)?.title ?? game;
    const rating = ratings.game === game ? measuredRating(ratings.players, opponent) : "";
    return [
      dateText(date),
      `${playerTitle(opponent)}${rating ? ` (${rating})` : ""}`,
      `${title}, ${rules}, ${size.join("\u00a0×\u00a0")}`,
      `${capital(outcome)}${assisted ? ", with help" : ""}`,
    ];
  };
  return h(
    "div",
    { class: "results-scroll", tabindex: "0", role: "group", "aria-label": "Last results" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, ...["Date", "Opponent", "Game", "Result"].map((text) => h("th", { scope: "col" }, text))),
      ),
      h("tbody", {}, ...results.map((result) => h("tr", {}, ...cells(result).map((text) => h("td", {}, text))))),
    ),
  );
}
