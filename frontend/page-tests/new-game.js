/** The dialog for a new game, and the board editor. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { click, drop, enter, fill, text } from "./support/elements.js";
import { NewGame } from "./support/new-game.js";
import { SERVER } from "./support/page.js";
import { openGame, TINY } from "./support/play-page.js";
import { settle, shows, until } from "./support/waiting.js";
/** @import { TestContext } from "node:test" */

const SMALL = "warfare/raid/random:3:1";
const STARCIRCLE_1 =
  "starcircle/standard/Star/0,S1,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,S1,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0" +
  "/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/10,20,30,40,50,60,70,80";
const OWNERS_OF_WARFARE_3 = "..00...010...1...11......";

/** @param {string} name */
const example = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");

/** @param {TestContext} t */
const openDialog = async (t) => NewGame.open(await openGame(t, TINY));

/**
 * The values of a board, from the server.
 * @param {string} start
 * @returns {Promise<string[]>}
 */
async function valuesOf(start) {
  const response = await fetch(`${SERVER}/api/position`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ start, moves: [] }),
  });
  const position = await response.json();
  return position.cells.map((/** @type {{ text: string }} */ cell) => cell.text);
}

test("a named board is previewed and played", async (t) => {
  const setup = await openDialog(t);
  await setup.choose("Board", "Named");
  const names = await until(() => {
    const found = setup.play.all("#setup-dialog .thumbnail");
    return found.length === 0 ? null : found.map((each) => text(each.lastElementChild?.lastElementChild));
  });
  assert.ok(names.length > 3);
  for (const name of names) {
    await setup.choose("Name", name);
    await shows(() => setup.preview, await valuesOf(`warfare/raid/${name}`));
  }
  await setup.start();
  const last = await valuesOf(`warfare/raid/${names.at(-1)}`);
  await shows(() => setup.play.cells.map((cell) => text(cell.querySelector(".board-number") ?? cell)), last);
});

test("a pasted input.txt selects game and players", async (t) => {
  const { play, ...setup } = await openDialog(t);
  await setup.choose("Board", "Paste");
  await fill(() => play.field(/^Paste or drop/), example("starcircle-1.in"));
  await until(() => play.field("Star/Circle")?.checked);
  await until(() => play.focused === play.field(/^Paste or drop/));
  await new NewGame(play).start();
  await until(() => play.players[0].includes("Minimax 2"));
  await play.clickButton("Let Minimax 2 move");
  await play.shows({ status: "You lose: Star wins by 160" });
});

test("a file can be dropped on the page", async (t) => {
  const play = await openGame(t, TINY);
  await drop(play.one("#board"), example("warfare-3.in"));
  await play.shows({ owners: OWNERS_OF_WARFARE_3 });
  play.page.back();
  await play.shows({ owners: "...." });
});

test("the speed sets the delay between moves", async (t) => {
  const play = await openGame(t, "warfare/raid/random:8:1", { players: ["level:1", "level:1"] });
  await fill(() => play.one("#speed"), "-3000");
  await play.use("pause");
  await play.shows({ status: "Paused" });
  const clock = play.page.freezeClock();
  const made = play.moves.length;
  const before = play.requests("choose").length;
  await play.use("pause");
  await until(() => play.requests("choose").length > before);
  clock.advance(2_500);
  await settle();
  assert.equal(play.moves.length, made);
  clock.advance(1_000);
  await until(() => play.moves.length === made + 1);
});

test("games and rules can be chosen", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  await shows(() => play.dialogText, /a Raid conquers the enemy cells around it/);
  await setup.choose("Game", "Star/Circle");
  await until(() => setup.picture?.querySelectorAll(".board-piece").length === 24);
  await play.clickButton("Change players of this game");
  await play.shows({ dialogTitle: null });
  await NewGame.open(play);
  assert.ok(play.field("Star/Circle").checked); // survives a change of players
  await setup.start();
  await shows(() => play.one("#board").getAttribute("aria-label"), "Star/Circle board");
  assert.equal(play.cells.length, 64);
  await play.shows({ status: "Star to move" });
  for (const [rules, move] of [
    ["Raid", "A1 Stake"],
    ["Blitz", "paradrop A1"],
  ]) {
    await NewGame.open(play);
    await setup.choose("Game", "Warfare");
    await setup.choose("Rules", rules);
    await setup.start();
    await play.click("A1");
    await play.shows({ moves: [move] });
  }
});

