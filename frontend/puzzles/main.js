/** The script of the puzzle page. */

import { mountPuzzlePage } from "./page.js";

await mountPuzzlePage();
