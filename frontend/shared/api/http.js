/** Requests to the server. Every request ends with an answer, or with an ApiError that has a message for the user. */

import { isAbort } from "../dom.js";
import { capital } from "../format.js";
import { OFFLINE_HEADER, reportAnswer } from "./reachability.js";

export const NO_ANSWER = "The server does not answer. Is outply play still running?";

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} [retryAfter]  seconds after which another attempt makes sense
   * @param {boolean} [final]  whether no attempt ever does
   */
  constructor(message, retryAfter, final = false) {
    super(capital(message));
    this.retryAfter = retryAfter;
    this.final = final;
  }
}

/**
 * Send a request: POST with a body, GET without.
 * @param {string} path  below /api
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(path, body, signal) {
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method: body ? "POST" : "GET",
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body && JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    reportAnswer(false);
    throw new ApiError(NO_ANSWER);
  }
  reportAnswer(!response.headers.has(OFFLINE_HEADER));
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const message = typeof answer.error === "string" ? answer.error : `The server answered ${response.status}.`;
  const final = response.status >= 400 && response.status < 500 && response.status !== 429;
  throw new ApiError(message, Number(response.headers.get("Retry-After")) || undefined, final);
}

/**
 * Return the JSON of an answer.
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
export const json = async (path, body, signal) => (await request(path, body, signal)).json();

/**
 * Yield the server-sent events of an answer: [event, data]. Aborting the signal ends the work of the server.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<[string, any]>}
 */
export async function* events(path, body, signal) {
  const response = await request(path, body, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join("\n");
      if (!event || !data) continue;
      if (event === "error") throw new ApiError(JSON.parse(data).error);
      yield [event, JSON.parse(data)];
    }
  }
}
