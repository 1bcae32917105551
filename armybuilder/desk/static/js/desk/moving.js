// Moves pieces and paints tiles: at once on the page, and on the site by the next save. A move that the site does not
// save is reverted.

import { drawGround, drawPieces, redraw } from "./drawing.js";
import { board, isOnMap, key, nameOf, putPiece, say, state, titleOf } from "./map.js";

/** @type {(() => void)[]} */
const unsaved = []; // functions that revert the moves without an answer yet

/**
 * @param {Found} form
 * @param {Record<string, string | undefined>} values
 * @param {() => void} revert
 */
function send(form, values, revert) {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  unsaved.push(revert);
  form.requestSubmit();
}

// The first move without an answer has one now.
/** @param {boolean} isSaved */
export function settleMove(isSaved) {
  const revert = unsaved.shift();
  if (!isSaved) revert?.();
}

// --- pieces ---------------------------------------------------------------------------------------

/**
 * @param {string} subject
 * @param {string} id
 */
function arm(subject, id) {
  state.armed = { subject, id };
  redraw(drawPieces);
  say(`${titleOf(subject, id)} picked up: choose a tile, or press Escape.`);
}

/** @param {Piece} piece */
export function pickUp(piece) {
  const { kind } = state.mode;
  arm(kind, kind === "group" ? piece.group : piece.id);
}

export function disarm() {
  if (state.armed) redraw(drawPieces);
  state.armed = null;
}

/**
 * @param {string} subject
 * @param {string} id
 * @param {number} x
 * @param {number} y
 */
export function move(subject, id, x, y) {
  disarm();
  if (!isOnMap(x, y)) return;
  const piece = subject === "piece" ? state.pieces.get(id) : null;
  const from = piece && { x: piece.x, y: piece.y };
  if (piece) {
    if (from.x === x && from.y === y) return;
    put(id, x, y);
  }
  const values = { subject, id, tile: key(x, y), drawn: piece ? "yes" : "" };
  send(document.getElementById("place"), values, () => piece && put(id, from.x, from.y));
  say(`${titleOf(subject, id)} to ${nameOf(x, y)}.`);
}

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 */
function put(id, x, y) {
  putPiece(id, x, y);
  redraw(drawPieces);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-arm], [data-beside]");
  if (!button) return;
  event.preventDefault();
  arm(button.dataset.arm ?? "piece", button.dataset.id ?? button.dataset.beside);
  board.focus({ preventScroll: true });
  board.scrollIntoView({ block: "nearest" });
});

// --- ground ---------------------------------------------------------------------------------------

/** @type {Map<string, string> | null} */
let stroke = null; // the tiles painted since the pointer went down, with their signs before

export const isPainting = () => stroke !== null;

/** @param {Point} given */
export function beginStroke({ x, y }) {
  stroke = new Map();
  paintTile({ x, y });
}

/** @param {Point} given */
export function paintTile({ x, y }) {
  const { sign } = state.mode;
  if (!stroke || sign === undefined || !isOnMap(x, y) || state.rows[y][x] === sign) return;
  stroke.set(key(x, y), state.rows[y][x]);
  state.rows[y][x] = sign;
  redraw(drawGround);
}

export function endStroke() {
  const painted = stroke;
  stroke = null;
  if (!painted?.size) return;
  const values = { tiles: [...painted.keys()].join(","), sign: state.mode.sign };
  send(document.getElementById("paint"), values, () => {
    for (const [place, sign] of painted) {
      const [x, y] = place.split(":").map(Number);
      state.rows[y][x] = sign;
    }
    redraw(drawGround);
  });
}

// --- modes of the pointer -------------------------------------------------------------------------

document.getElementById("map-modes").addEventListener("click", (/** @type {OnPage<MouseEvent>} */ event) => {
  const button = event.target.closest("[data-mode]");
  if (!button) return;
  for (const each of button.parentElement.children) each.setAttribute("aria-pressed", String(each === button));
  state.mode = { kind: button.dataset.mode, sign: button.dataset.sign, number: Number(button.dataset.number) };
  board.classList.toggle("is-painting", state.mode.kind === "paint");
  disarm();
});
