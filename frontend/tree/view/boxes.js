/** The content of the boxes of a tree, and the lines between them. */

import { svg } from "../../shared/dom.js";
import { counted, number, shortNumber } from "../../shared/format.js";
import { moveOf, orderText, sideOf, stubText, windowText } from "../model/node-text.js";
import { hasWindows, relationOf, windowIn } from "../model/search-window.js";
import { BOX } from "./layout.js";
/** @import { Bounds, Box, Point, Size, Trunk } from "../types.js" */

const TRUNK_PX = 22; // from the trunk to the boxes
/** @type {Bounds} */
const UNKNOWN = { alpha: -Infinity, beta: Infinity, best: NaN };
const TURN_PX = 8; // the radius where a line leaves it

/**
 * Whether a box is marked as one on the chosen line.
 * @param {Box} box
 */
export const isMarked = ({ item, tree, isOver }) => isOver && item.kind === "node" && tree.isChosen(item.node);

/**
 * Everything that the contents of a box depend on.
 * @param {Box} box
 */
export function lookOf({ item, far, phase, known, isOver, isWaiting }) {
  const bounds = known && phase === "inside" ? `${known.best}|${known.alpha}|${known.beta}` : "";
  return [far, phase, isOver, bounds, item.open, item.count, Boolean(item.rise), isWaiting].join();
}

/**
 * Put the contents into an element.
 * @param {Element} element
 * @param {Box} box
 */
export function fillIn(element, box) {
  const parts = box.item.kind === "node" ? nodeParts(box) : slimParts(box);
  // Spaces separate the texts for screen readers, which read them as one.
  element.replaceChildren(...twig(box), ...parts.flatMap((part) => [part, " "]));
}

/**
 * Set the accessible name and the classes of an element.
 * @param {Element} element
 * @param {Box} box
 */
export function describe(element, box) {
  const { item, tree, phase, isFocused, isCurrent } = box;
  const isNode = item.kind === "node";
  /** @type {Record<string, boolean>} */
  const classes = {
    [item.kind]: true,
    [phase]: true,
    max: isNode && tree.isMax(item.node),
    min: isNode && !tree.isMax(item.node),
    end: isNode && tree.size[item.node] === 1,
    chosen: isMarked(box),
    focused: isFocused,
    current: isCurrent,
  };
  const attributes = {
    class: ["item", ...Object.keys(classes).filter((name) => classes[name])].join(" "),
    role: "treeitem",
    tabindex: isFocused ? "0" : "-1",
    "aria-level": item.level + 1,
    "aria-setsize": item.of,
    "aria-posinset": item.place,
    "aria-selected": String(isFocused),
    "aria-expanded": isNode && tree.size[item.node] > 1 ? String(item.open) : null,
    "aria-label": labelOf(box),
  };
  for (const [name, value] of Object.entries(attributes))
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
}

/**
 * The accessible name: the visible texts, then what the drawing shows without words.
 * @param {Box} box
 */
export function labelOf(box) {
  const { item, tree, phase } = box;
  if (item.kind === "more") return `${counted(item.count ?? 0, "more move")} after ${moveOf(tree, item.node)}`;
  if (item.kind === "stub") return `${stubText(tree, item.node)}, cut`;
  const { move, side, order, value, bounds, count } = textsOf(box);
  const parts = [move, side, order, value, bounds, count].filter((text) => text !== null);
  if (side === null) parts.push(sideOf(tree, item.node));
  if (phase === "ahead") parts.push("not visited yet");
  else if (phase === "inside") parts.push("being searched");
  else parts.push(tree.size[item.node] > 1 ? `${counted(tree.size[item.node] - 1, "visit")} below` : "leaf");
  if (isMarked(box)) parts.push("on the chosen line");
  return parts.join(", ");
}

/**
 * The texts in the box of a node, in the order of its elements; null for those that it does not have.
 * @param {Box} box
 */
export function textsOf(box) {
  const { item, tree, phase, isWaiting } = box;
  const { node } = item;
  const isLeaf = tree.size[node] === 1;
  const isVisited = phase !== "ahead";
  return {
    move: moveOf(tree, node),
    side: isLeaf ? null : sideOf(tree, node),
    order: isVisited ? orderText(tree, node) : null,
    value: isVisited ? valueOf(box) : null,
    bounds: isVisited && hasWindows(tree) ? windowText(...boundsOf(box)) : null,
    count: isVisited && !isLeaf && !item.open ? (isWaiting ? "…" : `+${visitsBelow(box)}`) : null,
  };
}

/**
 * The number of visits below a node; empty while the search is inside, because it would give away the rest.
 * @param {Box} box
 */
const visitsBelow = ({ item, tree, phase }) =>
  phase === "inside" ? "" : shortNumber(tree.size[item.node] - 1, 6);

/**
 * The line beside the children of a node, from which the lines to them leave.
 * @param {Trunk} trunk
 * @param {number} nodeY  where the node is drawn
 */
export function trunkLine({ x, top, bottom }, nodeY) {
  const y = top + BOX.height / 2;
  const middle = nodeY + BOX.height / 2; // of the node above, which may stand beside a later child
  const from = x - BOX.column + BOX.width;
  const stem = `M${from} ${middle}H${nodeY === top ? x : x - TRUNK_PX}`;
  const first = nodeY === top ? "" : `M${x - TRUNK_PX} ${y}H${x}`;
  return svg("path", {
    class: "trunk",
    d: `${stem}${first}M${x - TRUNK_PX} ${y}V${Math.max(y, bottom - TURN_PX)}`,
  });
}

