// The game on this page: what the site knows of it, the events that it does not know yet, and the rows of both sides.

import { render } from "../lit.js";
import { FORCE, GAME, currentTicks } from "./tracks.js";

/** @type {MatchData} */
export const data = JSON.parse(document.getElementById("match-data").textContent);
export const plays = data.side !== null;
/** @param {string} id */
export const byId = (id) => document.getElementById(id);
/**
 * @param {number} side
 * @param {string} holder
 */
export const keyOf = (side, holder) => `${side}:${holder}`;
export const sideNames = data.sides.map(({ name }) => name);

export const game = {
  /** @type {MatchState} */
  server: data, // as the site last told it
  /** @type {Map<number, Entry>} */
  entries: new Map(), // of the log, by number
  /** @type {MatchQueue} */
  queue: /** @type {any} */ (null), // of the events that the site does not know yet
  /** @type {Map<string, Row>} */
  rows: new Map(), // by side and holder
  /** @type {Group[]} */
  groups: [], // of both sides
  /** @type {NewEvent} */
  last: { kind: "" }, // of the events that this page has added
};

/** @param {NewEvent} event */
export function add(event) {
  game.last = event;
  game.queue.add(event);
}

/**
 * @param {number} side
 * @param {string} [holder]
 */
export function mayChange(side, holder) {
  return plays && !game.server.ended && (data.both || side === data.side || holder === GAME);
}
/**
 * @param {number} side
 * @param {string} holder
 */
export const rowOf = (side, holder) => game.rows.get(keyOf(side, holder));

// Whether an entry was neither undone nor refused by the other side.
/** @param {number} number */
export const stands = (number) =>
  !game.server.undone.includes(number)
  && ![...game.entries.values()].some(({ kind, of, agreed, number: answer }) =>
    kind === "answer" && of === number && !agreed && !game.server.undone.includes(answer));

/** @param {Row} given */
export const isBlank = ({ id }) => id.startsWith("blank-");

// The element of a row.
/** @param {Pick<Row, "side" | "id">} given */
export const elementOf = ({ side, id }) =>
  document.querySelector(`.row-unit[data-side="${side}"][data-holder="${CSS.escape(id)}"]`);

/** @param {Entry[]} entries */
export function takeEntries(entries) {
  for (const entry of entries) game.entries.set(entry.number, entry);
}

// Equal units that follow one another, as the site says, and each other row by itself.
/** @param {Row[]} rows */
function runsOf(rows) {
  const runs = new Map();
  for (const row of rows) {
    const key = row.run && `run ${keyOf(row.side, row.run)}`;
    if (!runs.has(key || row.key)) runs.set(key || row.key, { key, rows: [] });
    runs.get(key || row.key).rows.push(row);
  }
  return [...runs.values()];
}

// Take the rows that the site sent with the page; a group that has a row of before keeps its key.
/** @param {SentRows} given */
export function takeRows({ sides, looks, kinds }) {
  const keys = new Map([...game.rows].map(([key, { group }]) => [key, group.key]));
  const used = new Set();
  data.kinds = kinds;
  game.rows.clear();
  game.groups = sides.flatMap(({ groups }, side) => groups.map(({ rows, ...group }, place) => {
    const known = rows.map(({ id }) => keys.get(keyOf(side, id))).find((key) => key && !used.has(key));
    /** @type {any} */
    const taken = { ...group, side, isFirst: place === 0, key: known ?? keyOf(side, group.id || group.name) };
    used.add(taken.key);
    taken.rows = rows.map(({ look, ...row }) => {
      const { title } = looks[look];
      const fullName = `${row.number} ${title}`.trim();
      return { engages: row.id, ...looks[look], ...row, side, group: taken, key: keyOf(side, row.id), fullName };
    });
    for (const row of taken.rows) game.rows.set(row.key, row);
    taken.runs = runsOf(taken.rows);
    return taken;
  }));
}

// --- what this device stores ----------------------------------------------------------------------

const LAST_ENTRIES = 10;
/** @type {(keyof MatchState)[]} */
const TOLD = [
  "head", "ticks", "acted", "hurt", "actions", "turn", "segment", "ended", "ending", "standing",
  "waiting", "undone", "clocks", "consequences", "guide", "values", "places",
];

