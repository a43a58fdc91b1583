/** Finds nodes by their move, or by the number of their visit. */

import { h } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { iconButton } from "../../shared/icons.js";
/** @import { Tree, View } from "../types.js" */

/** @param {string} words */
const tidy = (words) => words.trim().toLowerCase().replace(/\s+/g, " ");

/**
 * For each step of the document, 1 if its move begins with the search text, otherwise 0.
 * @param {Tree} tree
 * @param {string} words
 */
function wantedSteps(tree, words) {
  const { steps } = tree.document;
  const wanted = new Uint8Array(steps.length);
  for (let at = 0; at < steps.length; at++) wanted[at] = tidy(steps[at].move).startsWith(words) ? 1 : 0;
  return wanted;
}

/**
 * The node of a visit, or the folded node that contains it; -1 if there is none.
 * @param {Tree} tree
 * @param {number} visit
 */
function nodeOfVisit(tree, visit) {
  if (!(visit >= 0 && visit < tree.size[0])) return -1;
  let [low, high] = [0, tree.count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tree.orderOf(middle) <= visit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The field, and its two buttons.
 * @param {View} view
 */
export function createFind(view) {
  const field = h("input", {
    type: "search",
    placeholder: "Find a move",
    "aria-label": "Find a move, or a visit such as #17",
    title: "Find (/)",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  const matchCount = h("output", { class: "tree-found", "aria-live": "polite" });
  const form = h(
    "form",
    { class: "tree-find", role: "search" },
    field,
    matchCount,
    iconButton("up", "Previous match", () => goTo(-1)),
    iconButton("down", "Next match", () => goTo(1)),
  );

  /**
   * Go to the next match after the focus, or before it; wraps around at the end.
   * @param {1 | -1} direction
   */
  function goTo(direction, here = Number(/\d+/.exec(view.focus)?.[0])) {
    const words = tidy(field.value);
    const { tree } = view;
    if (!words) {
      matchCount.textContent = "";
      return;
    }
    if (words.startsWith("#")) {
      const node = nodeOfVisit(tree, Number(words.slice(1).replaceAll(",", "") || NaN));
      matchCount.textContent = node < 0 ? "no such visit" : "";
      if (node >= 0) view.focusNode(node);
      return;
    }
    const wanted = wantedSteps(tree, words);
    let [count, before, first, last, next, previous] = [0, 0, -1, -1, -1, -1];
    for (let node = 1; node < tree.count; node++) {
      if (!wanted[tree.step[node]]) continue;
      count += 1;
      if (first < 0) first = node;
      last = node;
      if (node < here) [previous, before] = [node, before + 1];
      else if (node > here && next < 0) next = node;
    }
    if (!count) {
      matchCount.textContent = "none";
      return;
    }
    const isMatch = here > 0 && wanted[tree.step[here]];
    const found = direction > 0 ? (next < 0 ? first : next) : previous < 0 ? last : previous;
    const ahead = before + (isMatch ? 1 : 0);
    const place = direction > 0 ? (next < 0 ? 1 : ahead + 1) : previous < 0 ? count : before;
    matchCount.textContent = `${number(place)} of ${number(count)}`;
    view.focusNode(found);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    goTo(1);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      goTo(-1);
    } else if (event.key === "Escape") view.focusOn(view.focus, { grab: true });
  });
  field.addEventListener("input", () => (matchCount.textContent = ""));
  return {
    element: form,
    begin: () => (field.focus(), field.select()),
    next: () => goTo(1),
    previous: () => goTo(-1),
  };
}
