/** Modules import each other without cycles, and pages import only shared modules and their own. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDERS = ["grading", "play", "puzzles", "replay", "service-worker", "shared", "tournament", "tree"];

const modules = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(folder, name)),
);

/** @param {string} module */
function importsOf(module) {
  const text = readFileSync(path.join(ROOT, module), "utf8");
  const sources = [...text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";/gms)].map((match) => match[1]);
  return sources.map((source) => path.join(path.dirname(module), source));
}

const imports = new Map(modules.map((module) => [module, importsOf(module)]));

test("every import resolves to a module", () => {
  for (const [module, sources] of imports)
    for (const source of sources) assert.ok(imports.has(source), `${module} imports ${source}`);
});

test("there is no import cycle", () => {
  const done = new Set();
  /**
   * @param {string} module
   * @param {string[]} chain
   */
  function visit(module, chain) {
    assert.ok(!chain.includes(module), `import cycle: ${[...chain, module].join(" -> ")}`);
    if (done.has(module)) return;
    for (const source of imports.get(module) ?? []) visit(source, [...chain, module]);
    done.add(module);
  }
  for (const module of modules) visit(module, []);
});

test("modules import only their own page and shared modules", () => {
  const folderOf = (/** @type {string} */ module) => module.split(path.sep)[0];
  for (const [module, sources] of imports)
    for (const source of sources)
      assert.ok(["shared", folderOf(module)].includes(folderOf(source)), `${module} imports ${source}`);
});

/** Scripts that pages load; all other modules look up elements when they are mounted. */
const ENTRIES = [
  "play/main.js",
  "puzzles/file.js",
  "puzzles/main.js",
  "replay/main.js",
  "service-worker/service-worker.js",
  "shared/sortable-table.js",
  "tournament/live.js",
  "tree/file.js",
  "tree/page.js",
].map(path.normalize);

test("style sheets import only their own page and shared sheets", () => {
  const sheets = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => path.join(folder, name)),
  );
  for (const sheet of sheets) {
    const text = readFileSync(path.join(ROOT, sheet), "utf8");
    for (const [, source] of text.matchAll(/@import "([^"]+)"/g)) {
      const [folder] = path.join(path.dirname(sheet), source).split(path.sep);
      assert.ok(["shared", sheet.split(path.sep)[0]].includes(folder), `${sheet} imports ${source}`);
    }
  }
});

test("modules can be imported without a document", async () => {
  for (const module of modules.filter((name) => !ENTRIES.includes(name)))
    await assert.doesNotReject(() => import(pathToFileURL(path.join(ROOT, module)).href), module);
});
