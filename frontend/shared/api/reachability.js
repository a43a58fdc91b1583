/** Whether the server answers, as far as the last request shows. */

/** Marks an answer that the service worker had kept, because the server did not answer. */
export const OFFLINE_HEADER = "X-Outply-Offline";

/** @type {((isReachable: boolean) => void)[]} */
const listeners = [];
let isReachable = true;

/**
 * Report whether the server has answered.
 * @param {boolean} answered
 */
export function reportAnswer(answered) {
  if (answered === isReachable) return;
  isReachable = answered;
  for (const listener of listeners) listener(answered);
}

/**
 * Call `listener` whenever the server stops answering, and when it answers again.
 * @param {(isReachable: boolean) => void} listener
 */
export const onReachability = (listener) => void listeners.push(listener);