// The state of the game as the site last told it, with the last entries of the log and those that wait.
export function stateNow() {
  /** @type {any} */
  const told = Object.fromEntries(TOLD.map((name) => [name, game.server[name]]));
  /** @param {Entry} given */
  const isNeeded = ({ number }) => number > told.head - LAST_ENTRIES || told.waiting.includes(number);
  return { ...told, entries: [...game.entries.values()].filter(isNeeded) };
}

// Take the state that this device has stored, if it is newer than the page.
/** @param {StoredState} given */
export function takeState({ entries = [], ...told }) {
  if (!((told.head ?? 0) > game.server.head)) return;
  takeEntries(entries);
  game.server = { ...game.server, ...told };
}

// --- names ----------------------------------------------------------------------------------------

/**
 * @param {number} side
 * @param {string} holder
 */
export function nameOf(side, holder) {
  if (holder === FORCE) return sideNames[side];
  if (holder === GAME) return "";
  const blank = /^blank-(\d+)$/.exec(holder);
  return rowOf(side, holder)?.fullName ?? (blank ? `?${blank[1]} Blank` : "A unit");
}

// Two units of both sides may have one number and name.
/**
 * @param {number} side
 * @param {string} holder
 */
export const nameWithSide = (side, holder) =>
  holder === FORCE || holder === GAME ? nameOf(side, holder) : `${nameOf(side, holder)} (${sideNames[side]})`;

// --- tracks ---------------------------------------------------------------------------------------

/**
 * @param {number} side
 * @param {string} holder
 */
function tracksOf(side, holder) {
  if (holder === GAME) return data.conditions;
  const tracks = data.kinds[rowOf(side, holder)?.kind ?? 0];
  return holder === FORCE ? tracks : [...tracks, data.out];
}

/**
 * @param {number} side
 * @param {string} holder
 * @param {string} slug
 */
export const trackOf = (side, holder, slug) => tracksOf(side, holder).find((track) => track.slug === slug);

/**
 * @param {number} side
 * @param {string} holder
 */
export function ticksOf(side, holder) {
  const ticks = game.server.ticks[holder === GAME ? 2 : side][holder] ?? {};
  return currentTicks(tracksOf(side, holder), ticks, side, holder, game.queue.events);
}

// --- drawing --------------------------------------------------------------------------------------

/** @type {(() => void)[]} */
const parts = [];

// Have a part of the page drawn whenever something has changed.
/** @param {() => void} drawPart */
export const addPart = (drawPart) => parts.push(drawPart);

export function draw() {
  for (const drawPart of parts) drawPart();
}

// Draw a template into an element. When what had the focus goes, `instead` says what gets it, or the first button there
// does, or the element. These are where the player just was: what sticks to an edge would scroll the page to its place.
/**
 * @param {HTMLElement} element
 * @param {unknown} template
 */
export function drawInto(element, template, instead = () => null) {
  const focused = element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  render(template, element);
  if (!focused || element.contains(document.activeElement)) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true }); // it was moved
  element.tabIndex = -1;
  const next = instead();
  (next || element.querySelector("button") || element).focus({ preventScroll: !next });
}

// --- how a player looks at it: which side, what is searched, which rows and groups are open ------------

export const view = {
  show: "both",
  words: "",
  which: "",
  guided: true, // whether units that may act now stand before the others
  open: new Set(), // keys of rows, and of runs of equal ones
  folds: new Map(), // whether a group is open, by key
  foldsFound: new Map(), // the same during a search
};

export const isSearch = () => Boolean(view.words.trim() || view.which);
// Of many units the first group of each side is unfolded.
/** @param {Group} given */
export const isUnfolded = ({ key, isFirst }) => (
  isSearch() ? view.foldsFound.get(key) ?? true : view.folds.get(key) ?? (data.unfolded || isFirst)
);
/**
 * @param {Group} given
 * @param {boolean} isOpen
 */
export const fold = ({ key }, isOpen) => (isSearch() ? view.foldsFound : view.folds).set(key, isOpen);

/** @param {string} side */
export function show(side) {
  view.show = side;
  draw();
}

takeEntries(data.entries);
takeRows(data);
