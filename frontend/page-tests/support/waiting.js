/** Waiting for what a page shows. */

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

const BUDGET_MS = 240_000 * Number(process.env.OUTPLY_TEST_SLOWNESS ?? "1");
const MAX_PAUSE_MS = 20;

/**
 * Wait until the condition is true, and return its value. Only pauses count towards the budget, so a machine that
 * stops does not use it up.
 * @template Value
 * @param {() => Value} condition
 * @returns {Promise<NonNullable<Value>>}
 */
export async function until(condition) {
  for (let waited = 0, next = 1; ; next = Math.min(2 * next, MAX_PAUSE_MS)) {
    const value = condition();
    if (value) return value;
    assert.ok(waited < BUDGET_MS, `waited in vain: ${condition}`);
    await pause(next);
    waited += next;
  }
}

/**
 * Wait until `shown` returns what is expected: texts are compared, regular expressions are searched for.
 * @param {() => any} shown
 * @param {any} expected
 */
export async function shows(shown, expected) {
  for (let waited = 0, next = 1; !matches(shown(), expected); next = Math.min(2 * next, MAX_PAUSE_MS)) {
    if (waited > BUDGET_MS) assert.deepEqual(shown(), expected);
    await pause(next);
    waited += next;
  }
}

/**
 * @param {any} value
 * @param {any} expected
 * @returns {boolean}
 */
function matches(value, expected) {
  if (expected instanceof RegExp) return expected.test(String(value));
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((each, i) => matches(value[i], each))
    );
  return Object.is(value, expected);
}

/** Let the watchers of the page run. */
export const settle = () => new Promise((done) => setImmediate(done));
