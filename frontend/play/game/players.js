/** Who can play a side: names for people, and a field to pick one. */

import { h } from "../../shared/dom.js";
import { state } from "../state.js";
import { movesTo } from "./game-tree.js";
/** @import { PlayerEntry } from "../types.js" */

const USUAL = { depth: 4, seconds: 2 };

/**
 * Take "alphabeta:4" apart: the entry of the catalogue, and the amount.
 * @param {string} name
 */
function parts(name) {
  const known = state.catalogue.players;
  const level = known.find((player) => player.name === name);
  if (level) return { entry: level, amount: NaN };
  const [word, argument = ""] = name.split(":");
  return {
    entry: known.find((player) => player.name === word && player.kind !== "level"),
    amount: Number.parseFloat(argument),
  };
}

/**
 * The title of a player: "Person", "Beginner", "Alpha-beta 4"; the name itself if the player is unknown.
 * @param {string} name
 */
export function playerTitle(name) {
  if (name === "person") return "Person";
  const { entry, amount } = parts(name);
  if (!entry || !isPlayer(name)) return name;
  if (entry.kind === "level") return entry.title;
  return entry.kind === "depth" ? `${entry.title} ${amount}` : `${entry.title} ${amount} s`;
}

/**
 * The same within a sentence: "alpha-beta, depth 4".
 * @param {string} name
 */
export function playerPhrase(name) {
  const { entry, amount } = parts(name);
  if (!entry || !isPlayer(name)) return playerTitle(name);
  if (entry.kind === "level") return entry.title;
  const limit = entry.kind === "depth" ? `depth ${amount}` : `${amount} s per move`;
  return `${entry.title.toLowerCase()}, ${limit}`;
}

const SLOW = 2; // seconds
const QUICK = 0.1;

/**
 * The same player in a hurry, where it takes so long that one may want that; else null.
 * @param {string} name
 */
export function hurried(name) {
  if (name === "person") return null;
  const { entry, amount } = parts(name);
  return entry?.kind === "seconds" && amount >= SLOW ? `${entry.name}:${QUICK}s` : null;
}

/**
 * Whether there is such a player.
 * @param {string} name
 */
export function isPlayer(name) {
  if (name === "person") return true;
  const { entry, amount } = parts(name);
  if (!entry || entry.kind === "level") return Boolean(entry);
  const unit = entry.kind === "seconds" ? "s" : "";
  return name === `${entry.name}:${amount}${unit}` && amount > 0 && amount <= state.catalogue.limits[entry.kind];
}

/**
 * The same players, and people for those that there are not here.
 * @param {string[]} names
 */
export const seats = (names) => names.map((name) => (isPlayer(name) ? name : "person"));

/** Who made the moves, where all are from a record and nobody else has taken a seat; else null. */
export function recordedNames() {
  const { tree, node, players } = state;
  const { names, moves } = tree.record ?? {};
  const same = names && String(seats(names)) === String(players);
  return same && movesTo(node).every((move, i) => move === moves?.[i]) ? names : null;
}

/**
 * A field to pick who plays a side. Its element has the property `player`, the name that was picked.
 * @param {string} label
 * @param {string} chosen
 */
export function playerField(label, chosen) {
  const { players, limits } = state.catalogue;
  /** @param {PlayerEntry} player */
  const entry = (player) => h("option", { value: player.name }, player.title);
  const levels = players.filter((player) => player.kind === "level");
  const others = players.filter((player) => player.kind !== "level");
  const select = h(
    "select",
    { "aria-label": label, "aria-describedby": `about-${label}` },
    h("option", { value: "person" }, "Person"),
    h("optgroup", { label: "Levels" }, ...levels.map(entry)),
    h("optgroup", { label: "Search" }, ...others.map(entry)),
  );
  const amount = h("input", { type: "number", min: 1, step: "any", class: "amount" });
  const unit = h("span", { class: "unit" });
  const about = h("p", { class: "note", id: `about-${label}` });
  /** @returns {"depth" | "seconds" | undefined} */
  const kind = () => {
    const found = others.find((player) => player.name === select.value)?.kind;
    return found === "level" ? undefined : found;
  };

  /** @param {number} [value] */
  function adapt(value) {
    const now = kind();
    about.textContent =
      players.find((player) => player.name === select.value)?.description ?? "You, or someone beside you";
    amount.hidden = unit.hidden = !now;
    if (!now) return;
    amount.min = now === "depth" ? "1" : "0.1";
    amount.step = now === "depth" ? "1" : "0.1";
    amount.max = String(limits[now]);
    amount.value = String(value ?? USUAL[now]);
    amount.setAttribute("aria-label", now === "depth" ? `${label}: depth` : `${label}: seconds per move`);
    unit.textContent = now === "depth" ? "plies" : "s per move";
  }

  /** @param {string} name */
  function set(name) {
    const { entry: found, amount: value } = name === "person" ? { entry: { name }, amount: NaN } : parts(name);
    select.value = found?.name ?? "person";
    adapt(Number.isFinite(value) ? value : undefined);
  }

  /** The amount within its limits; the usual one where none is given. */
  function amountNow() {
    const given = Number.isFinite(amount.valueAsNumber) ? amount.valueAsNumber : USUAL[kind() ?? "depth"];
    return Math.min(
      Number(amount.max),
      Math.max(Number(amount.min), kind() === "depth" ? Math.round(given) : given),
    );
  }

  select.addEventListener("change", () => adapt());
  const field = h("div", { class: "player-field" }, select, amount, unit, about);
  Object.defineProperty(field, "player", {
    get: () => (kind() ? `${select.value}:${amountNow()}${kind() === "seconds" ? "s" : ""}` : select.value),
    set,
  });
  set(chosen);
  return field;
}
