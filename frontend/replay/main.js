/** The entry of pages with a replay: the game's data are in the page. */

import { byId } from "../shared/dom.js";
import { mountReplay } from "./replay.js";

mountReplay(byId("replay"), JSON.parse(byId("game").textContent ?? ""));
