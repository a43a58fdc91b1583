/**
 * The service worker: without the server, the page still opens and shows what was cached.
 *
 * The server puts `shell` before this script: a version, which changes with every served file, and the paths of pages
 * and files. An update therefore installs itself into caches of its own, and removes the old ones. Answers of the API
 * come from the server whenever it answers; only those that never change for a request are kept for later.
 */

import { OFFLINE_HEADER } from "../shared/api/reachability.js";
import { requestKind } from "./requests.js";

const worker = /** @type {any} */ (globalThis);
/** @type {{ version: string, pages: string[], files: string[] }} */
const { version, pages, files } = worker.shell;

const PREFIX = "outply-";
const SHELL = `${PREFIX}shell-${version}`;
const ANSWERS = `${PREFIX}answers-${version}`;
const MAX_ANSWERS = 400;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const kind = requestKind(event.request, { origin: worker.location.origin, pages, files });
  if (kind === "page") event.respondWith(page(event.request));
  if (kind === "file") event.respondWith(file(event.request));
  if (kind === "answer") event.respondWith(answer(event));
});

async function install() {
  const cache = await caches.open(SHELL);
  const keep = async (/** @type {string} */ path, /** @type {boolean} */ isPage) => {
    const response = await fetch(path, { cache: isPage ? "no-cache" : "default" });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    await cache.put(path, isPage ? await markedOffline(response) : response);
  };
  await Promise.all([...pages.map((path) => keep(path, true)), ...files.map((path) => keep(path, false))]);
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== SHELL && name !== ANSWERS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * A cached page, marked so that it can show that the server did not answer.
 * @param {Response} response
 */
async function markedOffline(response) {
  const text = (await response.text()).replace("<html ", "<html data-offline ");
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(text, { headers });
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(new URL(request.url).pathname, { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** @param {Request} request */
const file = async (request) => (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);

/** @param {{ request: Request, waitUntil: (work: Promise<unknown>) => void }} event */
async function answer(event) {
  const { request } = event;
  const body = request.method === "POST" ? await request.clone().text() : "";
  const key = `${new URL(request.url).pathname}?${encodeURIComponent(body)}`;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keepAnswer(key, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(key, { cacheName: ANSWERS });
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set(OFFLINE_HEADER, "yes");
    return new Response(kept.body, { headers });
  }
}

/**
 * @param {string} key
 * @param {Response} response
 */
async function keepAnswer(key, response) {
  const cache = await caches.open(ANSWERS);
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ANSWERS)).map((old) => cache.delete(old)));
}
