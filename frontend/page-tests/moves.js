/** The move list with its branches, typed moves, and games that are restored. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, isDisabled, isVisible, text } from "./support/elements.js";
import { hashOf, KEREN, openGame, TINY } from "./support/play-page.js";
import { shows, until } from "./support/waiting.js";
/** @import { TestContext } from "node:test" */
/** @import { PlayPage } from "./support/play-page.js" */

const MADE = ["A1 Stake", "F6 Stake"];
const THREE = ["A1 Stake", "F6 Stake", "C3 Stake"];
const SMALL = "warfare/raid/random:3:1";
const WARFARE_3 =
  "warfare/raid/X/20_16_1_32_30/20_12_2_11_8/28_48_9_1_1/20_12_10_6_2/25_30_23_21_10/..XX./..XOX/...O./..OO./.....";

/**
 * @param {PlayPage} play
 * @param {string} move
 */
const clickMove = (play, move) => click(() => play.all("#moves [data-node]").find((each) => text(each) === move));

test("another move from an earlier position makes a branch", async (t) => {
  const play = await openGame(t, KEREN, { moves: THREE });
  await clickMove(play, "A1 Stake");
  await play.shows({ status: "O to move" });
  await shows(() => play.owner("F6"), "");
  await play.click("B1");
  await play.shows({ here: "B1 Stake" });
  assert.ok(play.moves.includes("C3 Stake"));
  assert.equal(play.moves.length, 4);
  await play.click("C1"); // a branch in the branch
  await play.use("previous");
  await play.click("D1");
  await play.shows({ here: "D1 Stake" });
  assert.equal(play.moves.length, 6);
  await clickMove(play, "C3 Stake");
  await shows(() => [play.owner("F6"), play.owner("B1")], ["1", ""]);
  await clickMove(play, "C1 Stake");
  await play.shows({ owners: `010${".".repeat(33)}` });
});

test("buttons switch, promote and delete a branch", async (t) => {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake"] });
  await play.use("undo");
  await play.click("B1");
  await play.shows({ moves: ["A1 Stake", "B1 Stake"] });
  await play.clickButton("Other line");
  await play.shows({ here: "A1 Stake" });
  await play.clickButton("Other line");
  await play.shows({ here: "B1 Stake" });
  await play.clickButton("Make main line");
  await play.shows({ moves: ["B1 Stake", "A1 Stake"] });
  await play.clickButton("Delete from here");
  await play.shows({ moves: ["A1 Stake"], here: "Start" });
});

test("buttons step through the moves and are disabled at the ends", async (t) => {
  const play = await openGame(t, KEREN, { moves: THREE });
  await play.use("previous");
  await play.shows({ here: "F6 Stake" });
  await play.click("C3"); // the same move makes no branch
  await play.shows({ here: "C3 Stake", moves: THREE });
  await play.use("undo");
  await play.shows({ here: "F6 Stake" });
  await shows(() => play.owner("C3"), "");
  await play.shows({ moves: THREE });
  await play.use("next");
  await play.shows({ here: "C3 Stake" });
  await shows(() => play.owner("C3"), "0");
  assert.ok(isDisabled(play.tool("next")));
  for (const [step, here] of [
    ["first", "Start"],
    ["next", "A1 Stake"],
    ["last", "C3 Stake"],
    ["previous", "F6 Stake"],
  ]) {
    await play.use(step);
    await play.shows({ here });
  }
  await play.use("first", "next");
  await play.press("t");
  await play.shows({ moves: [], status: "X to move" });
  for (const action of ["undo", "first", "previous", "next", "last"])
    assert.ok(isDisabled(play.tool(action)), action);
});

test("undo against the computer returns to the person's turn", async (t) => {
  const play = await openGame(t, SMALL, { players: ["person", "alphabeta:1"] });
  await play.click("B2");
  await until(() => play.moves.length === 2);
  await play.shows({ status: "Your move, X" });
  await play.use("previous");
  await play.shows({ here: "B2 Stake" });
  await until(() => play.button("Let Alpha-beta 1 move")); // the computer waits at an earlier position
  assert.equal(play.moves.length, 2);
  await play.use("next", "undo");
  await play.shows({ here: "Start", status: "Your move, X" });
  await play.press("r");
  await shows(() => play.one("#moves [aria-current=step]").getAttribute("data-side"), "1");
  await play.press("t");
  await play.shows({ moves: [] });
  await play.click("A1");
  await until(() => play.moves.length === 2);
});

test("undo returns to the start if the computer moved first", async (t) => {
  const play = await openGame(t, SMALL, { players: ["alphabeta:1", "person"] });
  await until(() => play.moves.length === 1);
  await play.shows({ status: "Your move, O" });
  await play.use("undo");
  await play.shows({ here: "Start" });
  await until(() => isDisabled(play.tool("undo")) && play.button("Let Alpha-beta 1 move"));
  await play.use("next");
  await play.press("t");
  await play.shows({ moves: [] });
  await play.clickButton("Let Alpha-beta 1 move");
  await until(() => play.moves.length === 1);
});

