/** The address in the share dialog. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shareLink } from "../../play/dialogs/share-link.js";

const hash = "#start=warfare/raid/Keren&players=person,person";

for (const host of ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"])
  test(`a link to ${host} works on this computer only`, () => {
    const { link, note } = shareLink(`http://${host}/${hash}`, null);
    assert.equal(link, `http://${host}/${hash}`);
    assert.match(note, /this computer only/);
  });

test("a link has the network address of the server if there is one", () => {
  const { link, note } = shareLink(`http://localhost:8765/${hash}`, "http://192.0.2.7:8765/");
  assert.equal(link, `http://192.0.2.7:8765/${hash}`);
  assert.match(note, /in your network/);
});

test("a link to another host is shared as it is", () => {
  const href = `http://192.0.2.7:8765/${hash}`;
  assert.deepEqual(shareLink(href, null), { link: href, note: "" });
});
