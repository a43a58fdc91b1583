/** The current game: start, navigation, moves of people and of computer players. */

import { announce } from "../../shared/announcer.js";
import * as api from "../../shared/api/api.js";
import { messageOf } from "../../shared/dom.js";
import { capital } from "../../shared/format.js";
import { textbookSettings } from "../analysis/textbook.js";
import { change, isBehind, state } from "../state.js";
import { line, mover, movesTo, path, Tree, visit } from "./game-tree.js";
import { offerText } from "../results/next-level.js";
import { foreseen } from "../../shared/foreseen.js";
import { toHash } from "../../shared/link.js";
import { hurried, PERSON, playerTitle } from "./players.js";
import { indexOf } from "../../shared/board/board-text.js";
import { announced, stands } from "./position-text.js";
import { undoTarget } from "./undo.js";
/** @import { GameNode, GameToOpen, Position } from "../types.js" */

const BEFORE = { text: "New game started.", label: "Return to previous game", action: () => history.back() };

/** What is under way for the position that is shown; it is given up when another one is. */
let underway = new AbortController();

/** The game that is being opened; it is given up when another one is. */
let opening = new AbortController();

/** The node that the board shows; behind `state.node` while an answer is awaited. */
let shown = /** @type {GameNode} */ (/** @type {unknown} */ (null));

/** Whether computer players have both sides, or one, or none: 2, 1, 0. */
export const computers = () => state.players.filter((player) => player !== PERSON).length;

/** Whether a person is to make a move here. */
export function personToMove() {
  const { position } = state;
  // A move on a board that is about to be replaced would be added at the wrong node.
  if (isBehind() || !position.to_move || !position.legal_moves.length) return false;
  if (state.attempt?.node === state.node) return true;
  return state.players[indexOf(position, position.to_move)] === PERSON;
}

/**
 * Open a game, at its start or after some moves. Return whether that worked; if not, the previous game continues.
 * Return null if another game was opened before this one arrived: the game that was opened last counts.
 * @param {GameToOpen | Promise<GameToOpen>} wanted
 */
export async function open(wanted) {
  opening.abort();
  opening = new AbortController();
  const { signal } = opening;
  let game, tree, position;
  try {
    game = await wanted;
    tree = game.tree ?? new Tree(game.start);
    const moves = game.moves ?? [];
    position = tree.find(moves)?.position ?? (await api.position(game.start, moves, signal));
  } catch (error) {
    if (signal.aborted) return null;
    change({ problem: { text: messageOf(error), retry: state.problem?.retry } });
    announce(messageOf(error));
    if (state.tree) keepAddress();
    return false;
  }
  if (signal.aborted) return null;
  enter(position, { ...game, tree });
  return true;
}

/**
 * Continue the game that has this position, with the options of `open`.
 * @param {Position} position
 * @param {GameToOpen & { tree: Tree }} game
 */
function enter(position, game) {
  const { moves = [], players = state.players, names, question, tree, announcement, entry = "new" } = game;
  if (names) tree.record = { names, moves };
  // A new tree has only its root: then the moves were not made here.
  if (moves.length && tree.count === 1) tree.assisted = true;
  if (question) tree.question = question;
  const node = tree.follow(position.moves);
  node.position = position;
  const isQuestion = tree.question !== null && !moves.length;
  const isPaused = isQuestion || (moves.length > 0 && !players.includes(PERSON));
  const replaces = state.tree && entry !== "old" && tree !== state.tree;
  if (tree !== state.tree) change({ textbook: tree.question && textbookSettings(tree.question) });
  if (isQuestion) change({ analysis: true });
  change({ tree, players, paused: isPaused, quiet: false, notice: replaces ? { ...BEFORE } : null });
  if (replaces && entry === "new") history.pushState(null, "");
  const title = `${position.title}.`;
  const opened = moves.length ? `${title} ${whereabouts(node)}` : `New game: ${title}`;
  const wayBack = replaces ? " Press Z to return to the previous game." : "";
  show(node, { browsing: node.children.length > 0, announcement: () => `${announcement ?? opened}${wayBack}` });
  keepAddress();
}

/**
 * Make a move of the position that is shown. `decision` is the computer player's search of it.
 * @param {string} move
 * @param {GameNode["decision"]} [decision]
 */
export async function play(move, decision = null) {
  const { node, position, tree } = state;
  const option = position.legal_moves.find((each) => each.move === move);
  if (!option || isBehind()) return;
  const known = node.children.some((child) => child.move === move);
  const child = tree.add(node, move);
  if (decision) child.decision = decision;
  if (!child.position) {
    const soon = foreseen(position, option);
    child.turn = soon.turns.at(-1) ?? null;
    change({ position: soon });
    shown = child;
  }
  change({ treeVersion: state.treeVersion + 1 });
  await show(child, { browsing: known && child.children.length > 0, announcement: null });
}

