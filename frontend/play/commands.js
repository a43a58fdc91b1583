/** All commands of the page, each with its key, its name and its action, for keyboard and buttons. */

import { hint, toggleAnalysis, toggleHeat } from "./analysis/analysis.js";
import { zoomBy } from "./board/board-size.js";
import { focusCell, focusedIndex } from "./board/board.js";
import { openDialog } from "./dialogs/open-dialog.js";
import * as game from "./game/game.js";
import { openSearchTree } from "./game/link.js";
import { switchKind } from "./game/move-selection.js";
import { startTyping } from "./panels/move-input.js";
import { bringBack } from "./panels/notice.js";
import { nextTheme } from "./panels/theme-switch.js";
import { reviewGame } from "./review/review.js";
import { state } from "./state.js";

/**
 * Commands with `always` need no game.
 * @type {{group: string, commands: {key: string, shown?: string, name: string, run: () => void, always?: boolean}[]}[]}
 */
export const COMMANDS = [
  {
    group: "The game",
    commands: [
      { key: "n", name: "New game", run: () => openDialog("setup") },
      { key: "o", name: "Saved games and results", run: () => openDialog("games") },
      { key: "g", name: "Rematch", run: game.rematch },
      { key: "s", name: "Swap sides", run: game.swapSides },
      { key: "p", name: "Pause or continue the computer", run: game.togglePause },
      { key: "f", name: "Make the computer move now", run: game.moveNow },
      { key: "m", name: "Type a move", run: startTyping },
      {
        key: "q",
        name: "Switch the kind of move",
        run: switchKind,
      },
      { key: "b", name: "Go to the board", run: () => focusCell(focusedIndex()) },
    ],
  },
  {
    group: "Back and forth",
    commands: [
      { key: "u", name: "Undo", run: game.undo },
      { key: "r", name: "Redo", run: game.redo },
      { key: "t", name: "Undo and delete", run: game.undoAndDelete },
      { key: "z", name: "Restore the last game or move", run: bringBack },
      { key: ",", shown: "←, comma", name: "One move back", run: game.previous },
      { key: ".", shown: "→, period", name: "One move forward", run: game.next },
      { key: "<", name: "To the start", run: game.first },
      { key: ">", name: "To the end", run: game.last },
      { key: "v", name: "To the next variation", run: game.otherLine },
    ],
  },
  {
    group: "Analysis",
    commands: [
      { key: "h", name: "Hint", run: hint },
      { key: "e", name: "Values of all moves", run: toggleHeat },
      { key: "a", name: "Analyse", run: toggleAnalysis },
      { key: "w", name: "Review the game", run: reviewGame },
      { key: "x", name: "Search tree, in a new tab", run: openSearchTree },
    ],
  },
  {
    group: "The page",
    commands: [
      { key: "d", name: "Share and download", run: () => openDialog("take") },
      { key: "+", name: "Larger board", run: () => zoomBy(1.25) },
      { key: "-", name: "Smaller board", run: () => zoomBy(0.8) },
      { key: "l", name: "Light, dark or automatic", run: nextTheme, always: true },
      { key: "?", name: "This help", run: () => openDialog("help"), always: true },
    ],
  },
];

export const ON_THE_BOARD = [
  ["Arrow keys", "Go from cell to cell"],
  ["Enter", "Play, or select a square"],
  ["Shift + Enter", "Other kind of move, if the cell has two"],
  ["Escape", "Deselect"],
  ["Home, End", "To the first or last cell of the row"],
];

/**
 * The action of a key, if it has one now.
 * @param {string} key
 */
export function commandOf(key) {
  for (const { commands } of COMMANDS) {
    const found = commands.find((command) => command.key === key);
    if (found) return found.always || state.position ? found.run : null;
  }
  return null;
}
