/** Puts the page together, and begins with the game of the address, of last time, or a first one. */

import * as api from "./api.js";
import { fromHash } from "./address.js";
import { drawBar } from "./bar.js";
import { drawBoard } from "./board.js";
import { drawChart } from "./chart.js";
import { openDialog } from "./dialogs.js";
import { open } from "./game.js";
import { listenToKeys } from "./keyboard.js";
import { drawMoves } from "./moves.js";
import { isPlayer } from "./players.js";
import { listenToPointer } from "./pointer.js";
import { drawReadout } from "./readout.js";
import { keep, restoreWishes, savedGame } from "./saved.js";
import { drawScore } from "./score.js";
import { fitBoard } from "./size.js";
import { change, state } from "./state.js";
import { wearTheme } from "./theme.js";
import { thinkAlong } from "./thinking.js";
import { drawThoughts } from "./thoughts.js";
import { wireTools } from "./tools.js";
import { listenToTyping } from "./typing.js";
import { byId } from "./dom.js";

restoreWishes();
wearTheme();
fitBoard();
drawBoard();
drawScore();
drawReadout(() => openDialog("setup"));
drawBar();
drawThoughts();
drawChart();
drawMoves();
wireTools();
thinkAlong();
listenToPointer();
listenToKeys();
listenToTyping();
takeDroppedFiles();

try {
  change({ catalogue: await api.games() });
  await begin();
  keep();
} catch (error) {
  byId("status").textContent = "The game cannot begin";
  byId("detail").textContent = error.message;
}
addEventListener("hashchange", begin);
document.body.classList.add("ready");

async function begin() {
  const asked = fromHash(location.hash);
  const ours = asked && (state.tree?.start === asked.start ? state.tree : savedGame(asked.start)?.tree);
  const known = (players) =>
    Array.isArray(players) && players.length === 2 && players.every(isPlayer) ? players : undefined;
  if (asked && (await open({ ...asked, players: known(asked.players), tree: ours ?? undefined }))) return;
  if (state.tree) return;
  const broken = state.problem;
  // A link that leads nowhere does not cost the game of last time.
  const saved = savedGame();
  const again =
    saved &&
    (await open({ start: saved.tree.start, moves: saved.moves, players: known(saved.players), tree: saved.tree }));
  if (!again) await openFirst();
  if (broken) change({ problem: { text: `The link does not lead to a game: ${broken.text}` } });
}

async function openFirst() {
  const [game] = state.catalogue.games;
  const levels = state.catalogue.players.filter((player) => player.kind === "level");
  // A beginner should be able to win a first game.
  const opponent = levels[Math.floor(levels.length / 4)]?.name ?? "person";
  const setup = game.setups.includes("Smolensk") ? "Smolensk" : game.setups[0];
  await open({
    ...(await api.begin({ game: game.name, rules: game.variants[0].name, setup })),
    players: ["person", opponent],
  });
}

/** A file that is dropped anywhere opens as a game between the same players. */
function takeDroppedFiles() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    try {
      await open(await api.begin({ text: await file.text(), rules: state.position?.rules }));
    } catch (error) {
      change({ problem: { text: error.message, retry: state.problem?.retry } });
    }
  });
}
