/** The state of the page in one place, and the functions that draw its changes. */

/** @import { State } from "./types.js" */

/** @type {State} */
export const state = /** @type {any} */ ({
  catalogue: null,
  tree: null,
  node: null,
  position: null,
  players: ["person", "person"],
  address: "",
  paused: false,
  browsing: false,
  choosing: null,
  hurried: false,
  elapsed: 0,
  selected: [],
  hover: null,
  armed: null,
  quiet: false,
  hint: false,
  analysis: false,
  heat: false,
  textbook: null,
  answer: null,
  searchSize: null,
  searchProgress: null,
  opinion: "",
  thinking: false,
  snapshot: null,
  streamTime: null,
  review: null,
  attempt: null,
  problem: null,
  notice: null,
  results: [],
  treeVersion: 0,
  seconds: 10,
  delay: 600,
  tapTwice: true,
  sound: false,
  theme: "auto",
});

/** Return whether the position of the current node has not arrived yet; the board may show a forecast of it. */
export const isBehind = () => state.node?.position !== state.position;

/** @type {{ keys: (keyof State)[], show: (changed: Set<keyof State>) => void }[]} */
const watchers = [];
/** @type {Set<keyof State>} */
const changed = new Set();

/**
 * Change the state; watchers are called once, after the current task.
 * @param {Partial<State>} patch
 */
export function change(patch) {
  for (const key of /** @type {(keyof State)[]} */ (Object.keys(patch))) {
    if (state[key] === patch[key]) continue;
    Object.assign(state, { [key]: patch[key] });
    if (changed.size === 0) queueMicrotask(callWatchers);
    changed.add(key);
  }
}

/**
 * Call `show` after a change of any of these keys.
 * @param {(keyof State)[]} keys
 * @param {(changed: Set<keyof State>) => void} show
 */
export function watch(keys, show) {
  watchers.push({ keys, show });
}

function callWatchers() {
  const latest = new Set(changed);
  changed.clear();
  for (const { keys, show } of watchers) {
    if (keys.some((key) => latest.has(key))) show(latest);
  }
}
