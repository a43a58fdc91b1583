/** Comparison of two searches of one position: matching nodes, and the visits saved at each ply. */

import { h } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { movesTo, reasonOf } from "../model/node-text.js";
import { walk } from "../model/paths.js";
import { titleOf } from "../view/view.js";
/** @import { Tree, View } from "../types.js" */

const MAX_LISTED_CUTS = 10; // cuts that are listed

/**
 * The cuts of one tree, with the visits that the other tree spent on the pruned moves; the largest first.
 * @param {Tree} tree
 * @param {Tree} other
 * @param {number} [most]
 * @returns {{node: number, saved: number}[]}
 */
export function largestCuts(tree, other, most = MAX_LISTED_CUTS) {
  const twin = new Int32Array(tree.count).fill(-1); // the same node in the other tree
  twin[0] = 0;
  const found = [];
  for (let node = 0; node < tree.count; node++) {
    const same = twin[node];
    if (same < 0 || !tree.children[node] || !other.children[same]) continue;
    let [child, theirs] = [node + 1, same + 1];
    let rank = 0;
    // Both searches try moves in the same order, so the moves that both tried come first.
    for (; rank < tree.children[node] && rank < other.children[same]; rank++) {
      twin[child] = theirs;
      child += tree.span[child];
      theirs += other.span[theirs];
    }
    let saved = 0;
    for (; rank < other.children[same]; rank++, theirs += other.span[theirs]) saved += other.size[theirs];
    if (tree.cut[node] && saved) found.push({ node, saved });
  }
  return found.sort((one, two) => two.saved - one.saved || one.node - two.node).slice(0, most);
}

/**
 * Let a view follow the focus of the other: to the same node, or to its last ancestor in this tree.
 * @param {View} view
 * @param {View} other
 */
export function follow(view, other) {
  const item = view.itemOf();
  const { node, there } = walk(other.tree, movesTo(view.tree, item.node));
  // Pruned moves are represented by the stub.
  const stub = other.tree.cut[node] > 0 && (!there || item.kind === "stub");
  if (stub) other.folds.open.add(node);
  other.focusNode(node, { quiet: true });
  if (stub) other.focusOn(`s${node}`, { quiet: true });
}

/**
 * The tables: visits by ply, and the largest cuts with the moves that lead there.
 * @param {View[]} views
 */
export function comparison([one, two]) {
  const plies = Math.max(one.tree.document.plies.length, two.tree.document.plies.length);
  /**
   * @param {string} name
   * @param {number} first
   * @param {number} second
   */
  const row = (name, first, second) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, number(first)),
      h("td", {}, number(second)),
      h("td", {}, savedText(first, second)),
    );
  /**
   * @param {View} view
   * @param {number} ply
   */
  const of = (view, ply) => view.tree.document.plies[ply] ?? 0;
  const heads = ["Ply", algorithmOf(one), algorithmOf(two), "Saved"].map((head) =>
    h("th", { scope: "col" }, head),
  );
  const table = h(
    "table",
    { class: "plies" },
    h("caption", {}, "Visits by ply"),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...Array.from({ length: plies }, (_, ply) => row(number(ply), of(one, ply), of(two, ply)))),
    h("tfoot", {}, row("All", one.tree.document.node_count, two.tree.document.node_count)),
  );
  const [fewer, more] = one.tree.document.node_count < two.tree.document.node_count ? [one, two] : [two, one];
  const cuts = largestCuts(fewer.tree, more.tree);
  return h(
    "section",
    { class: "comparison", "aria-label": "What was saved" },
    h("h2", {}, headlineOf(one, two)),
    table,
    cuts.length ? cutList(fewer, cuts) : null,
  );
}

/**
 * @param {View} view
 * @param {{ node: number, saved: number }[]} cuts
 */
function cutList(view, cuts) {
  const { tree } = view;
  const lines = cuts.map(({ node, saved }) => {
    const moves = movesTo(tree, node);
    const goThere = () => {
      view.folds.open.add(node);
      view.focusNode(node, { quiet: true });
      view.focusOn(`s${node}`, { grab: true });
      view.element.scrollIntoView({ block: "nearest" });
    };
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "link", onclick: goThere }, moves.length ? moves.join(", ") : "Root"),
      ),
      h("td", {}, reasonOf(tree, node)),
      h("td", {}, number(saved)),
    );
  });
  const heads = ["After", "Because", "Visits saved"].map((head) => h("th", { scope: "col" }, head));
  return h(
    "table",
    { class: "largest" },
    h("caption", {}, "The largest cuts"),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...lines),
  );
}

/** @param {View} view */
const algorithmOf = (view) => titleOf(view.tree).split(",")[0];

/**
 * @param {View} one
 * @param {View} two
 */
function headlineOf(one, two) {
  const [first, second] = [one, two].map((view) => view.tree.document);
  const same = first.result.move === second.result.move && first.result.value === second.result.value;
  const answer = same
    ? `Both play ${first.result.move}, worth ${number(first.result.value)}`
    : `${first.result.move} (${number(first.result.value)}) against ${second.result.move} (${number(second.result.value)})`;
  return `${answer}: ${number(first.node_count)} visits against ${number(second.node_count)}`;
}

/**
 * @param {number} first
 * @param {number} second
 */
function savedText(first, second) {
  if (first === second) return "0";
  const share = (100 * (Math.max(first, second) - Math.min(first, second))) / Math.max(first, second);
  return `${number(Math.abs(first - second))} (${share < 99.95 ? share.toFixed(share < 99 ? 0 : 1) : "99.9"}%)`;
}
