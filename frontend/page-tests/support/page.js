/**
 * Runs a page of the server in Node.js: its markup from the server, its scripts from the sources, and a DOM without
 * layout (happy-dom). The session history is simulated: an entry is an address and a state.
 */

import { compileFunction } from "node:vm";
import * as esbuild from "esbuild";
import { Window } from "happy-dom";

export const SERVER = process.env.OUTPLY_SERVER ?? "";
if (!SERVER) throw new Error("page tests need a server; run: python3 run.py python tools/frontend.py pages");

const ROOT = new URL("../..", import.meta.url).pathname;
const SETTINGS = {
  disableJavaScriptFileLoading: true,
  disableCSSFileLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
};

/** @typedef {{ url: URL, state: any }} Entry */
/** @typedef {{ localStorage: Record<string, string>, sessionStorage: Record<string, string> }} Stored */
/** @typedef {(path: string, body: any, signal: AbortSignal) => Response | Promise<Response> | null} Answer */

/** @type {Map<string, (window: any) => Promise<void>>} */
const scripts = new Map();
/** @type {Map<string, string>} */
const markup = new Map();

/**
 * Return the function that runs the script of a page in a window, compiled once: each call has modules of its own.
 * @param {string} entry  the module of the page, such as "play/main.js"
 */
async function script(entry) {
  let run = scripts.get(entry);
  if (!run) {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      bundle: true,
      format: "esm",
      write: false,
      logLevel: "warning",
    });
    const code = `with (window) { return (async () => {${outputFiles[0].text}\n})(); }`;
    run = /** @type {(window: any) => Promise<void>} */ (compileFunction(code, ["window"], { filename: entry }));
    scripts.set(entry, run);
  }
  return run;
}

/** ARIA attributes that the pages set as properties, which happy-dom does not have. */
const REFLECTED = ["Disabled", "Label", "Pressed"];

/**
 * @param {object} prototype
 * @param {string} name
 */
