/** Keeps an open page up to date with the tournament, and shows when it was last updated. */

const POLL_INTERVAL_MS = 10_000; // unless the script element states another interval
const LOG_BOTTOM_PX = 8; // a log that is scrolled to its end, within this distance, follows its end
const PARTS = ["body > header", "main"];

const known = PARTS.map((part) => document.querySelector(part)?.innerHTML); // as sent: no other script has run yet
let updated = Date.now();
let isOnline = true;
let timer = 0;

async function update() {
  if (document.hidden) return;
  const response = await fetch(location.pathname, { cache: "no-cache" });
  if (!response.ok) throw new Error(response.statusText);
  const received = new DOMParser().parseFromString(await response.text(), "text/html");
  const focused = document.activeElement?.closest("main a")?.getAttribute("href");
  const focusedId = document.activeElement?.closest("main [id]")?.id;
  const log = document.querySelector("main .log");
  const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight <= LOG_BOTTOM_PX;
  const scrolledTo = log?.scrollTop ?? 0;
  let hasChanged = false;
  PARTS.forEach((part, index) => {
    const next = received.querySelector(part);
    const text = next?.innerHTML;
    if (!next || text === known[index]) return;
    known[index] = text;
    hasChanged = true;
    document.querySelector(part)?.replaceWith(next);
  });
  updated = Date.now();
  if (!hasChanged) return;
  document.title = received.title;
  const nextLog = document.querySelector("main .log");
  if (nextLog) nextLog.scrollTop = isAtEnd ? nextLog.scrollHeight : scrolledTo;
  if (focusedId) document.getElementById(focusedId)?.focus();
  if (!received.querySelector("script[src*=live]")) clearInterval(timer); // the page does not change any more
  document.dispatchEvent(new Event("updated"));
  if (focused)
    /** @type {HTMLElement | null} */ (document.querySelector(`main a[href="${CSS.escape(focused)}"]`))?.focus();
}

/** Show how long ago the page was updated. */
function mark() {
  const marker = /** @type {HTMLElement | null} */ (document.querySelector(".live"));
  if (!marker) return;
  const seconds = Math.round((Date.now() - updated) / 1000);
  marker.hidden = false;
  marker.classList.toggle("offline", !isOnline);
  const ago = seconds < 2 ? "updated now" : `updated ${seconds} s ago`;
  const time = `last update ${new Date(updated).toLocaleTimeString()}`;
  const text = isOnline ? `Live, ${ago}` : `No connection, ${time}`;
  if (marker.textContent !== text) marker.textContent = text;
}

/** Update the page; a server that does not answer is asked again later. */
async function poll() {
  try {
    await update();
    isOnline = true;
  } catch {
    isOnline = false;
  }
  mark();
}

const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[data-interval-ms]"));
timer = window.setInterval(poll, Number(script?.dataset.intervalMs) || POLL_INTERVAL_MS);
setInterval(mark, 1000);
document.addEventListener("visibilitychange", poll);
poll();
