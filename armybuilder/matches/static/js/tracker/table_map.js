// The map of the table: a tap on a unit and one on its place. The places are events of the game; distances are the
// site's to measure.

import { html, nothing, repeat, svg } from "../lit.js";
import { openTargets } from "./engagement.js";
import { add, addPart, byId, data, draw, drawInto, game, isBlank, mayChange, nameWithSide, sideNames } from "./game.js";
import { notify } from "./notices.js";
import { fetchPart } from "./page_part.js";
import { apart, placesNow } from "./places.js";
import { closeSheet } from "./sheet.js";

/** @typedef {[Row, number[], number[]]} Placed a unit, its place, and where its marker is drawn */

/** @type {TableMap | null} */
let map = null; // while it is open
/** @type {string | null} */
let chosen = null; // the key of the unit to place
let unplaced = new Set(); // the keys of units that the player may place and that are not on the map

const RADIUS = 0.5; // of a tile, from its middle to its edge
const MARKER = [32, 26]; // pixels of a marker with its border, at most

// --- places ---------------------------------------------------------------------------------------

// Where a place is drawn, in inches or tiles: in the middle of its tile.
/** @param {number[]} place */
const drawnAt = (place) => place.map((part) => (map?.tiled ? part - RADIUS : part / (map?.parts ?? 1)));

/**
 * @param {number} part
 * @param {number} size
 */
const within = (part, size) =>
  Math.min(Math.max(part, map?.tiled ? 1 : 0), size * (map?.parts ?? 1));

/** @param {number[]} parts */
function place([across, down]) {
  const row = chosen && game.rows.get(chosen);
  if (!map || !row || !mayChange(row.side)) return;
  const there = [within(across, map.width), within(down, map.depth)];
  add({ kind: "place", own: row.id, place: there, acting: row.side });
}

/** @param {Row} row */
function remove({ side, id }) {
  add({ kind: "place", own: id, place: [], acting: side });
}

/** @param {OnPage<MouseEvent>} event */
function placeHere({ currentTarget, clientX, clientY }) {
  if (!map) return;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const [across, down] = [((clientX - left) / width) * map.width, ((clientY - top) / height) * map.depth];
  place([across, down].map((each) => (map?.tiled ? Math.ceil(each) : Math.round(each * (map?.parts ?? 1)))));
}

// A group's own row is no unit, unless the group fights as one.
/** @param {Row} row */
const isUnit = ({ engages, id }) => Boolean(engages) || id.startsWith("fake-");

/** @param {string | null} key */
function choose(key) {
  chosen = key;
  draw();
}

// --- drawing --------------------------------------------------------------------------------------

/** @param {number} part */
const told = (part) => String(part / (map?.parts ?? 1));

/** @param {number[]} ranges */
const inWords = (ranges) => `Range ${ranges.map((range) => (map?.tiled ? `${range}` : `${range}″`)).join(", ")}`;

/** @param {Row} row */
const rangesOf = ({ side, id }) => map?.ranges[side][id] ?? [];

/**
 * @param {number[]} at
 * @param {number} range
 */
function ring([x, y], range) {
  if (!map?.tiled) return svg`<circle cx=${x} cy=${y} r=${range}/>`;
  const far = range + RADIUS;
  return svg`<path d="M${x - far} ${y}L${x} ${y - far}L${x + far} ${y}L${x} ${y + far}Z"/>`;
}

// A unit that waits for its place gets the one that was tapped, also close to another unit.
/** @param {Row} row */
const choosing = (row) => (/** @type {OnPage<MouseEvent>} */ event) => {
  const isTapOnMap = event.detail > 0 && event.currentTarget.matches(".map-marker");
  if (isTapOnMap && unplaced.has(chosen)) return;
  event.stopPropagation();
  choose(row.key === chosen ? null : row.key);
};

