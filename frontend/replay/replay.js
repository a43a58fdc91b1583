"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const table = document.querySelector(".board");
const slider = document.querySelector(".controls input");
const said = document.getElementById("move");
const list = document.querySelector(".moves");
const cells = new Map();
let at = 0,
  timer = 0;

const key = (square) => square.join(" ");

function row(label) {
  const line = table.insertRow(),
    head = document.createElement("th");
  head.textContent = label;
  line.append(head);
  return line;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function paint([square, holder, text, shade]) {
  const place = cells.get(key(square)),
    owner = game.owners.indexOf(holder);
  place.className = owner < 0 ? "" : game.pieces ? `piece-${owner}` : ["first", "second"][owner];
  place.style.background = shade;
  place.textContent = owner >= 0 && game.pieces ? ["★", "●"][owner] + text : text;
  if (owner >= 0 && !game.pieces) {
    const mark = element("span", ["×", "○"][owner]);
    mark.className = "mark";
    place.append(mark);
  }
}

function sentence(turn) {
  const time = turn && game.timed ? `, ${turn.cpu} of CPU time (${turn.wall})` : "";
  const what = turn
    ? `${at} of ${game.turns.length}: ${turn.name}: ${turn.move}${time}`
    : `${game.turns.length} ${game.turns.length === 1 ? "move" : "moves"}`;
  return at === game.turns.length && game.closing ? `${what}. ${game.closing}` : what;
}

function show(number) {
  at = Math.max(0, Math.min(game.turns.length, number));
  const played = game.turns.slice(0, at),
    turn = game.turns[at - 1];
  game.cells.forEach(paint);
  played.forEach((one) => one.changes.forEach(paint));
  cells.forEach((place) => place.classList.remove("last"));
  if (turn) turn.squares.forEach((square) => cells.get(key(square)).classList.add("last"));
  said.textContent = sentence(turn);
  document.querySelectorAll("[data-total]").forEach((total) => {
    total.textContent = game.totals[at][total.dataset.total].toLocaleString("en");
  });
  if (game.timed)
    document.querySelectorAll("[data-used]").forEach((used) => {
      const last = played.findLast((one) => one.by === Number(used.dataset.used));
      used.textContent = last ? `${last.used} used` : "";
    });
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  if (turn) {
    const item = list.children[at - 1];
    item.firstChild.setAttribute("aria-current", "step");
    list.scrollTop = item.offsetTop - list.clientHeight / 2; // the list alone: the board stays where it is
  }
  slider.value = at;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  document.querySelector("[data-step=play]").textContent = "Play";
}

const steps = {
  first: () => show(0),
  back: () => show(at - 1),
  next: () => show(at + 1),
  last: () => show(game.turns.length),
  play: () => {
    if (timer) return stop();
    if (at === game.turns.length) show(0);
    document.querySelector("[data-step=play]").textContent = "Pause";
    timer = setInterval(() => {
      show(at + 1);
      if (at === game.turns.length) stop();
    }, 700);
  },
};

table.style.gridTemplateColumns = `1.5rem repeat(${game.columns.length}, 1fr)`;
game.rows.forEach((label, r) => {
  const line = row(label);
  game.columns.forEach((_, c) => cells.set(key([r, c]), line.insertCell()));
});
const foot = row("");
game.columns.forEach((label) => foot.append(element("th", label)));
game.turns.forEach((turn, index) => {
  const button = element("button", ""),
    item = document.createElement("li");
  button.type = "button";
  if (turn.by === 1) button.className = "other";
  button.append(element("span", `${index + 1}.`), element("span", turn.move));
  if (game.timed) button.append(element("small", turn.cpu));
  button.addEventListener("click", () => {
    stop();
    show(index + 1);
  });
  item.append(button);
  list.append(item);
});
document.querySelector(".controls").addEventListener("click", (event) => {
  const step = event.target.dataset.step;
  if (!step) return;
  if (step !== "play") stop();
  steps[step]();
});
slider.max = game.turns.length;
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!step || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  stop();
  steps[step]();
  event.preventDefault();
});
show(0);
