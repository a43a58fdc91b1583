/** The field of the new-game dialog that picks the player of a side. */

import { h } from "../../../shared/dom.js";
import { PERSON, playerParts } from "../../game/players.js";
import { measuredRating } from "../../results/results.js";
import { state } from "../../state.js";
/** @import { PlayerEntry } from "../../types.js" */

const DEFAULT_AMOUNTS = { depth: 4, seconds: 2 };

/** @typedef {{element: HTMLElement, player: string}} PlayerField  `player` is the name of the picked player */

/**
 * Create the field for a game, with `chosen` picked.
 * @param {string} game
 * @param {string} label
 * @param {string} chosen
 * @returns {PlayerField}
 */
export function playerField(game, label, chosen) {
  const { players, limits, ratings } = state.catalogue;
  const rated = ratings.game === game ? ratings.players : {};
  /** @param {PlayerEntry} player */
  const option = (player) => {
    const rating = measuredRating(rated, player.name);
    return h("option", { value: player.name }, rating ? `${player.title}, ${rating}` : player.title);
  };
  const levels = players.filter((player) => player.kind === "level");
  const others = players.filter((player) => player.kind !== "level");
  const select = h(
    "select",
    { "aria-label": label, "aria-describedby": `about-${label}` },
    h("option", { value: PERSON }, "Person"),
    h("optgroup", { label: "Levels" }, ...levels.map(option)),
    h("optgroup", { label: "Search" }, ...others.map(option)),
  );
  const amount = h("input", { type: "number", min: 1, step: "any", class: "amount" });
  const unit = h("span", { class: "setup-unit" });
  const about = h("p", { class: "note", id: `about-${label}` });

  /** @returns {"depth" | "seconds" | undefined} what limits the search of the picked player */
  const limitKind = () => {
    const kind = others.find((player) => player.name === select.value)?.kind;
    return kind === "level" ? undefined : kind;
  };

  /** @param {number} [value] */
  function showAmount(value) {
    const kind = limitKind();
    amount.hidden = unit.hidden = !kind;
    if (!kind) {
      showDescription();
      return;
    }
    amount.min = amount.step = kind === "depth" ? "1" : "0.1";
    amount.max = String(limits[kind]);
    amount.value = String(value ?? DEFAULT_AMOUNTS[kind]);
    amount.setAttribute("aria-label", kind === "depth" ? `${label}: depth` : `${label}: seconds per move`);
    unit.textContent = kind === "depth" ? "plies" : "s per move";
    showDescription();
  }

  function showDescription() {
    const entry = players.find((player) => player.name === select.value);
    const rating = measuredRating(rated, field.player);
    about.textContent = entry
      ? `${entry.description}${rating ? `. Rating ${rating}` : ""}`
      : "You, or someone beside you";
  }

  /**
   * The amount within its limits.
   * @param {"depth" | "seconds"} kind
   */
  function amountWithin(kind) {
    const given = Number.isFinite(amount.valueAsNumber) ? amount.valueAsNumber : DEFAULT_AMOUNTS[kind];
    return Math.min(
      Number(amount.max),
      Math.max(Number(amount.min), kind === "depth" ? Math.round(given) : given),
    );
  }

  const field = {
    element: h("div", { class: "player-field" }, select, amount, unit, about),
    get player() {
      const kind = limitKind();
      return kind ? `${select.value}:${amountWithin(kind)}${kind === "seconds" ? "s" : ""}` : select.value;
    },
    set player(name) {
      const { entry, amount: value } = playerParts(name);
      select.value = entry?.name ?? PERSON;
      showAmount(Number.isFinite(value) ? value : undefined);
    },
  };
  select.addEventListener("change", () => showAmount());
  amount.addEventListener("input", showDescription);
  field.player = chosen;
  return field;
}
