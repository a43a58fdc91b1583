/** The tree as a page: the address says which, the server searches. */

import { byId, isAbort, messageOf, query } from "../shared/dom.js";
import { decode } from "./model/decode.js";
import { movesTo } from "./model/node-text.js";
import { clear, openHelp, show } from "./mount.js";
/** @import { Tree, TreeDocument } from "./types.js" */

const SIDE_BY_SIDE = "both";
const ALGORITHMS = new Map([
  ["minimax", "MINIMAX"],
  ["both", SIDE_BY_SIDE],
]);
const FIRST = { start: "warfare/raid/Smolensk", algorithm: "ALPHABETA", depth: "2" };

const view = byId("view");
const told = byId("told");
const form = query(document, "#question", HTMLFormElement);
const depthField = query(form, "[name=depth]", HTMLInputElement);

/** @type {AbortController | null} */
let asking = null; // what is asked for now can be called off

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
 * The address of a search; what is not given is left out.
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

/**
 * @param {object} body
 * @param {AbortSignal} signal
 */
async function request(body, signal) {
  let response;
  try {
    response = await fetch("api/tree", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Error("The server does not answer. Is outply play still running?", { cause: error });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}

async function openAddress() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { algorithm, players, ...question } = asked();
  for (const choice of algorithmFields()) choice.checked = choice.value === algorithm;
  query(document, "#back", HTMLAnchorElement).href =
    `./${hashOf({ start: question.start, moves: question.moves, players })}`;
  say("told", "Searching …");
  view.setAttribute("aria-busy", "true");
  try {
    const algorithms = algorithm === SIDE_BY_SIDE ? ["MINIMAX", "ALPHABETA"] : [algorithm];
    const documents = await Promise.all(
      algorithms.map((each) => request({ ...question, algorithm: each }, signal)),
    );
    /**
     * @param {Tree} tree
     * @param {number} node
     */
    const ask = async (tree, node) =>
      decode(
        await request({ ...question, algorithm: tree.document.algorithm, below: movesTo(tree, node) }, signal),
      );
    await show(view, documents, { ask, signal });
    byId("what").textContent = described(documents[0], question.moves);
    say("told", "");
  } catch (error) {
    if (isAbort(error)) return;
    say("problem", messageOf(error));
    clear(view);
  }
  view.removeAttribute("aria-busy");
}

/**
 * @param {string} kind
 * @param {string} words
 */
function say(kind, words) {
  told.className = kind;
  told.textContent = words;
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
    // No storage, or not ours: as the system has it.
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
byId("help-button").addEventListener("click", openHelp);
addEventListener("hashchange", openAddress);
void openAddress();
