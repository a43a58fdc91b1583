/** A small picture of a position. */

import { h, shape } from "../../shared/dom.js";
import { indexOf } from "../../shared/board/board-text.js";
/** @import { Board } from "../../shared/board/types.js" */

/**
 * Draw a position into an element.
 * @param {HTMLElement} element
 * @param {Pick<Board, "columns" | "pieces" | "cells"> & {players: {id: string}[]}} position
 */
export function drawSmall(element, position) {
  element.style.setProperty("--columns", String(position.columns.length));
  element.classList.toggle("pieces", position.pieces);
  element.classList.toggle("dense", position.columns.length > 10);
  element.replaceChildren(
    ...position.cells.map((cell) => {
      const side = indexOf(position, cell.owner);
      const tile = h("span", { class: "tile", "data-owner": side < 0 ? "" : side });
      tile.style.setProperty("--shade", String(cell.shade));
      if (position.pieces && side >= 0) tile.append(shape(`piece-${side}`, "piece"));
      else tile.append(cell.text);
      return tile;
    }),
  );
}