/**
 * The frame around a list in several columns.
 * @param {Point & Size} list
 */
export const listFrame = ({ x, y, width, height }) =>
  svg("rect", { class: "list", x: x - 8, y: y - 4, width: width + 84, height: height + 8, rx: 8 });

/**
 * The line from the trunk to a child; a first child is at its beginning.
 * @param {Box} box
 */
function twig({ item }) {
  if (!item.rise) return [];
  const y = item.height / 2;
  return [svg("path", { class: "twig", d: `M${-TRUNK_PX} ${y - TURN_PX}q0 ${TURN_PX} ${TURN_PX} ${TURN_PX}H0` })];
}

/**
 * The whole line from the parent, where the principal variation goes.
 * @param {Box} box
 * @param {number} y  where the box is drawn
 * @param {number} parentY  where its parent is drawn
 */
export function chosenEdge({ item: { x } }, y, parentY) {
  const from = x - BOX.column + BOX.width;
  const [start, to] = [parentY + BOX.height / 2, y + BOX.height / 2];
  const turn = Math.min(TURN_PX, Math.abs(to - start) / 2) * Math.sign(to - start);
  const bend = `H${x - TRUNK_PX - TURN_PX}q${TURN_PX} 0 ${TURN_PX} ${turn}V${to - turn}q0 ${turn} ${TURN_PX} ${turn}`;
  return svg("path", { class: "chosen-edge", d: `M${from} ${start}${turn ? bend : ""}H${x}` });
}

/**
 * @param {string} className
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} [anchor]
 */
const text = (className, x, y, words, anchor) =>
  svg("text", { class: className, x, y, "text-anchor": anchor, "aria-hidden": "true" }, words);

/** @param {Box} box */
function nodeParts(box) {
  const { item, tree, far, phase } = box;
  const { node } = item;
  const isMax = tree.isMax(node);
  const isEnd = tree.size[node] === 1;
  const corner = isEnd ? 8 : isMax ? 3 : BOX.height / 2;
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { class: "box", width: BOX.width, height: BOX.height, rx: corner })];
  if (isMarked(box))
    parts.push(svg("rect", { class: "flag", x: -4, y: 8, width: 7, height: BOX.height - 16, rx: 2 }));
  if (far) return parts;
  const x = isEnd ? 16 : 50;
  const { move, side, order, value, bounds, count } = textsOf(box);
  parts.push(text("move", x, 18, move));
  if (side !== null) {
    parts.push(svg("path", { class: "shape", d: isMax ? "M26 9l8 12H18z" : "M26 21l8-12H18z" }));
    parts.push(text("side", 26, 34, side, "middle"));
  }
  if (order !== null) parts.push(text("order", BOX.width - 14, 18, order, "end"));
  if (value !== null) parts.push(text("value", x, 35, value));
  if (bounds !== null) parts.push(text("bounds", BOX.width - 14, 35, bounds, "end"));
  if (!isEnd && phase !== "ahead") parts.push(toggleOf(box, count));
  return parts;
}

/** @param {Box} box */
function valueOf({ item, tree, phase, known = UNKNOWN }) {
  if (phase === "done") return `${relationOf(tree, item.node)} ${shortNumber(tree.value[item.node], 11)}`;
  return Number.isFinite(known.best) ? `best ${shortNumber(known.best, 9)}` : "best –";
}

/**
 * Alpha and beta on entry, or the current ones while the search is inside the node.
 * @param {Box} box
 * @returns {[number, number]}
 */
function boundsOf({ item, tree, phase, known = UNKNOWN }) {
  return phase === "inside" ? [known.alpha, known.beta] : windowIn(tree, item.node);
}

/**
 * The button that folds or unfolds a node: a minus sign, or the number of visits.
 * @param {Box} box
 * @param {string | null} count
 */
function toggleOf({ item, tree }, count) {
  const [x, y] = [BOX.width, BOX.height / 2];
  if (count === null)
    return svg(
      "g",
      { class: "toggle", "data-toggle": "" },
      svg("rect", { class: "reach", x, y: y - 14, width: 36, height: 28 }),
      svg("circle", { cx: x + 14, cy: y, r: 8 }),
      svg("path", { d: `M${x + 10} ${y}h8` }),
    );
  const width = 14 + count.length * 7;
  return svg(
    "g",
    { class: tree.isFolded(item.node) ? "toggle elsewhere" : "toggle", "data-toggle": "" },
    svg("rect", { x: x + 4, y: y - 12, width, height: 24, rx: 12 }),
    text("count", x + 4 + width / 2, y + 4, count, "middle"),
  );
}

/**
 * A stub or a rest: one line of text.
 * @param {Box} box
 */
function slimParts({ item, tree, far }) {
  const isStub = item.kind === "stub";
  const words = isStub ? stubText(tree, item.node) : `${number(item.count ?? 0)} more`;
  const width = isStub ? Math.max(BOX.width, 34 + words.length * 6.4) : 110;
  const frame = svg("rect", { class: "box", width, height: item.height, rx: isStub ? 3 : item.height / 2 });
  if (far) return [frame];
  if (!isStub) return [frame, text("words", width / 2, 17, words, "middle")];
  return [frame, svg("path", { class: "cross", d: "M10 8l8 10M18 8l-8 10" }), text("words", 26, 17, words)];
}
