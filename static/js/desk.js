// The map by mouse, touch and keys; saves in a row from one page; the numbers beside the order box.

const desk = document.getElementById("desk");
const board = document.getElementById("board");
const drawn = document.getElementById("board-drawn");
const said = document.getElementById("board-said");
const tileSaid = document.getElementById("board-tile");
const pointer = document.getElementById("board-pointer");

// --- the map as it is drawn -----------------------------------------------------------------------

let map = null; // the SVG
let tile = 20; // units a tile is wide
let rows = [];
let across = [];
let down = [];
let byTile = new Map(); // "x:y" to the piece that stands there
const cursor = { x: 0, y: 0 };

const key = (x, y) => `${x}:${y}`;
const holds = (x, y) => x >= 0 && y >= 0 && x < across.length && y < down.length;
const nameOf = (x, y) => across[x] + down[y];
const pieceOf = (id) => map.querySelector(`[data-piece="${CSS.escape(id)}"]`);
const groupOf = (id) => [...map.querySelectorAll(`[data-group="${CSS.escape(id)}"]`)];
const placeOf = (piece) => ({ x: Number(piece.dataset.x), y: Number(piece.dataset.y) });

function readMap() {
  const svg = drawn.querySelector(".board-map");
  if (svg === map) return;
  map = svg;
  tile = Number(map.dataset.tile);
  rows = map.dataset.rows.split("|").map((row) => [...row]);
  across = map.dataset.across.split("|");
  down = map.dataset.down.split("|");
  index();
  if (zoom === undefined) zoom = board.clientWidth < NARROW && fitting() < TOUCHED ? TOUCHED : null;
  zoomTo(zoom);
}

function index() {
  byTile = new Map();
  for (const piece of map.querySelectorAll(".piece")) {
    if (piece.classList.contains("is-standing") || !byTile.has(key(piece.dataset.x, piece.dataset.y))) {
      byTile.set(key(piece.dataset.x, piece.dataset.y), piece);
    }
  }
}

function tileAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  return { x: Math.floor(point.x / tile), y: Math.floor(point.y / tile) };
}

function show(piece, x, y) {
  piece.setAttribute("transform", `translate(${(x + 0.5) * tile} ${(y + 0.5) * tile})`);
}

// An answer brings what is different on the map and among the squads; all else stays, so that a phone is not kept busy.
htmx.registerExtension("desk", {
  htmx_before_swap: (element, { tasks }) => {
    for (const [kind, make] of [[".board-changes", exchange], [".group-changes", exchangeGroups]]) {
      const place = tasks.findIndex((task) => task.fragment?.querySelector(kind));
      if (place < 0) continue;
      make(tasks[place].fragment.querySelector(kind));
      tasks.splice(place, 1);
    }
  },
});

function exchangeGroups(changes) {
  for (const fresh of [...changes.children]) document.getElementById(fresh.id).replaceChildren(...fresh.childNodes);
}

function exchange(changes) {
  for (const id of changes.dataset.gone.split("|").filter(Boolean)) vacate(pieceOf(id));
  for (const fresh of [...changes.children]) {
    if (fresh.matches(".marks")) map.querySelector(".marks").replaceChildren(...fresh.children);
    else exchangePiece(fresh);
  }
  if (changes.dataset.rows !== map.dataset.rows || rows.map((row) => row.join("")).join("|") !== changes.dataset.rows) {
    map.dataset.rows = changes.dataset.rows;
    rows = map.dataset.rows.split("|").map((row) => [...row]);
    redraw();
  }
  index();
}

// A piece that is there already stays the same element, and one that falls leaves an empty one behind: elements that
// come or go among others have the browser look at all behind them anew.
function exchangePiece(fresh) {
  const lying = fresh.matches(".is-down");
  const old = pieceOf(fresh.dataset.piece);
  if (!old || old.matches(".is-down") !== lying) {
    if (old) vacate(old);
    map.querySelector(lying ? ".pieces-lying" : ".pieces-standing").append(fresh);
    return;
  }
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const kept = old.childNodes.length === fresh.childNodes.length;
  if (!kept || [...old.childNodes].some((child, at) => !child.isEqualNode(fresh.childNodes[at]))) {
    old.replaceChildren(...fresh.childNodes);
  }
}

function vacate(piece) {
  piece.replaceChildren();
  for (const { name } of [...piece.attributes]) piece.removeAttribute(name);
}

// --- zoom -----------------------------------------------------------------------------------------

const SIZES = [10, 14, 18, 22, 28, 36, 46, 60];
let zoom; // pixels a tile is wide; null fits the map into the window

const TOUCHED = 24; // what a finger can hit
const NARROW = 600;

