/** Analysis, hints, move values and textbook searches. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, click, drop, enter, field, fill, isVisible, text } from "./support/elements.js";
import { NewGame } from "./support/new-game.js";
import { openGame, TINY } from "./support/play-page.js";
import { shows, until } from "./support/waiting.js";
/** @import { PlayPage } from "./support/play-page.js" */

const SMOLENSK = "warfare/raid/Smolensk";
const LARGE = "warfare/raid/random:8:1";
const UNKNOWN = "\u2013";
const EMPTY_ROW = "0,0,0,0,0,0,0,0";
const STARCIRCLE_1 =
  `starcircle/standard/Star/0,S1,0,0,0,0,0,0/0,0,C1,0,0,0,0,0/0,0,0,S1,0,0,0,0/${EMPTY_ROW}/${EMPTY_ROW}` +
  `/${EMPTY_ROW}/${EMPTY_ROW}/${EMPTY_ROW}/10,20,30,40,50,60,70,80`;

/** @param {string} name */
const example = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");

/** @param {PlayPage} play */
const line = (play) => play.all("#line-of-play .analysis-step").map(text);
/** @param {PlayPage} play */
const panel = (play) => text(play.one("#thoughts"));
/**
 * @param {PlayPage} play
 * @param {string} cell
 */
const valueOn = (play, cell) => text(play.cell(cell).querySelector(".board-value"));

test("the analysis shows its figures and deepens over time", async (t) => {
  const play = await openGame(t, SMOLENSK);
  /** @type {Set<number>} */
  const depths = new Set();
  const sorted = () => [...depths].every((depth, index, all) => index === 0 || depth > all[index - 1]);
  await play.use("analyse");
  await until(() => {
    const depth = Number.parseInt(play.fact("Depth") ?? "", 10);
    if (depth) depths.add(depth);
    return depths.size > 2;
  });
  assert.ok(sorted(), [...depths].join());
  assert.match(play.fact("Value") ?? "", /^≈ ([XO] \+\d+|Even)$/);
  assert.match(play.fact("Nodes") ?? "", /\d/);
  assert.match(play.fact("Speed") ?? "", /\d.*\/s/);
  assert.match(line(play)[0], /^[A-F][1-6] Stake$/);
  assert.match(line(play)[1], /^[A-F][1-6] (Stake|Raid)$/);
});

test("the bar shows the score, and during an analysis the evaluation", async (t) => {
  const play = await openGame(t, TINY);
  assert.equal(play.one("#bar").getAttribute("aria-valuenow"), "50");
  await play.shows({ bar: "Score: even" });
  await play.click("A1");
  await play.shows({ bar: "Score: X +9" });
  assert.ok(Number(play.one("#bar").getAttribute("aria-valuenow")) > 80);
  await play.use("analyse");
  await play.shows({ bar: "Evaluation: X +8, solved" });
});

test("the analysis restarts after a move and is restored at a visited position", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("analyse");
  await shows(() => play.fact("Depth"), "solved");
  await shows(() => play.fact("Value"), "X +8");
  await play.click("A1");
  await until(() => play.requests("analyse").length === 2);
  assert.deepEqual(play.requests("analyse")[1].moves, ["A1 Stake"]);
  await shows(() => play.fact("Value"), "X +8");
  await play.use("analyse");
  await play.click("B2");
  await shows(() => play.fact("Depth"), UNKNOWN);
  await play.use("previous");
  await shows(() => play.fact("Depth"), "solved");
});

test("a click on a move of the principal variation plays the moves up to it", async (t) => {
  const play = await openGame(t, SMOLENSK, { moves: ["F6 Stake"] });
  await play.use("previous", "analyse");
  await until(() => line(play).length > 1);
  await play.use("analyse");
  const [first, second] = line(play);
  await click(() => play.all("#line-of-play button")[1]);
  await play.shows({ moves: ["F6 Stake", first, second], here: second });
});

test("a computer shows its thinking time and plays at once on request", async (t) => {
  const play = await openGame(t, LARGE, { players: ["person", "engine:60s"] });
  await play.shows({ status: "Your move, X" });
  play.page.hold("choose", { times: 1 });
  const clock = play.page.freezeClock();
  await play.click("A1");
  await play.shows({ status: "O is thinking" });
  await until(() => play.requests("choose").length === 1);
  assert.equal(play.button("Move now"), null); // not before the first second
  clock.advance(3_000);
  await shows(() => play.players[1], /O ?3 s ?Engine 60 s/);
  await play.clickButton("Move now");
  await until(() => play.requests("choose").length === 2);
  assert.equal(play.requests("choose")[1].player, "engine:0.1s");
  assert.equal(play.button("Move now"), null);
  await until(() => {
    clock.advance(400); // the pause before the move of a computer
    return play.moves.length === 2;
  });
});

test("a fast computer has no button to move now", async (t) => {
  const play = await openGame(t, LARGE, { players: ["person", "level:3"] });
  play.page.hold("choose");
  const clock = play.page.freezeClock();
  await play.click("A1");
  await play.shows({ status: "O is thinking" });
  clock.advance(3_000);
  await shows(() => play.players[1], /3 s/);
  assert.equal(play.button("Move now"), null);
});

test("a refused search can be retried", async (t) => {
  const play = await openGame(t, TINY);
  /** @type {import("./support/page.js").Answer} */
  const refuse = (path) =>
    path === "analyse" ? Response.json({ error: "all search slots are in use" }, { status: 429 }) : null;
  play.page.answers.push(refuse);
  await play.use("analyse");
  await play.shows({ detail: /All search slots are in use/ });
  play.page.answers.splice(0);
  await play.clickButton("Try again");
  await shows(() => play.fact("Depth"), "solved");
});

