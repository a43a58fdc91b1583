/**
 * Bundle the scripts and style sheets of every page into the folder given on the command line.
 *
 * The names carry no hash: the server adds it (web/static_files.py), so that a change never renames a committed file.
 */

import * as esbuild from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL(".", import.meta.url));

/** The play page: its dialogs, and what they share with it, are files of their own, loaded after the board. */
const SPLIT_MODULES = {
  play: "play/main.js",
};

/** Modules, which may use top-level await. */
const MODULES = {
  tree: "tree/page.js",
  "tree-file": "tree/file.js",
  puzzles: "puzzles/main.js",
  "puzzles-file": "puzzles/file.js",
};

/** Classic scripts of the self-contained pages and of the sites. */
const SCRIPTS = {
  replay: "replay/main.js",
  "service-worker": "service-worker/service-worker.js",
  sort: "shared/sortable-table.js",
  live: "tournament/live.js",
};

const STYLES = {
  play: "play/play.css",
  tree: "tree/tree.css",
  puzzles: "puzzles/puzzles.css",
  replay: "replay/replay.css",
  "replay-file": "replay/replay-file.css",
  tournament: "tournament/tournament.css",
  grading: "grading/grading.css",
  similar: "grading/similar.css",
  classroom: "classroom/classroom.css",
  report: "report/report.css",
  exercise: "report/exercise.css",
};

/** Files that are copied as they are; tools/icons.py draws the icons. */
const COPIES = [
  "play/play.html",
  "tree/tree.html",
  "puzzles/puzzles.html",
  "icons/manifest.webmanifest",
  "icons/icon-192.png",
  "icons/icon-512.png",
  "icons/icon-maskable-512.png",
];

const [outdir] = process.argv.slice(2);
if (!outdir) throw new Error("usage: node build.js FOLDER");

/** @satisfies {esbuild.BuildOptions} */
const options = /** @type {const} */ ({
  absWorkingDir: ROOT,
  outdir,
  bundle: true,
  minify: true,
  charset: "utf8",
  target: ["chrome123", "firefox120", "safari17.5"], // the first versions with light-dark()
  logLevel: "warning",
});

await mkdir(outdir, { recursive: true });
await Promise.all([
  esbuild.build({
    ...options,
    entryPoints: SPLIT_MODULES,
    format: "esm",
    splitting: true,
    chunkNames: "play-[name]", // play-dialogs.js and play-chunk.js
  }),
  esbuild.build({ ...options, entryPoints: MODULES, format: "esm" }),
  esbuild.build({ ...options, entryPoints: SCRIPTS, format: "iife" }),
  esbuild.build({ ...options, entryPoints: STYLES }),
  ...COPIES.map((path) => copyFile(`${ROOT}${path}`, `${outdir}/${path.split("/").at(-1)}`)),
]);
