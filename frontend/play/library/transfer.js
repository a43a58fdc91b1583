/** Export of all saved games as one file, and import of such files and of game records. */

import * as api from "../../shared/api/api.js";
import { messageOf } from "../../shared/dom.js";
import { counted } from "../../shared/format.js";
import { gameTitle } from "../game/board-title.js";
import { Tree } from "../game/game-tree.js";
import { seats } from "../game/players.js";
import { state } from "../state.js";
import { allEntries, isSavedGame, savedEntries, saveGame, savedGameWith } from "./library.js";
/** @import { LibraryEntry, SavedGame } from "../types.js" */

const FORMAT = "outply-games";
const VERSION = 1;

/** Return the text of a file with all saved games. */
export function exportAll() {
  const games = savedEntries().flatMap((entry) => {
    const game = savedGameWith(entry.id);
    return game ? [{ entry, game }] : [];
  });
  return JSON.stringify({ format: FORMAT, version: VERSION, games });
}

/**
 * Return the games of a file that `exportAll` wrote; null if the text is something else.
 *
 * Throws an error if the file has another version.
 * @param {string} text
 * @returns {{ entry: LibraryEntry, game: SavedGame }[] | null}
 */
export function exportedGames(text) {
  if (!text.trimStart().startsWith("{")) return null;
  const file = JSON.parse(text);
  if (file.format !== FORMAT) return null;
  if (file.version !== VERSION) throw new Error(`version ${file.version} is not supported, expected ${VERSION}`);
  return file.games.filter(
    (/** @type {any} */ each) => isSavedGame(each?.game) && each.entry?.id === each.game.tree.id,
  );
}

/**
 * Import files: game records and exported games. Return what was imported in a sentence, and the problems by file.
 * @param {{ name: string, text: () => Promise<string> }[]} files
 */
export async function importFiles(files) {
  let added = 0;
  let known = 0;
  const problems = [];
  for (const file of files) {
    try {
      const text = await file.text();
      const games = exportedGames(text) ?? [await fromRecord(text)];
      const present = new Set(allEntries().map(({ id }) => id));
      for (const { entry, game } of games.toReversed()) {
        if (present.has(entry.id)) known += 1;
        else if (saveGame(game, entry)) added += 1;
        else throw new Error("The browser has no room for more games.");
      }
    } catch (error) {
      problems.push(`${file.name}: ${messageOf(error)}`);
    }
  }
  const already = known ? ` ${counted(known, "game")} already here.` : "";
  return { text: `Imported ${counted(added, "game")}.${already}`, problems };
}

/**
 * Return the game of a game record.
 *
 * Throws an error if the text is not a game record.
 * @param {string} text
 * @returns {Promise<{ entry: LibraryEntry, game: SavedGame }>}
 */
async function fromRecord(text) {
  const { start, moves, names } = await api.begin({ text });
  if (!names) throw new Error("Not a game record. New game, then Paste, opens a position.");
  const position = await api.position(start, moves);
  const tree = new Tree(start);
  tree.follow(moves).position = position;
  tree.record = { names, moves };
  const players = seats(names);
  return {
    game: { tree: tree.toData(), moves, players },
    entry: {
      id: tree.id,
      start,
      name: "",
      title: gameTitle(position, state.catalogue),
      players,
      names,
      moves: moves.length,
      result: position.result,
      date: new Date().toISOString(),
    },
  };
}
