/** The state of the play page during a small game. */

import { Tree } from "../../play/game/game-tree.js";
import { change } from "../../play/state.js";
import { cell, position as example } from "../shared/example-position.js";
/** @import { Catalogue, Position, State } from "../../play/types.js" */

export const catalogue = /** @type {Catalogue} */ (
  /** @type {unknown} */ ({
    players: [
      { name: "level:2", title: "Novice", kind: "level", description: "" },
      { name: "level:3", title: "Casual", kind: "level", description: "" },
      { name: "alphabeta", title: "Alpha-beta", kind: "depth", description: "" },
      { name: "engine", title: "Engine", kind: "seconds", description: "" },
    ],
    first_opponent: "level:2",
    ratings: {
      game: "warfare",
      players: {
        "level:2": { elo: 1024, low: 941, high: 1107, is_lower_bound: false },
        "level:3": { elo: 1203, low: 1134, high: 1272, is_lower_bound: false },
        "level:8": { elo: 2347, low: 2201, high: 2492, is_lower_bound: true },
      },
    },
    limits: { depth: 12, seconds: 60 },
  })
);

const stake = { move: "A2 Stake", text: "A2 Stake", click_path: [[1, 0]], gain: 7, changes: [cell(1, 0, "X")] };
const raid = {
  ...stake,
  move: "A2 Raid",
  text: "A2 Raid",
  gain: 21,
  changes: [cell(1, 0, "X"), cell(1, 1, "X")],
};

/**
 * Set the state to a game at its start, where X can take A2 by a Stake or by a Raid.
 * @param {Partial<State>} [patch]
 * @param {Partial<Position>} [board]
 */
export function showGame(patch = {}, board = {}) {
  const position = /** @type {Position} */ ({ ...example, legal_moves: [stake, raid], turns: [], ...board });
  const tree = new Tree("start");
  tree.root.position = position;
  const rest = {
    hover: null,
    choosing: null,
    paused: false,
    browsing: false,
    problem: null,
    quiet: false,
    selected: [],
  };
  change({ catalogue, tree, node: tree.root, position, players: ["person", "level:2"], ...rest, ...patch });
}
