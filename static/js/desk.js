// The map by mouse, touch and keys; several saves in a row from one page; the numbers beside the order box.

const desk = document.getElementById("desk");
const board = document.getElementById("board");
const drawing = document.getElementById("board-drawn");
const status = document.getElementById("board-said");
const tileName = document.getElementById("board-tile");
const pointer = document.getElementById("board-pointer");

// --- the map --------------------------------------------------------------------------------------

let map = null; // the SVG
let tile = 20; // the width of a tile, in units of the SVG
let rows = [];
let across = [];
let down = [];
let pieces = new Map(); // by number
let byTile = new Map(); // "x:y" to the standing piece there, or else the uppermost one
let lifted = null; // the pieces that a pointer drags
const cursor = { x: 0, y: 0 };

const key = (x, y) => `${x}:${y}`;
const isOnMap = (x, y) => x >= 0 && y >= 0 && x < across.length && y < down.length;
const nameOf = (x, y) => across[x] + down[y];
const pieceAt = ({ x, y }) => byTile.get(key(x, y));
const groupOf = (id) => [...pieces.values()].filter((piece) => piece.group === id);
const dataOf = (part, name) => JSON.parse(part.querySelector(`#${name}`).textContent);

function readMap() {
  const svg = drawing.querySelector(".board-map");
  if (svg === map) return;
  map = svg;
  tile = Number(map.dataset.tile);
  rows = map.dataset.rows.split("|").map((row) => [...row]);
  across = map.dataset.across.split("|");
  down = map.dataset.down.split("|");
  pieces = new Map();
  dataOf(drawing, "board-pieces").forEach(addPiece);
  indexTiles();
  then(fit); // causes a layout: not in one task with the parsing of the map
}

function fit() {
  if (zoom === undefined) zoom = board.clientWidth < NARROW && fittingSize() < TOUCH_SIZE ? TOUCH_SIZE : null;
  zoomTo(zoom);
}

function addPiece([id, group, x, y, side, up, label, letters, title]) {
  pieces.set(id, { id, group, x, y, side, up, label, letters, title });
}

function indexTiles() {
  byTile = new Map();
  for (const piece of pieces.values()) {
    const place = key(piece.x, piece.y);
    if (piece.up || !byTile.get(place)?.up) byTile.set(place, piece);
  }
}

function tileAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  return { x: Math.floor(point.x / tile), y: Math.floor(point.y / tile) };
}

// Parts that changed are drawn again once, with the next frame.
const stale = new Set();

function redraw(part) {
  if (!stale.size) {
    requestAnimationFrame(() => {
      for (const draw of stale) draw();
      stale.clear();
    });
  }
  stale.add(part);
}

const middle = ({ x, y }) => `M${(x + 0.5) * tile} ${(y + 0.5) * tile}`;
const shapes = (placed, shape) => placed.map((piece) => middle(piece) + shape).join("");

function drawPieces() {
  const moving = new Set(lifted?.pieces);
  const visible = { 0: new Map(), 1: new Map() }; // downed and standing pieces: one of each per tile
  for (const piece of pieces.values()) if (!moving.has(piece)) visible[piece.up].set(key(piece.x, piece.y), piece);
  for (const layer of map.querySelectorAll(".pieces")) {
    drawInto(layer, [...visible[layer.dataset.up].values()].filter((piece) => piece.side === Number(layer.dataset.side)));
  }
  const selected = armed ? (armed.subject === "group" ? groupOf(armed.id) : [pieces.get(armed.id)].filter(Boolean)) : [];
  set(map.querySelector(".armed"), "d", selected.map((piece) => middle(piece) + shapeOf(piece)).join(""));
}

const layerOf = (piece) => map.querySelector(`.pieces[data-side="${piece.side}"][data-up="${piece.up}"]`);
const shapeOf = (piece) => layerOf(piece).dataset.shape;

