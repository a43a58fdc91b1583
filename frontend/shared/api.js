/** Talking to the server: every call ends with an answer, or with an ApiError that has a sentence for people. */

export class ApiError extends Error {
  /**
   * @param {number} [retryAfter] seconds after which it makes sense to ask again
   * @param {boolean} [final] whether it never does
   */
  constructor(message, retryAfter, final = false) {
    super(message);
    this.retryAfter = retryAfter;
    this.final = final;
  }
}

/** Whether an error only says that we ourselves gave up. */
export const isAbort = (error) => error?.name === "AbortError";

async function request(path, body, signal) {
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
    throw new ApiError("The server does not answer. Is outply play still running?");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  const sentence = typeof told.error === "string" ? told.error : `The server answered ${response.status}.`;
  const final = response.status >= 400 && response.status < 500 && response.status !== 429;
  throw new ApiError(sentence, Number(response.headers.get("Retry-After")) || undefined, final);
}

const json = async (...call) => (await request(...call)).json();

export const games = () => json("games");

/** @returns {Promise<{start: string, moves: string[]}>} */
export const begin = (wanted, signal) => json("start", wanted, signal);

/** @returns {Promise<import("../play/state.js").Position>} */
export const position = (start, moves, signal) => json("position", { start, moves }, signal);

/** A computer player's move; to abort the signal ends its search. */
export const choose = (start, moves, player, signal) => json("choose", { start, moves, player }, signal);

/** Return the text of a file to take away, and the name for it. */
export async function exported(kind, body) {
  const response = await request(`export/${kind}`, body);
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { text: await response.text(), name: name ?? kind, type: response.headers.get("Content-Type") };
}

/**
 * Think about a position, and yield what the server sends: [event, data]. To abort the signal ends the search.
 * @returns {AsyncGenerator<[string, any]>}
 */
export async function* analyse(body, signal) {
  const response = await request("analyse", body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join("\n");
      if (!event || !data) continue;
      if (event === "error") throw new ApiError(JSON.parse(data).error);
      yield [event, JSON.parse(data)];
    }
  }
}
