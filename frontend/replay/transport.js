/** The buttons that step through a game or play it, and the speed. */

import { h } from "../shared/dom.js";
import { icon, iconButton } from "../shared/icons.js";

const DELAYS = { min: 100, max: 3000, start: 700 }; // milliseconds between moves

/**
 * Return the controls of a game of `end` moves: `go` shows the position after a number of moves and stops playing.
 * @param {{end: number, show: (number: number) => void}} options `show` draws a position
 */
export function transport({ end, show }) {
  let at = 0;
  let delay = DELAYS.start;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const buttons = {
    first: iconButton("first", "To the start", () => go(0)),
    previous: iconButton("back", "One move back", () => step(-1)),
    play: iconButton("play", "Play", toggle),
    next: iconButton("step", "One move forward", () => step(1)),
    last: iconButton("last", "To the end", () => go(end)),
  };
  const speed = h("input", {
    type: "range",
    min: -DELAYS.max,
    max: -DELAYS.min,
    step: 100,
    value: -delay,
    "aria-label": "Speed",
    oninput: () => {
      delay = -Number(speed.value);
      if (timer) play();
    },
  });

  function go(/** @type {number} */ number) {
    stop();
    move(number);
  }

  const step = (/** @type {number} */ moves) => go(at + moves);

  function move(/** @type {number} */ number) {
    at = Math.max(0, Math.min(end, number));
    for (const button of [buttons.first, buttons.previous]) button.disabled = at === 0;
    for (const button of [buttons.next, buttons.last]) button.disabled = at === end;
    show(at);
  }

  function play() {
    clearInterval(timer);
    timer = setInterval(() => {
      move(at + 1);
      if (at === end) stop();
    }, delay);
    label("pause", "Pause");
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    label("play", "Play");
  }

  function toggle() {
    if (timer) {
      stop();
      return;
    }
    if (at === end) move(0);
    play();
  }

  function label(/** @type {"play" | "pause"} */ name, /** @type {string} */ text) {
    if (buttons.play.title === text) return;
    buttons.play.replaceChildren(icon(name));
    buttons.play.title = text;
    buttons.play.setAttribute("aria-label", text);
  }

  const element = h(
    "div",
    { class: "transport" },
    ...Object.values(buttons),
    h("label", { class: "speed" }, "Slow", speed, "Fast"),
  );
  return { element, go, step, toggle };
}