function drawInto(layer, placed) {
  const { shape, cross } = layer.dataset;
  const words = placed.filter((piece) => !piece.letters);
  set(layer.querySelector(".shapes"), "d", shapes(placed, shape));
  set(layer.querySelector(".crosses"), "d", cross ? shapes(placed, cross) : "");
  set(layer.querySelector(".letters"), "d", placed.map((piece) => piece.letters && middle(piece) + piece.letters).join(""));
  const texts = layer.querySelector(".words");
  if (words.length || texts.childElementCount) texts.replaceChildren(...words.map(wordOf));
}

function wordOf(piece) {
  const text = document.createElementNS(map.namespaceURI, "text");
  text.setAttribute("x", (piece.x + 0.5) * tile);
  text.setAttribute("y", (piece.y + 0.5) * tile + 3);
  text.textContent = piece.label;
  return text;
}

function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// --- answers --------------------------------------------------------------------------------------
// An answer has only what changed on the map and among the squads. The parts are exchanged one by one, so that a phone
// is never busy for long.

const SLOW = new Set(["board-drawn", "groups", "round", "orders", "chosen", "said"]);
let exchanging = Promise.resolve();

const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((resume) => setTimeout(resume));

// htmx processes all links of a page at once: here one part after the other, and without the many links of the squads,
// which do not use it.
document.addEventListener("htmx:before:process", (event) => {
  if (event.target !== document.body) return;
  event.preventDefault();
  const parts = "body > :not(main), main > :not(.desk), .desk > :not(.desk-panes), .desk-map, .desk-side > :not(#groups)";
  for (const part of document.querySelectorAll(parts)) then(() => htmx.process(part));
});

htmx.registerExtension("desk", {
  htmx_before_swap: (element, { tasks }) => {
    const slow = tasks.filter(({ type, target }) => type === "oob" && SLOW.has(nameOfTarget(target)));
    for (const task of slow) tasks.splice(tasks.indexOf(task), 1);
    for (const { target, fragment } of slow) then(() => exchange(nameOfTarget(target), fragment));
  },
});

const nameOfTarget = (target) => (typeof target === "string" ? target.replace(/^#/, "") : (target?.id ?? ""));

function then(work) {
  exchanging = exchanging.then(pause).then(work);
}

function exchange(id, fragment) {
  if (fragment.querySelector("#board-changes")) return exchangeMap(fragment);
  if (fragment.querySelector(".group-changes")) return exchangeGroups(fragment);
  const place = document.getElementById(id);
  const restoreFocus = focusLater(place);
  place.replaceChildren(...fragment.firstElementChild.childNodes);
  if (id !== "groups") htmx.process(place);
  restoreFocus?.();
  if (id === "board-drawn") readMap();
  if (id === "orders") readCheck();
}

// Returns a function that gives the focus to what replaces the element that has it: the same field or button, else the
// first one.
function focusLater(place) {
  const active = document.activeElement;
  if (!place.contains(active)) return null;
  const name = active.id ? `#${CSS.escape(active.id)}` : active.name && `[name="${CSS.escape(active.name)}"]`;
  return () => ((name && place.querySelector(name)) || place.querySelector(".desk-buttons :is(a, button)"))?.focus({ preventScroll: true });
}

function exchangeGroups(fragment) {
  for (const fresh of fragment.querySelectorAll(".group-changes > li")) {
    const group = document.getElementById(fresh.id);
    const chips = new Map([...group.querySelectorAll(".desk-pieces a")].map((chip) => [chip.dataset.at, chip]));
    for (const id of fresh.dataset.gone.split("|")) chips.get(`piece-${id}`)?.remove();
    for (const chip of fresh.querySelectorAll(".desk-pieces a")) {
      const old = chips.get(chip.dataset.at);
      if (old) for (const { name, value } of chip.attributes) set(old, name, value);
    }
    if (fresh.dataset.whole) group.replaceChildren(...fresh.childNodes);
    else group.querySelector(".desk-group").replaceWith(fresh.querySelector(".desk-group"));
  }
}

function exchangeMap(fragment) {
  const changes = dataOf(fragment, "board-changes");
  const marks = fragment.querySelector(".marks");
  if (marks) map.querySelector(".marks").replaceWith(marks);
  for (const id of changes.gone) pieces.delete(id);
  changes.pieces.forEach(addPiece);
  indexTiles();
  redraw(drawPieces);
  if (rows.map((row) => row.join("")).join("|") === changes.rows) return;
  rows = changes.rows.split("|").map((row) => [...row]);
  redraw(drawGround);
}

// --- zoom -----------------------------------------------------------------------------------------

const SIZES = [10, 14, 18, 22, 28, 36, 46, 60];
let zoom; // the width of a tile in pixels; null fits the map into the window

const TOUCH_SIZE = 24; // what a finger can hit
const NARROW = 600;

const fittingSize = () => Math.max(8, Math.min(40, Math.floor((board.clientWidth - 2) / (across.length + 2))));

function zoomTo(size) {
  zoom = size;
  map.style.width = `${(zoom ?? fittingSize()) * (across.length + 2)}px`;
  if (document.activeElement === board) showCursor(false);
}

document.querySelector(".map-zoom").addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (!button) return;
  const step = Number(button.dataset.zoom);
  const now = zoom ?? fittingSize();
  const middle = { x: (board.scrollLeft + board.clientWidth / 2) / now, y: (board.scrollTop + board.clientHeight / 2) / now };
  if (!step) zoomTo(null);
  else zoomTo((step > 0 ? SIZES.find((size) => size > now) : SIZES.findLast((size) => size < now)) ?? now);
  const after = zoom ?? fittingSize();
  board.scrollTo(middle.x * after - board.clientWidth / 2, middle.y * after - board.clientHeight / 2);
});
addEventListener("resize", fit);

