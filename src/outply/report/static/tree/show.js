/** Puts one tree or two into a page, with the panel beside. */

import { comparison, follow } from "./compare.js";
import { decode } from "./decode.js";
import { h } from "./elements.js";
import { createInspector } from "./inspect.js";
import { listenToKeys } from "./keyboard.js";
import { createView } from "./view.js";

let inUse = null; // the view that keys are for
let keys = null;

/** Listen to keys from now on, and return what opens the help sheet. */
export function openHelp() {
  keys ??= listenToKeys(() => inUse);
  keys.openHelp();
}

/**
 * Show documents: one tree, or two side by side.
 * @param {HTMLElement} root
 * @param {any[]} documents
 * @param {object} [wishes]
 * @param {string[]} [wishes.focus]  moves to a node that is to have the focus
 * @param {((tree: any, node: number) => Promise<any>) | null} [wishes.ask]  gets the tree below a folded end
 */
export async function show(root, documents, { focus = [], ask = null } = {}) {
  keys ??= listenToKeys(() => inUse);
  const trees = await Promise.all(documents.map(decode));
  const inspector = createInspector();
  let following = false;

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

  const views = trees.map((tree) => createView(tree, { changed, ask }));
  const panel = h("aside", { class: "panel", "aria-label": "Details" }, views.length > 1 ? comparison(views) : null, inspector.element);
  root.replaceChildren(h("div", { class: "trees" }, ...views.map((view) => view.element)), panel);
  root.classList.toggle("side-by-side", views.length > 1);
  for (const view of views.toReversed()) {
    view.refresh();
    view.focusNode(nodeAt(view.tree, focus));
  }
  addEventListener("beforeprint", () => views.forEach((view) => view.fit()));
  return views;
}

/** The last node on the way that the moves go. */
function nodeAt(tree, moves) {
  let node = 0;
  for (const move of moves) {
    let child = node + 1;
    let seen = 0;
    while (seen < tree.children[node] && tree.document.steps[tree.step[child]].move !== move) {
      child += tree.span[child];
      seen += 1;
    }
    if (seen === tree.children[node]) return node;
    node = child;
  }
  return node;
}
