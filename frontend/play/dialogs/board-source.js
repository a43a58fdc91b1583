// @ts-nocheck: not typed yet
/** Where a new game's board comes from: a name, chance, a text, the game that is on, or the editor. */

import * as api from "../../shared/api/api.js";
import { h } from "../../shared/dom.js";
import { drawSmall } from "../board/thumbnail.js";
import { movesTo } from "../game/game-tree.js";
import { state } from "../state.js";
/** @import { Game } from "../types.js" */

const TEXT_HINT = "Paste or drop an input.txt, a table of values or a game record.";

/** What is chosen; it lasts from one opening of the dialog to the next. */
export const wish = {
  game: null,
  rules: null,
  source: "named",
  setup: null,
  size: 8,
  seed: 1,
  text: "",
  edited: null,
};

/**
 * The sources that a game has, each with its title.
 * @param {Game} game
 */
export function sources(game) {
  return [
    ["named", "Named"],
    ...(game.has_random_boards ? [["random", "Random"]] : []),
    ["text", "Paste"],
    ...(state.position?.game === game.name ? [["current", "Current"]] : []),
    ...(wish.edited ? [["edited", "Edited"]] : []),
  ];
}

/**
 * The fields of the source that is chosen; `changed` is called when one of them changes.
 * @param {Game} game
 * @param {() => void} changed
 */
export function sourceFields(game, changed) {
  const fields = { named, random, text, current: note, edited: note };
  return fields[wish.source](game, changed);
}

/**
 * Return the start that is chosen and the moves from there; null where something is still missing.
 * @param {AbortSignal} signal
 */
export async function chosen(signal) {
  const { game, rules, source, setup, size, seed } = wish;
  if (source === "edited") return { start: wish.edited, moves: [] };
  if (source === "current") return { start: state.tree.start, moves: movesTo(state.node) };
  if (source === "text") return wish.text.trim() ? api.begin({ text: wish.text, rules }, signal) : null;
  if (source === "named") return api.begin({ game, rules, setup }, signal);
  const { max_size: largest } = state.catalogue.games.find(({ name }) => name === game);
  if (!Number.isInteger(size) || size < 1 || size > largest) throw new Error(`Size must be 1 to ${largest}.`);
  if (!Number.isInteger(seed) || seed < 0) throw new Error("Seed must be a number from 0.");
  return api.begin({ game, rules, setup: `random:${size}:${seed}` }, signal);
}

function note() {
  const text = wish.source === "edited" ? "The board from the editor." : "The current position.";
  return h("p", { class: "note" }, text);
}

/**
 * The named boards, each as a thumbnail to click.
 * @param {Game} game
 * @param {() => void} changed
 */
function named(game, changed) {
  /** @param {string} name */
  const choice = (name) => {
    const onchange = () => ((wish.setup = name), changed());
    const radio = h("input", {
      type: "radio",
      name: "setup",
      value: name,
      checked: name === wish.setup,
      onchange,
    });
    const picture = h("span", { class: "small-board", "aria-hidden": "true" });
    thumbnails(game.name).then(
      (boards) => drawSmall(picture, boards.get(name)),
      () => undefined,
    );
    return h("label", { class: "thumbnail" }, radio, h("span", {}, picture, h("span", {}, name)));
  };
  return h("fieldset", { class: "thumbnails", "aria-label": "Name" }, ...game.setups.map(choice));
}

const boardsOf = new Map(); // the name of a game -> a promise of its boards by name

/** @param {Game} game */
function thumbnails(game) {
  if (!boardsOf.has(game)) {
    const asked = api.setups(game).then((boards) => new Map(boards.map((board) => [board.name, board])));
    asked.catch(() => boardsOf.delete(game));
    boardsOf.set(game, asked);
  }
  return boardsOf.get(game);
}

/**
 * @param {Game} game
 * @param {() => void} changed
 */
function random(game, changed) {
  /**
   * @param {string} title
   * @param {"size" | "seed"} key
   * @param {number} min
   * @param {number} max
   */
  const field = (title, key, min, max) => {
    /** @param {Event & { target: HTMLInputElement }} event */
    const oninput = (event) => ((wish[key] = event.target.valueAsNumber), changed());
    const input = h("input", { type: "number", id: `setup-${key}`, min, max, value: wish[key], oninput });
    return h("label", { class: "field" }, title, input);
  };
  const seed = field("Seed", "seed", 0, 999999999);
  const another = () => {
    wish.seed = Math.floor(Math.random() * 1e6);
    seed.querySelector("input").value = wish.seed;
    changed();
  };
  const button = h("button", { type: "button", onclick: another }, "New seed");
  return h("div", { class: "fields" }, field("Size", "size", 1, game.max_size), seed, button);
}

/**
 * @param {Game} _game
 * @param {() => void} changed
 */
function text(_game, changed) {
  /** @param {string} value */
  const set = (value) => ((wish.text = area.value = value), changed());
  const area = h("textarea", {
    id: "setup-text",
    rows: 6,
    spellcheck: "false",
    "aria-label": TEXT_HINT,
    placeholder: TEXT_HINT,
    oninput: () => set(area.value),
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: async (/** @type {DragEvent} */ event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      set(await file.text());
    },
  });
  area.value = wish.text;
  const take = async () => file.files[0] && set(await file.files[0].text());
  const file = h("input", { type: "file", class: "visually-hidden", id: "setup-file", onchange: take });
  return h("div", {}, area, h("label", { class: "file" }, file, h("span", { class: "button" }, "Open file …")));
}
