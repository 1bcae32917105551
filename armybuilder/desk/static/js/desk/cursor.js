// The tile that keys act on and fields name.

import { board, drawing, nameOf, pieceAt, say, sizeNow, state } from "./map.js";

const tileName = document.getElementById("board-tile");
const pointer = document.getElementById("board-pointer");

export const cursor = { x: 0, y: 0 };

/**
 * @param {number} x
 * @param {number} y
 */
export function nameTile(x, y) {
  tileName.textContent = nameOf(x, y);
}

/**
 * @param {number} x
 * @param {number} y
 */
export function setCursor(x, y) {
  cursor.x = Math.max(0, Math.min(state.columnNames.length - 1, x));
  cursor.y = Math.max(0, Math.min(state.rowNames.length - 1, y));
  nameTile(cursor.x, cursor.y);
  for (const field of document.querySelectorAll("[data-tile-field]")) field.value = nameOf(cursor.x, cursor.y);
  if (document.activeElement === board) showCursor(true);
}

export function hideCursor() {
  pointer.hidden = true;
}

/** @param {boolean} scroll */
export function showCursor(scroll) {
  const size = sizeNow();
  const { style } = pointer;
  pointer.hidden = false;
  style.width = style.height = `${size}px`;
  const left = Math.max(0, (drawing.clientWidth - size * (state.columnNames.length + 2)) / 2);
  style.left = `${left + (cursor.x + 1) * size}px`;
  style.top = `${(cursor.y + 1) * size}px`;
  nameTile(cursor.x, cursor.y);
  if (!scroll) return;
  const mark = pointer.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  if (mark.left < frame.left) board.scrollLeft -= frame.left - mark.left + mark.width;
  if (mark.right > frame.right) board.scrollLeft += mark.right - frame.right + mark.width;
  if (mark.top < frame.top) board.scrollTop -= frame.top - mark.top + mark.height;
  if (mark.bottom > frame.bottom) board.scrollTop += mark.bottom - frame.bottom + mark.height;
}

export function describeTile() {
  const piece = pieceAt(cursor);
  const swatch = document.querySelector(`[data-sign="${CSS.escape(state.rows[cursor.y][cursor.x])}"]`);
  const ground = swatch ? swatch.textContent.trim().replace(/^Paint /, "") : "";
  say([piece && `${piece.label} ${piece.title}`, ground].filter(Boolean).join(", "));
}
