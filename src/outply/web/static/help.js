/** The help sheet. */

import { COMMANDS, ON_THE_BOARD } from "./commands.js";
import { h } from "./dom.js";
import { change, state } from "./state.js";

/** Put the sheet into its dialog, with the rules of the game that is on. */
export function fill(dialog) {
  const body = dialog.querySelector(".body");
  const sheet = (title, rows) =>
    h(
      "section",
      {},
      h("h3", {}, title),
      h(
        "dl",
        { class: "keys" },
        ...rows.map(([key, name]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, name))),
      ),
    );
  body.replaceChildren(
    ...rules(),
    h("h3", {}, "Making moves"),
    h(
      "p",
      {},
      "Point at a cell to see what a move there does, and click to make it. Where two kinds of move are possible, a click makes the stronger one; hold Shift, press long, or use the switch for the other. Select a piece to see where it can go, or drag it.",
    ),
    h(
      "div",
      { class: "sheets" },
      sheet("On the board", ON_THE_BOARD),
      ...COMMANDS.map(({ group, commands }) =>
        sheet(
          group,
          commands.map(({ key, name }) => [key, name]),
        ),
      ),
    ),
    h(
      "label",
      { class: "wish" },
      h("input", {
        type: "checkbox",
        id: "tap-twice",
        checked: state.tapTwice,
        onchange: (event) => change({ tapTwice: event.target.checked }),
      }),
      "On touch screens, show what a move does at the first tap, and make it at the second",
    ),
  );
}

/** The rules as the server tells them, a sentence an item; nothing as long as there is no game. */
function rules() {
  const { catalogue, position } = state;
  const game = catalogue?.games.find((each) => each.name === position?.game);
  const variant = game?.variants.find((each) => each.name === position.rules);
  if (!variant) return [];
  const title = game.variants.length > 1 ? `${game.title}, ${variant.name} rules` : game.title;
  const sentences = variant.rules_text.split(/(?<=[.!?]) (?=[A-Z])/);
  return [
    h("h3", {}, title),
    h("ul", { class: "sentences", id: "rules" }, ...sentences.map((sentence) => h("li", {}, sentence))),
  ];
}
