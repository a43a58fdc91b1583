/** The view of one tree: unfolded nodes, selected node, current step of the search, and the drawing. */

import { h, messageOf, svg, targetIn } from "../../shared/dom.js";
import { counted } from "../../shared/format.js";
import { iconButton } from "../../shared/icons.js";
import { insertSubtree } from "../model/insert-subtree.js";
import { happens } from "../model/timeline.js";
import { createDebugger } from "../panels/debugger.js";
import { createFind } from "../panels/find.js";
import { createCamera, READABLE_SCALE } from "./camera.js";
import { createPicture } from "./draw.js";
import { BOX, childAt, folding, layout, openBelow, openPage, pinnedY, rankOf, reveal } from "./layout.js";
/** @import { CameraPosition, FocusOptions, Folding, Item, LoadSubtree, Tree, View } from "../types.js" */

const MAX_UNFOLDED_TREE = 60; // nodes that are all shown at once
const MAX_UNFOLDED_NODES = 600; // nodes that one command unfolds
const PAPER_PX = 680; // pixels across a sheet

/**
 * @param {Tree} tree
 * @param {object} hooks
 * @param {(view: View) => void} hooks.changed  called when the focus or the moment has changed
 * @param {LoadSubtree | null} hooks.ask  gets the tree below a folded end
 * @param {(view: View) => void} hooks.startQuiz
 */
