/** The help sheet. */

import { h, query } from "../../shared/dom.js";
import { capital } from "../../shared/format.js";
import { COMMANDS, ON_THE_BOARD } from "../commands.js";
import { movesPieces } from "../game/position-text.js";
import { playSample } from "../sounds.js";
import { change, state } from "../state.js";
/** @import { Position } from "../types.js" */

/** The words of the analysis panel and of the search tree; docs/glossary.md has all of them. */
const SEARCH_TERMS = [
  ["Value", "The score at the end of the game with best play by both sides, as far as the search can see."],
  ["Depth", "Plies (moves of one side) searched by iterative deepening: depth 1, then 2, then 3 and so on."],
  ["Best line", "The principal variation: the moves that the search expects from both sides."],
  ["Nodes", "Positions visited. A transposition table recognises positions reached by another order of moves."],
  [
    "Alpha-beta",
    "Skips moves that cannot change the result: a cutoff. The engine adds principal variation search with null windows, late move reductions, the history heuristic and a quiescence search of captures.",
  ],
  ["Solved", "The rest of the game was searched to its end, so the value is exact."],
];

/**
 * How to make moves in the current game.
 * @param {Position | null} position
 * @param {boolean} touch
 */
export function movingText(position, touch) {
  const [click, other] = touch ? ["tap", "long-press"] : ["click", "hold Shift"];
  const hasPieces = position !== null && movesPieces(position);
  const hasPaths = position?.legal_moves.some((option) => option.click_path.length > 1) ?? false;
  return [
    touch
      ? "Tap a cell to see what a move there does, and tap it again to make the move."
      : "Point at a cell to see what a move there does, and click to make it.",
    position?.pieces
      ? ""
      : `If a cell allows two kinds of move, a ${click} makes the one that the switch shows; ${other} for the other one.`,
    hasPieces ? `${capital(click)} a piece to see where it can go, or drag it.` : "",
    hasPaths && !hasPieces ? `${capital(click)} the squares of a move one after the other.` : "",
    touch ? "" : "Turn the wheel over the board to go through the game.",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Put the sheet into its dialog, with the rules of the current game.
 * @param {HTMLDialogElement} dialog
 */
export function fill(dialog) {
  const body = query(dialog, ".dialog-body");
  /**
   * @param {string} title
   * @param {string[][]} rows
   */
  const sheet = (title, rows) =>
    h(
      "section",
      {},
      h("h3", {}, title),
      h(
        "dl",
        { class: "help-keys" },
        ...rows.map(([key, name]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, name))),
      ),
    );
  const touch = matchMedia("(pointer: coarse)").matches;
  body.replaceChildren(
    ...rules(),
    h("h3", {}, "Making moves"),
    h("p", {}, movingText(state.position, touch)),
    h(
      "details",
      { class: "help-keyboard", open: !touch },
      h("summary", {}, "Keyboard"),
      h(
        "div",
        { class: "help-sheets" },
        sheet("On the board", ON_THE_BOARD),
        ...COMMANDS.map(({ group, commands }) =>
          sheet(
            group,
            commands.map(({ key, shown = key, name }) => [shown, name]),
          ),
        ),
      ),
    ),
    h("h3", {}, "What the analysis shows"),
    h(
      "dl",
      { class: "help-terms" },
      ...SEARCH_TERMS.map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text))),
    ),
    h("h3", {}, "Settings"),
    wish("sound", "Sounds for moves and results", (isOn) => isOn && playSample()),
    wish("tapTwice", "On touch screens, show a move at the first tap and make it at the second"),
  );
}

/**
 * A switch for a stored setting.
 * @param {"sound" | "tapTwice"} key
 * @param {string} text
 * @param {(isOn: boolean) => void} [changed]
 */
const wish = (key, text, changed = () => {}) =>
  h(
    "label",
    { class: "share-wish" },
    h("input", {
      type: "checkbox",
      checked: state[key],
      onchange: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
        change({ [key]: event.target.checked });
        changed(event.target.checked);
      },
    }),
    text,
  );

/** The rules as the server tells them, a sentence an item; nothing as long as there is no game. */
function rules() {
  const { catalogue, position } = state;
  const game = catalogue?.games.find((each) => each.name === position?.game);
  const variant = game?.variants.find((each) => each.name === position.rules);
  if (!game || !variant) return [];
  const title = game.variants.length > 1 ? `${game.title}, ${variant.name} rules` : game.title;
  const sentences = variant.rules_text.split(/(?<=[.!?]) (?=[A-Z])/);
  return [
    h("h3", {}, title),
    h("ul", { class: "help-sentences", id: "rules" }, ...sentences.map((sentence) => h("li", {}, sentence))),
  ];
}
