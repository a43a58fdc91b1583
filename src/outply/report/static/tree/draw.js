/** The tree as SVG. Only what is in sight has elements; they stay as long as they look the same. */

import { svg } from "./elements.js";
import { BOX } from "./layout.js";
import { entered, left, stackAt } from "./timeline.js";
import {
  counted,
  moveOf,
  nodeLabel,
  number,
  orderText,
  shortNumber,
  sideOf,
  spokenNumber,
  stubText,
  windowText,
} from "./words.js";
import { windowIn } from "./windows.js";

const FAR = 0.34; // below this scale no text can be read
const AROUND = 200; // beyond the edge of the window, so that a small movement shows nothing missing

/** The elements of a tree's picture, and `draw(view)`, which brings them up to date. */
export function createPicture() {
  const trunks = svg("g", { "aria-hidden": "true" });
  const items = svg("g", {});
  const world = svg("g", {}, trunks, items);
  /** @type {Map<string, {element: SVGGElement, look: string, state: string, at: string}>} */
  const drawn = new Map();
  let shown = null; // the tree that this is the picture of

  function draw(view) {
    if (shown !== view.tree) {
      // In a tree that has grown, nodes have other numbers.
      items.replaceChildren();
      drawn.clear();
      shown = view.tree;
    }
    const { left: from, right, top, bottom } = view.camera.sight();
    const far = view.camera.at.scale < FAR;
    const near = (x, y, width, height) =>
      x < right + AROUND && x + width > from - AROUND && y < bottom + AROUND && y + height > top - AROUND;
    const stack =
      view.moment === null ? null : new Map(stackAt(view.tree, view.moment).map((each) => [each.node, each]));
    const current = stack ? [...stack.keys()].at(-1) : -1;
    const gone = new Set(drawn.keys());
    let before = null;
    for (const item of view.laid.items) {
      const isFocused = item.id === view.focus;
      if (!isFocused && !near(item.x - 24, item.y, BOX.column + 24, item.height)) continue;
      gone.delete(item.id);
      const node = { item, view, far, isFocused, isCurrent: item.kind === "node" && item.node === current };
      node.phase = phaseOf(view, item);
      node.known = stack?.get(item.node);
      const element = show(node);
      // The order of the elements is the order in which they are read out.
      const next = before ? before.nextSibling : items.firstChild;
      if (element !== next) items.insertBefore(element, next);
      before = element;
    }
    for (const id of gone) {
      drawn.get(id).element.remove();
      drawn.delete(id);
    }
    trunks.replaceChildren(
      ...view.laid.trunks
        .filter((trunk) => near(trunk.x - 40, trunk.top, 40, trunk.bottom - trunk.top + 60))
        .map((trunk) => trunkElement(trunk)),
    );
  }

  function show(node) {
    const look = lookOf(node);
    const state = [look, node.isFocused, node.isCurrent, node.item.place, node.item.of].join();
    const at = `translate(${node.item.x} ${node.item.y})`;
    let found = drawn.get(node.item.id);
    if (!found) {
      found = { element: svg("g", { "data-id": node.item.id }), look: "", state: "", at: "" };
      drawn.set(node.item.id, found);
    }
    if (found.at !== at) found.element.setAttribute("transform", at);
    // Between press and click the focus comes: what was pressed has to stay.
    if (found.look !== look) fillIn(found.element, node);
    if (found.state !== state) describe(found.element, node);
    Object.assign(found, { look, state, at });
    return found.element;
  }

  return { world, draw, elementOf: (id) => drawn.get(id)?.element };
}

/** How far the search has come with a node: ahead of it, in it, or done with it. */
function phaseOf(view, { kind, node }) {
  if (view.moment === null) return "done";
  if (kind === "more") return "done";
  if (kind === "stub") return left(view.tree, node) <= view.moment ? "done" : "ahead";
  if (entered(view.tree, node) > view.moment) return "ahead";
  return left(view.tree, node) > view.moment ? "inside" : "done";
}

/** Everything that the contents of an item depend on. */
function lookOf({ item, view, far, phase, known }) {
  const best = known && phase === "inside" ? `${known.best}|${known.alpha}|${known.beta}` : "";
  const { open, count, rise } = item;
  return [far, phase, best, open, count, rise, view.isWaiting(item.node)].join();
}

function trunkElement({ x, top, bottom }) {
  const from = x - BOX.column + BOX.width;
  const y = top + BOX.height / 2;
  return svg("path", { class: "trunk", d: `M${from} ${y}H${x}M${x - 22} ${y}V${bottom}` });
}

function fillIn(element, node) {
  element.replaceChildren(...edgeTo(node), ...(node.item.kind === "node" ? nodeParts(node) : slimParts(node)));
}

function describe(element, node) {
  const { item, view, isFocused, isCurrent, phase } = node;
  const { tree } = view;
  const isNode = item.kind === "node";
  const classes = ["item", item.kind, phase];
  if (isNode) classes.push(tree.isMax(item.node) ? "max" : "min");
  if (isNode && tree.size[item.node] === 1) classes.push("end");
  if (isNode && tree.isChosen(item.node) && phase === "done") classes.push("chosen");
  if (isFocused) classes.push("focused");
  if (isCurrent) classes.push("current");
  const attributes = {
    class: classes.join(" "),
    role: "treeitem",
    tabindex: isFocused ? "0" : "-1",
    "aria-level": item.level + 1,
    "aria-setsize": item.of,
    "aria-posinset": item.place,
    "aria-selected": String(isFocused),
    "aria-expanded": isNode && tree.size[item.node] > 1 ? String(item.open) : null,
    "aria-label": labelOf(node),
  };
  for (const [name, value] of Object.entries(attributes))
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}

