/** The functions that fill the dialogs. The page loads this module after the board, or with the first dialog. */

export { fill as editor } from "./board-editor/board-editor.js";
export { fill as games } from "./games.js";
export { importFiles } from "../library/transfer.js";
export { fill as help } from "./help.js";
export { fill as setup } from "./new-game/new-game.js";
export { fill as take } from "./share.js";