/** @param {Placed} placed */
function marker([row, place, [x, y]]) {
  const at = `left: ${(100 * x) / (map?.width ?? 1)}%; top: ${(100 * y) / (map?.depth ?? 1)}%`;
  const number = row.number || row.title.slice(0, 3);
  return html`<button
    class=${row.side === (data.side ?? 0) ? "map-marker is-own" : "map-marker"}
    type="button"
    data-side=${row.side}
    data-holder=${row.id}
    aria-pressed=${String(row.key === chosen)}
    aria-label="${number} ${row.title} (${sideNames[row.side]}), ${told(place[0])} across, ${told(place[1])} down"
    .style=${at}
    @click=${choosing(row)}>${number}</button>`;
}

// From a unit's place to its marker, where it makes room for others.
/** @param {Placed} placed */
const leader = ([, place, [x, y]]) => {
  const [left, top] = drawnAt(place);
  return svg`<path d="M${left} ${top}L${x} ${y}"/>`;
};

let spreadFor = ""; // the places and the size of the board for which markers were `drawn`
/** @type {number[][]} */
let drawn = [];

// Units with their places, and where their markers are drawn: none covers another.
/**
 * @param {[Row, number[]][]} placed
 * @returns {Placed[]}
 */
function spread(placed) {
  const { clientWidth, clientHeight } = byId("map-board");
  const [across, down] = [clientWidth / (map?.width ?? 1), clientHeight / (map?.depth ?? 1)];
  const middles = placed.map(([, place]) => drawnAt(place)).map(([x, y]) => [x * across, y * down]);
  const key = `${middles} ${clientWidth} ${clientHeight}`;
  if (key !== spreadFor) [spreadFor, drawn] = [key, apart(middles, MARKER, [clientWidth, clientHeight])];
  return placed.map(([row, place], index) => [row, place, [drawn[index][0] / across, drawn[index][1] / down]]);
}

/** @param {Placed} placed */
const keyOfPlaced = ([{ key }]) => key;

/** @param {OnPage<SubmitEvent>} event */
function placeByNumbers(event) {
  event.preventDefault();
  const { across, down } = event.target.elements;
  place([across, down].map(({ valueAsNumber }) => Math.round(valueAsNumber * (map?.parts ?? 1))));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} size
 * @param {number | undefined} part
 */
const numberField = (name, label, size, part) => html`<label class="map-number">${label} <input
  class="form-control"
  type="number"
  name=${name}
  inputmode="decimal"
  min=${map?.tiled ? 1 : 0}
  max=${size}
  step=${1 / (map?.parts ?? 1)}
  required
  .value=${part === undefined ? "" : told(part)}></label>`;

/**
 * @param {Row} row
 * @param {number[] | undefined} at
 */
function unitTemplate(row, at) {
  if (!map) return nothing;
  const ranges = rangesOf(row);
  const targets = () => {
    byId("map").close();
    closeSheet();
    openTargets(row);
  };
  const may = mayChange(row.side);
  const unit = map.tiled ? "tiles" : "inches";
  return html`
    <p><b>${nameWithSide(row.side, row.id)}</b>${ranges.length ? html` <span>${inWords(ranges)}</span>` : nothing}</p>
    ${may ? html`<form class="map-numbers" @submit=${placeByNumbers}>
      ${numberField("across", `Across, in ${unit}`, map.width, at?.[0])}
      ${numberField("down", `Down, in ${unit}`, map.depth, at?.[1])}
      <button class="btn btn-secondary">Place</button>
    </form>` : nothing}
    <p class="map-buttons">
      ${may && row.engages && at
        ? html`<button class="btn btn-primary" type="button" @click=${targets}>Targets</button>` : nothing}
      ${may && at
        ? html`<button class="btn btn-secondary" type="button" @click=${() => remove(row)}>Remove from map</button>`
        : nothing}
    </p>`;
}

/** @param {Row} row */
const listed = (row) => html`<button
  class="btn btn-secondary"
  type="button"
  aria-pressed=${String(row.key === chosen)}
  @click=${choosing(row)}>${row.fullName}</button>`;