/**
 * Play these moves from the current position and go to the resulting one.
 * @param {string[]} moves
 */
export async function playLine(moves) {
  const { node, tree } = state;
  const { signal } = underway;
  try {
    const position = await api.position(tree.start, [...movesTo(node), ...moves], signal);
    if (state.node !== node) return;
    const target = tree.follow(position.moves);
    target.position ??= position;
    await go(target);
  } catch (error) {
    failed(error, signal, () => playLine(moves));
  }
}

/**
 * Go to a position of the tree; computer players wait there. `announcement` is read out before the state of the game.
 * @param {GameNode | null | undefined} node
 */
export const go = (node, announcement = whereabouts) =>
  node && node !== state.node ? show(node, { browsing: true, announcement }) : undefined;

/**
 * The place of a node in the game, for screen readers: "Move 3 of 10: X: C3 Raid."
 * @param {GameNode} node
 */
function whereabouts(node) {
  const made = path(node);
  if (!made.length) return "Start of the game.";
  const { turn, move } = node;
  const words = turn ? `${turn.name}: ${turn.text}` : move;
  return `Move ${made.length} of ${line(node).length}: ${words}.`;
}

export const first = () => (state.node.parent ? go(state.tree.root) : atStart());
export const previous = () => (state.node.parent ? go(state.node.parent) : atStart());
export const next = () => (state.node.children.length ? go(state.node.next ?? state.node.children[0]) : atEnd());
export const last = () => (state.node.children.length ? go(line(state.node).at(-1)) : atEnd());
const atStart = () => announce("This is the start of the game.");
const atEnd = () => announce("This is the last move.");

/** Go to the next line that branches off where this one began. */
export function otherLine() {
  for (let at = state.node; at.parent; at = at.parent) {
    const { children } = at.parent;
    if (children.length > 1) return go(children[(children.indexOf(at) + 1) % children.length]);
  }
  return announce("No other line.");
}

/** Go back to where a person last had the move, or to the start. */
export function undo() {
  const target = undoTarget(state.node, isComputers);
  return target ? go(target, () => "Undone.") : announce("Nothing to undo.");
}

/** Go forward to where a person next has the move. */
export function redo() {
  let target = state.node.next;
  while (target?.next && isComputers(target)) target = target.next;
  /** @param {GameNode} node */
  const announcement = (node) => `Redone. ${whereabouts(node)}`;
  return target ? go(target, announcement) : announce("Nothing to redo.");
}

/** Undo, and delete the moves from the tree. */
export async function undoAndDelete() {
  const target = undoTarget(state.node, isComputers);
  if (!target) return announce("Nothing to undo.");
  const taken = path(state.node).find((node) => node.parent === target);
  const from = state.node;
  await show(target, { browsing: true, announcement: () => "Undone and deleted. Press Z to restore." });
  if (state.node !== target) return undefined;
  if (taken) forget(taken, from);
  return change({ browsing: target.children.length > 0 || isComputers(target) });
}

/**
 * Remove a node and its subtree, with a notice that restores them.
 * @param {GameNode} node
 * @param {GameNode} from
 */
function forget(node, from) {
  const { tree } = state;
  const place = tree.remove(node);
  const moves = movesTo(from);
  const action = () => {
    tree.restore(node, place);
    void go(tree.find(moves), () => "Restored.");
  };
  change({ treeVersion: state.treeVersion + 1, notice: { text: "Moves deleted.", label: "Restore", action } });
}

/** Take this move and all after it out of the tree. */
export async function removeLine() {
  const { node } = state;
  if (!node.parent) return;
  await show(node.parent, { browsing: true, announcement: () => "Deleted. Press Z to restore." });
  if (state.node === node.parent) forget(node, node);
}

/** Make the line to here the main one. */
export function promoteLine() {
  state.tree.promote(state.node);
  change({ treeVersion: state.treeVersion + 1 });
  announce("This is the main line now.");
}

/** The same game again from its start. */
export function rematch() {
  return open({ start: state.tree.start, announcement: "Rematch." });
}

/** Exchange who plays which side; where no game is on, that begins one. */
export function swapSides() {
  const players = [...state.players].reverse();
  if (!state.position.over) return setPlayers(players);
  return open({ start: state.tree.start, players, announcement: `Rematch. ${sides(players)}` });
}

/**
 * The same board again, against another opponent.
 * @param {string} opponent
 */
export function playAgainst(opponent) {
  const players = state.players.map((player) => (player === PERSON ? PERSON : opponent));
  return open({ start: state.tree.start, players, announcement: `New game against ${playerTitle(opponent)}.` });
}

/**
 * Replace the players from here on.
 * @param {string[]} players
 */
export function setPlayers(players) {
  if (state.node.parent) state.tree.assisted = true;
  change({ players });
  return show(state.node, { browsing: false, announcement: () => sides(players) });
}

