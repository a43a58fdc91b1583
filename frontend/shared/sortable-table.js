/** Sorts a table by a click on the header of a column; a second click reverses the order. Filters its rows by a form. */

/** @type {number | null} */
let column = null;
let isDescending = true;

const FIRST_NUMBER_COLUMN = 2; // the first click on a place or a name sorts ascending, on other columns descending

const table = () => /** @type {HTMLTableElement | null} */ (document.querySelector(".sortable"));

/**
 * Return the number in a cell; NaN for an empty cell.
 * @param {HTMLTableCellElement} cell
 */
function number(cell) {
  const text = (cell.textContent ?? "").replace(/[,+]/g, "").replace("−", "-").trim();
  return text ? Number.parseFloat(text) : NaN;
}

/**
 * Compare two rows by the chosen column. Rows without a number come last in both orders.
 * @param {HTMLTableRowElement} one
 * @param {HTMLTableRowElement} other
 */
function compare(one, other) {
  const [a, b] = [one, other].map((row) => row.cells[column ?? 0]);
  const sign = isDescending ? -1 : 1;
  if (a.matches(".name"))
    return sign * (a.textContent ?? "").localeCompare(b.textContent ?? "", "en", { numeric: true });
  const [x, y] = [number(a), number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  return sign * (x - y);
}

function sort() {
  const sorted = table();
  if (!sorted?.tHead || column === null) return;
  sorted.tBodies[0].append(...[...sorted.tBodies[0].rows].sort(compare));
  [...sorted.tHead.rows[0].cells].forEach((head, index) => {
    if (index === column) head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
}

/** Hide the rows that do not match the form, and show how many match. */
function filter(/** @type {HTMLFormElement} */ form) {
  const fields = new FormData(form);
  const name = String(fields.get("name") ?? "")
    .trim()
    .toLowerCase();
  const group = String(fields.get("group") ?? "");
  const rows = [...(table()?.tBodies[0].rows ?? [])];
  for (const row of rows) {
    const matches = (row.querySelector("th")?.textContent ?? "").toLowerCase().includes(name);
    row.hidden = !matches || (group !== "" && row.dataset.group !== group);
  }
  const shown = rows.filter((row) => !row.hidden).length;
  const output = form.querySelector("output");
  if (output) output.textContent = name || group ? `${shown} of ${rows.length} shown` : "";
}

function prepare() {
  for (const head of document.querySelectorAll(".sortable thead th:not([data-fixed])")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
  }
  sort();
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.filter"));
  if (!form) return;
  form.hidden = false;
  form.addEventListener("input", () => filter(form));
  form.addEventListener("submit", (event) => event.preventDefault());
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const head = /** @type {HTMLTableCellElement | null} */ (target.closest(".sortable thead th"));
  if (!head || !target.matches("button")) return;
  isDescending = column === head.cellIndex ? !isDescending : head.cellIndex >= FIRST_NUMBER_COLUMN;
  column = head.cellIndex;
  sort();
});
document.addEventListener("updated", prepare);
prepare();