const fitting = () => Math.max(8, Math.min(40, Math.floor((board.clientWidth - 2) / (across.length + 2))));

function zoomTo(size) {
  zoom = size;
  map.style.width = `${(zoom ?? fitting()) * (across.length + 2)}px`;
  if (document.activeElement === board) showCursor(false);
}

document.querySelector(".map-zoom").addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (!button) return;
  const step = Number(button.dataset.zoom);
  const now = zoom ?? fitting();
  const middle = { x: (board.scrollLeft + board.clientWidth / 2) / now, y: (board.scrollTop + board.clientHeight / 2) / now };
  if (!step) zoomTo(null);
  else zoomTo((step > 0 ? SIZES.find((size) => size > now) : SIZES.findLast((size) => size < now)) ?? now);
  const after = zoom ?? fitting();
  board.scrollTo(middle.x * after - board.clientWidth / 2, middle.y * after - board.clientHeight / 2);
});
addEventListener("resize", () => zoomTo(zoom));

// --- what the pointer does ------------------------------------------------------------------------

let mode = { kind: "piece" };
let armed = null; // { subject, id }: what goes to the tile that is tapped next

document.getElementById("map-modes").addEventListener("click", (event) => {
  const button = event.target.closest("[data-mode]");
  if (!button) return;
  for (const each of button.parentElement.children) each.setAttribute("aria-pressed", String(each === button));
  mode = { kind: button.dataset.mode, sign: button.dataset.sign, number: Number(button.dataset.number) };
  board.classList.toggle("is-painting", mode.kind === "paint");
  disarm();
});

function arm(subject, id) {
  disarm();
  armed = { subject, id };
  for (const piece of subject === "group" ? groupOf(id) : [pieceOf(id)]) piece?.classList.add("is-armed");
  say(`${called(subject, id)} picked up: choose a tile, or press Escape.`);
}

function disarm() {
  armed = null;
  for (const piece of map.querySelectorAll(".is-armed")) piece.classList.remove("is-armed");
}

// What a piece or a group is called: its number, or number and name.
function called(subject, id) {
  const link = subject === "group" && document.querySelector(`[data-at="group-${CSS.escape(id)}"]`);
  return link ? link.textContent.trim().replace(/\s+/g, " ") : id;
}

function say(words) {
  said.textContent = words;
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

const unsaved = []; // how to take back the moves that were sent and not answered yet

function send(form, values, takeBack) {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  unsaved.push(takeBack);
  form.requestSubmit();
}

function move(subject, id, x, y) {
  disarm();
  if (!holds(x, y)) return;
  const piece = subject === "piece" ? pieceOf(id) : null;
  const from = piece && placeOf(piece);
  if (piece) {
    if (from.x === x && from.y === y) return;
    put(piece, x, y);
  }
  const values = { subject, id, tile: key(x, y), drawn: piece ? "yes" : "" };
  send(document.getElementById("place"), values, () => (piece ? put(piece, from.x, from.y) : settle(id)));
  say(`${called(subject, id)} to ${nameOf(x, y)}.`);
}

function put(piece, x, y) {
  piece.dataset.x = x;
  piece.dataset.y = y;
  show(piece, x, y);
  index();
}

function settle(group) {
  for (const piece of groupOf(group)) show(piece, ...Object.values(placeOf(piece)));
}

// --- painting -------------------------------------------------------------------------------------

let stroke = null; // the tiles painted since the pointer went down, with what they were

function paintTile(x, y) {
  if (!holds(x, y) || rows[y][x] === mode.sign) return;
  stroke.set(key(x, y), rows[y][x]);
  rows[y][x] = mode.sign;
  redraw();
}

let redrawing = 0;

function redraw() {
  if (redrawing) return;
  redrawing = requestAnimationFrame(() => {
    redrawing = 0;
    for (const path of map.querySelectorAll("[data-ground]")) {
      const solid = path.classList.contains("ground-1");
      const parts = [];
      rows.forEach((row, y) =>
        row.forEach((sign, x) => {
          if (sign === path.dataset.ground) parts.push(solid ? filled(x, y) : hatched(x, y));
        }),
      );
      path.setAttribute("d", parts.join(""));
    }
  });
}

const filled = (x, y) => `M${x * tile} ${y * tile}h${tile}v${tile}h-${tile}z`;
const hatched = (x, y) => [2, 7.5, 13].map((left) => `M${x * tile + left} ${(y + 1) * tile - 2}l5 -${tile - 4}`).join("");

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
    redraw();
  });
}

// --- pointer --------------------------------------------------------------------------------------

