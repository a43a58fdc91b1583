/** The service worker: cached pages, updates, and pages without the server. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const ORIGIN = "http://localhost:8765";

/** @type {Map<string, Map<string, Response>>} */
const kept = new Map();
/** @type {Record<string, (event: any) => void>} */
const listeners = {};
/** What the server answers by path; null if it does not run. */
/** @type {Record<string, string> | null} */
let answers = {};
/** @type {string[]} the requests that reached the server */
let asked = [];

/** @param {string | Request} request */
const pathOf = (request) => new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
/** @param {string | Request} request */
const keyOf = (request) => new URL(typeof request === "string" ? request : request.url, ORIGIN).href;

/** @param {string} name */
function cacheNamed(name) {
  const entries = kept.get(name) ?? new Map();
  kept.set(name, entries);
  return {
    put: async (/** @type {string} */ key, /** @type {Response} */ response) =>
      void entries.set(keyOf(key), response),
    keys: async () => [...entries.keys()],
    delete: async (/** @type {string} */ key) => entries.delete(key),
  };
}

Object.assign(globalThis, {
  shell: { version: "v2", pages: ["/", "/puzzles"], files: ["/static/play-1.js"] },
  location: { origin: ORIGIN },
  addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => (listeners[name] = listener),
  skipWaiting: async () => {},
  clients: { claim: async () => {} },
  caches: {
    open: async (/** @type {string} */ name) => cacheNamed(name),
    keys: async () => [...kept.keys()],
    delete: async (/** @type {string} */ name) => kept.delete(name),
    match: async (/** @type {string | Request} */ request, /** @type {{ cacheName: string }} */ { cacheName }) =>
      kept.get(cacheName)?.get(keyOf(request))?.clone(),
  },
  fetch: async (/** @type {string | Request} */ request) => {
    if (!answers) throw new TypeError("Failed to fetch");
    asked.push(pathOf(request));
    return new Response(answers[pathOf(request)] ?? "", { status: pathOf(request) in answers ? 200 : 404 });
  },
});
await import("../service-worker/service-worker.js");

/** @param {string} name */
async function lifecycle(name) {
  /** @type {Promise<unknown>[]} */
  const work = [];
  listeners[name]({ waitUntil: (/** @type {Promise<unknown>} */ each) => work.push(each) });
  await Promise.all(work);
}

/**
 * Return the worker's response to a request; undefined if it leaves it to the browser.
 * @param {string} path
 * @param {{ mode?: string, method?: string, body?: string }} [options]
 * @returns {Promise<Response | undefined>}
 */
async function respond(path, { mode = "cors", ...options } = {}) {
  const request = new Request(ORIGIN + path, options);
  Object.defineProperty(request, "mode", { value: mode });
  /** @type {Promise<unknown>[]} */
  const work = [];
  /** @type {Promise<Response> | undefined} */
  let response;
  listeners.fetch({
    request,
    respondWith: (/** @type {Promise<Response>} */ each) => (response = each),
    waitUntil: (/** @type {Promise<unknown>} */ each) => work.push(each),
  });
  const answer = await response;
  await Promise.all(work);
  return answer;
}

const RUNNING = {
  "/": '<html lang="en">new',
  "/puzzles": '<html lang="en">puzzles',
  "/static/play-1.js": "script",
  "/api/position": "a position",
};

beforeEach(async () => {
  kept.clear();
  answers = RUNNING;
  await lifecycle("install");
  asked = [];
});

test("without the server, the page comes from the cache and says so", async () => {
  assert.equal(await (await respond("/", { mode: "navigate" }))?.text(), '<html lang="en">new');
  answers = null;
  assert.equal(await (await respond("/", { mode: "navigate" }))?.text(), '<html data-offline lang="en">new');
  assert.equal(await (await respond("/static/play-1.js"))?.text(), "script");
});

test("unchanged files are not requested again, pages are", async () => {
  await respond("/static/play-1.js");
  await respond("/", { mode: "navigate" });
  assert.deepEqual(asked, ["/"]);
});

test("an update removes the caches of other versions, and nothing else", async () => {
  cacheNamed("outply-shell-v1");
  cacheNamed("outply-answers-v1");
  cacheNamed("of another program");
  await lifecycle("activate");
  assert.deepEqual([...kept.keys()], ["outply-shell-v2", "of another program"]);
});

test("an installation with a missing file fails, so that the old version stays", async () => {
  answers = { "/": "<html >" };
  await assert.rejects(lifecycle("install"), /status 404/);
});

test("a position that was seen before is shown without the server, marked as kept", async () => {
  const body = '{"start":"a","moves":[]}';
  const first = await respond("/api/position", { method: "POST", body });
  assert.equal(first?.headers.has("X-Outply-Offline"), false);
  answers = null;
  const again = await respond("/api/position", { method: "POST", body });
  assert.deepEqual([await again?.text(), again?.headers.get("X-Outply-Offline")], ["a position", "yes"]);
  await assert.rejects(respond("/api/position", { method: "POST", body: "{}" }));
});

test("a running server is asked for positions each time", async () => {
  await respond("/api/position", { method: "POST", body: "{}" });
  await respond("/api/position", { method: "POST", body: "{}" });
  assert.deepEqual(asked, ["/api/position", "/api/position"]);
});

test("errors are not kept", async () => {
  answers = {};
  await respond("/api/position", { method: "POST", body: "{}" });
  answers = null;
  await assert.rejects(respond("/api/position", { method: "POST", body: "{}" }));
});

test("answers that can change, other pages and other servers are left alone", async () => {
  const others = [
    respond("/api/games"),
    respond("/api/choose", { method: "POST", body: "{}" }),
    respond("/tournament/", { mode: "navigate" }),
    respond("/static/other.js"),
  ];
  assert.deepEqual(await Promise.all(others), [undefined, undefined, undefined, undefined]);
});
