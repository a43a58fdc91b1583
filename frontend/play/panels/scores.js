/** The two players: who plays, what they have got, whose turn it is. */

import { byId, h, shape } from "../../shared/dom.js";
import { capital, number } from "../../shared/format.js";
import { computers } from "../game/game.js";
import { playerTitle, recordedNames } from "../game/players.js";
import { state, watch } from "../state.js";

const element = byId("score");

/** Draw from now on. */
export function drawScore() {
  watch(["position", "players", "choosing"], draw);
  watch(["elapsed", "choosing", "position"], () => {
    const seconds = element.querySelector(".elapsed");
    if (seconds) seconds.textContent = state.elapsed ? `${state.elapsed} s` : "thinking";
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
      return h(
        "div",
        { class: `player${position.to_move === player.id ? " to-move" : ""}`, "data-side": side },
        shape(`${position.pieces ? "piece" : "mark"}-${side}`, "swatch"),
        h(
          "div",
          { class: "who" },
          h("b", {}, capital(player.name)),
          h("span", {}, who),
          choosing === side ? h("span", { class: "elapsed" }) : null,
        ),
        h("span", { class: `total${leads ? " leads" : ""}` }, number(player.total)),
      );
    }),
  );
}