const FAR = 5; // pixels after which a press is a drag
let held = null;
let pressed = false; // the press that a click ends was a piece's

drawn.addEventListener("pointerdown", (event) => {
  pressed = false;
  if (event.button !== 0 || !event.isPrimary) return;
  const at = tileAt(event);
  if (mode.kind === "paint") {
    stroke = new Map();
    drawn.setPointerCapture(event.pointerId);
    paintTile(at.x, at.y);
    event.preventDefault();
    board.focus({ preventScroll: true });
    return;
  }
  const piece = event.target.closest(".piece");
  if (!piece || armed) return;
  pressed = true;
  const group = mode.kind === "group";
  held = { piece, group, at, x: event.clientX, y: event.clientY, far: false, moved: group ? groupOf(piece.dataset.group) : [piece] };
  drawn.setPointerCapture(event.pointerId);
});

// A finger that drags a piece or paints does not scroll; touch-action does nothing within a drawing.
drawn.addEventListener(
  "touchstart",
  (event) => {
    const busy = mode.kind === "paint" || (!armed && event.target.closest(".piece"));
    if (event.touches.length === 1 && busy) event.preventDefault();
  },
  { passive: false },
);

drawn.addEventListener("pointermove", (event) => {
  if (stroke) {
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const at = tileAt(each);
      paintTile(at.x, at.y);
    }
    return;
  }
  if (!held) return;
  if (!held.far && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
  held.far = true;
  const at = tileAt(event);
  if (holds(at.x, at.y)) tileSaid.textContent = nameOf(at.x, at.y);
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const from = placeOf(held.piece);
  for (const piece of held.moved) {
    const own = placeOf(piece);
    piece.classList.add("is-dragged");
    piece.setAttribute("transform", `translate(${point.x + (own.x - from.x) * tile} ${point.y + (own.y - from.y) * tile})`);
  }
});

drawn.addEventListener("pointerup", (event) => {
  if (stroke) return endStroke();
  if (!held) return;
  const { piece, group, far, moved } = held;
  held = null;
  for (const each of moved) {
    each.classList.remove("is-dragged");
    const own = placeOf(each);
    show(each, own.x, own.y);
  }
  const at = tileAt(event);
  setCursor(at.x, at.y);
  if (!far) return choose(group ? `group-${piece.dataset.group}` : `piece-${piece.dataset.piece}`);
  if (group) {
    // The first of a group is the one that is set down.
    const first = groupOf(piece.dataset.group).sort(byName)[0];
    const grabbed = placeOf(piece);
    const own = placeOf(first);
    move("group", piece.dataset.group, at.x + own.x - grabbed.x, at.y + own.y - grabbed.y);
  } else move("piece", piece.dataset.piece, at.x, at.y);
});

const byName = (one, other) => one.dataset.piece.length - other.dataset.piece.length || (one.dataset.piece < other.dataset.piece ? -1 : 1);

drawn.addEventListener("pointercancel", () => {
  if (stroke) endStroke();
  if (!held) return;
  for (const each of held.moved) {
    each.classList.remove("is-dragged");
    const own = placeOf(each);
    show(each, own.x, own.y);
  }
  held = null;
});

drawn.addEventListener("click", (event) => {
  const at = tileAt(event);
  if (mode.kind === "paint" || pressed || !holds(at.x, at.y)) return;
  setCursor(at.x, at.y);
  if (armed) move(armed.subject, armed.id, at.x, at.y);
  else choose(`tile-${at.x}-${at.y}`);
});

// --- the part that is looked at -------------------------------------------------------------------

function choose(at) {
  htmx.ajax("GET", `${desk.dataset.address}?at=${at}`, "#chosen");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [subject, id] = link.dataset.at.split("-");
  const piece = subject === "piece" && pieceOf(id);
  if (piece) setCursor(Number(piece.dataset.x), Number(piece.dataset.y));
  choose(link.dataset.at);
  document.getElementById("chosen").scrollIntoView({ block: "nearest" });
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
    tell();
  } else if (event.key === "Enter" || event.key === " ") act();
  else if (event.key === "Escape") {
    disarm();
    say("Let go.");
  } else if (event.key === "n" || event.key === "p") toPiece(event.key === "n" ? 1 : -1);
  else return;
  event.preventDefault();
});

function act() {
  const piece = byTile.get(key(cursor.x, cursor.y));
  if (mode.kind === "paint") {
    stroke = new Map();
    paintTile(cursor.x, cursor.y);
    endStroke();
    tell();
  } else if (armed) move(armed.subject, armed.id, cursor.x, cursor.y);
  else if (piece) arm(mode.kind, mode.kind === "group" ? piece.dataset.group : piece.dataset.piece);
  else choose(`tile-${cursor.x}-${cursor.y}`);
}

