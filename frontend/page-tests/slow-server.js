/** User input while a request is pending is neither lost nor reverted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, enter, fill, named } from "./support/elements.js";
import { hashOf, KEREN, openGame, TINY } from "./support/play-page.js";
import { shows, until } from "./support/waiting.js";

const SMALL = "warfare/raid/random:3:1";
const COMPUTERS = ["level:1", "level:1"];
const INPUT_TXT = "2\nALPHABETA\nO\n3\n5 1\n1 1\n..\n..\n";

test("the game opened last is shown even if an earlier response arrives late", async (t) => {
  const play = await openGame(t, TINY);
  const release = play.page.hold("position", { times: 1 });
  play.page.setHash(hashOf(KEREN, { moves: ["A1 Stake"] }));
  await until(() => play.requests("position").some((body) => body.start === KEREN));
  play.page.setHash(hashOf(SMALL, { moves: ["B2 Stake"] }));
  await play.shows({ moves: ["B2 Stake"] });
  release();
  await play.click("C3");
  await play.shows({ status: "X to move", moves: ["B2 Stake", "C3 Stake"], url: /random:3:1&moves=/ });
});

test("back works while the page loads", async (t) => {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake"] });
  await play.press("g");
  await play.shows({ moves: [] });
  const release = play.page.hold("position");
  const before = play.requests("position").length;
  await play.page.reload();
  await until(() => play.requests("position").length > before);
  play.page.back();
  release();
  await play.shows({ moves: ["A1 Stake"] });
});

/**
 * Make a move in a new game while Back is loading the earlier one.
 * @param {import("node:test").TestContext} t
 */
async function moveWhileBackIsLoading(t) {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake"] });
  await play.press("g");
  await play.shows({ moves: [] });
  const release = play.page.hold("position");
  play.page.back();
  await play.click("C3");
  await play.shows({ moves: ["C3 Stake"] });
  return { play, release };
}

test("a move made while back is loading belongs to the shown game", async (t) => {
  const { play, release } = await moveWhileBackIsLoading(t);
  const reloaded = play.page.reload();
  release();
  await reloaded;
  await play.shows({ moves: ["A1 Stake"] });
  play.page.forward();
  await play.shows({ moves: ["C3 Stake"], here: "C3 Stake", status: "O to move", url: /moves=C3\+Stake/ });
  assert.equal(play.owner("C3"), "0");
});

test("forward while back is loading returns to the last move", async (t) => {
  const { play, release } = await moveWhileBackIsLoading(t);
  play.page.forward();
  release();
  await play.shows({ here: "C3 Stake", status: "O to move", url: /moves=C3\+Stake/ });
});

test("a reload while back is loading keeps the position of the entry", async (t) => {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake", "F6 Stake"] });
  play.page.setHash(hashOf(KEREN, { moves: ["A1 Stake"] }));
  await play.shows({ here: "A1 Stake" });
  await play.page.reload(); // only the position of the address is known
  await play.shows({ here: "A1 Stake", status: "O to move" });
  const release = play.page.hold("position");
  play.page.back();
  const reloaded = play.page.reload();
  release();
  await reloaded;
  await play.shows({ here: "F6 Stake", status: "X to move" });
});

test("computers paused during a request can resume", async (t) => {
  const play = await openGame(t, TINY, { players: COMPUTERS, moves: ["A1 Stake"] }); // paused at first
  const release = play.page.hold("position");
  await play.clickButton("Continue");
  await until(() => play.moves.length === 2);
  await play.use("pause");
  await play.shows({ status: "Paused" });
  release();
  await play.clickButton("Continue");
  await until(() => play.moves.length === 4);
  await play.shows({ status: /wins by/ });
});

test("computers resume from a position that is still loading", async (t) => {
  const moves = ["A1 Stake", "A2 Stake", "B2 Stake"];
  const play = await openGame(t, TINY, { players: COMPUTERS, moves });
  const release = play.page.hold("position");
  await play.use("previous");
  await play.shows({ here: "A2 Stake" });
  await play.clickButton("Continue");
  release();
  await play.shows({ status: /wins by/ });
});

test("a hint requested before the position is loaded is shown later", async (t) => {
  const play = await openGame(t, TINY, { moves: ["A1 Stake"] });
  const release = play.page.hold("position");
  await play.press("u", "h");
  await play.shows({ here: "Start" });
  release();
  await play.shows({ announced: "Hint: A1 Stake, value plus 8." });
});

