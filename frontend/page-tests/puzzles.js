/** The puzzle page: solve, fail, take hints, go on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, click, text } from "./support/elements.js";
import { Page, SERVER } from "./support/page.js";
import { shows, until } from "./support/waiting.js";
/** @import { TestContext } from "node:test" */
/** @import { Progress } from "../puzzles/types.js" */

/** @type {{ puzzles: any[] }} */
const { puzzles } = await (await fetch(`${SERVER}/api/puzzles`)).json();
/** A puzzle whose solution is a Raid on a cell that can also be staked. */
const puzzle = puzzles.find((each) => each.start.startsWith("warfare/raid") && each.solution.includes("Raid"));
const CELL = puzzle.solution.split(" ")[0];

/**
 * @param {TestContext} t
 * @param {string} path
 * @param {Progress} [progress]  what the browser has stored
 */
async function openPage(t, path, progress) {
  /** @type {Record<string, string>} */
  const localStorage = progress ? { "outply.puzzles": JSON.stringify(progress) } : {};
  const page = new Page("puzzles/main.js", { localStorage, sessionStorage: {} });
  t.after(() => {
    page.close();
    assert.deepEqual(page.problems, []);
  });
  await page.goto(path);
  /** @param {string} selector */
  const one = (selector) => /** @type {any} */ (page.document?.querySelector(selector));
  await until(() => one("#board .board-cell"));
  return { page, one, shown: (/** @type {string} */ id) => text(one(`#${id}`)) };
}

test("the solution is recognised and counted", async (t) => {
  const { page, one, shown } = await openPage(t, `/puzzles#${puzzle.name}`);
  await shows(() => shown("task"), puzzle.title);
  await click(() => one(`#board [aria-label^="${CELL},"]`));
  await shows(() => shown("status"), new RegExp(`^${puzzle.solution} is right`));
  await shows(() => shown("progress"), /^Solved 1 of /);
  await shows(() => shown("streak"), "Streak without help: 1. Longest: 1.");
  await page.reload();
  await shows(() => shown("progress"), /^Solved 1 of /);
  await click(() => one("#next"));
  await until(() => !page.url.endsWith(`#${puzzle.name}`));
});

test("a wrong move is refuted and ends the streak", async (t) => {
  const progress = { solved: [], streak: 3, longest: 5 };
  const { page, one, shown } = await openPage(t, `/puzzles#${puzzle.name}`, progress);
  await shows(() => shown("streak"), "Streak without help: 3. Longest: 5.");
  const stake = [...(page.document?.querySelectorAll("input[type=radio]") ?? [])].find((each) =>
    text(each.closest("label")).includes("Stake"),
  );
  /** @type {any} */ (stake).click();
  await click(() => one(`#board [aria-label^="${CELL},"]`)); // the Stake on the cell of the Raid
  await shows(() => shown("status"), / (loses by \d+|only draws) after /);
  await shows(() => shown("line"), /^Refutation: /);
  assert.equal(shown("streak"), "Streak without help: 0. Longest: 5.");
  await click(() => one("#again"));
  await shows(() => shown("status"), "Your move.");
  await click(() => one("#hint"));
  await shows(() => shown("status"), /^Look at row /);
  await click(() => one("#hint"));
  await until(() => page.document?.querySelectorAll("#board .hint").length === 1);
  await click(() => one("#solution"));
  await shows(() => shown("status"), `The move is ${puzzle.solution}.`);
  await shows(() => shown("progress"), /^Solved 0 of /);
});

test("filters choose among the puzzles", async (t) => {
  const { page, one, shown } = await openPage(t, "/puzzles");
  const hardest = puzzles[puzzles.length - 1].difficulty;
  await choose(() => one("#difficulty"), String(hardest));
  const count = puzzles.filter((each) => each.difficulty === hardest).length;
  await shows(() => shown("progress"), new RegExp(` of ${count} puzzle`));
  await shows(() => shown("rating"), new RegExp(`^Difficulty ${hardest} of `));
  const daily = [...(page.document?.querySelectorAll("a") ?? [])].find((each) => text(each) === "Daily puzzle");
  assert.equal(daily?.getAttribute("href"), "#today");
  page.setHash("#today");
  await until(() => one("#board-of-the-day")?.getAttribute("href")?.includes("random:6:"));
});
