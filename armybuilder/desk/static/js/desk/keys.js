// Keys on the map, and those that undo and redo.

import { choose } from "./choosing.js";
import { cursor, describeTile, hideCursor, setCursor, showCursor } from "./cursor.js";
import { board, byName, pieceAt, say, state } from "./map.js";
import { beginStroke, disarm, endStroke, move, pickUp } from "./moving.js";

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAP = 5;

board.addEventListener("focus", () => showCursor(true));
board.addEventListener("blur", hideCursor);

board.addEventListener("keydown", (/** @type {OnPage<KeyboardEvent>} */ event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const leap = event.shiftKey ? LEAP : 1;
    setCursor(cursor.x + arrow[0] * leap, cursor.y + arrow[1] * leap);
    describeTile();
  } else if (event.key === "Enter" || event.key === " ") act();
  else if (event.key === "Escape") {
    disarm();
    say("Let go.");
  } else if (event.key === "n" || event.key === "p") toPiece(event.key === "n" ? 1 : -1);
  else return;
  event.preventDefault();
});

function act() {
  const piece = pieceAt(cursor);
  const { armed } = state;
  if (state.mode.kind === "paint") {
    beginStroke(cursor);
    endStroke();
    describeTile();
  } else if (armed) move(armed.subject, armed.id, cursor.x, cursor.y);
  else if (piece) pickUp(piece);
  else choose(`tile-${cursor.x}-${cursor.y}`);
}

/** @param {number} by */
function toPiece(by) {
  /**
   * @param {Piece} one
   * @param {Piece} other
   */
  const byGroup = (one, other) => Number(one.group) - Number(other.group) || byName(one, other);
  const all = [...state.pieces.values()].sort(byGroup);
  if (!all.length) return;
  const here = all.indexOf(pieceAt(cursor));
  const next = all[(here + by + all.length + (here < 0 && by < 0 ? 1 : 0)) % all.length];
  setCursor(next.x, next.y);
  describeTile();
}

addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (letter !== "z" && letter !== "y")) return;
  if (event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  document.getElementById(letter === "y" || event.shiftKey ? "redo" : "undo").click();
});
