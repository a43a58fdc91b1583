/** Assembles the page, and opens the game in the address, the last game, or a new one. */

import { announce } from "../shared/announcer.js";
import * as api from "../shared/api/api.js";
import { byId, messageOf } from "../shared/dom.js";
import { mountAnalysisPanel } from "./analysis/analysis-panel.js";
import { followState } from "./analysis/analysis.js";
import { mountTextbookPanel } from "./analysis/textbook-panel.js";
import { mountEvaluationBar } from "./analysis/evaluation-bar.js";
import { mountBoardSize } from "./board/board-size.js";
import { mountBoard } from "./board/board.js";
import { mountPointer } from "./board/pointer.js";
import { importDropped, openDialog, preloadDialogs, setDialogLoader } from "./dialogs/open-dialog.js";
import { open } from "./game/game.js";
import { fromHash } from "../shared/link.js";
import { fitIntoFrame, installWorker, mountServerState } from "../shared/web-app.js";
import { Tree } from "./game/game-tree.js";
import { continues } from "./game/link.js";
import { countSeconds } from "./game/move-timer.js";
import { isPlayer, PERSON, seats } from "./game/players.js";
import { keep, restoreWishes, savedGame } from "./game/storage.js";
import { listenToKeys } from "./keyboard.js";
import { mountMoveInput } from "./panels/move-input.js";
import { mountMoveList } from "./panels/move-list.js";
import { mountNotice } from "./panels/notice.js";
import { mountScoreChart } from "./panels/score-chart.js";
import { mountScores } from "./panels/scores.js";
import { mountStatus } from "./panels/status.js";
import { wearTheme } from "./panels/theme-switch.js";
import { mountReviewPanel } from "./review/review-panel.js";
import { keepResults } from "./results/track.js";
import { followGame } from "./review/review.js";
import { mountSounds } from "./sounds.js";
import { change, state } from "./state.js";
import { wireTools } from "./toolbar.js";
/** @import { Catalogue, Position } from "./types.js" */

fitIntoFrame();
mountServerState();
setDialogLoader(() => import("./dialogs/dialogs.js"));
restoreWishes();
wearTheme();
mountBoardSize(document);
mountBoard(document);
countSeconds();
mountScores(document);
mountStatus(document, () => openDialog("setup"));
mountEvaluationBar(document);
mountAnalysisPanel(document);
mountTextbookPanel(document);
mountReviewPanel(document);
mountScoreChart(document);
mountMoveList(document);
mountNotice(document);
wireTools();
followState();
followGame();
keepResults();
mountSounds();
mountPointer(document);
listenToKeys();
mountMoveInput(document);
takeDroppedFiles();

/**
 * The answers that the server put into the page, so that the first board needs no request.
 * @type {{ catalogue: Catalogue, position: Position } | null}
 */
const initialData = JSON.parse(byId("initial-data").textContent || "null");

try {
  change({ catalogue: initialData?.catalogue ?? (await api.games()) });
  // Called for a link in the address and for a step through the browser's history.
  addEventListener("popstate", begin);
  await begin();
  keep();
} catch (error) {
  cannotBegin(messageOf(error));
}
document.body.classList.add("ready");
void preloadDialogs().then(installWorker);

/** Open what the address says; where that is nothing, or nothing that there is, there is a game all the same. */
async function begin() {
  const asked = fromHash(location.hash);
  const id = history.state?.tree;
  const followed = asked ? await openAsked(asked, id) : false;
  if (followed !== false || state.tree) return;
  const broken = state.problem;
  // After a broken link, the last game is opened.
  const saved = savedGame();
  let opened = saved ? await openAgain(saved) : false;
  if (opened === false) opened = await openFirst();
  if (opened && broken) change({ problem: broken });
  if (opened === false) cannotBegin(state.problem?.text ?? "");
}

/** @param {string} why */
function cannotBegin(why) {
  byId("status").textContent = "Cannot start a game";
  byId("detail").textContent = why;
}

/**
 * Open a stored game.
 * @param {{ tree: import("./game/game-tree.js").Tree, moves: string[], players?: string[] }} options
 */
function openAgain({ tree, moves, players }) {
  const known = players?.every(isPlayer) ? players : undefined;
  return open({ start: tree.start, moves, players: known, tree: withInitialPosition(tree) });
}

/**
 * Open the game of an address, in the game with that id if it is one of this tab.
 * @param {{ start: string, moves: string[], players: string[] }} asked
 * @param {string | undefined} id
 */
async function openAsked(asked, id) {
  const { start } = asked;
  const saved = id ? savedGame({ id, start }) : null;
  const known = state.tree?.id === id ? state.tree : saved?.tree;
  // Moves that were made while another game was being opened are not in the address.
  const { moves, players = [] } = saved?.address === location.hash ? saved : asked;
  const unknown = players.filter((player) => !isPlayer(player));
  const opened = await open({
    start,
    moves,
    // With an unknown player, no computer moves until the user has decided what to do.
    players: unknown.length ? [PERSON, PERSON] : players.length === 2 ? players : undefined,
    tree: withInitialPosition(known || (continues(state.tree, { start, moves }) ? state.tree : new Tree(start))),
    entry: known ? "old" : "pasted",
    announcement: known && known !== state.tree ? "Previous game." : undefined,
  });
  if (opened === false)
    change({ problem: { text: `This link is broken: ${state.problem?.text}`, fresh: openFirst } });
  else if (opened && unknown.length) {
    const text = `Unknown player in link: ${unknown.join(" and ")}. Two people play instead.`;
    change({ problem: { text, fresh: openFirst } });
    announce(text);
  }
  return opened;
}

function openFirst() {
  const { first_start: start, first_opponent: opponent } = state.catalogue;
  return open({ start, tree: withInitialPosition(new Tree(start)), players: [PERSON, opponent] });
}

/**
 * Return the tree; its root has the position in the page if it is the same.
 * @param {Tree} tree
 */
function withInitialPosition(tree) {
  if (initialData && tree.start === initialData.catalogue.first_start) tree.root.position ??= initialData.position;
  return tree;
}

/**
 * A file that is dropped anywhere opens as a game between the same players, or those of a record. Several files, and
 * exported games, go to the saved games.
 */
function takeDroppedFiles() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 1 || files[0]?.name.endsWith(".json")) void importDropped(files);
    else if (files.length) void open(read(files[0]));
  });
}

/**
 * The game that a file has.
 * @param {File} file
 */
async function read(file) {
  const { names, ...game } = await api.begin({ text: await file.text(), rules: state.position?.rules });
  return { ...game, names, players: names ? seats(names) : undefined };
}
