/** The play page: cells by their names, buttons by their labels. */

import assert from "node:assert/strict";
import { button, click, enter, field, hover, isVisible, named, press, text } from "./elements.js";
import { Page } from "./page.js";
import { settle, shows, until } from "./waiting.js";
/** @import { TestContext } from "node:test" */

export const KEREN = "warfare/raid/Keren";
/** A1 is worth more than the rest together: its owner wins. */
export const TINY = "warfare/raid/X/9_1/1_1/../..";
/** The moves of a finished game on that board. */
export const TINY_GAME = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"];

/** @typedef {{ players?: string[], moves?: string[], stored?: import("./page.js").Stored }} GameOptions */

/**
 * Return what stands after the # for a game.
 * @param {string} start
 * @param {GameOptions} [options]
 */
export const hashOf = (start, { players = ["person", "person"], moves = [] } = {}) =>
  `#start=${start}&players=${players.join(",")}${moves.length ? `&moves=${moves.map(encodeURIComponent).join(",")}` : ""}`;

/**
 * Open the play page with a game. Errors in the page fail the test.
 * @param {TestContext} t
 * @param {string} start
 * @param {GameOptions} [options]
 */
export const openGame = (t, start, options = {}) => openPlayPage(t, `/${hashOf(start, options)}`, options.stored);

/**
 * Open the play page at an address.
 * @param {TestContext} t
 * @param {string} path
 * @param {import("./page.js").Stored} [stored]
 */
export async function openPlayPage(t, path, stored) {
  const page = new Page("play/main.js", stored);
  t.after(() => {
    page.close();
    assert.deepEqual(page.problems, []);
  });
  await page.goto(path);
  const play = new PlayPage(page);
  await play.isLoaded();
  return play;
}

export class PlayPage {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  get document() {
    return /** @type {Document} */ (this.page.document);
  }

  isLoaded = () => until(() => this.document.body.classList.contains("ready"));

  /** @param {string} selector */
  all = (selector) => [...this.document.querySelectorAll(selector)];

  /** @param {string} selector */
  one = (selector) => /** @type {any} */ (this.document.querySelector(selector));

  get status() {
    return text(this.one("#status"));
  }

  get detail() {
    return text(this.one("#detail"));
  }

  /** The last announcement; two live regions alternate, and one is empty. */
  get announced() {
    return this.all("[aria-live=polite]").map(text).join("");
  }

  get moves() {
    return this.all("#moves [data-node]").map(text).slice(1);
  }

  get here() {
    return text(this.one("#moves [aria-current=step]"));
  }

  get players() {
    return this.all("#score [data-side]").map(text);
  }

  get cells() {
    return this.all("#board [role=gridcell]");
  }

  /** The owners of the cells: 0, 1 or none (.). */
  get owners() {
    return this.cells.map((cell) => cell.getAttribute("data-owner") || ".").join("");
  }

  get playable() {
    return this.all("#board .playable").length;
  }

  get url() {
    return this.page.url;
  }

  get bar() {
    return this.one("#bar").getAttribute("aria-valuetext");
  }

  /** The element with the focus. */
  get focused() {
    return /** @type {HTMLElement} */ (this.document.activeElement);
  }

  /**
   * Wait until the page shows these things: { status: "O to move", moves: ["A1 Stake"] }.
   * @param {Record<string, any>} expected
   */
  async shows(expected) {
    for (const [name, value] of Object.entries(expected))
      await shows(() => /** @type {any} */ (this)[name], value);
  }

  /** @param {string} name */
  cell = (name) => this.one(`#board [role=gridcell][aria-label^="${name},"]`);

  /** @param {string} name */
  owner = (name) => this.cell(name).getAttribute("data-owner");

  /** @param {string} name */
  label = (name) => String(this.cell(name).getAttribute("aria-label"));

  /**
   * Click cells in turn, each as soon as it is playable.
   * @param {...string} names
   */
  async click(...names) {
    for (const name of names) await click(() => this.one(`#board .playable[aria-label^="${name},"]`));
  }

  /**
   * Point at a cell with the mouse.
   * @param {string} name
   */
  async hover(name) {
    await hover(this.cell(name));
  }

  /**
   * The visible button of an action.
   * @param {string} action
   */
  tool = (action) => /** @type {HTMLElement} */ (this.all(`[data-action=${action}]`).find(isVisible));

  /**
   * Use the buttons of actions in turn.
   * @param {...string} actions
   */
  async use(...actions) {
    for (const action of actions) await click(() => this.tool(action));
  }

  /**
   * The visible button with a name, of the open dialog if there is one.
   * @param {string | RegExp} name
   */
  button = (name) => button(this.dialog ?? this.document, name);

  /** @param {string | RegExp} name */
  clickButton = (name) => click(() => this.button(name));

  /** The open dialog. */
  get dialog() {
    return /** @type {HTMLDialogElement | undefined} */ (this.all("dialog[open]").at(-1));
  }

  /** The title of the open dialog. */
  get dialogTitle() {
    return this.dialog ? text(this.dialog.querySelector("h2")) : null;
  }

  get dialogText() {
    return text(this.dialog);
  }

  /**
   * The visible form field with a name, of the open dialog if there is one.
   * @param {string | RegExp} name
   */
  field = (name) => field(this.dialog ?? this.document, name);

  /**
   * Select the radio button with a name, of a group if its name is given.
   * @param {string} name
   * @param {string} [group]
   */
  async select(name, group) {
    const found = () => {
      const root = this.dialog ?? this.document;
      const groups =
        group === undefined ? [root] : named(root, "fieldset, [role=group], [role=radiogroup]", group);
      return groups.length ? named(groups[0], "input[type=radio]", name)[0] : null;
    };
    /** @type {any} */ (await until(found)).click();
    await settle();
  }

  /**
   * Press keys in turn.
   * @param {...string} keys
   */
  async press(...keys) {
    for (const key of keys) await press(this.document, key);
  }

  /** @param {string} move */
  async type(move) {
    await enter(() => this.one("#typed"), move);
    this.one("#typing").requestSubmit();
    await settle();
  }

  /**
   * A fact of the analysis: Value, Depth, Nodes or Speed.
   * @param {string} name
   */
  fact(name) {
    const row = this.all("#facts > div").find((each) => text(each.querySelector("dt")) === name);
    return row ? text(row.querySelector("dd")) : null;
  }

  /**
   * The bodies of the requests to an API path so far.
   * @param {string} path
   */
  requests = (path) => this.page.requests.filter((each) => each.path === path).map((each) => each.body);
}
