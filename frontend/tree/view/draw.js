/** The tree as SVG. Only visible boxes have elements, which are reused until their content changes. */

import { svg } from "../../shared/dom.js";
import { entered, isOver, left, stackAt } from "../model/timeline.js";
import { chosenEdge, describe, fillIn, isMarked, listFrame, lookOf, trunkLine } from "./boxes.js";
import { BOX, pinnedY } from "./layout.js";
/** @import { Box, Item, Tree, View } from "../types.js" */

const MIN_TEXT_SCALE = 0.34; // below this scale, text is unreadable
const MARGIN_PX = 8; // pixels between the edge of the window and a box that is kept in sight
const OVERSCAN_PX = 200; // beyond the edge of the window, so that a small movement shows nothing missing

/** The elements of a tree's picture, and `draw(view)`, which brings them up to date. */
export function createPicture() {
  const lines = svg("g", { "aria-hidden": "true" });
  const items = svg("g", {});
  const world = svg("g", {}, lines, items);
  /** @type {Map<string, {element: SVGGElement, look: string, state: string, at: string}>} */
  const drawn = new Map();
  /** @type {Tree | null} */
  let shown = null; // the tree that is drawn

  /** @param {View} view */
  function draw(view) {
    if (shown !== view.tree) {
      // Loading more of a tree changes the numbers of its nodes.
      items.replaceChildren();
      drawn.clear();
      shown = view.tree;
    }
    const { left: from, right, top, bottom } = view.camera.sight();
    /** @param {Item} item */
    const at = (item) => pinnedY(item, top + MARGIN_PX / view.camera.at.scale);
    /**
     * @param {number} x
     * @param {number} y
     * @param {number} width
     * @param {number} height
     */
    const near = (x, y, width, height) =>
      x < right + OVERSCAN_PX &&
      x + width > from - OVERSCAN_PX &&
      y < bottom + OVERSCAN_PX &&
      y + height > top - OVERSCAN_PX;
    const boxes = view.laid.items.filter(
      (item) => item.id === view.focus || near(item.x - 24, at(item), BOX.column + 24, item.height),
    );
    drawBoxes(boxesOf(view, boxes), at);
    const trunks = view.laid.trunks.filter((each) => near(each.x - 40, each.top, 40, each.bottom - each.top));
    // A line can be visible although both of its ends are not.
    const line = view.laid.items.filter(
      ({ kind, level, node }) => kind === "node" && level && view.tree.isChosen(node),
    );
    const marked = boxesOf(view, line).filter(isMarked);
    /** @param {Box} box */
    const parentOf = ({ item }) => itemOf.get(view.tree.parent[item.node]) ?? item;
    const itemOf = new Map(view.laid.trunks.map(({ node }) => [node.node, node]));
    lines.replaceChildren(
      ...view.laid.lists.map(listFrame),
      ...trunks.map((trunk) => trunkLine(trunk, at(trunk.node))),
      ...marked.map((box) => chosenEdge(box, at(box.item), at(parentOf(box)))),
    );
  }

  /**
   * @param {Box[]} boxes
   * @param {(item: Item) => number} yOf
   */
  function drawBoxes(boxes, yOf) {
    const gone = new Set(drawn.keys());
    /** @type {Element | null} */
    let before = null;
    for (const box of boxes) {
      gone.delete(box.item.id);
      const element = drawBox(box, yOf(box.item));
      // The order of the elements is the order in which they are read out.
      /** @type {ChildNode | null} */
      const next = before ? before.nextSibling : items.firstChild;
      if (element !== next) items.insertBefore(element, next);
      before = element;
    }
    for (const id of gone) {
      drawn.get(id)?.element.remove();
      drawn.delete(id);
    }
  }

  /**
   * @param {Box} box
   * @param {number} y
   */
  function drawBox(box, y) {
    const { id, x, place, of } = box.item;
    const found = drawn.get(id) ?? { element: svg("g", { "data-id": id }), look: "", state: "", at: "" };
    drawn.set(id, found);
    const look = lookOf(box);
    const state = [look, box.isFocused, box.isCurrent, place, of].join();
    const at = `translate(${x} ${y})`;
    if (found.at !== at) found.element.setAttribute("transform", at);
    // The focus event comes between press and click, so the pressed element must stay.
    if (found.look !== look) fillIn(found.element, box);
    if (found.state !== state) describe(found.element, box);
    Object.assign(found, { look, state, at });
    return found.element;
  }

  return { world, draw, elementOf: (/** @type {string} */ id) => drawn.get(id)?.element };
}

/**
 * The data needed to draw items.
 * @param {View} view
 * @param {Item[]} items
 * @returns {Box[]}
 */
function boxesOf(view, items) {
  const stack = view.moment === null ? [] : stackAt(view.tree, view.moment);
  const known = new Map(stack.map((each) => [each.node, each]));
  const current = stack.at(-1)?.node;
  return items.map((item) => ({
    item,
    tree: view.tree,
    far: view.camera.at.scale < MIN_TEXT_SCALE,
    phase: phaseOf(view, item),
    known: known.get(item.node),
    isOver: isOver(view),
    isFocused: item.id === view.focus,
    isCurrent: item.kind === "node" && item.node === current,
    isWaiting: view.isWaiting(item.node),
  }));
}

/**
 * The progress of the search at an item: not reached, inside, or done.
 * @param {Pick<View, "tree" | "moment">} pick
 * @param {Item} item
 * @returns {Box["phase"]}
 */
function phaseOf({ tree, moment }, { kind, node }) {
  if (moment === null || kind === "more") return "done";
  if (kind === "stub") return left(tree, node) <= moment ? "done" : "ahead";
  if (entered(tree, node) > moment) return "ahead";
  return left(tree, node) > moment ? "inside" : "done";
}
