/** The review of a finished game on the play page: result, cancelling, other attempts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, isVisible, text } from "./support/elements.js";
import { SERVER } from "./support/page.js";
import { openGame } from "./support/play-page.js";
import { shows, until } from "./support/waiting.js";
/** @import { TestContext } from "node:test" */
/** @import { PlayPage } from "./support/play-page.js" */

const START = "warfare/blitz/random:3:7";

/**
 * @param {string} path
 * @param {object} body
 */
const post = (path, body) =>
  fetch(`${SERVER}/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** The moves of a game in which both players always take the first empty cell. */
const game = /** @type {string[]} */ ([]);
for (;;) {
  const position = await (await post("position", { start: START, moves: game })).json();
  if (position.over) break;
  game.push(position.legal_moves[0].move);
}

/** What the server says of the moves, and of the game. */
const events = (await (await post("review", { start: START, moves: game })).text())
  .replaceAll("\r", "")
  .split("\n\n")
  .filter((block) => block.includes("data:"))
  .map((block) => ({
    name: /event: ?(.*)/.exec(block)?.[1],
    data: JSON.parse(/data: ?(.*)/.exec(block)?.[1] ?? ""),
  }));
const moves = events.filter(({ name }) => name === "move").map(({ data }) => data);
const summary = events.find(({ name }) => name === "summary")?.data;

/**
 * The page at the end of that game, which blue played against a computer player.
 * @param {TestContext} t
 */
const openFinished = (t) => openGame(t, START, { players: ["person", "level:2"], moves: game });

/** @param {PlayPage} play */
async function startReview(play) {
  await play.clickButton("Review game");
  await until(() => play.one("#review table") && isVisible(play.one("#review table")));
}

test("the review shows accuracy, marks, curve and best moves, and is kept", async (t) => {
  const play = await openFinished(t);
  await startReview(play);
  const symbols = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });
  const marks = moves.map((each) => symbols[each.quality]).filter(Boolean);
  assert.ok(marks.includes("??"));
  await shows(() => play.all(".moves-quality").map(text), marks);
  assert.equal(play.one("#chart .chart-evaluation").getAttribute("d").split("L").length, moves.length + 1);
  assert.match(play.one("#chart").getAttribute("aria-valuetext"), /; evaluation: /);
  const accuracies = play.all("#review tbody tr").map((row) => text(row.children[1]));
  assert.deepEqual(
    accuracies.map((each) => /^\d+ %$/.test(each)),
    [true, true],
  );

  const turning = moves[summary.turning_point - 1];
  await click(() => button(play.one("#review"), /^Turning point/));
  await play.shows({ here: /\?\?$/ });
  const badge = play.one("#moves [aria-current=step] .moves-quality");
  assert.equal(badge.getAttribute("aria-label"), "blunder, turning point");
  await play.shows({ detail: new RegExp(`Turning point. Blunder: loses ${turning.loss} points; best was `) });

  await play.clickButton("Close the review");
  await until(() => !isVisible(play.one("#review")));
  await play.press("Shift+>");
  play.page.hold("review"); // the result is kept: no request is needed
  await startReview(play);
});

test("a running review shows its progress and can be cancelled", async (t) => {
  const play = await openFinished(t);
  const release = play.page.hold("review");
  await play.clickButton("Review game");
  await shows(() => text(play.one("#review")), /0 of 9 moves/);
  await play.press("Shift+<"); // the game can be looked at meanwhile
  await play.shows({ announced: /^Start of the game/ });
  assert.ok(isVisible(play.one("#review progress")));
  await click(() => play.one("#cancel-review"));
  await until(() => !isVisible(play.one("#review")));
  await play.shows({ announced: "Review cancelled." });
  release();
  assert.equal(play.all(".moves-quality").length, 0);
});

test("a tried move is compared with the move of the game", async (t) => {
  const play = await openFinished(t);
  await startReview(play);
  const rows = play
    .all("#review ol, #review ul")
    .find((list) => /^Your .*costliest moves?$/.test(list.getAttribute("aria-label") ?? ""));
  assert.ok(rows);
  await click(() => button(rows, /Try again/));
  await play.shows({ status: "Find a better move, blue" });
  assert.ok(!isVisible(play.one("#review")));
  const costliest = moves[play.all("#moves [data-node]").indexOf(play.one("#moves [aria-current=step]"))];
  await play.click(costliest.move.split(" ")[0]);
  await play.shows({ status: "The same move" });
  await play.clickButton("Try another move");
  await play.click(costliest.principal_variation[0].split(" ")[0]);
  await play.shows({ status: "Best move", detail: / loses nothing; /, announced: /^Best move/ });
  assert.equal(play.button("Show best move"), null);
  await play.clickButton("Back to review");
  await until(() => isVisible(play.one("#review")));
  assert.match(play.one("#moves [aria-current=step]").getAttribute("title"), /^blue: /);
  await play.shows({ detail: new RegExp(`loses ${costliest.loss} points`) });
});