function labelOf({ item, view, phase, known }) {
  const { tree } = view;
  if (item.kind === "more")
    return `${counted(item.count, "more move")} after ${moveOf(tree, item.node)}, press Enter to show some`;
  if (item.kind === "stub") return `${stubText(tree, item.node)}, cut`;
  if (phase === "ahead") return `${moveOf(tree, item.node)}, ${sideOf(tree, item.node)}, not visited yet`;
  if (phase === "inside")
    return `${moveOf(tree, item.node)}, ${sideOf(tree, item.node)}, being searched, best so far ${spokenNumber(known.best)}, alpha ${spokenNumber(known.alpha)}, beta ${spokenNumber(known.beta)}`;
  return nodeLabel(tree, item.node);
}

/** The line from the trunk, or all the way where the chosen line goes. */
function edgeTo({ item, view, phase }) {
  if (!item.level) return [];
  const y = item.kind === "node" ? BOX.height / 2 : item.height / 2;
  const turn = BOX.turn;
  const parts = item.rise
    ? [svg("path", { class: "twig", d: `M-22 ${y - turn}q0 ${turn} ${turn} ${turn}H0` })]
    : [];
  if (item.kind === "node" && view.tree.isChosen(item.node) && phase === "done") {
    const from = BOX.width - BOX.column;
    parts.push(
      svg("path", {
        class: "chosen-edge",
        d: item.rise
          ? `M${from} ${y - item.rise}H${-22 - turn}q${turn} 0 ${turn} ${turn}V${y - turn}q0 ${turn} ${turn} ${turn}H0`
          : `M${from} ${y}H0`,
      }),
    );
  }
  return parts;
}

const text = (className, x, y, words, anchor) =>
  svg("text", { class: className, x, y, "text-anchor": anchor }, words);

function nodeParts({ item, view, far, phase, known }) {
  const { tree } = view;
  const { node } = item;
  const isMax = tree.isMax(node);
  const isEnd = tree.size[node] === 1;
  const box = svg("rect", {
    class: "box",
    width: BOX.width,
    height: BOX.height,
    rx: isEnd ? 8 : isMax ? 3 : BOX.height / 2,
  });
  const mark =
    tree.isChosen(node) && phase === "done"
      ? [svg("rect", { class: "flag", x: -4, y: 8, width: 7, height: BOX.height - 16, rx: 2 })]
      : [];
  if (far) return [box, ...mark];
  const inside = phase === "inside";
  const [alpha, beta] = inside ? [known.alpha, known.beta] : windowIn(tree, node);
  const value =
    phase === "ahead"
      ? ""
      : inside
        ? Number.isFinite(known.best)
          ? `best ${shortNumber(known.best, 9)}`
          : "best –"
        : `= ${shortNumber(tree.value[node], 11)}`;
  const x = isEnd ? 16 : 50;
  const parts = [
    box,
    ...mark,
    text("move", x, 18, moveOf(tree, node)),
    text("order", BOX.width - 14, 18, phase === "ahead" ? "" : orderText(tree, node), "end"),
    text("value", x, 35, value),
    text("bounds", BOX.width - 14, 35, phase === "ahead" ? "" : windowText(alpha, beta), "end"),
  ];
  if (!isEnd) {
    parts.push(svg("path", { class: "shape", d: isMax ? "M26 9l8 12H18z" : "M26 21l8-12H18z" }));
    parts.push(text("side", 26, 34, sideOf(tree, node), "middle"));
    if (phase !== "ahead") parts.push(toggleOf(view, item));
  }
  return parts;
}

/** What folds and unfolds a node: a minus, or how many visits there are. */
function toggleOf(view, item) {
  const y = BOX.height / 2;
  if (item.open)
    return svg(
      "g",
      { class: "toggle", "data-toggle": "" },
      svg("rect", { class: "reach", x: BOX.width, y: y - 14, width: 36, height: 28 }),
      svg("circle", { cx: BOX.width + 14, cy: y, r: 8 }),
      svg("path", { d: `M${BOX.width + 10} ${y}h8` }),
    );
  const words = view.isWaiting(item.node) ? "…" : `+${shortNumber(view.tree.size[item.node] - 1, 6)}`;
  const width = 14 + words.length * 7;
  return svg(
    "g",
    { class: view.tree.isFolded(item.node) ? "toggle elsewhere" : "toggle", "data-toggle": "" },
    svg("rect", { x: BOX.width + 4, y: y - 12, width, height: 24, rx: 12 }),
    text("count", BOX.width + 4 + width / 2, y + 4, words, "middle"),
  );
}

function slimParts({ item, view, far }) {
  const { kind, height, node, count } = item;
  const words = kind === "stub" ? stubText(view.tree, node) : `${number(count)} more`;
  const width = kind === "stub" ? Math.max(BOX.width, 34 + words.length * 6.4) : 110;
  const box = svg("rect", { class: "box", width, height, rx: kind === "stub" ? 3 : height / 2 });
  if (far) return [box];
  if (kind === "more") return [box, text("words", width / 2, 17, words, "middle")];
  return [box, svg("path", { class: "scissors", d: "M10 8l8 10M18 8l-8 10" }), text("words", 26, 17, words)];
}
