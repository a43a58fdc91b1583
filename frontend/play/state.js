/**
 * What the page knows, at one place, and who wants to hear of changes.
 *
 * @typedef {[number, number]} Square  row and column from 0
 * @typedef {{square: Square, owner: string | null, text: string, shade: number}} Cell
 * @typedef {{move: string, text: string, click_path: Square[], gain: number, changes: Cell[]}} Option
 * @typedef {{player: string, name: string, text: string, move: string, score: number, click_path: Square[]}} Turn
 * @typedef {{start: string, moves: string[], game: string, title: string, rules: string, board: string,
 *   players: {id: string, name: string, total: number}[], to_move: string | null, over: boolean,
 *   result: string | null, rows: string[], columns: string[], pieces: boolean, row_values: [number, number][],
 *   cells: Cell[], legal_moves: Option[], turns: Turn[]}} Position  an answer of /api/position
 */

export const state = {
  /** The answer of /api/games. */
  catalogue: null,
  /** @type {import("./game/game-tree.js").Tree} */
  tree: null,
  /** @type {import("./game/game-tree.js").Node} where in the tree we are */
  node: null,
  /** @type {Position} what the board shows */
  position: null,
  /** Who plays the two sides: "person" or the name of a computer player. */
  players: ["person", "person"],
  /** Computer players wait. */
  paused: false,
  /** We went to a position by hand, so computer players wait for a word. */
  browsing: false,
  /** The index of the computer player that is choosing a move, or null. */
  choosing: null,
  /** It was asked to be quick about it. */
  hurried: false,
  /** For how many seconds it has been choosing. */
  elapsed: 0,
  /** @type {Square[]} the squares of a move that are clicked already */
  selected: [],
  /** @type {number | null} the cell that is pointed at or has the focus */
  hover: null,
  /** @type {number | null} the cell that was tapped once */
  armed: null,
  /** Take the quiet one of two moves on the same squares. */
  quiet: false,
  /** The best move is marked. */
  hint: false,
  /** Think about every position that is shown. */
  analysis: false,
  /** Show the value of every move. */
  heat: false,
  /** A search for analysis, values or a hint is under way. */
  thinking: false,
  /** @type {import("./analysis/snapshot.js").Snapshot | null} the state of the analysis that everything shows */
  snapshot: null,
  /** @type {{elapsed: number, limit: number} | null} seconds of the running analysis */
  streamTime: null,
  /**
   * @type {{text: string, retry?: () => void, fresh?: () => void} | null}
   * what went wrong, in a sentence; what to do again, or how to begin a game in which it does not
   */
  problem: null,
  /** @type {{text: string, label: string, action: () => void} | null} what is gone, and how to bring it back */
  notice: null,
  /** The tree has changed in another way than by `node`. */
  treeVersion: 0,
  /** How long to think about a position, and how long computer players wait between moves. */
  seconds: 10,
  delay: 600,
  /** On touch screens a first tap shows what a move does, and a second one makes it. */
  tapTwice: true,
  theme: "auto",
};

/** Whether the board waits for the server's word about where we are; it may look like that already. */
export const isBehind = () => state.node?.position !== state.position;

const watchers = [];
const changed = new Set();

/** Set what is given; watchers hear of it once, when the present task is done. */
export function change(patch) {
  for (const [key, value] of Object.entries(patch)) {
    if (state[key] === value) continue;
    state[key] = value;
    if (changed.size === 0) queueMicrotask(tell);
    changed.add(key);
  }
}

/** Call `show` after a change of any of these keys. */
export function watch(keys, show) {
  watchers.push({ keys, show });
}

function tell() {
  const news = new Set(changed);
  changed.clear();
  for (const { keys, show } of watchers) {
    if (keys.some((key) => news.has(key))) show(news);
  }
}