/**
 * Who plays which side, to be read out: "You play O now."
 * @param {string[]} players
 */
function sides(players) {
  const names = state.position.players.map((player) => player.name);
  if (players.filter((player) => player === PERSON).length === 1)
    return `You play ${names[players.indexOf(PERSON)]} now.`;
  return `${names.map((name, side) => `${capital(name)} is played by ${playerTitle(players[side])}`).join(", ")}.`;
}

/** Let computer players go on from here. */
export function goOn() {
  change({ paused: false, browsing: false, problem: null });
  // An outdated board does not show whose move it is.
  return isBehind() ? show(state.node, { browsing: false, announcement: whereabouts }) : letComputerPlay();
}

/** Have computer players wait, or go on. */
export function togglePause() {
  if (state.position.over) return announce("The game is over.");
  if (state.paused || state.browsing) return goOn();
  // A move that has been made is still to be shown; only who is choosing the next one is stopped.
  if (!isBehind()) {
    underway.abort();
    underway = new AbortController();
  }
  change({ paused: true, choosing: null });
  announce("Paused.");
  return undefined;
}

/**
 * Show a node. `announcement` is read out before the state of the game; without it, the last move is. If the server
 * does not answer, the node on the board stays the current one, with a button to try again.
 * @param {GameNode} node
 * @param {{ browsing: boolean, announcement: ((node: GameNode) => string) | null }} options
 */
async function show(node, { browsing, announcement }) {
  underway.abort();
  underway = new AbortController();
  const { signal } = underway;
  visit(node);
  change({ node, browsing, choosing: null, selected: [], armed: null, hint: false, problem: null });
  followAddress();
  try {
    node.position ??= await api.position(state.tree.start, movesTo(node), signal);
  } catch (error) {
    if (!signal.aborted && shown !== node) {
      visit(shown);
      change({ node: shown });
      followAddress();
    }
    return failed(error, signal, () => show(node, { browsing, announcement }));
  }
  if (signal.aborted) return undefined;
  shown = node;
  const { position } = node;
  path(node).forEach((each, i) => (each.turn = position.turns[i]));
  change({ position, treeVersion: state.treeVersion + 1 });
  announce(
    announcement
      ? `${announcement(node)} ${stands(position)}`
      : announced(position.turns[position.turns.length - 1], node.parent?.position ?? null, position) +
          offerText(),
  );
  return letComputerPlay();
}

/** The computer player that is choosing, with little time; null if none is, or if its search has no time limit. */
export const inHurry = () =>
  state.choosing === null || state.hurried ? null : hurried(state.players[state.choosing]);

/** Have the computer player that is choosing move at once. */
export function moveNow() {
  const quick = inHurry();
  if (!quick) return announce("No computer player is thinking.");
  underway.abort();
  underway = new AbortController();
  return letComputerPlay(quick);
}

/**
 * Put the current position into the address, also before the server has answered, so that the browser returns to it.
 * The address of a game that is still to be opened stays as it is.
 */
function followAddress() {
  if (history.state?.tree === state.tree.id) keepAddress();
}

/** Make the current entry of the browser's history, and the address, those of the current game. */
function keepAddress() {
  const { tree, node, players } = state;
  const address = toHash({ start: tree.start, moves: movesTo(node), players });
  history.replaceState({ tree: tree.id }, "", address);
  change({ address });
}

/** @param {string} [quick]  who is asked instead of the player that has the side */
async function letComputerPlay(quick) {
  const { node, position, players, paused, browsing, attempt } = state;
  if (!position?.to_move || paused || browsing || attempt) return;
  const side = indexOf(position, position.to_move);
  if (players[side] === PERSON) return;
  const { signal } = underway;
  change({ choosing: side, hurried: Boolean(quick) });
  try {
    const pause = new Promise((done) =>
      setTimeout(done, computers() === 2 ? state.delay : Math.min(state.delay, 400)),
    );
    const choice = await api.choose(state.tree.start, movesTo(node), quick ?? players[side], signal);
    await pause;
    if (signal.aborted) return;
    change({ choosing: null });
    await play(choice.move, choice);
  } catch (error) {
    failed(error, signal, goOn);
  }
}

/**
 * @param {any} error
 * @param {AbortSignal} signal
 * @param {() => void} retry
 */
function failed(error, signal, retry) {
  if (signal.aborted || api.isAbort(error)) return;
  change({ choosing: null, problem: { text: error.message, retry: error.final ? undefined : retry } });
  announce(error.message);
  if (error.retryAfter) setTimeout(() => !signal.aborted && retry(), error.retryAfter * 1000);
}

/**
 * Whether a computer player moves at the node, and a person has the other side.
 * @param {GameNode} node
 */
function isComputers(node) {
  const side = indexOf(state.position, mover(node));
  return computers() === 1 && side >= 0 && state.players[side] !== PERSON;
}
