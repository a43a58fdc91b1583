/** The dialog to take the game along: a link, and files. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { movesTo } from "../game/game-tree.js";
import { recordedNames } from "../game/players.js";
import { state } from "../state.js";

const FILES = [
  ["input", "input.txt", "The position as a question to a solver"],
  ["output", "output.txt", "The answer of the search to it"],
  ["record", "Game record", "All moves as a text that can be replayed; of finished games"],
  ["svg", "Picture", "The board as an SVG"],
  ["replay", "Replay", "The game as one HTML file that plays anywhere"],
];
const OF_FINISHED_GAMES = ["record"];
const OF_GAMES_THAT_GO_ON = ["input", "output"];
const OF_GAMES_THAT_ARE_ASKED = ["input", "output"]; // by the input.txt of an assignment

/** Put links and buttons into the dialog. */
export function fill(dialog) {
  const body = dialog.querySelector(".body");
  const link = h("input", {
    type: "text",
    readonly: true,
    value: location.href,
    "aria-label": "Link to this position",
    id: "link",
  });
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
  const told = h("p", { class: "told", role: "status" });
  const tell = (text) => (told.textContent = text);
  const { over, game } = state.position;
  const { has_input_format: asked } = state.catalogue.games.find((each) => each.name === game);
  const files = FILES.filter(([kind]) => asked || !OF_GAMES_THAT_ARE_ASKED.includes(kind));
  body.replaceChildren(
    h(
      "section",
      {},
      h("h3", {}, "Link to this position"),
      h(
        "div",
        { class: "link" },
        link,
        h(
          "button",
          { type: "button", class: "primary", id: "copy-link", onclick: () => copy(link, tell) },
          "Copy",
        ),
      ),
    ),
    h(
      "section",
      {},
      h("h3", {}, "Files"),
      asked
        ? h(
            "div",
            { class: "fields search-fields" },
            h("label", { class: "field" }, "Algorithm", mode),
            h("label", { class: "field" }, "Depth", depth),
          )
        : null,
      h(
        "ul",
        { class: "files" },
        ...files.map(([kind, name, about]) =>
          h(
            "li",
            {},
            h("div", {}, h("b", {}, name), h("span", {}, about)),
            h(
              "button",
              {
                type: "button",
                "data-kind": kind,
                disabled: (over ? OF_GAMES_THAT_GO_ON : OF_FINISHED_GAMES).includes(kind),
                "aria-label": `Download ${name}`,
                onclick: () => download(kind, mode.value, depth.valueAsNumber, tell),
              },
              "Download",
            ),
          ),
        ),
      ),
    ),
    told,
  );
}

async function copy(link, tell) {
  try {
    await navigator.clipboard.writeText(link.value);
    tell("The link is copied.");
  } catch {
    link.select();
    tell("Copy the link that is selected now.");
  }
}

async function download(kind, mode, depth, tell) {
  tell("");
  try {
    const { tree, node, players } = state;
    const body = { start: tree.start, moves: movesTo(node), players: recordedNames() ?? players };
    const asks = kind === "input" || kind === "output";
    const { text, name, type } = await api.exported(kind, asks ? { ...body, mode, depth } : body);
    const url = URL.createObjectURL(new Blob([text], { type }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    tell(`${name} is downloaded.`);
    announce(`${name} is downloaded.`);
  } catch (error) {
    tell(error.message);
  }
}