test("a random board is chosen by size and seed", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  await setup.choose("Board", "Random");
  await fill(() => play.field("Seed"), "7");
  const values = await valuesOf("warfare/raid/random:8:7");
  await shows(() => setup.preview, values);
  await play.clickButton("New seed");
  await until(() => setup.preview.length === 64 && setup.preview.join() !== values.join());
  await fill(() => play.field("Size"), "27");
  await shows(() => setup.problem, /1 to 26/);
  await play.clickButton("Start game");
  assert.equal(play.dialogTitle, "New game");
  await fill(() => play.field("Size"), "4");
  await fill(() => play.field("Seed"), "7");
  await shows(() => setup.preview, await valuesOf("warfare/raid/random:4:7"));
  await setup.start();
  await shows(() => text(play.one("#what")), /random 4 . 4, seed 7$/);
  assert.equal(play.cells.length, 16);
});

test("an input.txt can be pasted, dropped or opened", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  const area = () => play.field(/^Paste or drop/);
  await setup.choose("Board", "Paste");
  await fill(area, example("warfare-3.in"));
  await until(() => setup.preview.length === 25);
  await fill(area, "5\nALPHABETA\nX\n4\n1 2 3\n");
  await shows(() => setup.problem, /line 5/);
  await drop(area(), example("warfare-3.in"));
  await until(() => setup.preview.length === 25);
  await fill(area, "1 2\n3 4\n");
  await until(() => setup.preview.length === 4);
  const input = play.one("#setup-file");
  Object.defineProperty(input, "files", { value: [new File([example("warfare-3.in")], "warfare-3.in")] });
  await enter(() => input, "");
  await until(() => setup.preview.length === 25);
  await shows(() => play.dialogText, /The file asks for alpha-beta, depth 4, as X. You can change this./);
  assert.equal(play.field("X: depth").value, "4");
  await setup.seat("X", "Person");
  await setup.start();
  await play.shows({ owners: OWNERS_OF_WARFARE_3, status: "X to move" });
});

test("a typed board is requested once", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  await setup.choose("Board", "Paste");
  const before = play.page.requests.length;
  const clock = play.page.freezeClock();
  const typed = "12 34\n56 78";
  for (let length = 1; length <= typed.length; length += 1)
    await fill(() => play.field(/^Paste or drop/), typed.slice(0, length));
  clock.advance(1_000);
  await shows(() => setup.preview, ["12", "34", "56", "78"]);
  assert.deepEqual(
    play.page.requests.slice(before).map(({ path }) => path),
    ["start", "position"],
  );
});

test("players can be changed during the game", async (t) => {
  const play = await openGame(t, SMALL, { moves: ["A1 Stake", "C3 Stake"] });
  const setup = await NewGame.open(play);
  await setup.seat("O", "Beginner");
  await play.clickButton("Change players of this game");
  await until(() => play.players[1].includes("Beginner"));
  await play.shows({ moves: ["A1 Stake", "C3 Stake"] });
  await NewGame.open(play);
  await setup.choose("Board", "Current");
  await setup.seat("O", "Casual");
  await setup.start();
  await until(() => play.players[1].includes("Casual"));
  await play.click("B2");
  await until(() => play.moves.length === 4);
});

test("computer players can be chosen", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  const levels = [...play.field("O").querySelectorAll("optgroup[label=Levels] option")].map(text);
  assert.equal(levels.length, 8);
  assert.deepEqual([levels[0], levels[7]], ["Beginner, 560", "Full strength, 2347 or more"]);
  await setup.seat("O", "Alpha-beta", 4);
  await shows(() => play.dialogText, /Textbook alpha-beta to a fixed depth. Rating 1385/);
  await setup.seat("O", "Club player");
  await shows(() => play.dialogText, /Looks 2 moves ahead, plays 1 move in 8 at random. Rating 1380/);
  await play.press("Escape");
  play.page.answers.push((path) => (path === "choose" ? new Promise(() => {}) : null)); // only the request matters
  for (const [player, amount, shown, asked] of /** @type {const} */ ([
    ["Beginner", undefined, "Beginner", "level:1"],
    ["Full strength", undefined, "Full strength", "level:8"],
    ["Minimax", 2, "Minimax 2", "minimax:2"],
    ["Alpha-beta", 3, "Alpha-beta 3", "alphabeta:3"],
    ["Engine", 0.2, "Engine 0.2 s", "engine:0.2s"],
  ])) {
    await NewGame.open(play);
    await setup.choose("Board", "Named");
    await setup.seat("O", player, amount);
    await setup.start();
    await until(() => play.players[1].includes(shown));
    const before = play.requests("choose").length;
    await play.click("A1");
    await until(() => play.requests("choose").length > before);
    assert.equal(play.requests("choose").at(-1).player, asked);
  }
});