test("a click while a position is loading makes no move", async (t) => {
  const play = await openGame(t, KEREN, { moves: THREE });
  const release = play.page.hold("position");
  await play.use("first");
  await play.shows({ here: "Start" });
  await click(() => play.cell("B2")); // the board still shows the later position
  await play.shows({ moves: THREE });
  release();
  await play.click("B2");
  await play.shows({ moves: ["A1 Stake", "F6 Stake", "B2 Stake", "C3 Stake"] });
  assert.equal(play.all("#moves [data-node]")[3].getAttribute("data-side"), "0");
});

test("a typed move is made, or refused with an example, its candidates or the rule", async (t) => {
  const play = await openGame(t, WARFARE_3);
  await play.type("stake");
  await play.shows({ announced: /“stake” could be A1 Stake, B1 Stake/ });
  for (const typed of ["c1 stake", "raid c1", "c1"]) {
    await play.type(typed);
    await play.shows({ announced: `“${typed}” is not a legal move. C1 is not empty: it belongs to X.` });
  }
  await play.type("hello");
  await play.shows({ announced: /“hello” is not a legal move. Try [A-E][1-5] (Stake|Raid)/ });
  assert.equal(play.one("#typed").getAttribute("aria-invalid"), "true");
  assert.deepEqual(play.moves, []);
  await play.type("  stake c3 ");
  await play.shows({ moves: ["C3 Stake"] });
  assert.equal(play.one("#typed").value, "");
});

/** @param {TestContext} t */
async function withABranch(t) {
  const play = await openGame(t, KEREN, { moves: MADE });
  await play.use("undo");
  await play.click("B1");
  await play.shows({ moves: [...MADE, "B1 Stake"], here: "B1 Stake", status: "X to move" });
  return play;
}

/** @param {PlayPage} play */
async function isBack(play) {
  await play.shows({ moves: [...MADE, "B1 Stake"], here: "B1 Stake" });
  await shows(() => play.owner("B1"), "1");
}

test("a notice offers the previous game", async (t) => {
  const play = await withABranch(t);
  await play.use("new");
  await play.clickButton("Start game");
  await play.shows({ moves: [], dialogTitle: null });
  await shows(() => text(play.one("#notice")), /New game started\./);
  await play.clickButton("Return to previous game");
  await isBack(play);
  await until(() => !isVisible(play.one("#notice")));
});

test("a notice is dismissed or disappears", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("rematch");
  await play.clickButton("Dismiss");
  await until(() => !isVisible(play.one("#notice")));
  const clock = play.page.freezeClock();
  await play.use("rematch");
  await until(() => isVisible(play.one("#notice")));
  clock.advance(11_000);
  await until(() => !isVisible(play.one("#notice")));
});

test("back restores the game before a pasted link", async (t) => {
  const play = await withABranch(t);
  play.page.setHash(hashOf(TINY, { moves: ["A1 Stake"] }));
  await play.shows({ moves: ["A1 Stake"] });
  await until(() => play.button("Return to previous game"));
  await play.press("z");
  await isBack(play);
});

test("back restores a move that the server had not yet answered", async (t) => {
  const play = await openGame(t, KEREN, { moves: MADE });
  await play.use("undo");
  await play.shows({ here: "A1 Stake", status: "O to move" });
  play.page.hold("position", { times: 1 });
  await play.click("B1");
  await play.shows({ here: "B1 Stake" });
  play.page.setHash(hashOf(TINY, { moves: ["A1 Stake"] }));
  await play.shows({ moves: ["A1 Stake"] });
  play.page.back();
  await isBack(play);
});

test("a deleted move can be restored, also if it was played again", async (t) => {
  const play = await withABranch(t);
  await play.use("previous");
  await play.press("t");
  await play.shows({ moves: [] });
  await play.clickButton("Restore");
  await play.shows({ moves: [...MADE, "B1 Stake"], here: "A1 Stake" });
  await play.use("next");
  await play.shows({ here: "B1 Stake" });
  await play.press("t");
  await play.shows({ moves: MADE });
  await play.click("B1");
  await play.shows({ moves: [...MADE, "B1 Stake"] });
  await play.press("z");
  await play.shows({ announced: /Restored|O: B1 Stake/, moves: [...MADE, "B1 Stake"] });
});

test("a game and its branches are restored unless a link opens another board", async (t) => {
  const play = await withABranch(t);
  await play.page.reload();
  await isBack(play);
  play.page.keepStorage();
  play.page.close();
  await play.page.goto("/");
  await isBack(play);
  await play.shows({ status: "X to move" });
  play.page.keepStorage();
  play.page.close();
  await play.page.goto(`/${hashOf(KEREN)}`);
  await play.isLoaded();
  await play.shows({ moves: [], status: "X to move" });
});
