/** Steps of a mouse wheel or touchpad. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wheelSteps } from "../../shared/board/wheel.js";

const pixels = (/** @type {number} */ deltaY) => ({ deltaY, deltaMode: 0 });

test("a notch of a mouse wheel is one step", () => {
  const steps = wheelSteps();
  assert.deepEqual(
    [100, 120, -100].map((delta) => steps(pixels(delta))),
    [1, 1, -1],
  );
});

test("the movement of a touchpad is summed up", () => {
  const steps = wheelSteps();
  assert.deepEqual(
    [20, 20, 20, 20].map((delta) => steps(pixels(delta))),
    [0, 0, 1, 0],
  );
});

test("a change of direction begins a new sum", () => {
  const steps = wheelSteps();
  assert.deepEqual(
    [50, -50, -10].map((delta) => steps(pixels(delta))),
    [0, 0, -1],
  );
});

test("lines are converted to pixels", () => assert.equal(wheelSteps()({ deltaY: 3, deltaMode: 1 }), 1));
