// The size of the map: fitting into the window, or as large as chosen.

import { showCursor } from "./cursor.js";
import { board, sizeNow, state } from "./map.js";

const SIZES = [10, 14, 18, 22, 28, 36, 46, 60];
const TOUCH_SIZE = 24; // what a finger can hit

/** @param {number | null} size */
function zoomTo(size) {
  state.zoom = size;
  state.svg.style.width = `${sizeNow() * (state.columnNames.length + 2)}px`;
  if (document.activeElement === board) showCursor(false);
}

export function fit() {
  const isSmall = state.zoom === undefined && matchMedia("(pointer: coarse)").matches && sizeNow() < TOUCH_SIZE;
  zoomTo(state.zoom ?? (isSmall ? TOUCH_SIZE : null));
}

document.querySelector(".map-zoom").addEventListener("click", (/** @type {OnPage<MouseEvent>} */ event) => {
  const button = event.target.closest("[data-zoom]");
  if (!button) return;
  const step = Number(button.dataset.zoom);
  const now = sizeNow();
  const middle = {
    x: (board.scrollLeft + board.clientWidth / 2) / now,
    y: (board.scrollTop + board.clientHeight / 2) / now,
  };
  if (!step) zoomTo(null);
  else zoomTo((step > 0 ? SIZES.find((size) => size > now) : SIZES.findLast((size) => size < now)) ?? now);
  const after = sizeNow();
  board.scrollTo(middle.x * after - board.clientWidth / 2, middle.y * after - board.clientHeight / 2);
});
addEventListener("resize", fit);
