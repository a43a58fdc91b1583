/** The keyboard: arrows in the tree, letters for the rest. */

import { h, targetIn } from "../shared/dom.js";
import { iconButton } from "../shared/icons.js";
/** @import { View } from "./types.js" */

/** Everything that a key does: its name on the sheet, and its action on the view that is in use. */
export const KEYS = [
  {
    keys: ["ArrowRight"],
    shown: "→",
    name: "To the first child, unfolding it",
    run: (/** @type {View} */ view) => goRight(view),
  },
  { keys: ["ArrowLeft"], shown: "←", name: "To the node above", run: (/** @type {View} */ view) => goLeft(view) },
  {
    keys: ["ArrowDown"],
    shown: "↓",
    name: "To the next box of the ply",
    run: (/** @type {View} */ view) => goAcross(view, 1),
  },
  {
    keys: ["ArrowUp"],
    shown: "↑",
    name: "To the previous box of the ply",
    run: (/** @type {View} */ view) => goAcross(view, -1),
  },
  {
    keys: ["Home"],
    shown: "Home",
    name: "To the root",
    run: (/** @type {View} */ view) => view.focusOn("n0", { grab: true }),
  },
  {
    keys: ["End"],
    shown: "End",
    name: "To the end of the chosen line",
    run: (/** @type {View} */ view) => goToEnd(view),
  },
  {
    keys: ["Enter", " "],
    shown: "Enter, Space",
    name: "Fold or unfold",
    run: (/** @type {View} */ view) => view.act(view.itemOf()),
  },
  {
    keys: ["*"],
    shown: "*",
    name: "Unfold all below",
    run: (/** @type {View} */ view) => view.openAll(view.itemOf().node),
  },
  { keys: ["/"], shown: "/", name: "Find a move", run: (/** @type {View} */ view) => view.find.begin() },
  { keys: ["]"], shown: "]", name: "Next match", run: (/** @type {View} */ view) => view.find.next() },
  { keys: ["["], shown: "[", name: "Previous match", run: (/** @type {View} */ view) => view.find.previous() },
  {
    keys: ["n"],
    shown: "n",
    name: "One step of the search",
    run: (/** @type {View} */ view) => view.debugger.step(1),
  },
  { keys: ["p"], shown: "p", name: "One step back", run: (/** @type {View} */ view) => view.debugger.step(-1) },
  {
    keys: ["o"],
    shown: "o",
    name: "Step over a whole subtree",
    run: (/** @type {View} */ view) => view.debugger.over(),
  },
  {
    keys: ["u"],
    shown: "u",
    name: "Step out, to the node above",
    run: (/** @type {View} */ view) => view.debugger.out(),
  },
  {
    keys: ["."],
    shown: ".",
    name: "Play or pause",
    run: (/** @type {View} */ view) => view.debugger.togglePlay(),
  },
  {
    keys: ["Escape"],
    shown: "Esc",
    name: "Stop stepping, or end the quiz",
    run: (/** @type {View} */ view) => (view.endQuiz ? view.endQuiz() : view.debugger.reset()),
  },
  { keys: ["q"], shown: "q", name: "Quiz", run: (/** @type {View} */ view) => view.startQuiz() },
  { keys: ["+", "="], shown: "+", name: "Zoom in", run: (/** @type {View} */ view) => view.camera.zoomAt(1.25) },
  { keys: ["-"], shown: "-", name: "Zoom out", run: (/** @type {View} */ view) => view.camera.zoomAt(0.8) },
  { keys: ["0"], shown: "0", name: "Show all", run: (/** @type {View} */ view) => view.fit() },
];

const ARROWS = new Set(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End", "Enter", " "]);

/** @param {View} view */
function goRight(view) {
  const item = view.itemOf();
  if (item.kind === "more") {
    view.act(item);
    return;
  }
  if (item.kind !== "node" || view.tree.size[item.node] === 1) return;
  const enter = () => {
    const first = view.laid.items.find((each) => each.level === item.level + 1 && each.y === view.itemOf().y);
    if (first) view.focusOn(first.id, { grab: true });
  };
  if (item.open) enter();
  else void view.toggle(item.node, true);
}

/** @param {View} view */
function goLeft(view) {
  const item = view.itemOf();
  const above = item.kind === "node" ? view.tree.parent[item.node] : item.node;
  if (above >= 0) view.focusOn(`n${above}`, { grab: true });
}

/**
 * @param {View} view
 * @param {number} by
 */
function goAcross(view, by) {
  const item = view.itemOf();
  const column = view.laid.items.filter((each) => each.level === item.level);
  const next = column[column.indexOf(item) + by];
  if (next) view.focusOn(next.id, { grab: true });
}

/** @param {View} view */
function goToEnd(view) {
  let node = 0;
  while (view.tree.best[node] >= 0) node = view.tree.best[node];
  view.focusNode(node, { grab: true });
}

/**
 * Listen from now on.
 * @param {(target: Node) => View | null} viewFor  the view that a key at an element is for, null while there is none
 */
export function listenToKeys(viewFor) {
  const help = helpSheet();
  document.body.append(help);
  document.addEventListener("keydown", (event) => {
    const view = viewFor(/** @type {Node} */ (event.target));
    if (!view || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isField = targetIn(event, "input:not([type=range], [type=checkbox]), textarea, select, dialog");
    if (isField && !(event.key === "Escape" && view.endQuiz)) return;
    // A slider and a button have a use for these themselves.
    const free = event.target === document.body || targetIn(event, "[role=tree]");
    if (ARROWS.has(event.key) && !free) return;
    if (event.key === "?") help.showModal();
    const found = KEYS.find(({ keys }) => keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.run(view);
  });
  return { openHelp: () => help.showModal() };
}

function helpSheet() {
  const rows = [...KEYS, { shown: "?", name: "This help" }].map(({ shown, name }) =>
    h("div", {}, h("dt", {}, h("kbd", {}, shown)), h("dd", {}, name)),
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": "keys-title" },
    h(
      "header",
      {},
      h("h2", { id: "keys-title" }, "How to read the tree"),
      iconButton("close", "Close", () => dialog.close()),
    ),
    h(
      "p",
      {},
      "Each box is a visit: the move, the number of the visit, its value, and alpha and beta on entry. MAX nodes have corners and a triangle that points up, MIN nodes are round and theirs points down. The thick line is the principal variation: the moves that the search expects. A dashed box stands for pruned moves, with the reason. Moves stand in the order in which the game generates them and the search tries them; long lists stand in several columns, with the best move in the first. Click a box to see its board, and the number beside it to unfold the moves below. Drag to move, turn the wheel to zoom.",
    ),
    h("dl", { class: "help-keys" }, ...rows),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
