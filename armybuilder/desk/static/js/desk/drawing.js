// Draws the pieces and the ground of the map. Each side is one path of shapes and one of letters: a browser is slow
// with many elements and fast with long paths.

import { html, nothing, render, svg } from "../lit.js";
import { groupOf, key, state } from "./map.js";

// Parts that changed are drawn again once, with the next frame.
const stale = new Set();

/** @param {() => void} part */
export function redraw(part) {
  if (!stale.size) {
    requestAnimationFrame(() => {
      for (const draw of stale) draw();
      stale.clear();
    });
  }
  stale.add(part);
}

// --- pieces ---------------------------------------------------------------------------------------

// The layers of the map on the page: what they look like, and the element with all of them.
/** @type {{ svg: any, looks: Layer[], place: any }} */
let drawn = { svg: null, looks: [], place: null };

/** @param {Point} given */
const middle = ({ x, y }) => `M${(x + 0.5) * state.tile} ${(y + 0.5) * state.tile}`;
/**
 * @param {Piece[]} placed
 * @param {string} shape
 */
const shapes = (placed, shape) => placed.map((piece) => middle(piece) + shape).join("");
/**
 * @param {{ side: number, up: number }} given
 * @param {Piece} piece
 */
const isIn = ({ side, up }, piece) => piece.side === side && piece.up === up;

// The layers of the map that came with the page give way to those drawn here.
function layers() {
  if (drawn.svg === state.svg) return drawn;
  const sent = [...state.svg.querySelectorAll(".pieces")];
  const looks = sent.map((layer) => {
    const { side, up, shape, cross } = layer.dataset;
    return { look: layer.getAttribute("class"), side: Number(side), up: Number(up), shape, cross };
  });
  const place = document.createElementNS(state.svg.namespaceURI, "g");
  sent[0]?.before(place);
  for (const layer of sent) layer.remove();
  drawn = { svg: state.svg, looks, place };
  return drawn;
}

/** @param {Piece} piece */
const word = (piece) =>
  svg`<text x=${(piece.x + 0.5) * state.tile} y=${(piece.y + 0.5) * state.tile + 3}>${piece.label}</text>`;

/**
 * @param {Layer} given
 * @param {Piece[]} placed
 */
const layerOf = ({ look, side, up, shape, cross }, placed) => svg`<g
  class=${look} data-side=${side} data-up=${up} data-shape=${shape} data-cross=${cross}>
  <path class="shapes" d=${shapes(placed, shape)}></path>
  <path class="crosses" d=${cross ? shapes(placed, cross) : ""}></path>
  <path class="letters" d=${placed.map((piece) => piece.letters && middle(piece) + piece.letters).join("")}></path>
  <g class="words">${placed.filter((piece) => !piece.letters).map(word)}</g>
</g>`;

// The pieces that a pointer drags leave the others and follow it.
/** @param {Layer[]} looks */
function liftedLayers(looks) {
  if (!state.lifted) return nothing;
  const { pieces, by } = state.lifted;
  const used = looks.filter((layer) => pieces.some((piece) => isIn(layer, piece)));
  const lifted = used.map((layer) => {
    const look = layer.look.replace("pieces ", "");
    return layerOf({ ...layer, look }, pieces.filter((piece) => isIn(layer, piece)));
  });
  return svg`<g class="is-lifted" transform="translate(${by.x} ${by.y})">${lifted}</g>`;
}

export function drawPieces() {
  const { looks, place } = layers();
  const moving = new Set(state.lifted?.pieces);
  /** @type {Map<string, Piece>[]} */
  const visible = [new Map(), new Map()]; // downed and standing pieces: one of each per tile
  for (const piece of state.pieces.values()) {
    if (!moving.has(piece)) visible[piece.up].set(key(piece.x, piece.y), piece);
  }
  /** @param {Layer} each */
  const layer = (each) => layerOf(each, [...visible[each.up].values()].filter((piece) => isIn(each, piece)));
  render(svg`${looks.map(layer)}${liftedLayers(looks)}`, place);
  const { armed } = state;
  const chosen = armed
    ? armed.subject === "group"
      ? groupOf(armed.id)
      : [state.pieces.get(armed.id)].filter((piece) => piece !== undefined)
    : [];
  set(
    state.svg.querySelector(".armed"),
    "d",
    chosen.map((piece) => middle(piece) + (looks.find((each) => isIn(each, piece))?.shape ?? "")).join(""),
  );
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// --- ground ---------------------------------------------------------------------------------------

/**
 * @param {number} x
 * @param {number} y
 */
const square = (x, y) => `M${x * state.tile} ${y * state.tile}h${state.tile}v${state.tile}h-${state.tile}z`;
/**
 * @param {number} x
 * @param {number} y
 */
const hatching = (x, y) =>
  [2, 7.5, 13].map((left) => `M${x * state.tile + left} ${(y + 1) * state.tile - 2}l5 -${state.tile - 4}`).join("");

export function drawGround() {
  for (const path of state.svg.querySelectorAll("[data-ground]")) {
    const shape = path.classList.contains("ground-1") ? square : hatching;
    const tiles = state.rows.flatMap((row, y) =>
      row.map((sign, x) => (sign === path.dataset.ground ? shape(x, y) : "")),
    );
    set(path, "d", tiles.join(""));
  }
}

// --- numbers of lines -----------------------------------------------------------------------------

// Draw the numbers of lines into a list; `bad` has those of lines that cannot be played.
/**
 * @param {HTMLElement} list
 * @param {number[]} numbers
 * @param {Set<number>} bad
 */
export function drawLines(list, numbers, bad) {
  render(html`${numbers.map((number) => html`<li class=${bad.has(number) ? "is-bad" : ""}>${number}</li>`)}`, list);
}
