/** Games of Warfare and Star/Circle: kinds of move, passes, computer players, keys. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, hover, isDisabled, isVisible, text } from "./support/elements.js";
import { KEREN, openGame, openPlayPage, TINY, TINY_GAME } from "./support/play-page.js";
import { settle, shows, until } from "./support/waiting.js";

const INITIAL = "starcircle/standard/initial";
const SMALL = "warfare/raid/random:3:1";
const WARFARE_3 =
  "warfare/raid/X/20_16_1_32_30/20_12_2_11_8/28_48_9_1_1/20_12_10_6_2/25_30_23_21_10/..XX./..XOX/...O./..OO./.....";
const EMPTY_ROW = "0,0,0,0,0,0,0,0";
const VALUES = "10,20,30,40,50,60,70,80";
const STARCIRCLE_1 =
  `starcircle/standard/Star/0,S1,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,S1,0,0,0,0/${EMPTY_ROW}/${EMPTY_ROW}` +
  `/${EMPTY_ROW}/${EMPTY_ROW}/${EMPTY_ROW}/${VALUES}`;
/** Star has no move, and Circle has one step. */
const STUCK =
  `starcircle/standard/Star/0,S1,0,0,0,0,0,0/${EMPTY_ROW}/${EMPTY_ROW}/${EMPTY_ROW}/${EMPTY_ROW}/${EMPTY_ROW}` +
  `/0,C1,0,0,0,0,0,0/${EMPTY_ROW}/${VALUES}`;

test("a person wins against the computer", async (t) => {
  // The computer gets one cell whatever it plays.
  const play = await openGame(t, "warfare/blitz/X/9_1/1_1/XX/..", { players: ["person", "level:1"] });
  await play.shows({ status: "Your move, blue" });
  await play.click("A2");
  await play.shows({
    announced: "green: paradrop B2. blue 11, green 1. Blue wins by 10. Next level: Novice.",
    status: "You win by 10",
  });
});

test("Shift, switch, key and long press play a Stake", async (t) => {
  const play = await openGame(t, WARFARE_3);
  const isStake = async () => {
    await play.shows({ moves: ["C3 Stake"] });
    assert.equal(play.owner("D3"), "1");
    await play.press("t");
    await play.shows({ moves: [] });
    await until(() => play.cell("C3").classList.contains("playable"));
  };
  await click(() => play.cell("C3"), { shiftKey: true });
  await isStake();
  await shows(() => play.button("Raid")?.getAttribute("aria-pressed"), "true");
  await play.clickButton("Stake");
  await hover(play.cell("C3"));
  await play.shows({ detail: /C3 Stake: \+9/ });
  await play.click("C3");
  await isStake();
  await play.clickButton("Raid");
  await play.press("q");
  play.cell("C3").focus();
  await play.press("Enter");
  await isStake();
  await play.press("q");
  const clock = play.page.freezeClock();
  const { PointerEvent } = /** @type {any} */ (play.page.window);
  const press = { bubbles: true, pointerType: "mouse", pointerId: 1, button: 0 };
  const cell = play.cell("C3");
  cell.dispatchEvent(new PointerEvent("pointerdown", press));
  clock.advance(500);
  await play.shows({ moves: ["C3 Stake"] });
  cell.dispatchEvent(new PointerEvent("pointerup", press));
  cell.dispatchEvent(new PointerEvent("click", press)); // releasing is not a click
  await settle();
  await play.shows({ moves: ["C3 Stake"] });
});

test("blitz has one move per cell and no switch", async (t) => {
  const play = await openGame(t, "warfare/blitz/X/9_1/1_1/XO/..");
  assert.match(play.label("A2"), /blitz/);
  assert.ok(!isVisible(play.one("#mode")));
  await play.press("?");
  await play.shows({ dialogTitle: "How to play" });
  assert.ok([...(play.dialog?.querySelectorAll("li") ?? [])].some((item) => text(item).includes("paradrop")));
  await play.press("Escape");
  await click(() => play.cell("A2"), { shiftKey: true });
  await play.shows({ moves: ["blitz A2"] });
});

test("sides can be swapped after the game", async (t) => {
  const play = await openGame(t, TINY, { players: ["person", "level:3"], moves: TINY_GAME });
  await play.use("swap");
  await play.shows({ status: "Your move, O", players: [/Casual/, /You/] });
});

test("a game of engines shows what they expect", async (t) => {
  const play = await openGame(t, SMALL, { players: ["level:5", "level:5"] });
  await play.shows({ detail: /^[XO]: .*(depth \d|solved)/ });
  assert.ok(isDisabled(play.tool("hint")));
  assert.ok(isDisabled(play.one("#typed")));
});

test("a jump shows its capture, and a stack its height", async (t) => {
  const play = await openGame(t, STARCIRCLE_1);
  await play.click("F4");
  await play.hover("H2");
  await play.shows({ detail: /F4-H2 takes G3: \+40/ });
  assert.ok(play.cell("G3").classList.contains("vanishes"));
  await play.click("H2");
  await shows(() => play.label("H2"), /^H2, Star, 2 pieces/);
  assert.match(text(play.cell("H2")), /^2/);
  assert.equal(play.owner("G3"), "");
  await play.shows({ status: "Star wins by 160" });
});

test("a player without moves is offered a pass", async (t) => {
  const play = await openGame(t, STUCK);
  await play.shows({ detail: "There is no move but to pass." });
  await play.clickButton("Pass");
  await play.shows({ announced: /^Star: pass/, moves: ["pass"] });
  await play.click("B2", "A1");
  await play.shows({ announced: /There is no move but to pass/ });
  await play.clickButton("Pass");
  await until(() => play.moves.length === 3 && play.button("Pass"));
  await play.clickButton("Pass");
  await play.shows({ status: "A draw" });
});

