// The map as it is now: its ground and pieces, and what the player is doing with them.

export const board = document.getElementById("board");
export const drawing = document.getElementById("board-drawn");
const status = document.getElementById("board-said");

export const state = {
  /** @type {any} */
  svg: null,
  tile: 20, // the width of a tile, in units of the SVG
  /** @type {string[][]} */
  rows: [], // the signs of the ground
  /** @type {string[]} */
  columnNames: [],
  /** @type {string[]} */
  rowNames: [],
  pieces: new Map(), // by number
  /** @type {{ pieces: Piece[], by: { x: number, y: number } } | null} */
  lifted: null, // the pieces that a pointer drags, and by how much
  /** @type {{ subject: string, id: string } | null} */
  armed: null, // { subject, id }: the piece or group that goes to the tile tapped next
  /** @type {{ kind: string, sign?: string, number?: number }} */
  mode: { kind: "piece" },
  /** @type {number | null | undefined} */
  zoom: undefined, // the width of a tile in pixels; null fits the map into the window
};

let byTile = new Map(); // "x:y" to the standing piece there, or else the uppermost one

/**
 * @param {number} x
 * @param {number} y
 */
export const key = (x, y) => `${x}:${y}`;
/**
 * @param {number} x
 * @param {number} y
 */
export const isOnMap = (x, y) => x >= 0 && y >= 0 && x < state.columnNames.length && y < state.rowNames.length;
/**
 * @param {number} x
 * @param {number} y
 */
export const nameOf = (x, y) => state.columnNames[x] + state.rowNames[y];
/** @param {Point} given */
export const pieceAt = ({ x, y }) => byTile.get(key(x, y));
/** @param {string} id */
export const groupOf = (id) => [...state.pieces.values()].filter((piece) => piece.group === id);
/**
 * @param {Piece} one
 * @param {Piece} other
 */
export const byName = (one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
/**
 * @param {Found} part
 * @param {string} name
 */
const dataOf = (part, name) => JSON.parse(part.querySelector(`#${name}`).textContent);

function fittingSize() {
  const size = Math.floor((board.clientWidth - 2) / (state.columnNames.length + 2));
  return Math.max(8, Math.min(40, size));
}

// The width of a tile in pixels.
export const sizeNow = () => state.zoom ?? fittingSize();

/** @param {string} words */
export function say(words) {
  status.textContent = words;
}

// The number of a piece, or the number and name of a group.
/**
 * @param {string} subject
 * @param {string} id
 */
export function titleOf(subject, id) {
  const link = subject === "group" && document.querySelector(`[data-at="group-${CSS.escape(id)}"]`);
  return link ? link.textContent.trim().replace(/\s+/g, " ") : id;
}

/** @param {[string, string, number, number, number, number, string, string, string]} given */
function addPiece([id, group, x, y, side, up, label, letters, title]) {
  state.pieces.set(id, { id, group, x, y, side, up, label, letters, title });
}

function indexTiles() {
  byTile = new Map();
  for (const piece of state.pieces.values()) {
    const place = key(piece.x, piece.y);
    if (piece.up || !byTile.get(place)?.up) byTile.set(place, piece);
  }
}

/** @param {string} text */
const readRows = (text) => text.split("|").map((row) => [...row]);
/** @param {string[][]} rows */
const writeRows = (rows) => rows.map((row) => row.join("")).join("|");

// Read the map on the page; returns whether it is another than before.
export function readMap() {
  const svg = drawing.querySelector(".board-map");
  if (svg === state.svg) return false;
  const { tile, rows, columnNames, rowNames } = svg.dataset;
  Object.assign(state, {
    svg,
    tile: Number(tile),
    rows: readRows(rows),
    columnNames: columnNames.split("|"),
    rowNames: rowNames.split("|"),
    pieces: new Map(),
  });
  dataOf(drawing, "board-pieces").forEach(addPiece);
  indexTiles();
  return true;
}

// Take what an answer says has changed; returns whether the ground has.
/** @param {Found} fragment */
export function takeChanges(fragment) {
  const changes = dataOf(fragment, "board-changes");
  const marks = fragment.querySelector(".marks");
  if (marks) state.svg.querySelector(".marks").replaceWith(marks);
  for (const id of changes.gone) state.pieces.delete(id);
  changes.pieces.forEach(addPiece);
  indexTiles();
  if (writeRows(state.rows) === changes.rows) return false;
  state.rows = readRows(changes.rows);
  return true;
}

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 */
export function putPiece(id, x, y) {
  Object.assign(state.pieces.get(id) ?? {}, { x, y });
  indexTiles();
}

/** @param {{ clientX: number, clientY: number }} event */
export function tileAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(state.svg.getScreenCTM().inverse());
  return { x: Math.floor(point.x / state.tile), y: Math.floor(point.y / state.tile) };
}
