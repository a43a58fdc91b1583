/** Short tones for moves and results, made by the browser; off unless the user switches them on. */

import { mayMove } from "../shared/dom.js";
import { mySide } from "./game/players.js";
import { winner } from "./game/position-text.js";
import { state, watch } from "./state.js";
/** @import { GameNode, Position } from "./types.js" */

/** @typedef {"move" | "conquest" | "won" | "lost" | "drawn"} Sound */

/**
 * The notes of each sound: frequency in Hz and length in seconds.
 * @type {Record<Sound, [number, number][]>}
 */
export const NOTES = {
  move: [[330, 0.07]],
  conquest: [
    [330, 0.07],
    [440, 0.09],
  ],
  won: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.22],
  ],
  lost: [
    [392, 0.14],
    [330, 0.14],
    [262, 0.24],
  ],
  drawn: [
    [392, 0.14],
    [392, 0.2],
  ],
};
const VOLUME = 0.12;
const ATTACK_S = 0.01; // seconds; a tone that starts at once clicks

/** @type {AudioContext | null} */
let context = null;
/** @type {GameNode | null} */
let heard = null;

/** Sound the moves that are made from now on, if the user wants it. */
export function mountSounds() {
  watch(["position"], () => {
    const { node, position, browsing } = state;
    if (!position || node.position !== position || node === heard) return;
    const isMove = heard !== null && node.parent === heard && !browsing;
    heard = node;
    if (isMove && state.sound && !document.hidden)
      play(NOTES[soundOf(node.parent?.position ?? null, position, mySide())]);
  });
}

/**
 * The sound of a move that led to a position. The end of a game sounds as it is for the person on that side; -1 if no
 * one person plays.
 * @param {Position | null} before
 * @param {Position} after
 * @param {number} side
 * @returns {Sound}
 */
export function soundOf(before, after, side) {
  if (after.over) {
    const won = winner(after);
    return won < 0 ? "drawn" : side < 0 || won === side ? "won" : "lost";
  }
  const option = before?.legal_moves.find(({ move }) => move === after.moves.at(-1));
  const owners = new Map(before?.cells.map(({ square, owner }) => [String(square), owner]));
  const opponent = after.players.find(({ id }) => id !== before?.to_move)?.id;
  const conquers = option?.changes.some(
    ({ square, owner }) => owners.get(String(square)) === opponent && owner !== opponent,
  );
  return conquers ? "conquest" : "move";
}

/** Play a sample. Browsers allow sounds after a click only. */
export const playSample = () => play(NOTES.conquest);

/**
 * Play notes one after the other; where the system asks for less motion, only the first.
 * @param {[number, number][]} notes
 * @param {() => AudioContext} [create]
 */
export function play(notes, create = () => new AudioContext()) {
  try {
    context ??= create();
    void context.resume();
  } catch {
    return; // the browser cannot play sounds
  }
  let at = context.currentTime;
  for (const [frequency, seconds] of mayMove() ? notes : notes.slice(0, 1)) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(VOLUME, at + ATTACK_S);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
