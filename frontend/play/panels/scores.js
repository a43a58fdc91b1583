/** The two players with their names and totals, and whose turn it is. */

import { h, query } from "../../shared/dom.js";
import { playerCard } from "../../shared/player-card.js";
import { computers } from "../game/game.js";
import { playerTitle, recordedNames } from "../game/players.js";
import { state, watch } from "../state.js";

/** @type {HTMLElement} */
let element;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountScores(root) {
  element = query(root, "#score");
  watch(["position", "players", "choosing"], draw);
  watch(["elapsed", "choosing", "position"], () => {
    const seconds = element.querySelector(".player-elapsed");
    if (seconds) seconds.textContent = state.elapsed ? `${state.elapsed} s` : "";
  });
}

function draw() {
  const { position, players, choosing } = state;
  const names = recordedNames();
  const [one, two] = position.players;
  element.replaceChildren(
    ...position.players.map((player, side) => {
      const leads = player.total > (side ? one : two).total;
      const you = players[side] === "person" && computers() === 1 && !names;
      const who = you ? "You" : playerTitle((names ?? players)[side]);
      return playerCard({
        side,
        name: player.name,
        who,
        total: position.over && position.won_by_goal ? null : player.total,
        leads,
        isToMove: position.to_move === player.id,
        board: position,
        note: choosing === side ? h("span", { class: "player-elapsed live-dot pulses" }) : null,
      });
    }),
  );
}
