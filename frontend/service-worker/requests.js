/** Which requests the service worker answers. */

/** A position depends on its request only; the puzzles come with the program. */
const LASTING_ANSWERS = new Map([
  ["/api/position", "POST"],
  ["/api/puzzles", "GET"],
]);

/**
 * Return what a request is for; null if the worker does not handle it.
 * @param {{ method: string, url: string, mode: string }} request
 * @param {{ origin: string, pages: string[], files: string[] }} shell
 * @returns {"page" | "file" | "answer" | null}
 */
export function requestKind({ method, url, mode }, { origin, pages, files }) {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return null;
  if (LASTING_ANSWERS.get(pathname) === method) return "answer";
  if (method !== "GET") return null;
  if (mode === "navigate") return pages.includes(pathname) ? "page" : null;
  return files.includes(pathname) ? "file" : null;
}
