/** Requests of which only the latest counts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { latestRequest } from "../../shared/api/latest-request.js";
import { isAbort } from "../../shared/dom.js";

/** A promise, and the function that fulfils it. */
function deferred() {
  let done = () => {};
  const promise = new Promise((/** @type {(value?: unknown) => void} */ fulfil) => (done = fulfil));
  return { promise, done };
}

test("only the last of several requests within the delay is sent", async () => {
  const { promise: pause, done } = deferred();
  const request = latestRequest(() => pause);
  /** @type {string[]} */
  const sent = [];
  const send = (/** @type {string} */ text) => request(async () => sent.push(text), 250);
  const typed = [send("1"), send("12"), send("123")];
  done();
  const results = await Promise.allSettled(typed);
  assert.deepEqual(sent, ["123"]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected", "fulfilled"],
  );
});

test("a request that was sent is aborted by the next one", async () => {
  const request = latestRequest();
  const { promise: answer, done } = deferred();
  const first = request(async (signal) => {
    await answer;
    return signal.aborted;
  });
  const second = request(async () => "new");
  done();
  await assert.rejects(first, isAbort);
  assert.equal(await second, "new");
});

test("a request without a delay does not wait", async () => {
  const request = latestRequest(() => assert.fail("waited"));
  assert.equal(await request(async () => "answer"), "answer");
});
