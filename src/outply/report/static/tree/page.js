/** The tree as a page: the address says which, the server searches. */

import { decode } from "./decode.js";
import { openHelp, show } from "./show.js";
import { movesTo } from "./words.js";

const MOST_DEPTH = 12;
const SIDE_BY_SIDE = "both";

const view = document.getElementById("view");
const told = document.getElementById("told");
const form = document.getElementById("question");

let asking = null; // what is asked for now can be called off

/** What the address asks for. */
function asked() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const moves = fields.get("moves");
  const depth = Number(fields.get("depth"));
  return {
    start: fields.get("start") ?? "warfare/raid/Smolensk",
    // Moves are separated by commas, and each is escaped once more.
    moves: moves ? moves.split(",") : [],
    algorithm: { minimax: "MINIMAX", both: SIDE_BY_SIDE }[fields.get("algorithm")] ?? "ALPHABETA",
    depth: Number.isInteger(depth) && depth >= 1 && depth <= MOST_DEPTH ? depth : 2,
  };
}

function hashOf({ start, moves, algorithm, depth }) {
  const fields = new URLSearchParams({ start });
  if (moves.length) fields.set("moves", moves.join(","));
  fields.set("algorithm", algorithm.toLowerCase());
  fields.set("depth", depth);
  return `#${fields}`.replaceAll("%2F", "/").replaceAll("%2C", ",");
}

async function request(body, signal) {
  let response;
  try {
    response = await fetch("api/tree", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer. Is outply play still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}

async function open() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { algorithm, ...question } = asked();
  form.elements.depth.value = question.depth;
  for (const choice of form.elements.algorithm) choice.checked = choice.value === algorithm;
  const fields = new URLSearchParams({ start: question.start });
  document.getElementById("back").href = `./${hashOf({ ...question, algorithm }).replace(/&algorithm.*/, "")}`;
  document.getElementById("what").textContent = question.moves.length ? `${fields.get("start")} after ${question.moves.join(", ")}` : question.start;
  told.className = "told";
  told.textContent = "Searching …";
  view.setAttribute("aria-busy", "true");
  try {
    const algorithms = algorithm === SIDE_BY_SIDE ? ["MINIMAX", "ALPHABETA"] : [algorithm];
    const documents = await Promise.all(algorithms.map((each) => request({ ...question, algorithm: each }, signal)));
    const ask = async ({ document: { algorithm: searched, path } }, node, tree) =>
      decode(await request({ ...question, algorithm: searched, below: [...path, ...movesTo(tree, node)] }, signal));
    await show(view, documents, { ask: (tree, node) => ask(tree, node, tree) });
    told.textContent = "";
  } catch (error) {
    if (error.name === "AbortError") return;
    told.className = "problem";
    told.textContent = error.message;
    view.replaceChildren();
  }
  view.removeAttribute("aria-busy");
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  if (!form.elements.depth.checkValidity()) return;
  location.hash = hashOf({ ...asked(), algorithm: form.elements.algorithm.value, depth: form.elements.depth.value });
});
document.getElementById("help-button").addEventListener("click", openHelp);
addEventListener("hashchange", open);
void open();