// --- modes of the pointer -------------------------------------------------------------------------

let mode = { kind: "piece" };
let armed = null; // { subject, id }: the piece or group that goes to the tile tapped next

document.getElementById("map-modes").addEventListener("click", (event) => {
  const button = event.target.closest("[data-mode]");
  if (!button) return;
  for (const each of button.parentElement.children) each.setAttribute("aria-pressed", String(each === button));
  mode = { kind: button.dataset.mode, sign: button.dataset.sign, number: Number(button.dataset.number) };
  board.classList.toggle("is-painting", mode.kind === "paint");
  disarm();
});

function arm(subject, id) {
  armed = { subject, id };
  redraw(drawPieces);
  say(`${titleOf(subject, id)} picked up: choose a tile, or press Escape.`);
}

function disarm() {
  if (armed) redraw(drawPieces);
  armed = null;
}

// The number of a piece, or the number and name of a group.
function titleOf(subject, id) {
  const link = subject === "group" && document.querySelector(`[data-at="group-${CSS.escape(id)}"]`);
  return link ? link.textContent.trim().replace(/\s+/g, " ") : id;
}

function say(words) {
  status.textContent = words;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-arm], [data-beside]");
  if (!button) return;
  event.preventDefault();
  arm(button.dataset.arm ?? "piece", button.dataset.id ?? button.dataset.beside);
  board.focus({ preventScroll: true });
  board.scrollIntoView({ block: "nearest" });
});

// --- moving ---------------------------------------------------------------------------------------

const unsaved = []; // functions that revert the moves without an answer yet

function send(form, values, revert) {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  unsaved.push(revert);
  form.requestSubmit();
}

function move(subject, id, x, y) {
  disarm();
  if (!isOnMap(x, y)) return;
  const piece = subject === "piece" ? pieces.get(id) : null;
  const from = piece && { x: piece.x, y: piece.y };
  if (piece) {
    if (from.x === x && from.y === y) return;
    put(id, x, y);
  }
  const values = { subject, id, tile: key(x, y), drawn: piece ? "yes" : "" };
  send(document.getElementById("place"), values, () => piece && put(id, from.x, from.y));
  say(`${titleOf(subject, id)} to ${nameOf(x, y)}.`);
}

