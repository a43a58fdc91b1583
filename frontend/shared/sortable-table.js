/** Tables that a click on a column head sorts; a second click reverses the order. */

import { targetIn } from "./dom.js";

/** @type {number | null} the sorted column */
let column = null;
let descending = true;

/**
 * Return the number in a cell: `1,234`, `+5` or `−5`.
 * @param {HTMLTableCellElement} cell
 */
const numberIn = (cell) => Number(cell.textContent.replace(/[,+]/g, "").replace("−", "-"));

/**
 * @param {HTMLTableCellElement} a
 * @param {HTMLTableCellElement} b
 */
function compare(a, b) {
  const order = a.matches(".name")
    ? a.textContent.localeCompare(b.textContent, "en", { numeric: true })
    : numberIn(a) - numberIn(b);
  return descending ? -order : order;
}

function sort() {
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector(".sortable"));
  if (!table?.tHead || column === null) return;
  const index = column;
  const rows = [...table.tBodies[0].rows].sort((one, other) => compare(one.cells[index], other.cells[index]));
  table.tBodies[0].append(...rows);
  for (const head of table.tHead.rows[0].cells) {
    if (head.cellIndex === index) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

function addButtons() {
  for (const head of document.querySelectorAll(".sortable thead th:not([data-fixed])")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
  }
  sort();
}

document.addEventListener("click", (event) => {
  const head = targetIn(event, ".sortable thead th");
  if (!(head instanceof HTMLTableCellElement) || !targetIn(event, "button")) return;
  // Numbers sort from the highest; places and names from the first.
  descending = column === head.cellIndex ? !descending : head.cellIndex > 1;
  column = head.cellIndex;
  sort();
});
document.addEventListener("renewed", addButtons);
addButtons();
