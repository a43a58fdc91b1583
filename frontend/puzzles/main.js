/** The script of the puzzle page. */

import { fitIntoFrame, installWorker, mountServerState } from "../shared/web-app.js";
import { mountPuzzlePage } from "./page.js";
import { fetchAhead, serverSource } from "./server-source.js";

fitIntoFrame();
mountServerState();
await mountPuzzlePage(async () => {
  const source = await serverSource();
  // Without a service worker, nothing keeps the answers.
  if (navigator.serviceWorker?.controller) void fetchAhead(source).catch(() => {});
  return source;
});
installWorker();
