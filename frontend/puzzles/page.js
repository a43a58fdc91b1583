/** The puzzle page: a puzzle to solve, with hints, the refutation of wrong moves, and what was solved so far. */

import { announce } from "../shared/announcer.js";
import { rivals } from "../shared/board/legal-moves.js";
import { byId, h, messageOf, query } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { foreseen } from "../shared/foreseen.js";
import { toHash } from "../shared/link.js";
import { difficultyText, hintText, lineText, refutedText, solvedText } from "./feedback.js";
import { afterFailing, afterSolving, filtered, nextPuzzle, puzzleOfTheDay, readProgress } from "./progress.js";
import { PuzzleBoard } from "./puzzle-board.js";
/** @import { Attempt, LegalMove, Position, Progress, Puzzle, PuzzleSource } from "./types.js" */

const DAILY = "today";

/**
 * Fill the page, and begin with the puzzle of the address, or the first that is not solved.
 * @param {() => PuzzleSource | Promise<PuzzleSource>} load
 */
export async function mountPuzzlePage(load) {
  try {
    const source = await load();
    await new PuzzlePage(source).begin();
  } catch (error) {
    byId("status").textContent = messageOf(error);
  }
  document.body.classList.add("ready");
}

class PuzzlePage {
  /** @type {Attempt | null} */
  #attempt = null;
  /** @type {Position | null} */
  #start = null;
  /** @type {Progress} */
  #progress;