function reflect(prototype, name) {
  const attribute = `aria-${name.toLowerCase()}`;
  Object.defineProperty(prototype, `aria${name}`, {
    configurable: true,
    /** @this {Element} */
    get() {
      return this.getAttribute(attribute);
    },
    /** @this {Element} */
    set(value) {
      if (value === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
  });
}

/** A page in a tab: it can be reloaded and has a session history. */
export class Page {
  /**
   * @param {string} entry
   * @param {Stored} [stored]  what the browser has stored; the tabs of a browser share `localStorage`
   */
  constructor(entry, stored = { localStorage: {}, sessionStorage: {} }) {
    this.entry = entry;
    this.stored = stored;
    /** @type {Entry[]} */
    this.entries = [];
    this.index = -1;
    /** @type {{ path: string, body: any }[]} */
    this.requests = [];
    /** @type {Answer[]} */
    this.answers = [];
    /** @type {string[]} */
    this.problems = [];
    /** @type {Set<AbortController>} */
    this.underway = new Set();
  }

  /**
   * Go to an address of the server, such as "/#start=...", as a new page.
   * @param {string} path
   */
  async goto(path) {
    this.entries = [...this.entries.slice(0, this.index + 1), { url: new URL(path, SERVER), state: null }];
    this.index = this.entries.length - 1;
    await this.load();
  }

  async reload() {
    this.keepStorage();
    this.close();
    await this.load();
  }

  async load() {
    const url = this.entries[this.index].url;
    const run = await script(this.entry);
    if (!markup.has(url.pathname)) markup.set(url.pathname, await (await fetch(url)).text());
    const window = /** @type {any} */ (
      new Window({ url: url.href, width: 1280, height: 900, settings: SETTINGS })
    );
    this.window = /** @type {globalThis.Window & typeof globalThis} */ (window);
    this.document = this.window.document;
    for (const name of /** @type {const} */ (["localStorage", "sessionStorage"]))
      for (const [key, value] of Object.entries(this.stored[name])) window[name].setItem(key, value);
    this.installBrowserParts(window);
    window.document.write(markup.get(url.pathname));
    run(window).catch((/** @type {Error} */ error) => this.problems.push(String(error.stack)));
  }

  /**
   * Replace what the page shares with the test, or what happy-dom does not have.
   * @param {any} window
   */
  installBrowserParts(window) {
    const { document } = window;
    const found = document.querySelector.bind(document);
    // Nearly all lookups are by id, for which happy-dom's selectors take a third of the time of a test.
    document.querySelector = (/** @type {string} */ selector) =>
      /^#[\w-]+$/.test(selector) ? document.getElementById(selector.slice(1)) : found(selector);
    for (const name of REFLECTED) reflect(window.Element.prototype, name);
    const own = {
      fetch: (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => this.fetch(path, init),
      Error,
      AbortController,
      AbortSignal,
      TextDecoderStream,
      history: new SessionHistory(this),
      location: new Address(this),
      matchMedia: (/** @type {string} */ query) => ({
        matches: query.includes("reduced-motion") || query.includes("width >="),
        addEventListener() {},
      }),
      scrollTo() {},
      reportError: (/** @type {unknown} */ error) => this.problems.push(String(error)),
    };
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }

  /**
   * Send a request of the page to the server, unless the test answers it.
   * @param {string} path
   * @param {RequestInit} init
   * @returns {Promise<Response>}
   */
  async fetch(path, init) {
    const url = new URL(path, SERVER);
    const name = url.pathname.replace(/^\/api\//, "");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
    this.requests.push({ path: name, body });
    const closing = new AbortController();
    this.underway.add(closing);
    const signal = init.signal ? AbortSignal.any([init.signal, closing.signal]) : closing.signal;
    const given = this.answers.map((answer) => answer(name, body, signal)).find(Boolean);
    try {
      return await (given ? Promise.race([given, aborted(signal)]) : fetch(url, { ...init, signal }));
    } catch (error) {
      if (!closing.signal.aborted) throw error;
      return new Promise(() => {}); // a closed page does not go on
    }
  }

  /**
   * Hold the requests to an API path, such as "position"; returns the function that releases them.
   * @param {string} path
   * @param {{ times?: number }} [options]  how many requests are held
   */
  hold(path, { times = Infinity } = {}) {
    /** @type {() => void} */
    let release = () => {};
    const released = new Promise((done) => (release = () => done(undefined)));
    let held = 0;
    /** @type {Answer} */
    const answer = (name, body, signal) => {
      if (name !== path || held >= times) return null;
      held += 1;
      return released.then(() =>
        fetch(new URL(`api/${name}`, SERVER), {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
          signal,
        }),
      );
    };
    this.answers.push(answer);
    return () => {
      this.answers.splice(this.answers.indexOf(answer), 1);
      release();
    };
  }

  /** Replace the timers of the page: those set from now on run when the clock is advanced. */
  freezeClock() {
    const window = /** @type {any} */ (this.window);
    /** @type {Map<number, { at: number, run: () => void, every: number | null }>} */
    const timers = new Map();
    let now = 0;
    let last = 1_000_000; // the ids of earlier timers are smaller
    const own = { clearTimeout: window.clearTimeout, clearInterval: window.clearInterval };
    /** @param {boolean} isRepeated */
    const start =
      (isRepeated) =>
      (/** @type {() => void} */ run, delay = 0) => {
        last += 1;
        timers.set(last, { at: now + delay, run, every: isRepeated ? delay : null });
        return last;
      };
    /** @param {"clearTimeout" | "clearInterval"} name */
    const stop = (name) => (/** @type {any} */ id) => (timers.delete(id) ? undefined : own[name].call(window, id));
    Object.assign(window, {
      setTimeout: start(false),
      setInterval: start(true),
      clearTimeout: stop("clearTimeout"),
      clearInterval: stop("clearInterval"),
    });
    Object.defineProperty(window, "performance", { value: { now: () => now }, configurable: true });
    const advance = (/** @type {number} */ duration) => {
      const end = now + duration;
      for (;;) {
        const [id, timer] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [0, null];
        if (!timer || timer.at > end) break;
        now = timer.at;
        if (timer.every === null) timers.delete(id);
        else timer.at += timer.every;
        timer.run();
      }
      now = end;
    };
    return { advance };
  }

  /** Step back in the session history. */
  back() {
    this.step(-1);
  }

  /** Step forward in the session history. */
  forward() {
    this.step(1);
  }

  /** @param {number} by */
  step(by) {
    if (!this.entries[this.index + by]) throw new Error("the session history has no such entry");
    const before = this.url;
    this.index += by;
    this.tellPage("popstate");
    if (this.url !== before) this.tellPage("hashchange");
  }

  /**
   * Set the part of the address after the #, as the user or a script does.
   * @param {string} hash
   */
  setHash(hash) {
    const url = new URL(this.entries[this.index].url);
    url.hash = hash;
    this.entries = [...this.entries.slice(0, this.index + 1), { url, state: null }];
    this.index += 1;
    this.tellPage("popstate");
    this.tellPage("hashchange");
  }

  /** @param {string} event */
  tellPage(event) {
    const window = /** @type {any} */ (this.window);
    window.dispatchEvent(new window.Event(event));
  }

  get url() {
    return this.entries[this.index].url.href;
  }

  keepStorage() {
    for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) {
      for (const key of Object.keys(this.stored[name])) delete this.stored[name][key];
      Object.assign(this.stored[name], Object.fromEntries(Object.entries(/** @type {any} */ (this.window)[name])));
    }
  }

  /** Close the page; requests that are not answered end. */
  close() {
    for (const controller of this.underway) controller.abort();
    this.underway.clear();
    void (/** @type {any} */ (this.window).happyDOM.abort());
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
const aborted = (signal) =>
  new Promise((_, fail) => {
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener("abort", () => fail(signal.reason));
  });

class SessionHistory {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  get state() {
    return this.page.entries[this.page.index].state;
  }

  /**
   * @param {any} state
   * @param {string} _title
   * @param {string} [address]
   */
  pushState(state, _title, address) {
    const { page } = this;
    const url = new URL(address ?? page.url, page.url);
    page.entries = [...page.entries.slice(0, page.index + 1), { url, state: structuredClone(state) }];
    page.index += 1;
  }

  /**
   * @param {any} state
   * @param {string} _title
   * @param {string} [address]
   */
  replaceState(state, _title, address) {
    const { page } = this;
    page.entries[page.index] = { url: new URL(address ?? page.url, page.url), state: structuredClone(state) };
  }

  back() {
    setTimeout(() => this.page.back(), 0);
  }
}

class Address {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  get href() {
    return this.page.url;
  }

  get hash() {
    return new URL(this.page.url).hash;
  }

  set hash(hash) {
    this.page.setHash(hash);
  }

  get origin() {
    return new URL(this.page.url).origin;
  }

  get hostname() {
    return new URL(this.page.url).hostname;
  }

  get pathname() {
    return new URL(this.page.url).pathname;
  }

  reload() {
    void this.page.reload();
  }

  toString() {
    return this.page.url;
  }
}
