/** The move list with its branches. One tab stop; arrow keys go through the game. */

import { byId, h, query, targetIn } from "../../shared/dom.js";
import { signed } from "../../shared/format.js";
import { qualityBadge } from "../../shared/game-review.js";
import { isMain, path } from "../game/game-tree.js";
import { go, next, otherLine, previous, promoteLine, removeLine } from "../game/game.js";
import { reviewedNodes, turningPoint } from "../review/game-review.js";
import { state, watch } from "../state.js";
/** @import { GameNode } from "../types.js" */

/** @type {HTMLElement} */
let list;
/** @type {HTMLElement} */
let branch;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountMoveList(root) {
  list = query(root, "#moves");
  branch = query(root, "#branch-actions");
  watch(["node", "treeVersion"], draw);
  watch(["review"], drawQualities);
  list.addEventListener("click", (event) => {
    const button = targetIn(event, "button[data-node]");
    if (button) go(find(state.tree.root, Number(button.dataset.node)));
  });
  list.addEventListener("keydown", (event) => {
    const action = { ArrowLeft: previous, ArrowUp: previous, ArrowRight: next, ArrowDown: next }[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  byId("promote").addEventListener("click", () => (isMain(state.node) ? undefined : promoteLine()));
  byId("remove").addEventListener("click", removeLine);
  byId("other-line").addEventListener("click", otherLine);
  // When a panel above grows, the list shrinks.
  new ResizeObserver(reveal).observe(list);
}

/**
 * @param {GameNode} root
 * @param {number} id
 */
function find(root, id) {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.id === id) return node;
    waiting.push(...node.children);
  }
  return null;
}

function draw() {
  const { tree, node } = state;
  const main = [];
  for (let at = tree.root.children[0]; at; at = at.children[0]) main.push(at);
  const rows = [];
  for (let ply = 0; ply < main.length; ply += 2) {
    const pair = main.slice(ply, ply + 2);
    rows.push(h("li", { class: "moves-pair" }, ...pair.flatMap((each, i) => numbered(each, ply + i + 1))));
    const others = pair.flatMap((each, i) =>
      (each.parent?.children ?? [])
        .slice(1)
        .map((other) => h("li", { class: "moves-variation" }, ...variation(other, ply + i))),
    );
    rows.push(...others);
  }
  const start = h("li", { class: "moves-start" }, moveButton(tree.root, "Start"));
  const single = isMain(node) && !path(node).some((each) => Number(each.parent?.children.length) > 1);
  const focused = list.contains(document.activeElement) || (single && branch.contains(document.activeElement));
  list.replaceChildren(start, ...rows);
  drawQualities();
  branch.hidden = single;
  byId("promote").ariaDisabled = String(isMain(node));
  if (focused)
    /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  reveal();
}

/** Mark the moves by the review. The list stays as it is, so that it can be scrolled and pressed meanwhile. */
function drawQualities() {
  const { tree, review } = state;
  for (const badge of list.querySelectorAll(".moves-quality")) badge.remove();
  for (const [node, move] of reviewedNodes(tree, review)) {
    const badge = qualityBadge(move, move === turningPoint(review));
    if (badge) list.querySelector(`[data-node="${node.id}"]`)?.append(badge);
  }
}

/**
 * A line that branches off, in running text, with those that branch off from it in lists of their own.
 * @param {GameNode} node
 * @param {number} ply
 * @returns {HTMLElement[]}
 */
function variation(node, ply) {
  const parts = [];
  const inner = [];
  for (let [at, number] = [node, ply]; at; [at, number] = [at.children[0], number + 1]) {
    parts.push(...numbered(at, number + 1));
    for (const other of at.children.slice(1))
      inner.push(h("li", { class: "moves-variation" }, ...variation(other, number + 1)));
  }
  return inner.length ? [...parts, h("ul", {}, ...inner)] : parts;
}

/**
 * A move after its number in the game, by which both players' moves are counted.
 * @param {GameNode} node
 * @param {number} number
 */
const numbered = (node, number) => [h("span", { class: "moves-number" }, `${number}.`), moveButton(node)];

/**
 * @param {GameNode} node
 * @param {string} [text]
 */
function moveButton(node, text) {
  const here = node === state.node;
  const words = text ?? node.turn?.text ?? node.move;
  const title = node.turn ? `${node.turn.name}: ${words}, score ${signed(node.turn.score)}` : words;
  return h(
    "button",
    {
      type: "button",
      class: "moves-move",
      "data-node": node.id,
      "data-side": side(node),
      title,
      tabindex: here ? "0" : "-1",
      "aria-current": here ? "step" : null,
    },
    words,
  );
}

/** @param {GameNode} node */
function side(node) {
  return node.turn ? state.position.players.findIndex((player) => player.id === node.turn?.player) : null;
}

/** Scroll the list, and nothing else, to the move that is shown. */
function reveal() {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const [box, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}
