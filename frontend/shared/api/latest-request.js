/** Requests of which only the newest counts, such as those for a text that is being typed. */

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Return a function that runs a request after a delay, and aborts the one before: one that still waits is never sent.
 * An aborted request ends with an AbortError.
 * @param {(milliseconds: number) => Promise<unknown>} [wait]
 * @returns {<Answer>(run: (signal: AbortSignal) => Promise<Answer>, delay?: number) => Promise<Answer>}
 */
export function latestRequest(wait = sleep) {
  let current = new AbortController();
  return async (run, delay = 0) => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    if (delay) await wait(delay);
    signal.throwIfAborted();
    const answer = await run(signal);
    signal.throwIfAborted();
    return answer;
  };
}
