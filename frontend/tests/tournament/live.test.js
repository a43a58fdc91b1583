/** A live page: its log follows its end unless the reader has scrolled, keeps the focus, and polling ends. */

import assert from "node:assert/strict";
import test from "node:test";
import { Window } from "happy-dom";

const window = /** @type {any} */ (new Window({ url: "http://class.example.edu/submissions/1" }));
const globals = /** @type {any} */ (globalThis);

/**
 * @param {string} log
 * @param {boolean} isLive
 */
const page = (log, isLive) =>
  `<html><head>${isLive ? '<script src="/static/live.1.js" data-interval-ms="2000" defer></script>' : ""}</head>` +
  `<body><header></header><main><pre class="log" id="log" tabindex="0">${log}</pre></main></body></html>`;

/** Heights of the log, which happy-dom does not lay out: 100 pixels are visible of 10 for each character. */
Object.defineProperty(window.HTMLElement.prototype, "clientHeight", { get: () => 100 });
Object.defineProperty(window.HTMLElement.prototype, "scrollHeight", {
  get() {
    return 10 * (this.textContent ?? "").length;
  },
});

test("log of a check", async () => {
  let answer = page("x".repeat(20), true);
  /** @type {Map<number, { run: () => unknown, interval: number }>} */
  const timers = new Map();
  const setInterval = (/** @type {() => unknown} */ run, /** @type {number} */ interval) => {
    timers.set(timers.size + 1, { run, interval });
    return timers.size;
  };
  window.document.write(answer);
  window.setInterval = setInterval;
  Object.assign(globals, {
    window,
    document: window.document,
    location: window.location,
    DOMParser: window.DOMParser,
    Event: window.Event,
    CSS: window.CSS,
    setInterval,
    clearInterval: (/** @type {number} */ timer) => timers.delete(timer),
    fetch: async () => new Response(answer),
  });
  await import(new URL("../../tournament/live.js", import.meta.url).href); // a script, which exports nothing
  const poll = timers.get(1);
  assert.equal(poll?.interval, 2000);
  const log = () => window.document.querySelector(".log");
  log().scrollTop = 100; // at the end
  log().focus();

  answer = page("x".repeat(30), true);
  await poll?.run();
  assert.equal(log().textContent.length, 30);
  assert.equal(log().scrollTop, 300, "follows the end");
  assert.equal(window.document.activeElement, log());

  log().scrollTop = 40;
  answer = page("x".repeat(40), true);
  await poll?.run();
  assert.equal(log().scrollTop, 40, "stays where the reader is");

  answer = page("done", false);
  await poll?.run();
  assert.equal(timers.has(1), false);
});
