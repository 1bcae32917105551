// The numbers beside the lines of orders. Only those in view are drawn: the box may have thousands of lines.

import { drawLines, redraw } from "./drawing.js";

const IN_VIEW = 100; // more lines than any box is high
let bad = new Set(); // the numbers of the lines that cannot be played, by the last check

export function readCheck() {
  const check = document.querySelector(".checked");
  bad = new Set(check?.dataset.bad.split(" ").map(Number));
  drawNumbers();
}

function drawNumbers() {
  const box = document.getElementById("orders-text");
  if (!box) return;
  const list = box.parentElement.querySelector(".orders-numbers");
  const height = Number.parseFloat(getComputedStyle(box).lineHeight);
  const lines = box.value.split("\n").length;
  const first = Math.floor(box.scrollTop / height);
  drawLines(list, Array.from({ length: Math.min(IN_VIEW, lines - first) }, (_, place) => first + place + 1), bad);
  if (list.firstElementChild) list.firstElementChild.style.marginTop = `${first * height - box.scrollTop}px`;
  list.style.minWidth = `calc(${String(lines).length}ch + 0.4rem)`;
}

for (const kind of ["input", "scroll"]) {
  document.addEventListener(kind, (event) => event.target.id === "orders-text" && redraw(drawNumbers), true);
}
