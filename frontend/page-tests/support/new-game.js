/** The dialog for a new game, and the board editor that it opens. */

import assert from "node:assert/strict";
import { choose, fill, isVisible, press, text } from "./elements.js";
import { shows, until } from "./waiting.js";
/** @import { PlayPage } from "./play-page.js" */

export class NewGame {
  /**
   * Open the dialog.
   * @param {PlayPage} play
   */
  static async open(play) {
    await play.use("new");
    await play.shows({ dialogTitle: "New game" });
    return new NewGame(play);
  }

  /** @param {PlayPage} play */
  constructor(play) {
    this.play = play;
  }

  /**
   * @param {string} group
   * @param {string} name
   */
  choose = (group, name) => this.play.select(name, group);

  /** The picture of the chosen board: a named one has its own, beside its name. */
  get picture() {
    const pictures = ["input:checked + * .small-board", ".preview-box .small-board"].flatMap((selector) =>
      this.play.all(`#setup-dialog ${selector}`),
    );
    return pictures.find(isVisible);
  }

  /** The values in the preview of the board. */
  get preview() {
    return [...(this.picture?.querySelectorAll("[data-owner]") ?? [])].map(text);
  }

  get problem() {
    return this.play.all("#setup-dialog [role=alert]").map(text).join("");
  }

  /**
   * Choose the player of a side; `amount` is its depth, or its seconds per move.
   * @param {string} side
   * @param {string} player
   * @param {number} [amount]
   */
  async seat(side, player, amount) {
    const select = await until(() => this.play.field(side));
    const option = [...select.options].find((each) => new RegExp(`^${player}(, |$)`).test(text(each)));
    assert.ok(option, player);
    await choose(() => select, option.value);
    if (amount !== undefined)
      await fill(() => this.play.field(new RegExp(`^${side}: (depth|seconds)`)), String(amount));
  }

  async start() {
    const before = this.play.url;
    await this.play.clickButton("Start game");
    await this.play.shows({ dialogTitle: null });
    await until(() => this.play.url !== before); // the new game is loaded
  }

  /** Open the board editor. */
  async edit() {
    await this.play.clickButton("Edit board …");
    await this.play.shows({ dialogTitle: "Board editor" });
    return new Editor(this);
  }
}

class Editor {
  /** @param {NewGame} setup */
  constructor(setup) {
    this.setup = setup;
    this.play = setup.play;
  }

  get tiles() {
    return this.play.all("#editor-dialog [role=gridcell]");
  }

  /** @param {string} name */
  tile = (name) => this.play.one(`#editor-dialog [role=gridcell][aria-label^="${name},"]`);

  /** @param {string} name */
  tool = (name) => this.play.select(name, "Edit");

  /**
   * Press the mouse on a tile and release it on the last one.
   * @param {...string} names
   */
  async paint(...names) {
    const init = { bubbles: true, pointerType: "mouse", pointerId: 1, buttons: 1 };
    const { PointerEvent } = /** @type {any} */ (this.play.page.window);
    for (const [index, name] of names.entries()) {
      const type = index === 0 ? "pointerdown" : "pointerover";
      this.tile(name).dispatchEvent(new PointerEvent(type, init));
      if (index === 0) this.tile(name).focus();
    }
    const last = names[names.length - 1];
    this.tile(last).dispatchEvent(new PointerEvent("pointerup", { ...init, buttons: 0 }));
  }

  /**
   * @param {string} name
   * @param {...string} keys
   */
  async type(name, ...keys) {
    this.tile(name).focus();
    for (const key of keys) await press(this.play.document, key);
  }

  /** Go back to the dialog for a new game with the edited board. */
  async use() {
    await this.play.clickButton("Use this board");
    await shows(() => this.play.dialogTitle, "New game");
  }
}
