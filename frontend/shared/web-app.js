/** The page as an installed app that reports when it is offline, or embedded in a frame of another page. */

import { announce } from "./announcer.js";
import { onReachability, reportAnswer } from "./api/reachability.js";
import { byId } from "./dom.js";

/** Show whether the server answers, in the head of the page, from now on. */
export function mountServerState() {
  const button = byId("server-state");
  button.addEventListener("click", () => location.reload());
  onReachability((isReachable) => {
    button.hidden = isReachable;
    announce(isReachable ? "The server answers again." : "Server not reachable. Saved games can be opened.");
  });
  // The service worker marks the page that it has kept.
  if (document.documentElement.hasAttribute("data-offline")) reportAnswer(false);
}

/** Whether the page is shown in the frame of another page. */
const isEmbedded = () => window.self !== window.top;

/** In the frame of another page, leave out the head of the page. */
export function fitIntoFrame() {
  if (isEmbedded()) document.documentElement.dataset.embedded = "";
}

/** Install the service worker, if the browser has them here and the page is on its own. */
export function installWorker() {
  if (!("serviceWorker" in navigator) || isEmbedded()) return;
  // Without it, the page works as long as the server does.
  void navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
