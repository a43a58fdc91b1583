/** The colours of the players of a game, as properties for the style sheets. */

/** @import { Colour } from "./types.js" */

const USUAL = ["blue", "green"];

/**
 * Return the values of the style properties that depend on the colours of the players; null for the usual value.
 * @param {[Colour, Colour]} colours
 * @returns {Record<string, string | null>}
 */
export const colourProperties = (colours) =>
  Object.fromEntries(
    colours.flatMap((colour, side) => {
      const isUsual = colour === USUAL[side];
      const fill = isUsual ? null : `var(--player-${colour})`;
      const ink = isUsual ? null : `var(--on-${colour})`;
      return [
        [`--side-${side}`, fill],
        [`--faint-${side}`, fill],
        [`--ink-${side}`, ink],
      ];
    }),
  );

/**
 * Use the colours of the players of a board in an element: the board, or the page of a game.
 * @param {HTMLElement} element
 * @param {[Colour, Colour]} colours
 */
export function setPlayerColours(element, colours) {
  for (const [name, value] of Object.entries(colourProperties(colours))) {
    if (value === null) element.style.removeProperty(name);
    else element.style.setProperty(name, value);
  }
}