test("computers play to the end with swapped sides and a pause", async (t) => {
  const setup = await openDialog(t);
  const { play } = setup;
  await setup.choose("Board", "Random");
  await fill(() => play.field("Size"), "3");
  await setup.seat("X", "Alpha-beta", 2);
  await setup.seat("O", "Novice");
  await play.clickButton("Swap sides");
  const release = play.page.hold("choose");
  await setup.start();
  await fill(() => play.one("#speed"), "-3000"); // three seconds, so that the pause comes before the end
  release();
  await until(() => play.players[0].includes("Novice") && play.players[1].includes("Alpha-beta 2"));
  await until(() => play.moves.length > 0);
  await play.use("pause");
  await play.shows({ status: "Paused" });
  const made = play.moves.length;
  await settle();
  assert.equal(play.moves.length, made);
  await play.clickButton("Continue");
  await fill(() => play.one("#speed"), "0");
  await until(() => play.moves.length === 9);
  await play.shows({ status: /wins by|Draw/ });
});

/** @param {TestContext} t */
async function openEditor(t) {
  const setup = await NewGame.open(await openGame(t, "warfare/raid/Keren"));
  await setup.choose("Board", "Random");
  await fill(() => setup.play.field("Size"), "2");
  await until(() => setup.preview.length === 4);
  return setup.edit();
}

test("the editor changes values and owners", async (t) => {
  const editor = await openEditor(t);
  const { play } = editor;
  await editor.type("A1", "4", "2", "ArrowRight", "7");
  await editor.tool("X");
  await editor.paint("A1", "A2"); // dragging paints
  await editor.tool("Empty");
  await editor.paint("A1");
  await editor.tool("O");
  await editor.paint("B2");
  assert.equal(editor.tile("B2").tabIndex, 0);
  assert.equal(editor.tiles.filter((tile) => /** @type {any} */ (tile).tabIndex === 0).length, 1);
  const toMove = play.field("To move");
  toMove.value = [...toMove.options].find((each) => text(each) === "O").value;
  await enter(() => toMove, toMove.value);
  await editor.use();
  await editor.setup.start();
  await play.shows({ owners: "..01", status: "O to move" });
  assert.match(play.label("A1"), /value 42/);
  assert.match(play.label("B1"), /value 7/);
});

test("the editor is operated by keyboard and left without a change", async (t) => {
  const editor = await openEditor(t);
  const values = await valuesOf("warfare/raid/random:2:1");
  await editor.type("A1", "9", "9", "ArrowDown", "Space", "ArrowRight", "Space", "Space");
  assert.match(editor.tile("A1").getAttribute("aria-label"), /value 99/);
  assert.equal(editor.tile("A2").getAttribute("data-owner"), "0");
  assert.equal(editor.tile("B2").getAttribute("data-owner"), "1");
  await editor.play.clickButton("Back");
  await editor.play.shows({ dialogTitle: "New game" });
  await shows(() => editor.setup.preview, values);
});

test("resizing in the editor keeps the content", async (t) => {
  const editor = await openEditor(t);
  const { play } = editor;
  await editor.type("A1", "Backspace", "Backspace", "Backspace");
  await play.clickButton("Use this board");
  await shows(
    () => play.all("#editor-dialog [role=alert]").map(text).join(""),
    "A1 must be a number from 1 to 1,000,000.",
  );
  assert.equal(play.dialogTitle, "Board editor");
  await editor.type("A1", "4", "2");
  await editor.tool("X");
  await editor.paint("B2");
  await enter(() => play.field("Size"), "3");
  await until(() => editor.tiles.length === 9);
  assert.match(text(editor.tile("A1")), /^42/);
  assert.equal(editor.tile("B2").getAttribute("data-owner"), "0");
  await play.clickButton("Clear");
  await shows(() => editor.tile("B2").getAttribute("data-owner"), "");
  const values = editor.tiles.map(text).join();
  await play.clickButton("Random values");
  await until(() => editor.tiles.map(text).join() !== values);
  await editor.use();
  await until(() => editor.setup.preview.length === 9);
});

test("the editor places and removes pieces", async (t) => {
  const setup = await NewGame.open(await openGame(t, STARCIRCLE_1));
  await setup.choose("Board", "Current");
  const editor = await setup.edit();
  await editor.tool("Empty");
  await editor.paint("G3");
  await editor.tool("Circle");
  await editor.paint("E5");
  await editor.type("A1", "Enter", "3");
  await editor.use();
  await setup.start();
  const { play } = setup;
  await shows(() => [play.owner("G3"), play.owner("E5"), text(play.cell("A1"))], ["", "1", /3/]);
});

test("the editor uses the terms of the game", async (t) => {
  const setup = await NewGame.open(await openGame(t, "starcircle/standard/initial"));
  await setup.edit();
  assert.match(setup.play.dialogText, /type how many are there/);
  assert.equal(setup.play.all("#editor-dialog input[type=radio]").length, 4);
  assert.doesNotMatch(setup.play.dialogText, /alue/);
  await click(() => setup.play.button("Close"));
  await setup.play.shows({ dialogTitle: null });
});
