/** The move list of a replay. */

import { h } from "../shared/dom.js";
import { signed } from "../shared/format.js";
import { qualityBadge } from "../shared/game-review.js";
import { sideOf } from "./game.js";
/** @import { Game } from "./game.js" */

/**
 * Return the list of moves, and a function that marks move `at`. A click calls `go` with the number of the move.
 * @param {Game} game
 * @param {(number: number) => void} go
 */
export function replayMoves(game, go) {
  const end = game.turns.length;
  const button = (/** @type {number} */ number) => {
    const turn = game.turns[number - 1];
    return h(
      "button",
      {
        type: "button",
        class: "moves-move",
        "data-number": number,
        "data-side": turn ? sideOf(game, turn) : null,
        title: turn ? `${turn.name}: ${turn.text}, score ${signed(turn.score)}` : null,
        onclick: () => go(number),
      },
      turn ? turn.text : "Start",
      qualityBadge(game.review?.moves[number - 1], game.review?.turning_point === number),
    );
  };
  const rows = [h("li", { class: "moves-start" }, button(0))];
  for (let number = 1; number <= end; number += 2) {
    const pair = [number, number + 1].filter((each) => each <= end);
    rows.push(
      h(
        "li",
        { class: "moves-pair" },
        ...pair.flatMap((each) => [h("span", { class: "moves-number" }, `${each}.`), button(each)]),
      ),
    );
  }
  const list = h("ol", { class: "moves" }, ...rows);

  function draw(/** @type {number} */ at) {
    const focused = list.contains(document.activeElement);
    for (const each of list.querySelectorAll("button")) {
      const here = Number(each.dataset.number) === at;
      each.tabIndex = here ? 0 : -1;
      if (here) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
    const current = /** @type {HTMLElement} */ (list.querySelector("[aria-current]"));
    if (focused) current.focus({ preventScroll: true });
    // Scroll the list and nothing else: the board stays in sight.
    const [box, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
  }

  return { element: list, draw };
}