test("move values appear on the cells, and the best one is named", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("hint");
  await play.shows({ announced: "Hint: A1 Stake, value plus 8.", detail: "Hint: A1 Stake, +8", moves: [] });
  assert.deepEqual(play.all("#board .hint"), [play.cell("A1")]);
  await play.use("values");
  assert.equal(play.tool("values").getAttribute("aria-pressed"), "true");
  await shows(() => play.label("A1"), /best, worth plus 8/);
  for (const name of ["A2", "B1"]) assert.match(play.label(name), /worth minus \d/);
  assert.equal(play.all('#board [aria-label*="best, worth"]').length, 1);
  await play.click("A1");
  await shows(() => panel(play), /Values on the board: for O, at the end of the game, solved\./);
  await play.shows({ bar: "Evaluation: X +8, solved" });
  assert.equal(play.all('#board [aria-label*="worth"]').length, 3); // a cell with an owner has no move
  await play.use("values");
  await until(() => play.all('#board [aria-label*="worth"]').length === 0);
});

test("move values appear on pieces and targets", async (t) => {
  const play = await openGame(t, STARCIRCLE_1);
  await play.use("values");
  await shows(() => valueOn(play, "F4"), /\+\d+/);
  await play.click("F4");
  await shows(() => valueOn(play, "H2"), /\+160/);
  await shows(() => valueOn(play, "G5"), /\d/);
});

test("pasted examples show the bytes of their output", async (t) => {
  const play = await openGame(t, TINY);
  for (const name of ["starcircle-1", "warfare-1", "warfare-2", "warfare-3"]) {
    const setup = await NewGame.open(play);
    await setup.choose("Board", "Paste");
    await fill(() => play.field(/^Paste or drop/), example(`${name}.in`));
    await setup.start();
    await shows(() => play.one("#textbook-output").textContent, example(`${name}.out`));
    const isMinimax = /^MINIMAX/m.test(example(`${name}.in`));
    assert.ok(field(play.one("#thoughts"), isMinimax ? "Minimax" : "Alpha-beta").checked);
    assert.match(example(`${name}.in`), new RegExp(`^${play.one("#textbook-depth").value}$`, "m"));
    assert.match(play.fact("Visits") ?? "", /\d/);
    assert.deepEqual(play.moves, []); // no move is made before the answer is read
    await shows(() => text(play.one("#textbook-opinion")), /^The engine (agrees|would play)/);
  }
});

test("the output is copied to the clipboard", async (t) => {
  const play = await openGame(t, TINY);
  let copied = "";
  const clipboard = { writeText: async (/** @type {string} */ content) => void (copied = content) };
  Object.defineProperty(play.page.window?.navigator, "clipboard", { value: clipboard });
  await drop(play.one("#board"), example("warfare-3.in"));
  await until(() => isVisible(play.one("#textbook-output")));
  await play.clickButton("Copy output.txt");
  await play.shows({ announced: "output.txt copied." });
  assert.equal(copied, example("warfare-3.out"));
});

test("values and line are those of the chosen search", async (t) => {
  const play = await openGame(t, TINY);
  await play.use("values");
  await play.select("Minimax");
  await enter(() => play.one("#textbook-depth"), "1");
  await shows(() => [valueOn(play, "A1"), valueOn(play, "B2")], ["+9", "+1"]);
  await shows(() => play.fact("Visits"), "5");
  await shows(() => line(play), ["A1 Stake"]);
  await shows(() => panel(play), /Values on the board: for X, minimax, depth 1\./);
  await play.select("Alpha-beta");
  await shows(() => valueOn(play, "B2"), "+1"); // a leaf is evaluated, not bounded
  await enter(() => play.one("#textbook-depth"), "2");
  await shows(() => valueOn(play, "B2"), /^≤/);
  await shows(() => play.label("B2"), /worth at most /);
  await choose(() => play.one("#textbook-evaluation"), "own");
  await shows(() => panel(play), /alpha-beta, depth 2, evaluation own/);
  await play.select("Engine");
  await shows(() => play.fact("Depth"), "solved");
});

test("the output is hidden after the first move", async (t) => {
  const play = await openGame(t, TINY);
  await play.select("Minimax");
  await until(() => isVisible(play.one("#textbook-output")));
  await play.click("A1");
  await until(() => !isVisible(play.one("#textbook-output")));
  await shows(() => play.fact("Value"), /\d/);
});

test("a search that is too large waits for a decision", async (t) => {
  const play = await openGame(t, SMOLENSK);
  await play.select("Minimax");
  await enter(() => play.one("#textbook-depth"), "12");
  await shows(() => panel(play), /About .* visits, about .*A search may take 1 minute here/);
  play.page.hold("solve/stream"); // of a smaller depth, the answer does not matter here
  await play.clickButton(/^Search depth \d$/);
  await until(() => play.one("#textbook-depth").value !== "12");
});

test("a running search shows its progress and can be stopped", async (t) => {
  const play = await openGame(t, SMOLENSK);
  await play.select("Minimax");
  await enter(() => play.one("#textbook-depth"), "12");
  await play.clickButton("Search depth 12 anyway");
  await shows(() => panel(play), /Searching … \d+ of 36 root moves, .* visits/);
  assert.ok(isVisible(play.one("#textbook-search progress")));
  await play.clickButton("Stop");
  await until(() => !isVisible(play.one("#textbook-search progress")));
  await shows(() => play.tool("analyse").getAttribute("aria-pressed"), "false");
});
