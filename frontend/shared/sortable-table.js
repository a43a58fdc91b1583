"use strict";
// A click on the head of a column sorts by it; a second click turns the order round.
let by = null,
  down = true;

const number = (cell) => Number(cell.textContent.replace(/[,+]/g, ""));

function compare(one, other) {
  const a = one.cells[by],
    b = other.cells[by];
  const order = a.matches(".name")
    ? a.textContent.localeCompare(b.textContent, "en", { numeric: true })
    : number(a) - number(b);
  return down ? -order : order;
}

function sort() {
  const table = document.querySelector(".sortable");
  if (!table || by === null) return;
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
  [...table.tHead.rows[0].cells].forEach((head, index) => {
    if (index === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
}

function prepare() {
  document.querySelectorAll(".sortable thead th:not([data-fixed])").forEach((head) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
  });
  sort();
}

document.addEventListener("click", (event) => {
  const head = event.target.closest(".sortable thead th");
  if (!head || !event.target.matches("button")) return;
  // Who sorts by a number wants the highest first, and the first place or the first letter before the others.
  down = by === head.cellIndex ? !down : head.cellIndex > 1;
  by = head.cellIndex;
  sort();
});
document.addEventListener("renewed", prepare);
prepare();