function put(id, x, y) {
  Object.assign(pieces.get(id) ?? {}, { x, y });
  indexTiles();
  redraw(drawPieces);
}

// --- painting -------------------------------------------------------------------------------------

let stroke = null; // the tiles painted since the pointer went down, with their signs before

function paintTile(x, y) {
  if (!isOnMap(x, y) || rows[y][x] === mode.sign) return;
  stroke.set(key(x, y), rows[y][x]);
  rows[y][x] = mode.sign;
  redraw(drawGround);
}

function drawGround() {
  for (const path of map.querySelectorAll("[data-ground]")) {
    const solid = path.classList.contains("ground-1");
    const parts = [];
    rows.forEach((row, y) =>
      row.forEach((sign, x) => {
        if (sign === path.dataset.ground) parts.push(solid ? square(x, y) : hatching(x, y));
      }),
    );
    set(path, "d", parts.join(""));
  }
}

const square = (x, y) => `M${x * tile} ${y * tile}h${tile}v${tile}h-${tile}z`;
const hatching = (x, y) => [2, 7.5, 13].map((left) => `M${x * tile + left} ${(y + 1) * tile - 2}l5 -${tile - 4}`).join("");

function endStroke() {
  const painted = stroke;
  stroke = null;
  if (!painted.size) return;
  const values = { tiles: [...painted.keys()].join(","), sign: mode.sign };
  send(document.getElementById("paint"), values, () => {
    for (const [place, sign] of painted) {
      const [x, y] = place.split(":");
      rows[y][x] = sign;
    }
    redraw(drawGround);
  });
}

// --- pointer --------------------------------------------------------------------------------------

const DRAG_DISTANCE = 5; // pixels after which a press is a drag
let press = null; // on a piece
let isPieceClick = false; // whether the press before a click was on a piece

drawing.addEventListener("pointerdown", (event) => {
  isPieceClick = false;
  if (event.button !== 0 || !event.isPrimary) return;
  const at = tileAt(event);
  if (mode.kind === "paint") {
    stroke = new Map();
    drawing.setPointerCapture(event.pointerId);
    paintTile(at.x, at.y);
    event.preventDefault();
    board.focus({ preventScroll: true });
    return;
  }
  const piece = pieceAt(at);
  if (!piece || armed) return;
  isPieceClick = true;
  press = { piece, group: mode.kind === "group", x: event.clientX, y: event.clientY };
  drawing.setPointerCapture(event.pointerId);
});

// A finger that drags a piece or paints must not scroll; touch-action has no effect within an SVG.
drawing.addEventListener(
  "touchstart",
  (event) => {
    const isUsed = mode.kind === "paint" || (!armed && pieceAt(tileAt(event.touches[0])));
    if (event.touches.length === 1 && isUsed) event.preventDefault();
  },
  { passive: false },
);

drawing.addEventListener("pointermove", (event) => {
  if (stroke) {
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const at = tileAt(each);
      paintTile(at.x, at.y);
    }
    return;
  }
  if (!press) return hover(event);
  if (!lifted && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_DISTANCE) return;
  if (!lifted) lift(press.group ? groupOf(press.piece.group) : [press.piece]);
  const at = tileAt(event);
  if (isOnMap(at.x, at.y)) tileName.textContent = nameOf(at.x, at.y);
  const scale = map.getScreenCTM().a;
  lifted.layer.setAttribute("transform", `translate(${(event.clientX - press.x) / scale} ${(event.clientY - press.y) / scale})`);
});

