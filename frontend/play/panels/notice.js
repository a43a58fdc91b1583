/** A notice that something was removed, with a button to restore it. */

import { announce } from "../../shared/announcer.js";
import { byId, query } from "../../shared/dom.js";
import { focusBoard } from "../board/board.js";
import { change, state, watch } from "../state.js";

const NOTICE_MS = 10_000; // milliseconds

/** @type {HTMLElement} */
let notice;
/** @type {HTMLElement} */
let button;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Draw from now on, in the elements of `root`.
 * @param {ParentNode} root
 */
export function mountNotice(root) {
  notice = query(root, "#notice");
  button = query(root, "#notice-action");
  watch(["notice"], draw);
  button.addEventListener("click", bringBack);
  byId("notice-close").addEventListener("click", close);
  // It stays as long as the pointer or the focus is on it.
  for (const kind of ["pointerenter", "focusin"]) notice.addEventListener(kind, () => clearTimeout(timer));
  for (const kind of ["pointerleave", "focusout"]) notice.addEventListener(kind, wait);
  notice.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
}

/** Restore what was removed last, even if its notice has disappeared. */
export function bringBack() {
  if (!state.notice) return announce("Nothing to restore.");
  const { action } = state.notice;
  change({ notice: null });
  return action();
}

function draw() {
  if (state.notice) {
    byId("notice-text").textContent = state.notice.text;
    button.textContent = state.notice.label;
    button.title = `${state.notice.label} (z)`;
    notice.hidden = false;
    notice.scrollIntoView({ block: "nearest" });
    wait();
  } else close();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(close, NOTICE_MS);
}

function close() {
  clearTimeout(timer);
  if (notice.contains(document.activeElement)) focusBoard();
  notice.hidden = true;
}
