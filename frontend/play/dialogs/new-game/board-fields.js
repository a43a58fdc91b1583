/** The fields of the new-game dialog that choose a board: names with pictures, size and seed, or a text. */

import * as api from "../../../shared/api/api.js";
import { boardPicture } from "../../../shared/board/board-grid.js";
import { h } from "../../../shared/dom.js";
/** @import { Game } from "../../types.js" */
/** @import { BoardChoice } from "./board-choice.js" */

const TEXT_HINT = "Paste or drop an input.txt, a table of values or a game record.";
const TYPING_DELAY_MS = 250; // after the last key, so that a word is one request
const MAX_SEED = 999_999_999;

/** @typedef {(patch: Partial<BoardChoice>, delay?: number) => void} Change  reports what a field was changed to */

/**
 * The fields of the chosen source.
 * @param {BoardChoice} choice
 * @param {Game} game
 * @param {Change} change
 */
export function boardFields(choice, game, change) {
  switch (choice.source) {
    case "named":
      return nameFields(choice, game, change);
    case "random":
      return randomFields(choice, game, change);
    case "text":
      return textField(choice, change);
    case "current":
      return h("p", { class: "note" }, "The current position.");
    case "edited":
      return h("p", { class: "note" }, "The board from the editor.");
  }
}

/**
 * The named boards, each as a thumbnail to click.
 * @param {BoardChoice} choice
 * @param {Game} game
 * @param {Change} change
 */
function nameFields(choice, game, change) {
  /** @param {string} name */
  const field = (name) => {
    const radio = h("input", {
      type: "radio",
      name: "setup",
      value: name,
      checked: name === choice.setup,
      onchange: () => change({ setup: name }),
    });
    const picture = h("span", { class: "small-board board-fit" });
    boardsOf(game.name, choice.rules).then(
      (boards) => {
        const board = boards.get(name);
        if (board) picture.replaceChildren(boardPicture(board, { label: null, hasHeads: false }));
      },
      () => undefined, // the name is enough to choose a board
    );
    return h("label", { class: "thumbnail" }, radio, h("span", {}, picture, h("span", {}, name)));
  };
  return h("fieldset", { class: "thumbnails", "aria-label": "Name" }, ...game.setups.map(field));
}

/** @typedef {Awaited<ReturnType<typeof api.setups>>[number]} NamedBoard */

/** @type {Map<string, Promise<Map<string, NamedBoard>>>} the boards of each game and its rules, by name */
const requested = new Map();

/**
 * @param {string} game
 * @param {string} rules
 */
function boardsOf(game, rules) {
  const key = `${game}/${rules}`;
  const known = requested.get(key);
  if (known) return known;
  const boards = api.setups(game, rules).then((all) => new Map(all.map((board) => [board.name, board])));
  boards.catch(() => requested.delete(key));
  requested.set(key, boards);
  return boards;
}

/**
 * @param {BoardChoice} choice
 * @param {Game} game
 * @param {Change} change
 */
function randomFields(choice, game, change) {
  /**
   * @param {"size" | "seed"} key
   * @param {number} min
   * @param {number} max
   */
  const input = (key, min, max) => {
    const field = h("input", {
      type: "number",
      id: `setup-${key}`,
      min,
      max,
      value: choice[key],
      oninput: () => change({ [key]: field.valueAsNumber }, TYPING_DELAY_MS),
    });
    return field;
  };
  const seed = input("seed", 0, MAX_SEED);
  const drawSeed = () => {
    seed.valueAsNumber = Math.floor(Math.random() * 1e6);
    change({ seed: seed.valueAsNumber });
  };
  return h(
    "div",
    { class: "dialog-fields" },
    h("label", { class: "dialog-field" }, "Size", input("size", 1, game.max_size)),
    h("label", { class: "dialog-field" }, "Seed", seed),
    h("button", { type: "button", onclick: drawSeed }, "New seed"),
  );
}

/**
 * @param {BoardChoice} choice
 * @param {Change} change
 */
function textField(choice, change) {
  /** @param {File | undefined} file */
  const read = async (file) => {
    if (!file) return;
    area.value = await file.text();
    change({ text: area.value });
  };
  const area = h("textarea", {
    id: "setup-text",
    rows: 6,
    spellcheck: "false",
    "aria-label": TEXT_HINT,
    placeholder: TEXT_HINT,
    oninput: () => change({ text: area.value }, TYPING_DELAY_MS),
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void read(file);
    },
  });
  area.value = choice.text;
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    id: "setup-file",
    onchange: () => read(file.files?.[0]),
  });
  return h(
    "div",
    {},
    area,
    h("label", { class: "setup-file" }, file, h("span", { class: "button" }, "Open file …")),
  );
}
