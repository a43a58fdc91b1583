/** One tree or two side by side in a page, with the panel beside them. */

import { h } from "../shared/dom.js";
import { listenToKeys } from "./keyboard.js";
import { decode } from "./model/decode.js";
import { walk } from "./model/paths.js";
import { comparison, follow } from "./panels/comparison.js";
import { createInspector } from "./panels/node-panel.js";
import { createQuiz } from "./panels/quiz.js";
import { createView } from "./view/view.js";
/** @import { LoadSubtree, TreeDocument, View } from "./types.js" */

/** @type {View[]} */
let shownViews = [];
/** @type {View | null} the view that the panel shows, which receives the keys unless the other one has the focus */
let inUse = null;

/** Listen to keys and to printing from now on. Return the function that opens the help sheet. */
export function listen() {
  addEventListener("beforeprint", () => shownViews.forEach((view) => view.spreadOut()));
  addEventListener("afterprint", () => shownViews.forEach((view) => view.drawIn()));
  const viewAt = (/** @type {Node} */ target) => shownViews.find(({ element }) => element.contains(target));
  return listenToKeys((target) => viewAt(target) ?? inUse).openHelp;
}

/**
 * Show documents: one tree, or two side by side.
 * @param {HTMLElement} root
 * @param {TreeDocument[]} documents
 * @param {object} [wishes]
 * @param {string[]} [wishes.focus]  moves to a node that is to have the focus
 * @param {LoadSubtree | null} [wishes.ask]  gets the tree below a folded end
 * @param {AbortSignal} [wishes.signal]  aborted when another tree is requested
 */
export async function show(root, documents, { focus = [], ask = null, signal } = {}) {
  const trees = await Promise.all(documents.map(decode));
  signal?.throwIfAborted();
  const inspector = createInspector();
  const quiz = createQuiz();
  let following = false;

  /** @param {View} view */
  function changed(view) {
    inUse = view;
    inspector.show(view);
    for (const each of views) each.element.classList.toggle("in-use", each === view);
    const other = views.find((each) => each !== view);
    if (!other || following || view.moment !== null || other.moment !== null) return;
    following = true;
    follow(view, other);
    following = false;
  }

  clear(root);
  const views = trees.map((tree) => createView(tree, { changed, ask, startQuiz: quiz.start }));
  const panel = h(
    "aside",
    { class: "tree-panel", "aria-label": "Details", tabindex: "0" },
    quiz.element,
    views.length > 1 ? comparison(views) : null,
    inspector.element,
  );
  root.append(h("div", { class: "trees" }, ...views.map((view) => view.element)), panel);
  root.classList.toggle("side-by-side", views.length > 1);
  for (const view of views.toReversed()) {
    view.refresh();
    view.focusNode(walk(view.tree, focus).node);
    if (!focus.length) view.openOnChosenLine();
  }
  shownViews = views;
}

/**
 * Remove the trees and stop everything that runs.
 * @param {HTMLElement} root
 */
export function clear(root) {
  for (const view of shownViews) view.debugger.pause();
  shownViews = [];
  inUse = null;
  root.replaceChildren();
}
