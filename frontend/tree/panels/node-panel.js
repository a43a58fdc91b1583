/** The panel of the selected node: its data, its board, and the call stack while stepping. */

import { h } from "../../shared/dom.js";
import { counted, number } from "../../shared/format.js";
import { boundText, moveOf, movesTo, orderText, reasonOf, whoMoves } from "../model/node-text.js";
import { hasWindows, windowIn, windowOut } from "../model/search-window.js";
import { isOver, left } from "../model/timeline.js";
import { nodeBoard } from "../view/node-board.js";
import { stackTable } from "./debugger.js";
/** @import { Item, Tree, View } from "../types.js" */

/** A panel, and `show(view)` for what has the focus there. */
export function createInspector() {
  const element = h("section", { class: "node-inspector", "aria-label": "The node in focus" });

  /** @param {View} view */
  function show(view) {
    const item = view.itemOf();
    /** @param {number} node */
    const goTo = (node) => view.focusNode(node, { grab: true });
    element.replaceChildren(
      ...[
        view.moment === null ? null : stackTable(view, goTo),
        h("h2", {}, headline(view.tree, item)),
        trailOf(view.tree, item.node, goTo),
        h("div", { class: "node-figure board-fit" }, nodeBoard(view.tree, item.node)),
        factsOf(view, item.node, goTo),
        isDone(view, item.node) ? cutOf(view.tree, item.node) : null,
        view.tree.isFolded(item.node) ? elsewhere(view, item.node) : null,
      ].filter((part) => part !== null),
    );
  }

  return { element, show };
}

/**
 * Whether the search has computed the value of a node at the shown moment.
 * @param {View} view
 * @param {number} node
 */
const isDone = (view, node) => view.moment === null || left(view.tree, node) <= view.moment;

/**
 * @param {Tree} tree
 * @param {Item} item
 */
function headline(tree, { kind, node }) {
  const name = moveOf(tree, node);
  if (kind === "stub") return `Cut after ${name}`;
  return kind === "more" ? `More moves after ${name}` : name;
}

/**
 * The path from the root, with a button for each move.
 * @param {Tree} tree
 * @param {number} node
 * @param {(node: number) => void} goTo
 */
function trailOf(tree, node, goTo) {
  const path = tree.pathTo(node);
  if (path.length === 1 && tree.document.path.length < 2) return null;
  // The last move of the path led to the root.
  const before = tree.document.path.slice(0, -1).map((move) => h("li", { class: "before" }, move));
  const steps = path.map((each) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "link",
          "aria-current": each === node ? "location" : null,
          onclick: () => goTo(each),
        },
        moveOf(tree, each),
      ),
    ),
  );
  return h("nav", { "aria-label": "Path" }, h("ol", { class: "node-trail" }, ...before, ...steps));
}

/**
 * @param {View} view
 * @param {number} node
 * @param {(node: number) => void} goTo
 */
function factsOf(view, node, goTo) {
  const { tree } = view;
  /**
   * @param {string} name
   * @param {...import("../../shared/dom.js").Child} words
   */
  const fact = (name, ...words) => h("div", {}, h("dt", {}, name), h("dd", {}, ...words));
  /**
   * @param {number} before
   * @param {number} after
   */
  const from = (before, after) => (before === after ? number(before) : `${number(before)} → ${number(after)}`);
  const folded = tree.isFolded(node);
  const [[alphaIn, betaIn], [alphaOut, betaOut]] = [windowIn(tree, node), windowOut(tree, node)];
  const isEnd = tree.size[node] === 1;
  const facts = [
    fact("Visit", `${orderText(tree, node)} of ${number(tree.document.node_count)}`),
    fact("To move", whoMoves(tree, node)),
  ];
  if (!isDone(view, node)) return h("dl", { class: "node-facts" }, ...facts);
  facts.push(
    fact(
      "Value",
      `${boundText(tree, node)}${number(tree.value[node])}`,
      isOver(view) && tree.isChosen(node) ? h("span", { class: "node-tag" }, "chosen line") : null,
    ),
  );
  if (hasWindows(tree))
    facts.push(
      fact("Alpha", folded ? `${number(alphaIn)} on entry` : from(alphaIn, alphaOut)),
      fact("Beta", folded ? `${number(betaIn)} on entry` : from(betaIn, betaOut)),
    );
  if (isEnd) facts.push(fact("Moves", "leaf, evaluated"));
  else if (!folded) {
    const all = tree.children[node] + tree.cut[node];
    facts.push(
      fact(
        "Moves",
        tree.cut[node] ? `${number(tree.children[node])} of ${number(all)} tried` : `all ${number(all)} tried`,
      ),
    );
    if (tree.best[node] >= 0)
      facts.push(
        fact(
          "Best move",
          h(
            "button",
            { type: "button", class: "link", onclick: () => goTo(tree.best[node]) },
            moveOf(tree, tree.best[node]),
          ),
        ),
      );
  }
  if (!isEnd) facts.push(fact("Below", counted(tree.size[node] - 1, "visit")));
  return h("dl", { class: "node-facts" }, ...facts);
}

/**
 * The pruned moves, and the reason.
 * @param {Tree} tree
 * @param {number} node
 */
function cutOf(tree, node) {
  if (!tree.cut[node]) return null;
  const moves = tree.document.cuts?.[node];
  return h(
    "div",
    { class: "node-cut" },
    h("h3", {}, `${counted(tree.cut[node], "move")} pruned`),
    h(
      "p",
      {},
      `${reasonOf(tree, node)}: ${tree.isMax(node) ? "MIN" : "MAX"} has a move at least as good elsewhere and avoids this node.`,
    ),
    moves
      ? h(
          "ul",
          { class: "node-moves", "aria-label": "Pruned moves", tabindex: "0" },
          ...moves.map((move) => h("li", {}, move)),
        )
      : h("p", { class: "note" }, "Too many pruned moves to list."),
  );
}

/**
 * How to get the visits that this tree does not contain.
 * @param {View} view
 * @param {number} node
 */
function elsewhere({ tree, canAsk }, node) {
  const below = [...tree.document.path, ...movesTo(tree, node)].map((move) => `--below "${move}"`).join(" ");
  const visits = counted(tree.size[node] - 1, "visit");
  const where = canAsk
    ? "not loaded. Unfold the node to load them"
    : `not in this file. Run outply tree with ${below}`;
  return h("p", { class: "note" }, `The ${visits} below are ${where}.`);
}
