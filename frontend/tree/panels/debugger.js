/** Steps through the search as it happened: forwards, backwards, over a whole subtree, or at a speed. */

import { h } from "../../shared/dom.js";
import { counted, number } from "../../shared/format.js";
import { icon, iconButton } from "../../shared/icons.js";
import { boundText, moveOf, orderText, reasonOf, sideOf } from "../model/node-text.js";
import { hasWindows, windowIn } from "../model/search-window.js";
import { entered, happens, lastMoment, left, stackAt, valueAbove } from "../model/timeline.js";
/** @import { Tree, View } from "../types.js" */

const MIN_MOMENTS_PER_S = 1; // moments a second
const MAX_MOMENTS_PER_S = 2000;
const DEFAULT_MOMENTS_PER_S = 4;

/**
 * The buttons and the slider of one view.
 * @param {View} view
 */
export function createDebugger(view) {
  const playButton = iconButton("play", "Play or pause (.)", () => togglePlay());
  const slider = h("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Moment of the search",
    oninput: () => go(Number(slider.value)),
  });
  const pace = h("input", {
    type: "range",
    min: 0,
    max: 100,
    "aria-label": "Speed",
    title: "Speed",
    oninput: () => setSpeed(),
  });
  const where = h("span", { class: "debugger-where" });
  const sentence = h("p", { class: "debugger-sentence" });
  const live = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const stop = iconButton("close", "Stop stepping: show the whole tree (Escape)", () => reset());
  let speed = DEFAULT_MOMENTS_PER_S;
  let playing = 0;

  const element = h(
    "div",
    { class: "debugger", role: "group", "aria-label": "Step through the search" },
    h(
      "div",
      { class: "debugger-steps" },
      iconButton("first", "To the start", () => go(0)),
      iconButton("back", "One step back (p)", () => step(-1)),
      playButton,
      iconButton("step", "One step (n)", () => step(1)),
      iconButton("over", "Step over: the whole subtree (o)", over),
      iconButton("out", "Step out, to the node above (u)", out),
      slider,
      h("label", { class: "debugger-pace" }, "Speed", pace),
      stop,
    ),
    h("div", { class: "debugger-now" }, where, sentence),
    live,
  );

  /** The moment that is shown; 0 if none is. */
  const momentNow = () => view.moment ?? 0;
  const last = () => lastMoment(view.tree);
  /** @param {number} value */
  const position = (value) => Math.min(last(), Math.max(0, value));

  /** Where it begins: where the node in focus is visited. */
  const here = () => entered(view.tree, view.itemOf().node);

  /** @param {number} moment */
  function go(moment, { quiet = false } = {}) {
    view.setMoment(position(moment));
    show(quiet);
  }

  /** Whether there is nothing to step through: a quiz shows moments of its own. */
  const isOff = () => element.hidden;

  /** @param {number} by */
  function step(by) {
    if (isOff()) return;
    pause();
    go(view.moment === null ? here() : view.moment + by);
  }

  function over() {
    if (isOff()) return undefined;
    pause();
    if (view.moment === null) return go(here());
    const { node, leaves } = happens(view.tree, view.moment);
    return go(leaves ? view.moment + 1 : left(view.tree, node));
  }

  function out() {
    if (isOff()) return undefined;
    pause();
    if (view.moment === null) return go(here());
    const { node } = happens(view.tree, view.moment);
    return go(left(view.tree, Math.max(0, view.tree.parent[node])));
  }

  function togglePlay() {
    if (isOff()) return;
    if (playing) {
      pause();
      show(false);
      return;
    }
    if (view.moment === null || view.moment === last()) go(view.moment === null ? here() : 0, { quiet: true });
    let before = performance.now();
    let due = 0;
    /** @param {number} now */
    const frame = (now) => {
      due += (Math.max(0, now - before) * speed) / 1000;
      before = now;
      if (due >= 1) {
        go(momentNow() + Math.floor(due), { quiet: true });
        due %= 1;
      }
      if (momentNow() >= last()) {
        pause();
        show(false);
      } else playing = requestAnimationFrame(frame);
    };
    playing = requestAnimationFrame(frame);
    showButton();
  }

  function pause() {
    cancelAnimationFrame(playing);
    playing = 0;
    showButton();
  }

  /** Leave the debugger. */
  function reset() {
    pause();
    if (view.moment !== null) view.setMoment(null);
    show(true);
  }

  function setSpeed() {
    speed = MIN_MOMENTS_PER_S * (MAX_MOMENTS_PER_S / MIN_MOMENTS_PER_S) ** (Number(pace.value) / 100);
    pace.setAttribute("aria-valuetext", `${number(Math.round(speed))} steps a second`);
  }

  function showButton() {
    playButton.replaceChildren(icon(playing ? "pause" : "play"));
    playButton.setAttribute("aria-pressed", String(Boolean(playing)));
  }

  /** @param {boolean} quiet */
  function show(quiet) {
    const on = view.moment !== null;
    element.classList.toggle("on", on);
    stop.hidden = !on;
    slider.max = String(last());
    slider.value = String(momentNow());
    const words = on ? happening(view.tree, momentNow()) : "";
    const place = on
      ? `${orderText(view.tree, happens(view.tree, momentNow()).node)} of ${number(view.tree.document.node_count)}`
      : "";
    slider.setAttribute("aria-valuetext", on ? `${place}: ${words}` : "not begun");
    where.textContent = place;
    sentence.textContent = on ? words : "Step (n, p) or play (.) the search from the selected node.";
    if (!quiet) live.textContent = words;
  }

  pace.value = String(
    (100 * Math.log(DEFAULT_MOMENTS_PER_S / MIN_MOMENTS_PER_S)) / Math.log(MAX_MOMENTS_PER_S / MIN_MOMENTS_PER_S),
  );
  setSpeed();
  show(true);
  return { element, step, over, out, togglePlay, pause, reset };
}