  /** @param {PuzzleSource} source */
  constructor(source) {
    this.source = source;
    this.puzzles = source.puzzles;
    this.levels = source.levels;
    this.#progress = readProgress(source.loadProgress());
    this.board = new PuzzleBoard(
      byId("board"),
      (option) => void this.#tryMove(option),
      () => query(document, "#mode input[value=quiet]", HTMLInputElement).checked,
    );
    this.kind = query(document, "#kind", HTMLSelectElement);
    this.difficulty = query(document, "#difficulty", HTMLSelectElement);
    this.#fillFilters();
    byId("hint").addEventListener("click", () => this.#giveHint());
    byId("solution").addEventListener("click", () => this.#giveUp());
    byId("again").addEventListener("click", () => this.#reset());
    byId("next").addEventListener("click", () => this.#openNext());
    for (const field of [this.kind, this.difficulty]) field.addEventListener("change", () => this.#openFiltered());
    addEventListener("hashchange", () => void this.begin());
  }

  /** Open the puzzle of the address: its name, or the one of the day. */
  begin() {
    const name = decodeURIComponent(location.hash.slice(1));
    const puzzle =
      name === DAILY
        ? puzzleOfTheDay(this.puzzles, new Date())
        : (this.puzzles.find((each) => each.name === name) ?? nextPuzzle(this.puzzles, this.#progress, undefined));
    return puzzle ? this.#open(puzzle) : undefined;
  }

  #fillFilters() {
    const kinds = [...new Set(this.puzzles.map((puzzle) => puzzle.kind))];
    const difficulties = [...new Set(this.puzzles.map((puzzle) => puzzle.difficulty))];
    this.kind.append(...kinds.map((kind) => h("option", { value: kind }, kind)));
    this.difficulty.append(
      ...difficulties.map((each) => h("option", { value: each }, `${each}: ${this.levels[each - 1]}`)),
    );
  }

  #shown() {
    return filtered(this.puzzles, this.kind.value, this.difficulty.value);
  }

  #openFiltered() {
    const shown = this.#shown();
    this.#drawProgress();
    if (!shown.length) announce("There is no such puzzle.");
    else if (!shown.some((puzzle) => puzzle.name === this.#attempt?.puzzle.name)) this.#openNext();
  }

  #openNext() {
    const puzzle = nextPuzzle(this.#shown(), this.#progress, this.#attempt?.puzzle.name);
    if (!puzzle) return;
    // The address is the same if there is only one puzzle.
    if (puzzle.name === this.#attempt?.puzzle.name) this.#reset();
    else if (this.source.isServed) location.hash = puzzle.name;
    // A sandboxed frame cannot change its address.
    else void this.#open(puzzle);
  }

  /** @param {Puzzle} puzzle */
  async #open(puzzle) {
    this.#start = await this.source.position(puzzle);
    this.#attempt = { puzzle, failed: false, hints: 0, isSolved: false };
    const kinds = rivals(this.#start.legal_moves);
    byId("mode").hidden = !kinds;
    if (kinds) {
      byId("usual-name").textContent = kinds.usual;
      byId("quiet-name").textContent = kinds.quiet;
    }
    byId("what").textContent = puzzle.kind;
    byId("task").textContent = puzzle.title;
    byId("rating").textContent = difficultyText(puzzle, this.levels);
    query(document, "#play-here a").setAttribute(
      "href",
      `./${toHash({ start: puzzle.start, moves: [], players: ["person", "person"] })}`,
    );
    this.#reset();
    announce(`${puzzle.title} ${byId("rating").textContent}`);
  }

  /** Show the position of the puzzle again. */
  #reset() {
    if (!this.#start) return;
    this.board.show(this.#start, { isOpen: true });
    this.#say("", []);
    this.#drawButtons("open");
    this.#drawProgress();
  }

  /** @param {LegalMove} option */
  async #tryMove(option) {
    const attempt = this.#attempt;
    if (!attempt || !this.#start) return;
    const { puzzle } = attempt;
    this.board.show(foreseen(this.#start, option), { isOpen: false });
    if (option.move === puzzle.solution) {
      this.#keep(attempt.isSolved ? this.#progress : afterSolving(this.#progress, attempt));
      attempt.isSolved = true;
      this.#say(solvedText(puzzle), puzzle.line_text, "right");
      this.#drawButtons("solved");
      return;
    }
    this.#fail();
    this.#drawButtons("wrong");
    this.#say(`${option.text} is not the move …`, []);
    try {
      const { line, value, position } = await this.source.refutation(puzzle, option, this.#start);
      if (this.#attempt !== attempt) return;
      this.board.show(position, { isOpen: false });
      this.#say(refutedText(option, line, value), [option.text, ...line], "wrong");
    } catch {
      this.#say(`${option.text} is not the move. The server, which finds the refutation, does not answer.`, []);
    }
  }

  #giveHint() {
    const option = this.#solution();
    if (!this.#attempt || !this.#start || !option) return;
    const { hints } = this.#attempt;
    this.#attempt.hints += 1;
    this.#fail();
    if (hints > 0) this.board.mark(option.click_path);
    this.#say(hintText(this.#start, option, hints), []);
  }

  #giveUp() {
    const option = this.#solution();
    if (!this.#attempt || !this.#start || !option) return;
    this.#fail();
    const { puzzle } = this.#attempt;
    this.board.show(foreseen(this.#start, option), { isOpen: false });
    this.#say(`The move is ${puzzle.line_text[0]}.`, puzzle.line_text);
    this.#drawButtons("solved");
  }

  #solution() {
    return this.#start?.legal_moves.find((option) => option.move === this.#attempt?.puzzle.solution);
  }

  #fail() {
    if (!this.#attempt || this.#attempt.isSolved) return;
    this.#attempt.failed = true;
    this.#keep(afterFailing(this.#progress));
  }

  /** @param {Progress} progress */
  #keep(progress) {
    this.#progress = progress;
    this.source.storeProgress(progress);
    this.#drawProgress();
  }

  /**
   * @param {string} text
   * @param {string[]} line
   * @param {"" | "right" | "wrong"} verdict
   */
  #say(text, line, verdict = "") {
    const status = byId("status");
    status.textContent = text || "Your move.";
    status.className = `readout-status puzzle-${verdict || "open"}`;
    const heading = verdict === "wrong" ? "Refutation" : "Best play";
    byId("line").textContent = line.length ? `${heading}: ${lineText(line)}` : "";
    if (text) announce(`${text} ${byId("line").textContent}`);
  }

  /** @param {"open" | "wrong" | "solved"} stage */
  #drawButtons(stage) {
    const wasOnButton = ["again", "next"].includes(document.activeElement?.id ?? "");
    byId("hint").hidden = stage !== "open";
    byId("solution").hidden = stage === "solved";
    byId("again").hidden = stage === "open";
    byId("next").classList.toggle("primary", stage === "solved");
    const button = { open: null, wrong: byId("again"), solved: byId("next") }[stage];
    // The board takes no more moves: the next thing to do gets the focus of the keyboard.
    if (button && byId("board").contains(document.activeElement)) button.focus();
    if (stage === "open" && wasOnButton) this.board.focus();
  }

  #drawProgress() {
    const shown = this.#shown();
    const solved = shown.filter((puzzle) => this.#progress.solved.includes(puzzle.name)).length;
    byId("progress").textContent = `Solved ${solved} of ${counted(shown.length, "puzzle")}.`;
    const { streak, longest } = this.#progress;
    byId("streak").textContent = `Streak without help: ${streak}. Longest: ${longest}.`;
  }
}