// The pieces leave the others and follow the pointer.
function lift(moving) {
  const layerGroup = document.createElementNS(map.namespaceURI, "g");
  layerGroup.setAttribute("class", "is-lifted");
  for (const layer of new Set(moving.map(layerOf))) {
    const copy = layer.cloneNode(true);
    copy.classList.remove("pieces");
    drawInto(copy, moving.filter((piece) => layerOf(piece) === layer));
    layerGroup.append(copy);
  }
  map.append(layerGroup);
  lifted = { pieces: moving, layer: layerGroup };
  drawing.classList.add("is-dragging");
  redraw(drawPieces);
}

function drop() {
  press = null;
  if (!lifted) return;
  lifted.layer.remove();
  lifted = null;
  drawing.classList.remove("is-dragging");
  redraw(drawPieces);
}

// The title of the drawing names what is under the mouse.
function hover(event) {
  if (event.pointerType !== "mouse") return;
  const at = tileAt(event);
  const piece = pieceAt(at);
  const mark = map.querySelector(`.mark-on-board[data-tile="${key(at.x, at.y)}"]`);
  const title = piece ? `${piece.label} ${piece.title}` : (mark?.dataset.title ?? "");
  if (drawing.title !== title) drawing.title = title;
  drawing.classList.toggle("is-over-piece", Boolean(piece));
}

drawing.addEventListener("pointerup", (event) => {
  if (stroke) return endStroke();
  if (!press) return;
  const { piece, group } = press;
  const isDrag = Boolean(lifted);
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

const byName = (one, other) => one.id.length - other.id.length || (one.id < other.id ? -1 : 1);

drawing.addEventListener("pointercancel", () => {
  if (stroke) endStroke();
  drop();
});

drawing.addEventListener("click", (event) => {
  const at = tileAt(event);
  if (mode.kind === "paint" || isPieceClick || !isOnMap(at.x, at.y)) return;
  setCursor(at.x, at.y);
  if (armed) move(armed.subject, armed.id, at.x, at.y);
  else choose(`tile-${at.x}-${at.y}`);
});

// --- the selected part ----------------------------------------------------------------------------

function choose(at) {
  htmx.ajax("GET", `${desk.dataset.address}?at=${at}`, "#chosen");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [subject, id] = link.dataset.at.split("-");
  const piece = subject === "piece" && pieces.get(id);
  if (piece) setCursor(piece.x, piece.y);
  choose(link.dataset.at);
  document.getElementById("chosen").scrollIntoView({ block: "nearest" });
});

// A requested form comes into view and takes the focus, however far away its link is.
document.addEventListener("htmx:after:swap", (event) => {
  if (!event.detail.ctx.sourceElement.matches?.('a[hx-target="#chosen"]')) return;
  const part = document.getElementById("chosen");
  part.querySelector(".desk-edit .chosen-title")?.focus({ preventScroll: true });
  part.scrollIntoView({ block: "nearest" });
});

// --- keys -----------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAP = 5;

board.addEventListener("focus", () => showCursor(true));
board.addEventListener("blur", () => {
  pointer.hidden = true;
});

board.addEventListener("keydown", (event) => {
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
  if (mode.kind === "paint") {
    stroke = new Map();
    paintTile(cursor.x, cursor.y);
    endStroke();
    describeTile();
  } else if (armed) move(armed.subject, armed.id, cursor.x, cursor.y);
  else if (piece) arm(mode.kind, mode.kind === "group" ? piece.group : piece.id);
  else choose(`tile-${cursor.x}-${cursor.y}`);
}

function toPiece(by) {
  const all = [...pieces.values()].sort((one, other) => Number(one.group) - Number(other.group) || byName(one, other));
  if (!all.length) return;
  const here = all.indexOf(pieceAt(cursor));
  const next = all[(here + by + all.length + (here < 0 && by < 0 ? 1 : 0)) % all.length];
  setCursor(next.x, next.y);
  describeTile();
}

function setCursor(x, y) {
  cursor.x = Math.max(0, Math.min(across.length - 1, x));
  cursor.y = Math.max(0, Math.min(down.length - 1, y));
  const name = nameOf(cursor.x, cursor.y);
  tileName.textContent = name;
  for (const field of document.querySelectorAll("[data-tile-field]")) field.value = name;
  if (document.activeElement === board) showCursor(true);
}

function showCursor(scroll) {
  const size = zoom ?? fittingSize();
  const { style } = pointer;
  pointer.hidden = false;
  style.width = style.height = `${size}px`;
  style.left = `${Math.max(0, (drawing.clientWidth - size * (across.length + 2)) / 2) + (cursor.x + 1) * size}px`;
  style.top = `${(cursor.y + 1) * size}px`;
  tileName.textContent = nameOf(cursor.x, cursor.y);
  if (!scroll) return;
  const mark = pointer.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  if (mark.left < frame.left) board.scrollLeft -= frame.left - mark.left + mark.width;
  if (mark.right > frame.right) board.scrollLeft += mark.right - frame.right + mark.width;
  if (mark.top < frame.top) board.scrollTop -= frame.top - mark.top + mark.height;
  if (mark.bottom > frame.bottom) board.scrollTop += mark.bottom - frame.bottom + mark.height;
}

function describeTile() {
  const piece = pieceAt(cursor);
  const swatch = document.querySelector(`[data-sign="${CSS.escape(rows[cursor.y][cursor.x])}"]`);
  const ground = swatch ? swatch.textContent.trim().replace(/^Paint /, "") : "";
  say([piece && `${piece.label} ${piece.title}`, ground].filter(Boolean).join(", "));
}

// --- saving ---------------------------------------------------------------------------------------
// Saves queue up, and each applies to the version that the one before has made: the number is filled in when it is sent.

const isSave = (element) => element.matches?.("form[hx-post]") && desk.contains(element);

document.addEventListener("htmx:config:request", (event) => {
  if (!isSave(event.detail.ctx.sourceElement)) return;
  // The answer brings a new form: another submission of this one would get no answer.
  if (event.detail.ctx.sourceElement.id === "orders-form") document.getElementById("orders").inert = true;
});
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (isSave(sourceElement)) request.body.set("seen", document.getElementById("seen").value);
});
document.addEventListener("htmx:finally:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  then(() => {
    document.getElementById("orders").inert = false;
  });
  if (!sourceElement.matches("#place, #paint")) return;
  const revert = unsaved.shift();
  if (!response || response.status >= 400) revert?.();
});