test("a move typed before the position is loaded is made later", async (t) => {
  const play = await openGame(t, TINY);
  const release = play.page.hold("position");
  await play.type("a1");
  await play.shows({ moves: ["A1 Stake"] });
  await play.type("b2");
  release();
  await play.shows({ moves: ["A1 Stake", "B2 Stake"] });
  await shows(() => play.field("Type a move").value, "");
});

test("the focus moved during a request stays", async (t) => {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake", "F6 Stake"] });
  play.one("#moves [aria-current=step]").focus();
  const release = play.page.hold("position");
  await play.press("ArrowUp");
  await play.shows({ here: "A1 Stake" });
  await play.press("b");
  assert.equal(play.focused, play.cell("A1"));
  release();
  await play.shows({ status: "O to move" });
  await until(() => play.playable > 0);
  assert.equal(play.focused, play.cell("A1"));
});

test("only the help works before the game is loaded", async (t) => {
  const play = await openGame(t, TINY, { moves: ["A1 Stake"] });
  const release = play.page.hold("position");
  await play.page.reload();
  await until(() => play.requests("position").length > 1);
  await play.press(..."nutzgsphea,.vxdq");
  await play.use("new", "undo", "hint", "analyse");
  assert.equal(play.dialog, undefined);
  await play.press("?");
  await play.shows({ dialogTitle: "How to play" });
  await play.press("Escape");
  release();
  await play.shows({ moves: ["A1 Stake"], status: "O to move", dialogTitle: null });
});

test("the editor requested before the board is loaded opens later", async (t) => {
  const play = await openGame(t, KEREN);
  await play.use("new");
  await play.shows({ dialogTitle: "New game" });
  const release = play.page.hold("position");
  await play.select("Current");
  await play.clickButton("Edit board …");
  await play.clickButton("Edit board …");
  release();
  await play.shows({ dialogTitle: "Board editor" });
  assert.equal(play.all("dialog[open]").length, 1);
  assert.equal(play.dialog?.querySelectorAll("[role=gridcell]").length, 36);
});

test("a late resize does not affect the next editor", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("new");
  await play.select("Current");
  await play.clickButton("Edit board …");
  await play.shows({ dialogTitle: "Board editor" });
  const release = play.page.hold("start");
  await enter(() => play.field("Size"), "3");
  await play.clickButton("Back");
  await play.shows({ dialogTitle: "New game" });
  await play.clickButton("Edit board …");
  await play.shows({ dialogTitle: "Board editor" });
  release();
  await play.clickButton("Use this board");
  await play.shows({ dialogTitle: "New game" });
  await until(
    () => named(play.document, "[role=img]", /^The board/)[0]?.querySelectorAll("[data-owner]").length === 4,
  );
});

test("a game started before its text is parsed opens later", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("new");
  await play.select("Paste");
  const release = play.page.hold("start");
  await fill(() => play.field(/an input.txt/), INPUT_TXT);
  await play.clickButton("Start game");
  release();
  await until(() => play.players[1]?.includes("Alpha-beta 3"));
  await play.shows({ dialogTitle: null });
});

test("an abandoned game does not start", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("new");
  const before = play.requests("position").length;
  const release = play.page.hold("position");
  await play.select("Random");
  await play.clickButton("Start game");
  await until(() => play.requests("position").length > before);
  await play.press("Escape");
  await play.shows({ dialogTitle: null });
  release();
  await play.click("A1");
  await play.shows({ status: "O to move", moves: ["A1 Stake"] });
});

test("the preview of a move is cleared when another board is opened", async (t) => {
  const play = await openGame(t, KEREN);
  await play.hover("F6");
  await play.shows({ detail: /F6 Stake/ });
  play.page.setHash(hashOf(TINY));
  await until(() => play.cells.length === 4);
  await play.shows({ detail: "Take a cell. Highest total wins. How to play" });
  await play.click("A1");
  await play.shows({ status: "O to move" });
});

test("the time of the analysis survives a reload", async (t) => {
  const play = await openGame(t, TINY);
  await choose(() => play.one("#think-seconds"), "60");
  await play.page.reload();
  await play.isLoaded();
  assert.equal(play.one("#think-seconds").value, "60");
  await play.use("analyse");
  await shows(() => play.fact("Depth"), "solved");
});