test("the pass of a computer is announced", async (t) => {
  const play = await openGame(t, STUCK, { players: ["level:1", "person"] });
  await play.shows({ announced: /^Star: pass/, status: "Your move, Circle" });
});

test("the computer answers a move of a piece, which Enter also moves", async (t) => {
  const play = await openGame(t, INITIAL, { players: ["person", "alphabeta:2"] });
  await play.click("C3", "D4");
  await until(() => play.moves.length === 2);
  await play.shows({ status: "Your move, Star" });

  const other = await openGame(t, INITIAL);
  await other.press("b", ..."ArrowDown ".repeat(5).trim().split(" "), "Enter");
  assert.match(other.label("C1"), /selected/);
  await other.press("ArrowUp", "ArrowRight", "Enter");
  await other.shows({ moves: ["C1-D2"] });
});

test("keys swap sides and start a rematch", async (t) => {
  const play = await openGame(t, TINY, { players: ["person", "level:3"] });
  await play.press("s");
  await until(() => play.players[1].includes("You") && play.moves.length === 1);
  await play.press("s");
  await play.press("g");
  await until(() => play.players[0].includes("You"));
  await play.shows({ moves: [] });
});

test("keys step through moves and branches", async (t) => {
  const play = await openGame(t, KEREN, { moves: ["A1 Stake", "F6 Stake", "C3 Stake"] });
  await play.shows({ here: "C3 Stake" });
  for (const [key, here] of [
    ["u", "F6 Stake"],
    ["r", "C3 Stake"],
    [",", "F6 Stake"],
    [".", "C3 Stake"],
    ["Shift+<", "Start"],
    ["Shift+>", "C3 Stake"],
    ["ArrowLeft", "F6 Stake"],
    ["ArrowRight", "C3 Stake"],
    ["t", "F6 Stake"],
  ]) {
    await play.press(key);
    await play.shows({ here });
  }
  await play.shows({ moves: ["A1 Stake", "F6 Stake"] });
  play.one("#moves [aria-current=step]").focus();
  for (const [key, here, status] of [
    ["ArrowUp", "A1 Stake", "O to move"],
    ["ArrowDown", "F6 Stake", "X to move"],
    ["ArrowUp", "A1 Stake", "O to move"],
  ]) {
    await play.press(key);
    await play.shows({ here, status });
    assert.equal(play.focused, play.one("#moves [aria-current=step]"));
  }
  await play.press("b", "ArrowRight");
  await until(() => play.cell("B1").classList.contains("playable"));
  await play.press("Enter");
  await play.shows({ moves: ["A1 Stake", "F6 Stake", "B1 Stake"], here: "B1 Stake" });
  await play.press("v");
  await play.shows({ here: "F6 Stake" });
  await play.press("v");
  await play.shows({ here: "B1 Stake" });
});

test("the help lists the keys, and letters in a field are no commands", async (t) => {
  const play = await openGame(t, TINY, { moves: ["A1 Stake"] });
  await play.press("Shift+?");
  await play.shows({ dialogTitle: "How to play" });
  const rows = [...(play.dialog?.querySelectorAll("dl > div") ?? [])];
  for (const [key, meaning] of [
    ["u", "Undo"],
    ["h", "Hint"],
    ["e", "Values"],
    ["Enter", "Play"],
    ["?", "This help"],
  ]) {
    const row = rows.find((each) => [...each.querySelectorAll("*")].some((part) => text(part) === key));
    assert.ok(text(row).includes(meaning), key);
  }
  assert.match(play.dialogText, /principal variation/);
  await play.press("Escape", "m");
  assert.equal(play.focused, play.one("#typed"));
  let prevented = 0;
  play.document.addEventListener("keydown", (event) => (prevented += Number(event.defaultPrevented)));
  await play.press("u", "n", "h");
  await play.shows({ here: "A1 Stake", dialogTitle: null });
  assert.equal(prevented, 0); // the browser writes the letters in the field
});

test("the address follows the game", async (t) => {
  const play = await openGame(t, "warfare/raid/Smolensk", { players: ["person", "level:2"] });
  await play.shows({ url: /#start=warfare\/raid\/Smolensk&players=person,level:2$/ });
  await play.click("A5");
  await play.shows({ url: /&moves=A5\+Stake,[A-F][1-6]\+(Stake|Raid)&/ });
});

test("a broken link shows a message and a new game", async (t) => {
  for (const broken of ["start=%E0%A4%A", "start=warfare/raid/Keren&moves=Z9"]) {
    const play = await openPlayPage(t, `/#${broken}`);
    assert.equal(play.cells.length, 36);
    if (!broken.includes("%")) await play.shows({ detail: /This link is broken/ });
  }
});

test("a link with an unknown player offers a new game", async (t) => {
  const play = await openGame(t, KEREN, { players: ["alphabeta:99", "level:3"] });
  await play.shows({ detail: /Unknown player in link: alphabeta:99/ });
  assert.equal(play.button("Try again"), null);
  await play.clickButton("Start a new game");
  await play.shows({ status: /^Your move/, url: /players=person,level:2$/ });
});

test("a broken pasted link is removed from the address", async (t) => {
  const play = await openGame(t, TINY);
  play.page.setHash("#start=nowhere");
  await play.shows({ detail: /This link is broken/ });
  await until(() => play.button("Start a new game"));
  await play.shows({ url: /#start=warfare\/raid\/X\/9_1/ });
  await play.clickButton("OK");
  await play.shows({ status: "X to move" });
});