// A double tap plays once: the second tap does not count on the new button that the answer to the first brings either.
const DOUBLE_TAP = 350; // milliseconds
let lastTap = -DOUBLE_TAP;

desk.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest("#round button")) return;
    const isDouble = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - lastTap < DOUBLE_TAP);
    lastTap = event.timeStamp;
    if (isDouble) event.preventDefault();
  },
  true,
);

addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (letter !== "z" && letter !== "y")) return;
  if (event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  document.getElementById(letter === "y" || event.shiftKey ? "redo" : "undo").click();
});

// --- the numbers beside the orders ----------------------------------------------------------------

// Only those in view are drawn: the box may have thousands of lines.

const IN_VIEW = 100; // more lines than any box is high
let bad = new Set(); // the numbers of the lines that cannot be played, by the last check

function readCheck() {
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
  const items = Array.from({ length: Math.min(IN_VIEW, lines - first) }, (_, place) => {
    const item = document.createElement("li");
    item.textContent = first + place + 1;
    item.classList.toggle("is-bad", bad.has(first + place + 1));
    return item;
  });
  if (items.length) items[0].style.marginTop = `${first * height - box.scrollTop}px`;
  list.style.minWidth = `calc(${String(lines).length}ch + 0.4rem)`;
  list.replaceChildren(...items);
}

for (const kind of ["input", "scroll"]) {
  document.addEventListener(kind, (event) => event.target.id === "orders-text" && redraw(drawNumbers), true);
}

readMap();
readCheck();
