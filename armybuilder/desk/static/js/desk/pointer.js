// Mouse and fingers on the map: drag a piece or a group, paint, choose what is tapped.

import { choose } from "./choosing.js";
import { nameTile, setCursor } from "./cursor.js";
import { drawPieces, redraw } from "./drawing.js";
import { board, byName, drawing, groupOf, isOnMap, key, pieceAt, state, tileAt } from "./map.js";
import { beginStroke, endStroke, isPainting, move, paintTile } from "./moving.js";

const DRAG_DISTANCE = 5; // pixels after which a press is a drag
/** @type {{ piece: Piece, group: boolean, x: number, y: number } | null} */
let press = null; // on a piece
let isPieceClick = false; // whether the press before a click was on a piece

drawing.addEventListener("pointerdown", (/** @type {OnPage<PointerEvent>} */ event) => {
  isPieceClick = false;
  if (event.button !== 0 || !event.isPrimary) return;
  const at = tileAt(event);
  if (state.mode.kind === "paint") {
    drawing.setPointerCapture(event.pointerId);
    beginStroke(at);
    event.preventDefault();
    board.focus({ preventScroll: true });
    return;
  }
  const piece = pieceAt(at);
  if (!piece || state.armed) return;
  isPieceClick = true;
  press = { piece, group: state.mode.kind === "group", x: event.clientX, y: event.clientY };
  drawing.setPointerCapture(event.pointerId);
});

// A finger that drags a piece or paints must not scroll; touch-action has no effect within an SVG.
drawing.addEventListener(
  "touchstart",
  (/** @type {OnPage<TouchEvent>} */ event) => {
    const isUsed = state.mode.kind === "paint" || (!state.armed && pieceAt(tileAt(event.touches[0])));
    if (event.touches.length === 1 && isUsed) event.preventDefault();
  },
  { passive: false },
);

drawing.addEventListener("pointermove", (/** @type {OnPage<PointerEvent>} */ event) => {
  if (isPainting()) {
    for (const each of event.getCoalescedEvents?.() ?? [event]) paintTile(tileAt(each));
    return;
  }
  if (!press) return hover(event);
  const by = { x: event.clientX - press.x, y: event.clientY - press.y };
  if (!state.lifted && Math.hypot(by.x, by.y) < DRAG_DISTANCE) return;
  const at = tileAt(event);
  if (isOnMap(at.x, at.y)) nameTile(at.x, at.y);
  lift(press, by);
});

// The pieces follow the pointer.
/**
 * @param {{ piece: Piece, group: boolean }} given
 * @param {Point} by
 */
function lift({ piece, group }, by) {
  const scale = state.svg.getScreenCTM().a;
  const pieces = state.lifted?.pieces ?? (group ? groupOf(piece.group) : [piece]);
  state.lifted = { pieces, by: { x: by.x / scale, y: by.y / scale } };
  drawing.classList.add("is-dragging");
  redraw(drawPieces);
}

function drop() {
  press = null;
  if (!state.lifted) return;
  state.lifted = null;
  drawing.classList.remove("is-dragging");
  redraw(drawPieces);
}

// The title of the drawing names what is under the mouse.
/** @param {PointerEvent} event */
function hover(event) {
  if (event.pointerType !== "mouse") return;
  const at = tileAt(event);
  const piece = pieceAt(at);
  const mark = state.svg.querySelector(`.mark-on-board[data-tile="${key(at.x, at.y)}"]`);
  const title = piece ? `${piece.label} ${piece.title}` : (mark?.dataset.title ?? "");
  if (drawing.title !== title) drawing.title = title;
  drawing.classList.toggle("is-over-piece", Boolean(piece));
}

drawing.addEventListener("pointerup", (/** @type {OnPage<PointerEvent>} */ event) => {
  if (isPainting()) return endStroke();
  if (!press) return;
  const { piece, group } = press;
  const isDrag = Boolean(state.lifted);
  drop();
  const at = tileAt(event);
  setCursor(at.x, at.y);
  if (!isDrag) return choose(group ? `group-${piece.group}` : `piece-${piece.id}`);
  if (group) {
    // A group is placed by its first piece.
    const first = groupOf(piece.group).sort(byName)[0];
    move("group", piece.group, at.x + first.x - piece.x, at.y + first.y - piece.y);
  } else move("piece", piece.id, at.x, at.y);
});

drawing.addEventListener("pointercancel", () => {
  if (isPainting()) endStroke();
  drop();
});

drawing.addEventListener("click", (/** @type {OnPage<PointerEvent>} */ event) => {
  const at = tileAt(event);
  if (state.mode.kind === "paint" || isPieceClick || !isOnMap(at.x, at.y)) return;
  setCursor(at.x, at.y);
  const { armed } = state;
  if (armed) move(armed.subject, armed.id, at.x, at.y);
  else choose(`tile-${at.x}-${at.y}`);
});