function toPiece(by) {
  const pieces = [...map.querySelectorAll(".piece")].sort(
    (one, other) => Number(one.dataset.group) - Number(other.dataset.group) || byName(one, other),
  );
  if (!pieces.length) return;
  const here = pieces.findIndex((piece) => piece === byTile.get(key(cursor.x, cursor.y)));
  const next = pieces[(here + by + pieces.length + (here < 0 && by < 0 ? 1 : 0)) % pieces.length];
  setCursor(Number(next.dataset.x), Number(next.dataset.y));
  tell();
}

function setCursor(x, y) {
  cursor.x = Math.max(0, Math.min(across.length - 1, x));
  cursor.y = Math.max(0, Math.min(down.length - 1, y));
  const name = nameOf(cursor.x, cursor.y);
  tileSaid.textContent = name;
  for (const field of document.querySelectorAll("[data-tile-field]")) field.value = name;
  if (document.activeElement === board) showCursor(true);
}

function showCursor(scroll) {
  const size = zoom ?? fitting();
  const { style } = pointer;
  pointer.hidden = false;
  style.width = style.height = `${size}px`;
  style.left = `${Math.max(0, (drawn.clientWidth - size * (across.length + 2)) / 2) + (cursor.x + 1) * size}px`;
  style.top = `${(cursor.y + 1) * size}px`;
  tileSaid.textContent = nameOf(cursor.x, cursor.y);
  if (!scroll) return;
  const mark = pointer.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  if (mark.left < frame.left) board.scrollLeft -= frame.left - mark.left + mark.width;
  if (mark.right > frame.right) board.scrollLeft += mark.right - frame.right + mark.width;
  if (mark.top < frame.top) board.scrollTop -= frame.top - mark.top + mark.height;
  if (mark.bottom > frame.bottom) board.scrollTop += mark.bottom - frame.bottom + mark.height;
}

function tell() {
  const piece = byTile.get(key(cursor.x, cursor.y));
  const swatch = document.querySelector(`[data-sign="${CSS.escape(rows[cursor.y][cursor.x])}"]`);
  const ground = swatch ? swatch.textContent.trim().replace(/^Paint /, "") : "";
  say([piece?.querySelector("title").textContent, ground].filter(Boolean).join(", "));
}

// --- saving ---------------------------------------------------------------------------------------
// Saves queue up, and each is of the version that the one before has made: the number is filled in as one leaves.

const isSave = (element) => element.matches?.("form[hx-post]") && desk.contains(element);
let waiting = 0;

document.addEventListener("htmx:config:request", (event) => {
  if (!isSave(event.detail.ctx.sourceElement)) return;
  waiting += 1;
  // The answer brings a new form: what is sent from this one meanwhile would get none.
  if (event.detail.ctx.sourceElement.id === "orders-form") document.getElementById("orders").inert = true;
});
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (isSave(sourceElement)) request.body.set("seen", document.getElementById("seen").value);
});
document.addEventListener("htmx:finally:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  document.getElementById("orders").inert = false;
  if (!isSave(sourceElement)) return;
  waiting -= 1;
  if (!sourceElement.matches("#place, #paint")) return;
  const takeBack = unsaved.shift();
  if (!response || response.status >= 400) takeBack?.();
});
document.addEventListener("htmx:after:swap", () => {
  readMap();
  number();
});

addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (letter !== "z" && letter !== "y")) return;
  if (event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  document.getElementById(letter === "y" || event.shiftKey ? "redo" : "undo").click();
});

// --- the numbers beside the orders ----------------------------------------------------------------

function number() {
  const box = document.getElementById("orders-text");
  if (!box) return;
  const list = box.parentElement.querySelector(".orders-numbers");
  const lines = box.value.split("\n").length;
  if (list.childElementCount === lines) return;
  const bad = new Set([...document.querySelectorAll(".checked-line.is-bad")].map((line) => Number(line.dataset.line)));
  list.replaceChildren(
    ...Array.from({ length: lines }, (_, place) => {
      const item = document.createElement("li");
      item.textContent = place + 1;
      item.classList.toggle("is-bad", bad.has(place + 1));
      return item;
    }),
  );
  list.scrollTop = box.scrollTop;
}

document.addEventListener("input", (event) => {
  if (event.target.id === "orders-text") number();
});
document.addEventListener(
  "scroll",
  (event) => {
    if (event.target.id === "orders-text") event.target.parentElement.querySelector(".orders-numbers").scrollTop = event.target.scrollTop;
  },
  true,
);

readMap();
number();