/** @param {Row} row */
const keyOfRow = ({ key }) => key;

/** @param {Row[]} rows */
function listTemplate(rows) {
  if (!rows.length) return nothing;
  return html`<h3>Not on the map <small>${rows.length}</small></h3>
    <p class="map-waiting">${repeat(rows, keyOfRow, listed)}</p>`;
}

function drawMap() {
  if (!map) return;
  const places = placesNow(game.server.places, game.queue.events, data.side);
  const units = [...game.rows.values()].filter((row) => !row.isOut && (isUnit(row) || isBlank(row)));
  /** @type {[Row, number[]][]} */
  const stand = units.flatMap((row) => {
    const at = places[row.side][row.id];
    return at ? [[row, at]] : [];
  });
  const placed = spread(stand);
  const row = (chosen && game.rows.get(chosen)) || null;
  const at = row ? places[row.side][row.id] : undefined;
  const rings = row && at ? rangesOf(row).map((range) => ring(drawnAt(at), range)) : [];
  drawInto(byId("map-rings"), svg`${placed.map(leader)}${rings}`);
  drawInto(byId("map-markers"), html`${repeat(placed, keyOfPlaced, marker)}`);
  const waiting = units.filter(({ side, id }) => mayChange(side) && !places[side][id]);
  unplaced = new Set(waiting.map(keyOfRow));
  const first = "No unit is on the map yet. Tap one, then its place. Engagements then take the distance from the map.";
  const how = placed.length ? "Tap a unit, then its place." : first;
  const hint = mayChange(data.side ?? 0) ? how : "Tap a unit to see how far it reaches.";
  drawInto(byId("map-unit"), row ? unitTemplate(row, at) : html`<p class="text-muted">${hint}</p>`);
  drawInto(byId("map-list"), listTemplate(waiting));
}

// --- the dialog -----------------------------------------------------------------------------------

const AWAY = "The map could not be loaded. Open it again when you are online.";

// The map as the site draws it, which knows other units after a reveal.
async function load() {
  const page = await fetchPart(`${data.address}/map`);
  if (!page) return null;
  byId("map")?.remove();
  byId("tracker").append(...page.querySelectorAll("dialog"));
  return byId("map");
}

/** @param {HTMLDialogElement} dialog */
function begin(dialog) {
  const board = byId("map-board");
  const { width, depth, parts, tiled } = board.dataset;
  map = {
    width: Number(width),
    depth: Number(depth),
    parts: Number(parts),
    tiled: tiled !== undefined,
    ranges: JSON.parse(byId("map-ranges").textContent),
  };
  board.style.setProperty("--ratio", String(map.width / map.depth));
  board.addEventListener("click", placeHere);
  byId("map-close").addEventListener("click", () => dialog.close());
  byId("map-zoom").addEventListener("click", (/** @type {OnPage<MouseEvent>} */ { currentTarget }) => {
    currentTarget.ariaPressed = String(board.classList.toggle("is-large"));
    draw();
  });
  dialog.addEventListener("close", () => {
    map = null;
    if (history.state?.map) history.back();
  });
}

// Back closes the map, and then the sheet under it.
addEventListener("popstate", ({ state }) => {
  if (map && !state?.map) byId("map").close();
  else if (!map && state?.map) history.back();
});

let isOpening = false;

async function openMap() {
  if (map || isOpening) return;
  isOpening = true;
  const dialog = await load().finally(() => { isOpening = false; });
  if (!dialog) {
    closeSheet();
    return notify(html`<p>${AWAY}</p>`);
  }
  begin(dialog);
  chosen = null;
  dialog.showModal();
  history.pushState({ ...history.state, map: true }, "");
  draw();
}

const opener = byId("map-open");
if (opener) {
  opener.hidden = false;
  opener.addEventListener("click", openMap);
  addPart(drawMap);
}