export function createView(tree, { changed, ask, startQuiz }) {
  const picture = createPicture();
  const canvas = svg(
    "svg",
    { class: "tree-canvas", role: "tree", "aria-label": `Search tree, ${titleOf(tree)}` },
    picture.world,
  );
  const note = h("p", { class: "note" }, sizeOf(tree));
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {View} */
  const view = /** @type {any} */ ({
    tree,
    canvas,
    /** What is unfolded: while one steps, what was unfolded since; else the chosen line would be given away. */
    get folds() {
      return view.moment === null ? whole : stepping;
    },
    focus: "n0",
    moment: null,
    canAsk: Boolean(ask),
    startQuiz: () => startQuiz(view),
    endQuiz: null,
    isWaiting: (/** @type {number} */ node) => waits.some((wait) => wait.node === node),
    refresh,
    focusOn,
    focusNode,
    openOnChosenLine,
    itemOf,
    toggle,
    openAll,
    act,
    setMoment,
    fit: () => view.camera.fit(view.laid),
    spreadOut,
    drawIn,
  });
  const whole = folding();
  let stepping = folding({ showsBest: false }); // nodes unfolded by hand while stepping
  /** @type {Folding | undefined} */
  let passing; // nodes unfolded while the search is inside them
  /** @type {{ node: number }[]} */
  const waits = []; // the nodes below which subtrees are being loaded; their numbers may change meanwhile
  let frame = 0;
  /** @type {CameraPosition | null} */
  let before = null; // what was in sight before printing

  function itemOf(id = view.focus) {
    return /** @type {Item} */ (view.laid.items.find((item) => item.id === id));
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    picture.draw(view);
  }

  function refresh() {
    view.laid = layout(view.tree, view.folds, passing);
    // If the focused item was folded away, its folded ancestor gets the focus.
    if (!itemOf()) view.focus = nearestShown(view);
    draw();
  }

  /**
   * Put the focus on what is on the screen; with `grab`, the keyboard's too.
   * @param {string} id
   */
  function focusOn(id, { grab = false, quiet = false } = {}) {
    const item = itemOf(id);
    if (!item) return;
    view.focus = id;
    bringIntoSight(item);
    draw();
    if (grab) picture.elementOf(id)?.focus({ preventScroll: true });
    if (!quiet) changed(view);
  }

  /** @param {Item} item */
  function bringIntoSight(item) {
    const y = pinnedY(item, view.camera.sight().top);
    view.camera.keep({ x: item.x - 24, y, width: BOX.width + 90, height: item.height });
  }

  /** Begin with two columns in the window, if they can be read, and with the chosen move in sight. */
  function openOnChosenLine() {
    view.camera.fitWidth(BOX.column + BOX.width + 90);
    const chosen = itemOf(`n${view.tree.best[0]}`);
    if (chosen) bringIntoSight(chosen);
    draw();
  }

  /**
   * The same for any node, which is unfolded for it.
   * @param {number} node
   * @param {FocusOptions} [options]
   */
  function focusNode(node, options) {
    reveal(view.tree, view.folds, node);
    refresh();
    if (view.camera.at.scale < READABLE_SCALE) view.camera.zoomAt(READABLE_SCALE / view.camera.at.scale);
    focusOn(`n${node}`, options);
  }

  /** @param {number} node */
  async function toggle(node, open = !itemOf(`n${node}`)?.open) {
    if (open && view.tree.isFolded(node)) {
      await fetchBelow(node);
      return;
    }
    if (open) view.folds.open.add(node);
    else view.folds.open.delete(node);
    refresh();
    changed(view);
  }

  /** @param {number} node */
  function openAll(node) {
    openBelow(view.tree, view.folds, node, MAX_UNFOLDED_NODES);
    refresh();
    changed(view);
  }

  /** @param {number} node */
  async function fetchBelow(node) {
    if (!ask || view.isWaiting(node)) return;
    const wait = { node };
    waits.push(wait);
    draw();
    try {
      const part = await ask(view.tree, node);
      const { tree: grown, moved } = insertSubtree(view.tree, wait.node, part);
      /** @param {number} each */
      const shift = (each) => each + moved(each);
      whole.open = new Set([...whole.open].map(shift));
      whole.pages = new Map([...whole.pages].map(([each, pages]) => [shift(each), pages]));
      view.focus = view.focus.replace(/\d+/, (each) => String(shift(Number(each))));
      for (const each of waits) each.node = shift(each.node);
      whole.open.add(wait.node);
      view.tree = grown;
      note.textContent = sizeOf(grown);
      view.debugger.reset(); // the numbers of moments have changed
      problem.textContent = "";
    } catch (error) {
      problem.textContent = messageOf(error);
    }
    waits.splice(waits.indexOf(wait), 1);
    const grab = canvas.contains(document.activeElement);
    refresh();
    focusOn(view.focus, { grab });
  }

  /**
   * Do what Enter or a click does: fold, unfold, show more.
   * @param {Item} item
   * @param {FocusOptions} [options]
   */
  function act(item, options = { grab: true }) {
    if (item.kind === "node") {
      if (view.tree.size[item.node] > 1) void toggle(item.node);
    } else if (item.kind === "more") {
      const from = item.from ?? 0;
      openPage(view.tree, view.folds, item.node, from);
      refresh();
      focusOn(`n${childAt(view.tree, item.node, from)}`, options);
    }
  }

  /**
   * Show the search as it was at a moment; null for all of it.
   * @param {number | null} moment
   */
  function setMoment(moment) {
    if (view.moment === null) stepping = folding({ showsBest: false });
    stepping.open.add(0);
    view.moment = moment;
    passing = undefined;
    if (moment !== null) {
      const { node } = happens(view.tree, moment);
      passing = folding({ showsBest: false });
      for (let at = node; view.tree.parent[at] >= 0; at = view.tree.parent[at]) {
        passing.open.add(view.tree.parent[at]);
        openPage(view.tree, passing, view.tree.parent[at], rankOf(view.tree, at));
      }
      view.focus = `n${node}`;
    }
    const grab = canvas.contains(document.activeElement);
    refresh();
    focusOn(view.focus, { grab });
  }

  /** Show all that is unfolded, as wide as paper: what does not fit on one sheet goes on to the next. */
  function spreadOut() {
    const scale = Math.min(1, PAPER_PX / (view.laid.width + BOX.column - BOX.width));
    stage.style.minHeight = `${view.laid.height * scale + 32}px`;
    before = { ...view.camera.at };
    Object.assign(view.camera.at, { x: 16, y: 16, scale });
    view.camera.apply();
    draw();
  }

  /** Go back to what was in sight. */
  function drawIn() {
    stage.style.minHeight = "";
    Object.assign(view.camera.at, before);
    view.camera.apply();
  }

  canvas.addEventListener("click", (event) => {
    const id = targetIn(event, "[data-id]")?.dataset.id;
    const item = id && itemOf(id);
    if (!item) return;
    focusOn(item.id, { grab: true });
    if (item.kind === "more" || targetIn(event, "[data-toggle]")) act(item);
  });
  canvas.addEventListener("dblclick", (event) => {
    const item = itemOf(targetIn(event, "[data-id]")?.dataset.id);
    if (item?.kind === "node" && !targetIn(event, "[data-toggle]")) act(item);
  });
  // The keyboard focus and the selected item are the same. Tab comes to the box in focus and changes nothing: the panel keeps the
  // view in use, so that its controls can be reached past the other view.
  canvas.addEventListener("focusin", (event) => {
    const id = targetIn(event, "[data-id]")?.dataset.id;
    if (id && id !== view.focus) focusOn(id);
  });

  view.debugger = createDebugger(view);
  view.find = createFind(view);
  const zoom = h(
    "div",
    { class: "tree-zoom", role: "group", "aria-label": "Zoom" },
    iconButton("smaller", "Zoom out (-)", () => view.camera.zoomAt(0.8)),
    iconButton("larger", "Zoom in (+)", () => view.camera.zoomAt(1.25)),
    iconButton("fit", "Show all (0)", () => view.fit()),
  );
  const quizButton = h("button", { type: "button", title: "Quiz (q)", onclick: view.startQuiz }, "Quiz");
  const stage = h("div", { class: "tree-stage" }, canvas, zoom);
  view.element = h(
    "section",
    { class: "tree-view", "aria-label": titleOf(tree) },
    h("header", {}, h("h2", {}, titleOf(tree)), note, view.find.element, quizButton),
    problem,
    stage,
    view.debugger.element,
  );
  if (tree.count <= MAX_UNFOLDED_TREE) openBelow(tree, view.folds, 0, MAX_UNFOLDED_TREE);
  else for (let at = 0; at >= 0; at = tree.best[at]) view.folds.open.add(at);
  view.laid = layout(tree, view.folds);
  view.camera = createCamera(canvas, picture.world, () => {
    if (view.camera && !frame) frame = requestAnimationFrame(draw);
  });
  new ResizeObserver(draw).observe(canvas);
  return view;
}

/**
 * "Alpha-beta, depth 3"
 * @param {Tree} tree
 */
export function titleOf({ document: { algorithm, depth } }) {
  return `${algorithm === "ALPHABETA" ? "Alpha-beta" : "Minimax"}, depth ${depth}`;
}

/** @param {Tree} tree */
function sizeOf({ document: { node_count: visited, recorded, path } }) {
  const below = path.length ? ` below ${path.join(", ")}` : "";
  const loaded = recorded < visited ? `, ${counted(recorded, "node")} loaded` : "";
  return `${counted(visited, "visit")}${below}${loaded}`;
}

/**
 * The lowest node above the focus that is on the screen.
 * @param {View} view
 */
function nearestShown({ tree, laid, focus }) {
  const shown = new Set(laid.items.filter((item) => item.kind === "node").map((item) => item.node));
  let node = Number(/\d+/.exec(focus)?.[0]);
  while (node > 0 && !shown.has(node)) node = tree.parent[node];
  return `n${Math.max(0, node)}`;
}
