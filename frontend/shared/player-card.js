/** A player with the total, for the play page and replays. */

import { figure } from "./board/figures.js";
import { h } from "./dom.js";
import { capital, number } from "./format.js";

/** @import { Board } from "./board/types.js" */

/**
 * Return the card of a player: its side, who plays it, optional notes beside the name and below, and its total, if any.
 * @param {{side: number, name: string, who: string, total: number | null, leads: boolean, isToMove: boolean,
 *   board: Pick<Board, "pieces" | "shapes">, note?: Node | null, below?: string}} player
 */
export const playerCard = ({ side, name, who, total, leads, isToMove, board, note = null, below }) =>
  h(
    "div",
    { class: `player-card${isToMove ? " to-move" : ""}`, "data-side": side },
    figure(board, side, { className: "player-swatch" }),
    h(
      "div",
      { class: "player-who" },
      h("b", {}, capital(name), note),
      h("span", {}, who),
      below ? h("span", { class: "player-below" }, below) : null,
    ),
    total === null ? null : h("span", { class: `player-total${leads ? " leads" : ""}` }, number(total)),
  );
