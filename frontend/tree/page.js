/** The tree as a page: the address says which, the server searches. */

import { decode } from "./model/decode.js";
import { movesTo } from "./model/node-text.js";
import { clear, openHelp, show } from "./mount.js";

const SIDE_BY_SIDE = "both";
const FIRST = { start: "warfare/raid/Smolensk", algorithm: "ALPHABETA", depth: 2 };

const byId = (id) => document.getElementById(id);
const view = byId("view");
const told = byId("told");
const form = byId("question");

let asking = null; // what is asked for now can be called off

/** What the address asks for. */
function asked() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const depth = form.elements.depth;
  depth.value = fields.get("depth") ?? FIRST.depth;
  if (!depth.checkValidity()) depth.value = FIRST.depth;
  return {
    start: fields.get("start") ?? FIRST.start,
    moves: fields.get("moves")?.split(",") ?? [],
    players: fields.get("players"),
    algorithm: { minimax: "MINIMAX", both: SIDE_BY_SIDE }[fields.get("algorithm")] ?? FIRST.algorithm,
    depth: Number(depth.value),
    evaluation: fields.get("evaluation") ?? undefined,
  };
}

/** The address that asks for it; what is not given is left out. */
function hashOf({ moves, algorithm, ...rest }) {
  const fields = new URLSearchParams();
  const all = { ...rest, moves: moves.join(","), algorithm: algorithm?.toLowerCase() };
  for (const name of ["start", "moves", "players", "algorithm", "depth", "evaluation"])
    if (all[name]) fields.set(name, all[name]);
  return `#${fields}`.replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

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
    if (error.name === "AbortError") throw error;
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
  for (const choice of form.elements.algorithm) choice.checked = choice.value === algorithm;
  byId("back").href = `./${hashOf({ start: question.start, moves: question.moves, players })}`;
  say("told", "Searching …");
  view.setAttribute("aria-busy", "true");
  try {
    const algorithms = algorithm === SIDE_BY_SIDE ? ["MINIMAX", "ALPHABETA"] : [algorithm];
    const documents = await Promise.all(
      algorithms.map((each) => request({ ...question, algorithm: each }, signal)),
    );
    const ask = async (tree, node) =>
      decode(
        await request({ ...question, algorithm: tree.document.algorithm, below: movesTo(tree, node) }, signal),
      );
    await show(view, documents, { ask, signal });
    byId("what").textContent = described(documents[0], question.moves);
    say("told", "");
  } catch (error) {
    if (error.name === "AbortError") return;
    say("problem", error.message);
    clear(view);
  }
  view.removeAttribute("aria-busy");
}

function say(kind, words) {
  told.className = kind;
  told.textContent = words;
}

function described({ title, variant }, moves) {
  return `${title}, ${variant} rules${moves.length ? `, after ${moves.join(", ")}` : ""}`;
}

/** Light or dark as on the page to play on. */
function wearTheme() {
  try {
    const { theme } = JSON.parse(localStorage.getItem("outply.wishes")) ?? {};
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // No storage, or not ours: as the system has it.
  }
}

wearTheme();
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  const { algorithm, depth } = form.elements;
  if (!depth.checkValidity()) return;
  const wanted = { algorithm: algorithm.value, depth: depth.value };
  location.hash = hashOf({ ...asked(), ...wanted });
});
byId("help-button").addEventListener("click", openHelp);
addEventListener("hashchange", openAddress);
void openAddress();
