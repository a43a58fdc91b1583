/** The search tree page: its address, estimates, and the quiz. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, enter, field, fill, isVisible, named, press, text } from "./support/elements.js";
import { Page } from "./support/page.js";
import { shows, until } from "./support/waiting.js";
/** @import { TestContext } from "node:test" */

const START =
  "warfare/raid/X/20_16_1_32_30/20_12_2_11_8/28_48_9_1_1/20_12_10_6_2/25_30_23_21_10/..XX./..XOX/...O./..OO./.....";

/**
 * @param {TestContext} t
 * @param {string} hash
 */
async function openTree(t, hash) {
  const page = new Page("tree/page.js");
  t.after(() => {
    page.close();
    assert.deepEqual(page.problems, []);
  });
  await page.goto(`/tree${hash}`);
  const document = /** @type {Document} */ (page.document);
  /** @param {string} selector */
  const one = (selector) => /** @type {any} */ (document.querySelector(selector));
  return {
    page,
    document,
    one,
    focused: () => one("[role=treeitem][aria-selected=true]"),
    heading: () => text(one(".tree-view h2, .tree-view h3")),
    status: () => [...document.querySelectorAll("[role=status]")].map(text).join(" "),
    press: (/** @type {string} */ key) => press(document, key),
  };
}

test("minimax shows no window", async (t) => {
  const tree = await openTree(t, `#start=${START}&algorithm=minimax&depth=2`);
  await until(tree.focused);
  assert.match(text(tree.focused().querySelector(".value")), /^= /);
  assert.equal(tree.document.querySelectorAll(".tree-view .bounds").length, 0);
  const panel = named(tree.document, "section, aside", "The node in focus")[0];
  const facts = [...panel.querySelectorAll("dt")].map(text);
  assert.ok(facts.includes("Value"));
  assert.ok(!facts.includes("Alpha"));
  assert.doesNotMatch(tree.focused().getAttribute("aria-label"), /α/);
});

test("the address holds the parameters of the search", async (t) => {
  const tree = await openTree(t, "#start=starcircle/standard/initial&algorithm=minimax&depth=2");
  await until(tree.focused);
  const form = tree.one("#question");
  field(form, "Alpha-beta").click();
  await shows(tree.heading, /^Alpha-beta, depth 2/);
  await enter(() => field(form, "Depth"), "3");
  form.requestSubmit();
  await shows(tree.heading, /^Alpha-beta, depth 3/);
  assert.ok(tree.page.url.endsWith("#start=starcircle/standard/initial&algorithm=alphabeta&depth=3"));
  await fill(() => field(form, "Depth"), "12");
  tree.page.back();
  await shows(tree.heading, /^Alpha-beta, depth 2/);
});

test("an invalid address shows a message", async (t) => {
  const tree = await openTree(t, "#start=chess&depth=2");
  await shows(() => text(tree.one("#message")), /The position: found 'chess'/);
});

test("a deep search is estimated before it begins", async (t) => {
  const tree = await openTree(t, "#start=warfare/raid/Smolensk&algorithm=minimax&depth=9");
  await shows(tree.status, /About .* visits, about .* A search may take/);
  await click(() => button(tree.document, "Search depth 9 anyway"));
  await click(() => button(tree.document, "Cancel"));
  await shows(tree.status, /Search cancelled\./);
});

/** @param {string} shown */
const number = (shown) => Number(shown.replace("−", "-").replace("∞", "Infinity").replaceAll(",", ""));

/**
 * Return the answer to the question, worked out from what the quiz shows.
 * @param {Element} quiz
 */
function rightAnswer(quiz) {
  const caption = text(quiz.querySelector("caption"));
  const values = [...quiz.querySelectorAll("td")].map((cell) => number(text(cell)));
  const isMax = caption.startsWith("MAX");
  const best = isMax ? Math.max(...values) : Math.min(...values);
  if (field(quiz, "Value")) return best;
  const [alpha, beta] = [...caption.matchAll(/[αβ] ([^,]+)/g)].map(([, bound]) => number(bound));
  return isMax ? best >= beta : best <= alpha;
}

/**
 * Answer the question, whose first control has the focus.
 * @param {Document} document
 * @param {Element} quiz
 * @param {number | boolean} answer
 */
async function give(document, quiz, answer) {
  if (typeof answer === "boolean") {
    await until(() => document.activeElement === button(quiz, "Cut off"));
    if (answer) await press(document, "Enter");
    else await click(() => button(quiz, "Not cut off"));
  } else {
    await until(() => document.activeElement === field(quiz, "Value"));
    field(quiz, "Value").value = String(answer);
    await press(document, "Enter");
  }
}

test("the quiz counts right answers and returns to the tree", async (t) => {
  const tree = await openTree(t, `#start=${START}&algorithm=alphabeta&depth=2`);
  await until(tree.focused);
  await tree.press("q");
  const quiz = await until(() => named(tree.document, "section, aside, [role=region]", "Quiz")[0]);
  const heading = () => text(quiz.querySelector("h2, h3"));
  const verdict = () => text(quiz.querySelector("[role=status]"));
  await shows(heading, "Question 1 of 10");
  for (let question = 1; question <= 10; question += 1) {
    await give(tree.document, quiz, rightAnswer(quiz));
    await shows(verdict, new RegExp(`^Right: .* ${question} of ${question} answers? right`));
    if (question < 10) {
      await until(() => tree.document.activeElement === button(quiz, "Next question"));
      await tree.press("Enter");
    }
  }
  await shows(heading, "Result");
  await click(() => button(quiz, "Another quiz"));
  await shows(heading, "Question 1 of 10");
  await tree.press("Escape");
  await until(() => !isVisible(quiz));
  assert.equal(tree.document.activeElement, tree.focused());
});
