"use strict";
// Follows the tournament: what is on the page is replaced when something has changed, and the reader stays there.
const PACE = 10_000;
let known = document.querySelector("main").innerHTML; // as it was sent: no other script has run yet

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { cache: "no-cache" });
  if (!answer.ok) return;
  const there = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const sent = there.innerHTML;
  if (sent !== known) {
    const focused = document.activeElement?.closest("main a")?.getAttribute("href");
    document.querySelector("main").replaceWith(there);
    document.dispatchEvent(new Event("renewed"));
    if (focused) there.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }
  known = sent;
}

// A server that does not answer now may do so the next time.
const again = () => look().catch(() => {});
setInterval(again, PACE);
document.addEventListener("visibilitychange", again);
again();
