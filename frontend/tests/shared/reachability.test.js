/** Notices that the server stopped answering, or answers again. */

import assert from "node:assert/strict";
import test from "node:test";
import { onReachability, reportAnswer } from "../../shared/api/reachability.js";
import { json } from "../../shared/api/http.js";

test("listeners learn when the server stops answering and when it answers again, once each", async () => {
  /** @type {boolean[]} */
  const changes = [];
  onReachability((isReachable) => changes.push(isReachable));
  /** @param {() => Response} answer */
  const serve = (answer) => Object.assign(globalThis, { fetch: async () => answer() });
  const down = () => {
    throw new TypeError("Failed to fetch");
  };
  serve(down);
  await assert.rejects(json("games"), /does not answer/);
  await assert.rejects(json("games"));
  assert.deepEqual(changes, [false]);
  serve(() => Response.json([], { headers: { "X-Outply-Offline": "yes" } }));
  await json("games");
  assert.deepEqual(changes, [false]);
  serve(() => Response.json({ error: "busy" }, { status: 429 }));
  await assert.rejects(json("games"));
  assert.deepEqual(changes, [false, true]);
  reportAnswer(true);
  assert.deepEqual(changes, [false, true]);
});