/**
 * The event at a moment as text.
 * @param {Tree} tree
 * @param {number} moment
 */
export function happening(tree, moment) {
  const { node, leaves } = happens(tree, moment);
  const name = node ? moveOf(tree, node) : "the root";
  if (!leaves) {
    const [alpha, beta] = windowIn(tree, node);
    const bounds = hasWindows(tree) ? `, alpha ${number(alpha)}, beta ${number(beta)}` : "";
    return `Visits ${name}: ${sideOf(tree, node)}${bounds}.`;
  }
  const value = number(tree.value[node]);
  const effect = valueAbove(tree, node);
  if (!effect) return `The search is done: the root is worth ${value}.`;
  const above = sideOf(tree, effect.above);
  const worth = `${name} is worth ${boundText(tree, node)}${value}`;
  const news = effect.better
    ? `the best for ${above} ${Number.isFinite(effect.before.best) ? `was ${number(effect.before.best)} and ` : ""}is now ${value}`
    : `no better for ${above} than ${number(effect.before.best)}`;
  if (effect.cuts && tree.cut[effect.above])
    return `${worth}: ${reasonOf(tree, effect.above)}, so ${counted(tree.cut[effect.above], "move")} of ${above} ${tree.cut[effect.above] === 1 ? "is" : "are"} pruned.`;
  return `${worth}: ${news}.`;
}

/**
 * The nodes that are being searched at a moment, each with its window and its best value so far.
 * @param {View} view
 * @param {(node: number) => void} goTo
 */
export function stackTable(view, goTo) {
  const { tree } = view;
  const moment = view.moment ?? 0;
  const rows = stackAt(tree, moment).map(({ node, alpha, beta, best }) =>
    h(
      "tr",
      { "aria-current": node === happens(tree, moment).node ? "step" : null },
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "link", onclick: () => goTo(node) }, moveOf(tree, node)),
      ),
      h("td", {}, sideOf(tree, node)),
      ...(hasWindows(tree) ? [h("td", {}, number(alpha)), h("td", {}, number(beta))] : []),
      h("td", {}, Number.isFinite(best) ? number(best) : "none"),
    ),
  );
  const heads = ["Node", "", ...(hasWindows(tree) ? ["Alpha", "Beta"] : []), "Best so far"].map((head) =>
    h("th", { scope: "col" }, head || h("span", { class: "visually-hidden" }, "Side")),
  );
  return h(
    "table",
    { class: "stack" },
    h("caption", {}, "Being searched"),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...rows),
  );
}
