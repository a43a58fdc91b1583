/** The script of the served tree page: the address contains the question, and the server searches. */

import { byId, h, isAbort, messageOf, query } from "../shared/dom.js";
import { decode } from "./model/decode.js";
import { movesTo } from "./model/node-text.js";
import { durationText, isTooLarge, progressText, sizeText } from "../shared/search-size.js";
import { clear, listen, show } from "./mount.js";
import { estimateSize, searchEvents, searchTree } from "./search-api.js";
/** @import { TreeSize } from "../shared/search-size.js" */
/** @import { Tree, TreeDocument } from "./types.js" */

const SIDE_BY_SIDE = "both";
const ALGORITHMS = new Map([
  ["minimax", "MINIMAX"],
  ["both", SIDE_BY_SIDE],
]);
const FIRST = { start: "warfare/raid/Smolensk", algorithm: "ALPHABETA", depth: "2" };

const view = byId("view");
const message = byId("message");
const form = query(document, "#question", HTMLFormElement);
const depthField = query(form, "[name=depth]", HTMLInputElement);

/** @type {AbortController | null} */
let asking = null; // cancels the current requests

/**
 * @typedef {object} Question
 * @property {string} start
 * @property {string[]} moves
 * @property {string | null} players
 * @property {string} [algorithm]
 * @property {number} [depth]
 * @property {string} [evaluation]
 */

/** What the address asks for. */
function asked() {
  const fields = new URLSearchParams(location.hash.slice(1));
  depthField.value = fields.get("depth") ?? FIRST.depth;
  if (!depthField.checkValidity()) depthField.value = FIRST.depth;
  return {
    start: fields.get("start") ?? FIRST.start,
    moves: fields.get("moves")?.split(",") ?? [],
    players: fields.get("players"),
    algorithm: ALGORITHMS.get(fields.get("algorithm") ?? "") ?? FIRST.algorithm,
    depth: Number(depthField.value),
    evaluation: fields.get("evaluation") ?? undefined,
  };
}

const algorithmFields = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=algorithm]")]);

/**
 * The address of a search; missing parameters are left out.
 * @param {Question} question
 */
function hashOf({ moves, algorithm, ...rest }) {
  const fields = new URLSearchParams();
  /** @type {Record<string, unknown>} */
  const all = { ...rest, moves: moves.join(","), algorithm: algorithm?.toLowerCase() };
  for (const name of ["start", "moves", "players", "algorithm", "depth", "evaluation"])
    if (all[name]) fields.set(name, String(all[name]));
  return `#${fields}`.replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

async function openAddress() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { algorithm, players, ...question } = asked();
  for (const choice of algorithmFields()) choice.checked = choice.value === algorithm;
  query(document, "#back", HTMLAnchorElement).href =
    `./${hashOf({ start: question.start, moves: question.moves, players })}`;
  view.setAttribute("aria-busy", "true");
  say("message", "Estimating …");
  try {
    const names = algorithm === SIDE_BY_SIDE ? ["MINIMAX", "ALPHABETA"] : [algorithm];
    const requests = names.map((each) => ({ ...question, algorithm: each }));
    const sizes = await Promise.all(requests.map((each) => estimateSize(each, signal)));
    const size = sizes.reduce((one, other) => (other.seconds > one.seconds ? other : one));
    if (isTooLarge(size) && !(await confirmed(size, question, signal))) return;
    const documents = await search(requests, sizes.indexOf(size), size, signal);
    /**
     * @param {Tree} tree
     * @param {number} node
     */
    const ask = async (tree, node) => {
      const part = { ...question, algorithm: tree.document.algorithm, below: movesTo(tree, node) };
      return decode(await searchTree(part, signal));
    };
    await show(view, documents, { ask, signal });
    byId("what").textContent = described(documents[0], question.moves);
    say("message", "");
  } catch (error) {
    if (isAbort(error)) return;
    say("problem", messageOf(error));
    asking.abort(); // if one of two searches fails, the other is useless
    clear(view);
  }
  view.removeAttribute("aria-busy");
}

/**
 * Ask whether to search a tree that is too large for the server. Return whether to go on.
 * @param {TreeSize} size
 * @param {{depth: number}} question
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>}
 */
function confirmed(size, question, signal) {
  const { largest_depth: depth, max_seconds: limit } = size;
  const text = `${sizeText(size)}. A search may take ${durationText(limit)} here.`;
  return new Promise((answer) => {
    signal.addEventListener("abort", () => answer(false));
    const goDeep = h(
      "button",
      { type: "button", onclick: () => answer(true) },
      `Search depth ${question.depth} anyway`,
    );
    const smaller = h(
      "button",
      { type: "button", class: "primary", onclick: () => changeDepth(depth) },
      `Search depth ${depth}`,
    );
    say("message", text, depth < question.depth ? smaller : null, goDeep);
  });
}

/** @param {number} depth */
const changeDepth = (depth) => (location.hash = hashOf({ ...asked(), depth }));

/**
 * Search the trees, with the progress of the longest, whose estimated size is given, and a button to cancel.
 * @param {object[]} requests
 * @param {number} longest
 * @param {TreeSize} size
 * @param {AbortSignal} signal
 * @returns {Promise<TreeDocument[]>}
 */
async function search(requests, longest, size, signal) {
  const bar = h("progress", { "aria-label": "Progress", max: size.visits, value: 0 });
  const text = h("span", { "aria-hidden": "true" }, size.exact ? "Searching …" : `Searching … ${sizeText(size)}`);
  const cancel = h("button", { type: "button", onclick: cancelSearch }, "Cancel");
  say("message", h("span", { class: "visually-hidden" }, "Searching …"), text, bar, cancel);
  /**
   * @param {object} body
   * @param {number} index
   */
  const one = async (body, index) => {
    for await (const [event, data] of searchEvents(body, signal)) {
      if (event === "tree") return data;
      if (index !== longest) continue;
      bar.value = Math.min(data.visits, size.visits);
      text.textContent = `Searching … ${progressText(data)}`;
    }
    throw new Error("The server ended the search.");
  };
  return Promise.all(requests.map(one));
}

function cancelSearch() {
  asking?.abort();
  view.removeAttribute("aria-busy");
  const again = h("button", { type: "button", onclick: openAddress }, "Search again");
  say("message", "Search cancelled.", again);
}

/**
 * @param {string} kind
 * @param {...(Node | string | null)} content
 */
function say(kind, ...content) {
  message.className = kind;
  message.replaceChildren(...content.filter((each) => each !== null));
}

/**
 * @param {TreeDocument} treedocument
 * @param {string[]} moves
 */
function described({ title, variant }, moves) {
  return `${title}, ${variant} rules${moves.length ? `, after ${moves.join(", ")}` : ""}`;
}

/** Light or dark as on the page to play on. */
function wearTheme() {
  try {
    const { theme } = JSON.parse(localStorage.getItem("outply.wishes") ?? "null") ?? {};
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is missing or forbidden: the theme follows the system.
  }
}

wearTheme();
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  if (!depthField.checkValidity()) return;
  const algorithm = algorithmFields().find((field) => field.checked)?.value;
  const wanted = { algorithm, depth: Number(depthField.value) };
  location.hash = hashOf({ ...asked(), ...wanted });
});
byId("help-button").addEventListener("click", listen());
addEventListener("hashchange", openAddress);
void openAddress();
