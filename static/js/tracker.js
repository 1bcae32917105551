// The tracker of a game at the table: rows with their states, boxes to tap, turn, proposals and log.

import { Clocks } from "./match_clock.js";
import {
  FORCE, GAME, changeInWords, markAt, setPressable, currentTicks, currentTurn, ticksInWords, titleOf,
} from "./match_state.js";
import { engagementNow, openEngagement, renewTargets } from "./engage.js";
import { RowFilter } from "./finding.js";
import { MatchQueue } from "./match_queue.js";
import { scrollBack, takeRows } from "./match_rows.js";
import { get, withStores } from "./device_store.js";
import { isAway } from "./network.js";
import { engineVersion, keep } from "./offline.js";
import { HANDS, SITE_THROWS, drawThrow } from "./throws.js";

const data = JSON.parse(document.getElementById("match-data").textContent);
const tracker = document.getElementById("tracker");
const byId = (id) => document.getElementById(id);
const plays = data.side !== null;
const mayChange = (side) => plays && !server.ended && (data.both || side === data.side);

let server = data;
const entries = new Map();

// A new element; children are elements and texts.
function make(tag, properties = {}, ...children) {
  const { dataset = {}, ...others } = properties;
  const made = Object.assign(document.createElement(tag), others);
  Object.assign(made.dataset, dataset);
  made.append(...children.filter((child) => child !== "" && child !== null));
  return made;
}

const button = (text, onclick, look = "btn-secondary") => make("button", { type: "button", className: `btn ${look}`, onclick }, text);

// --- rows -----------------------------------------------------------------------------------------

const keyOf = (side, bearer) => `${side}:${bearer}`;
const rows = new Map();
let groups = [];

function rowFrom(element) {
  const { side, bearer, engages } = element.dataset;
  const number = element.querySelector(".row-number")?.textContent ?? "";
  const title = element.querySelector(".row-name").firstChild.textContent.trim();
  return {
    element,
    side: Number(side),
    bearer,
    name: `${number} ${title}`.trim(),
    states: element.querySelector(".row-states"),
    opener: element.querySelector(".row-open"),
    isUnit: "card" in element.dataset,
    engages: engages ?? bearer,
    state: "", // as it was last drawn
  };
}

// Read the rows of the page; known ones keep their properties.
function readRows() {
  const before = new Map([...rows.values()].map((row) => [row.element, row]));
  rows.clear();
  for (const element of tracker.querySelectorAll(".row-unit")) {
    const row = before.get(element) ?? rowFrom(element);
    row.kind = Number(element.dataset.kind);
    row.group = element.closest(".tracker-group");
    row.words = [".row-name", ".row-number"].map((part) => element.querySelector(part)?.textContent ?? "").concat(row.group.querySelector(".group-name").textContent).join(" ").toLowerCase();
    rows.set(keyOf(row.side, row.bearer), row);
  }
  groups = [...tracker.querySelectorAll(".tracker-group")];
}

readRows();
const sideNames = [0, 1].map((side) => byId(`side-${side}`).firstChild.textContent.trim());
const rowOf = (side, bearer) => rows.get(keyOf(side, bearer));

function nameOf(side, bearer) {
  if (bearer === FORCE) return sideNames[side];
  if (bearer === GAME) return "";
  const blank = /^blank-(\d+)$/.exec(bearer);
  return rowOf(side, bearer)?.name ?? (blank ? `?${blank[1]} Blank` : "A unit");
}

// Two units of both sides may have one number and name.
const nameWithSide = (side, bearer) => (bearer === FORCE || bearer === GAME ? nameOf(side, bearer) : `${nameOf(side, bearer)} (${sideNames[side]})`);

function tracksOf(side, bearer) {
  if (bearer === GAME) return data.conditions;
  const tracks = data.kinds[rowOf(side, bearer)?.kind ?? 0];
  return bearer === FORCE ? tracks : [...tracks, data.out];
}

const trackOf = (side, bearer, slug) => tracksOf(side, bearer).find((track) => track.slug === slug);

function ticksOf(side, bearer) {
  const serverTicks = server.ticks[bearer === GAME ? 2 : side][bearer] ?? {};
  return currentTicks(tracksOf(side, bearer), serverTicks, side, bearer, queue.events);
}

// --- states and controls ----------------------------------------------------------------------------

function chip(track, ticks) {
  if (track.counts && track.boxes > 1) {
    const mark = markAt(track, ticks.length);
    return [make("span", { className: `chip${mark ? " chip-bad" : ""}` }, `${track.title} ${ticks.length}/${track.boxes}${mark ? ` ${mark}` : ""}`)];
  }
  return ticks.map((box) => {
    const [word, title] = [track.names[box - 1] ?? track.title, titleOf(track, box)];
    if (word === title || track.counts) return make("span", { className: "chip" }, word);
    return make("span", { className: "chip", title }, make("span", { ariaHidden: "true" }, word), make("span", { className: "visually-hidden" }, title));
  });
}

const chips = (ticksByTrack) => [...ticksByTrack].filter(([, ticks]) => ticks.length).flatMap(([track, ticks]) => [...chip(track, ticks), " "]);

// The bearers with waiting changes, whose rows differ from what the server knows.
const changedBearers = () => new Set(queue.events.flatMap(({ changes = [] }) => changes.map(({ side, bearer }) => keyOf(side, bearer))));

// Whether a row is up to date: a tap draws its own row alone, not hundreds of others.
function isDrawn(row, waiting) {
  const [ticks, isChangeable] = [server.ticks[row.side][row.bearer], mayChange(row.side)];
  const waits = waiting.has(keyOf(row.side, row.bearer));
  const isCurrent = row.state && !waits && !row.waits && row.ticks === ticks && row.isChangeable === isChangeable;
  Object.assign(row, { ticks, isChangeable, waits });
  return isCurrent;
}

function drawRow(row) {
  const ticks = ticksOf(row.side, row.bearer);
  const state = JSON.stringify([...ticks.values(), mayChange(row.side)]);
  if (row.state === state) return;
  row.state = state;
  row.out = ticks.get(data.out)?.length > 0;
  row.element.classList.toggle("is-out", row.out);
  row.states.replaceChildren(...chips(ticks));
  if (row.controls) drawControls(row.controls, row.side, row.bearer, ticks);
}

function control(track, ticks, side, bearer) {
  const about = nameWithSide(side, bearer);
  const set = { className: "control", role: "group", ariaLabel: about ? `${track.title}, ${about}` : track.title };
  const title = make("span", { className: "control-title" }, track.title);
  const tap = (key, fields, properties, ...children) => make("button", { type: "button", className: "tick", dataset: { key: `${track.slug} ${key}`, change: JSON.stringify({ track: track.slug, ...fields }) }, ...properties }, ...children);
  if (track.counts && track.boxes === 1) return make("div", set, tap("box", { amount: ticks.length ? -1 : 1 }, { ariaPressed: String(ticks.length > 0) }, track.title));
  if (track.counts) {
    const count = ticks.length;
    const word = count ? titleOf(track, count) : "";
    const suffix = word && word !== String(count) ? ` · ${word}` : "";
    return make(
      "div", set, title,
      tap("less", { amount: -1 }, { ariaLabel: `${track.title}: one fewer`, ariaDisabled: String(count === 0) }, "−"),
      make("span", { className: "control-count", role: "status" }, `${count} of ${track.boxes}${suffix}`),
      tap("more", { amount: 1 }, { ariaLabel: `${track.title}: one more`, ariaDisabled: String(count === track.boxes) }, "+"),
      track.marks.length ? make("small", {}, track.marks.map(([number, word]) => `${word} at ${number}`).join(", ")) : "",
    );
  }
  const now = track.keys[ticks[0] - 1] ?? "";
  if (track.exclusive && !track.start) {
    const none = tap("none", { box: now, on: false, seen: now }, { role: "radio", ariaChecked: String(!ticks.length), tabIndex: ticks.length ? -1 : 0 }, track.unticked);
    return make("div", { ...set, role: "radiogroup" }, title, none, ...boxes(track, ticks, tap));
  }
  return make("div", track.exclusive ? { ...set, role: "radiogroup" } : set, track.boxes === 1 && track.title === titleOf(track, 1) ? "" : title, ...boxes(track, ticks, tap));
}

function boxes(track, ticks, tap) {
  const seen = track.keys[ticks[0] - 1] ?? "";
  return track.keys.map((key, index) => {
    const on = ticks.includes(index + 1);
    const words = titleOf(track, index + 1);
    const name = track.names[index];
    const short = ` ${words} `.replace(/[,:]/g, " ").includes(` ${name} `) ? "" : make("b", {}, `${name} `);
    return track.exclusive
      ? tap(key, { box: key, seen }, { role: "radio", ariaChecked: String(on), tabIndex: on || (!ticks.length && track.start) ? 0 : -1 }, short, words)
      : tap(key, { box: key, on: !on }, { ariaPressed: String(on) }, short, words);
  });
}

function drawControls(element, side, bearer, ticksByTrack) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const controls = mayChange(side)
    ? [...ticksByTrack].map(([track, ticks]) => control(track, ticks, side, bearer))
    : [...ticksByTrack].filter(([track]) => track !== data.out).map(([track, ticks]) => make("p", { className: "control-text" }, ticksInWords(track, ticks)));
  element.replaceChildren(...controls);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// Arrow keys go from one radio button to the next, as in every radio group; space and Enter choose.
tracker.addEventListener("keydown", (event) => {
  const group = event.target.closest("[role=radiogroup]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!group || !step) return;
  event.preventDefault();
  const radios = [...group.querySelectorAll("[role=radio]")];
  radios[(radios.indexOf(event.target) + step + radios.length) % radios.length].focus();
});

tracker.addEventListener("click", (event) => {
  const tick = event.target.closest("[data-change]");
  if (!tick) return;
  const { side, bearer } = tick.closest(".controls").dataset;
  const change = JSON.parse(tick.dataset.change);
  if (tick.ariaDisabled === "true" || tick.ariaChecked === "true") return;
  queue.add({ kind: "change", changes: [{ ...change, bearer, side: Number(side) }] });
});

async function open(row, isOpen) {
  row.opener.ariaExpanded = String(isOpen);
  if (row.body) {
    row.body.hidden = !isOpen;
    return;
  }
  if (!isOpen) return;
  row.controls = make("div", { className: "controls", dataset: { side: row.side, bearer: row.bearer } });
  row.body = make("div", { className: "row-body" }, row.controls);
  row.element.append(row.body);
  row.state = "";
  drawRow(row);
  if (!row.isUnit) return;
  const card = make("div", { className: "row-card" });
  row.body.append(card);
  try {
    const answer = await fetch(`${data.address}/units/${row.side}/${encodeURIComponent(row.bearer)}`);
    if (!answer.ok) throw new TypeError("no card");
    card.append(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  } catch {
    card.textContent = "The card could not be loaded. Close and open the row again when there is a network.";
    row.opener.addEventListener("click", () => { row.body.remove(); delete row.body; }, { once: true, capture: true });
  }
}

// --- consequences -----------------------------------------------------------------------------------

function consequence({ message, rule, place, tone, offer, offers }, side) {
  const link = rule && (place ? make("a", { href: place }, rule) : make("span", { className: "text-muted" }, rule));
  const offerButton = offer && mayChange(side) ? button(offer, () => queue.add({ kind: "change", changes: offers }), "btn-secondary") : "";
  return make("p", { className: `consequence tone-${tone}` }, make("span", {}, message, " ", link || ""), offerButton);
}

let lastConsequences = "";

// What follows from changes that the site does not know yet, worked out on this device; null when it knows them all.
let workedOut = null;
let lastEvents = "[]";

async function workOutConsequences() {
  const events = JSON.stringify(queue.events);
  if (events === lastEvents) return;
  lastEvents = events;
  const { match } = (isAway() && queue.events.length && await get("kept", data.address).catch(() => null)) || {};
  if (!match) return;
  const { ask } = await import("./engine.js");
  const question = { path: data.address, query: "", match: { ...match, ...matchState(), events: JSON.parse(events) } };
  const reply = await ask(question).catch(() => null);
  if (events !== lastEvents) return;
  workedOut = reply?.consequences ?? null;
  drawConsequences();
}

function drawConsequences() {
  const consequences = workedOut ?? server.consequences;
  const text = JSON.stringify([consequences, server.ended]);
  if (text === lastConsequences) return;
  lastConsequences = text;
  for (const old of tracker.querySelectorAll(".consequence")) old.remove();
  const counts = new Map();
  consequences.forEach((list, side) => {
    for (const each of list) {
      const row = rowOf(side, each.bearer);
      const place = row ? notesOf(row) : tracker.querySelector(`[data-notes="${CSS.escape(keyOf(side, each.bearer))}"]`);
      place?.append(consequence(each, side));
      const group = place?.closest(".tracker-group");
      if (group) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  });
  for (const group of groups) {
    const count = counts.get(group) ?? 0;
    group.querySelector(".group-marks").textContent = count ? `▲ ${count} to note` : "";
  }
}

function notesOf(row) {
  row.notes ??= make("div", { className: "notes" });
  if (!row.notes.isConnected) row.element.querySelector(".row-line").after(row.notes);
  return row.notes;
}

// --- turn and conditions ------------------------------------------------------------------------------

function acting(segment) {
  const track = data.conditions[0];
  const first = (ticksOf(0, GAME).get(track)[0] ?? 1) - 1;
  return { first: [first], second: [1 - first], both: [0, 1] }[segment.acts];
}

let lastSegment = null;

function drawTurn() {
  const now = currentTurn(server, data.segments, queue.events);
  const segment = data.segments[now.segment];
  const sides = acting(segment);
  const whose = sides.length > 1 ? "both sides" : sides[0] === data.side ? "your side" : sideNames[sides[0]];
  const text = server.ended ? `Ended in turn ${now.turn}` : `Turn ${now.turn} · ${segment.title} · ${whose}`;
  if (byId("turn-now").textContent !== text) byId("turn-now").textContent = text;
  const next = byId("next");
  if (next) {
    next.hidden = server.ended;
    const following = data.segments[now.segment + 1];
    next.textContent = `Next: ${following ? following.title : `turn ${now.turn + 1}`}`;
    next.onclick = () => queue.add({ kind: "next", ...now });
  }
  for (const side of [0, 1]) byId(`side-${side}`).classList.toggle("is-acting", !server.ended && sides.includes(side));
  if (lastSegment !== segment) {
    lastSegment = segment;
    const lines = segment.lines.map(([term, words]) => make("div", {}, make("dt", {}, term), make("dd", {}, words)));
    const rule = segment.rule && make("p", {}, segment.place ? make("a", { href: segment.place }, segment.rule) : segment.rule);
    byId("may-lines").replaceChildren(make("dl", { className: "lines" }, ...lines), rule || "");
    byId("may").hidden = !lines.length && !rule;
    drawTurnThrow(segment);
  }
  if (!byId("turn-throw")) return;
  byId("turn-throw").hidden = server.ended || !(segment.faces || segment.with_hands);
  byId("turn-throw-said").textContent = isAway() && !byId("turn-throw").hidden ? SITE_THROWS : "";
}

// Throws of both sides in a segment, such as for who goes first; a player of both sides throws for each.
function drawTurnThrow({ faces, with_hands: hands }) {
  if (!plays) return;
  const throwing = data.both ? [0, 1] : [data.side];
  const dice = faces ? throwing.map((side) => button(data.both ? `d${faces} for ${sideNames[side]}` : `Throw a d${faces}`, () => queue.add({ kind: "dice", dice: 1, faces, acting: side }))) : [];
  const choices = hands ? Object.entries(HANDS).map(([choice, word]) => button(word, () => queue.add({ kind: "throw", choice }))) : [];
  byId("turn-throw").replaceChildren(...dice, ...choices);
}

let lastConditions = "";

function drawConditions() {
  const ticksByTrack = ticksOf(0, GAME);
  const state = JSON.stringify([[...ticksByTrack.values()], mayChange(data.side)]);
  if (state === lastConditions) return;
  lastConditions = state;
  const [first, ...others] = [...ticksByTrack].filter(([, ticks]) => ticks.length);
  const words = [...others, first].map(([track, ticks]) => (track.boxes === 1 ? titleOf(track, 1) : ticksInWords(track, ticks)));
  byId("conditions-now").textContent = words.join(" · ");
  drawControls(byId("conditions"), 0, GAME, ticksByTrack);
}

// --- notices and proposals ------------------------------------------------------------------------------

// Replace the contents of an element; the focus moves from the old contents to the new.
function redraw(element, ...children) {
  const hadFocus = element.contains(document.activeElement);
  element.replaceChildren(...children);
  if (!hadFocus) return;
  element.tabIndex = -1;
  (element.querySelector("button") ?? element).focus();
}

function notice(contents, actions = [], kind = "warning") {
  const element = make("div", { className: `alert alert-${kind} notice` }, make("div", { className: "notice-words" }, ...contents));
  const close = () => redraw(byId("notices"), ...[...byId("notices").children].filter((each) => each !== element));
  const buttons = actions.map(([words, act]) => button(words, () => { close(); act(); }));
  element.append(make("div", { className: "notice-buttons" }, ...buttons, button("Close", close, "btn-outline-secondary")));
  byId("notices").append(element);
  while (byId("notices").children.length > 3) byId("notices").firstChild.remove();
}

const list = (items) => make("ul", {}, ...items.map((item) => make("li", {}, item)));

function changesInWords(changes) {
  return changes.map((change) => {
    const track = trackOf(change.side, change.bearer, change.track);
    const words = track ? changeInWords(track, change) : change.track;
    return [nameOf(change.side, change.bearer), words].filter(Boolean).join(" – ");
  });
}

const undo = (of, also = []) => queue.add({ kind: "undo", of, also });

function onResult(event, result) {
  if (event.kind === "next" && result.number) {
    byId("notices").querySelector(".alert-success")?.remove(); // of the segment before
    const entry = entries.get(result.number);
    if (entry?.effects.length) {
      notice([make("p", {}, `${entry.words}. This changed:`), list(entry.changed)], [["Undo", () => undo(entry.number)]], "success");
    }
  }
  if (!result.error) return;
  if (result.depend?.length) {
    const later = result.depend.map((number) => `${number}: ${entryInWords(entries.get(number) ?? {})}`);
    const all = result.depend.length + 1;
    const words = make("p", {}, `To undo ${event.of}, take back what depends on it too:`);
    notice([words, list(later)], [[`Undo all ${all}`, () => undo(event.of, result.depend)]]);
    return;
  }
  const what = event.changes?.length ? changesInWords(event.changes).join(", ") : "";
  const retry = result.conflict && [[`Set ${what} all the same`, () => {
    const { id, ...again } = event;
    queue.add({ ...again, changes: event.changes.map(({ seen, ...change }) => change) });
  }]];
  notice([make("p", {}, make("strong", {}, what ? `Not done: ${what}. ` : "Not done. "), result.error)], retry || [], result.conflict ? "warning" : "danger");
}

let lastProposals = "";

function drawProposals() {
  const answered = new Set(queue.events.filter(({ kind }) => kind === "answer").map(({ of }) => of));
  const waiting = server.waiting.filter((number) => !answered.has(number) && entries.has(number));
  const state = waiting.join();
  if (state === lastProposals) return;
  lastProposals = state;
  redraw(byId("proposals"), ...waiting.map((number) => {
    const { side, kind, words, proposes } = entries.get(number);
    const what = kind === "end" ? "to end the game, which reveals all that is hidden" : [words, ...proposes].filter(Boolean).join("; ");
    const answer = (agreed, choice) => () => queue.add({ kind: "answer", of: number, agreed, ...(choice && { choice }) });
    const agreeing = kind === "throw"
      ? Object.entries(HANDS).map(([choice, word]) => button(word, answer(true, choice), "btn-primary"))
      : [button("Agree", answer(true), "btn-primary")];
    const theirs = plays && (side !== data.side || data.both);
    const says = !plays ? `${sideNames[side]} proposes: ` : theirs ? "The other side proposes: " : "Waits for the other side: ";
    return make(
      "section", { className: "sheet proposal", ariaLabel: "Proposal" },
      make("p", {}, make("strong", {}, says), what),
      theirs ? make("p", { className: "notice-buttons" }, ...agreeing, button("Decline", answer(false))) : "",
    );
  }));
}

// --- log --------------------------------------------------------------------------------------------

const entryInWords = ({ words = "", changed = [], proposes = [] }) => [words, ...changed, ...proposes.map((each) => `proposed: ${each}`)].filter(Boolean).join("; ");

const canUndo = (entry) => plays && !entry.thrown && (entry.kind !== "throw" || server.waiting.includes(entry.number)) && !["undo", "clock"].includes(entry.kind) && !server.undone.includes(entry.number)
  && (data.both || entry.side === data.side || ["next", "end"].includes(entry.kind));

function undoButton(entry) {
  const waits = queue.events.some(({ kind, of }) => kind === "undo" && of === entry.number);
  const element = button("Undo", () => { if (element.ariaDisabled !== "true") undo(entry.number); });
  element.ariaLabel = `Undo ${entry.number}`;
  setPressable(element, !waits);
  return element;
}

const log = byId("log");
const logUnit = byId("log-unit");
const ENTRIES_AT_ONCE = 100;
let logLength = ENTRIES_AT_ONCE;

const bearersOf = ({ effects = [], proposed: changes = [], own, opposing, side }) => new Set([
  ...[...effects, ...changes].map((each) => keyOf(each.side, each.bearer)),
  ...(own ? [keyOf(side, own)] : []),
  ...(opposing ? [keyOf(1 - side, opposing)] : []),
]);

function drawLog() {
  if (!log.open) return;
  const all = [...entries.values()].sort((one, other) => other.number - one.number);
  const units = new Map();
  for (const entry of all) for (const key of bearersOf(entry)) units.set(key, nameWithSide(Number(key[0]), key.slice(2)) || "Conditions");
  const options = [...units].sort(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
  const selected = logUnit.value;
  logUnit.replaceChildren(make("option", { value: "" }, "everything"), ...options.map(([value, words]) => make("option", { value }, words)));
  logUnit.value = units.has(selected) ? selected : "";
  const matches = all.filter((entry) => !logUnit.value || bearersOf(entry).has(logUnit.value));
  const items = matches.slice(0, logLength).map((entry) => make(
    "li", { className: server.undone.includes(entry.number) ? "log-entry is-undone" : "log-entry" },
    make("span", { className: "log-when" }, `${entry.number} · ${sideNames[entry.side]}${entry.time ? `, ${new Date(entry.time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}` : ""}`),
    make("span", { className: "log-words" }, entryInWords(entry), server.undone.includes(entry.number) ? " (taken back)" : ""),
    canUndo(entry) ? undoButton(entry) : "",
  ));
  const more = matches.length > logLength ? make("li", { className: "log-more" }, button("Show more", () => { logLength += ENTRIES_AT_ONCE; drawLog(); })) : "";
  redraw(byId("log-entries"), ...(items.length ? items : [make("li", { className: "log-more" }, "Nothing yet.")]), ...(more ? [more] : []));
}

// The page itself has only the last entries.
async function loadLog() {
  if (!server.head || entries.has(1)) return;
  try {
    const answer = await fetch(`${data.events}?since=0`);
    if (answer.status === 200) for (const entry of (await answer.json()).entries) entries.set(entry.number, entry);
  } catch {
    notice([make("p", {}, "The earlier entries could not be loaded; open the log again when there is a network.")]);
  }
  drawLog();
}

log.addEventListener("toggle", () => { drawLog(); if (log.open) loadLog(); });
logUnit.addEventListener("change", drawLog);
byId("end")?.addEventListener("click", () => queue.add({ kind: "end" }));

let lastEntry = "";

const clocks = new Clocks(byId("clocks"), (event) => queue.add(event));

function drawLast() {
  clocks.update(server.clocks, server.ended);
  if (byId("end")) byId("end").hidden = server.ended;
  if (byId("again")) byId("again").hidden = !server.ended;
  const entry = entries.get(server.head);
  const state = entry ? JSON.stringify([entry.number, server.undone, queue.events.length]) : "";
  if (state === lastEntry) return;
  lastEntry = state;
  redraw(byId("last"), ...(entry ? [make("span", { className: "last-words" }, `${entry.number}: ${entryInWords(entry)}`), canUndo(entry) ? undoButton(entry) : ""] : []));
}

function drawSending() {
  if (!plays) return;
  const { length } = queue.events;
  const words = [length ? `${length} not sent` : "All sent"];
  if (isAway() || queue.failures) words.push(length ? "no connection, trying again" : "no connection");
  if (queue.isUnsaved) words.push("this device cannot keep them, leave the page open");
  const text = queue.stopped || words.join("; ");
  if (byId("sending").textContent !== text) byId("sending").textContent = text;
  byId("sending").classList.toggle("is-waiting", length > 0 || queue.failures > 0);
}

// --- finding ------------------------------------------------------------------------------------------

const words = byId("find-words");
const which = byId("find-which");
const unitFilters = {
  "": () => true,
  ready: (row) => row.isUnit && !row.out && !server.acted[row.side].includes(row.bearer),
  hurt: (row) => server.hurt[row.side].includes(row.bearer),
  out: (row) => row.out,
};
const filter = new RowFilter();

function find() {
  const query = words.value.trim().toLowerCase();
  const isHit = (row) => row.words.includes(query) && unitFilters[which.value](row);
  const isFiltered = Boolean(query || which.value);
  const count = filter.apply(groups, rows.values(), isHit, isFiltered);
  const none = isFiltered && !count ? "No unit matches." : "";
  if (byId("none").textContent !== none) byId("none").textContent = none;
}

words.addEventListener("input", find);
which.addEventListener("change", find);
byId("find").addEventListener("submit", (event) => event.preventDefault());

function show(side) {
  tracker.dataset.show = side;
  for (const each of byId("find").querySelectorAll("[data-show]")) each.ariaPressed = String(each.dataset.show === side);
}

byId("find").addEventListener("click", (event) => {
  const choice = event.target.closest("[data-show]");
  if (choice) show(choice.dataset.show);
});

// --- engaging -------------------------------------------------------------------------------------------

let engaging = null;

function engage(row) {
  engaging?.element.classList.remove("is-engaging");
  engaging = row;
  const prompt = byId("engaging");
  prompt.hidden = !row;
  tracker.classList.toggle("is-engaging", Boolean(row));
  if (!row) return;
  row.element.classList.add("is-engaging");
  prompt.replaceChildren(make("span", {}, `${row.name} engages: tap the target.`), button("Cancel", cancelEngaging));
  if (tracker.dataset.show === String(row.side)) show(String(1 - row.side));
}

byId("sides").addEventListener("click", (event) => {
  const row = rows.get(keyOf(...["side", "bearer"].map((name) => event.target.closest(".row-unit")?.dataset[name])));
  if (event.target.closest(".row-engage")) {
    // Against an opponent without a list the question describes one.
    const hasTargets = [...rows.values()].some(({ side, element }) => side !== row.side && element.matches(".row-unit"));
    if (hasTargets) {
      engage(row === engaging ? null : row);
      if (engaging && event.detail === 0) goToTargets(); // by a key
    } else openEngagement(`${data.address}/engage?${new URLSearchParams({ own: row.engages, side: row.side })}`);
  }
  else if (event.target.closest(".row-open")) {
    if (engaging && row.side !== engaging.side) {
      openEngagement(`${data.address}/engage?${new URLSearchParams({ own: engaging.engages, side: engaging.side, opposing: row.engages })}`);
      engage(null);
    } else open(row, row.opener.ariaExpanded !== "true");
  }
});

function cancelEngaging() {
  const { element } = engaging;
  engage(null);
  element.querySelector(".row-engage").focus();
}

// The first row of the other side, or its first group where all are folded.
function goToTargets() {
  const side = tracker.querySelector(`.tracker-side[data-side="${1 - engaging.side}"]`);
  const firstVisible = (parts) => [...side.querySelectorAll(parts)].find((part) => part.checkVisibility());
  (firstVisible(".row-open") ?? firstVisible("summary"))?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && engaging && !document.querySelector("dialog[open]")) cancelEngaging();
});

document.addEventListener("match:event", ({ detail }) => queue.add({ kind: "change", ...detail }));

// --- the screen stays on ----------------------------------------------------------------------------------

const awake = byId("awake");
const AWAKE = "screen stays on";
let lock = null;

const awakeChoice = () => {
  try {
    return localStorage.getItem(AWAKE);
  } catch {
    return null;
  }
};

async function keepAwake() {
  const isOn = awakeChoice() !== "off";
  awake.ariaPressed = String(isOn);
  if (!isOn) await lock?.release();
  else if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => null);
}

if ("wakeLock" in navigator) {
  awake.hidden = false;
  awake.addEventListener("click", () => {
    try {
      localStorage.setItem(AWAKE, awakeChoice() === "off" ? "on" : "off");
    } catch { /* the choice is not remembered */ }
    keepAwake();
  });
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}

// --- the last view --------------------------------------------------------------------------------------------

const VIEW = `view ${data.address}`;
const TARGETS = "button, input, select, summary, a";
const labelOf = (element) => element.id || element.ariaLabel || element.textContent.trim();

// The element with the focus: its row, if it is in one, and its name there.
function focusNow() {
  const element = document.activeElement?.closest(TARGETS);
  const row = element?.closest(".row-unit");
  return tracker.contains(element) && { row: row && keyOf(row.dataset.side, row.dataset.bearer), name: labelOf(element) };
}

function focusAgain({ row, name }) {
  const element = row ? rows.get(row)?.element : tracker;
  const same = [...element?.querySelectorAll(TARGETS) ?? []].find((each) => labelOf(each) === name);
  (same ?? element?.querySelector(".row-open"))?.focus({ preventScroll: true });
}

addEventListener("pagehide", () => {
  const open = [...rows].filter(([, row]) => row.opener.ariaExpanded === "true").map(([key]) => key);
  const folds = groups.map((group) => filter.isOpen(group));
  try {
    sessionStorage.setItem(VIEW, JSON.stringify({ show: tracker.dataset.show, words: words.value, which: which.value, open, folds, at: scrollY, focus: focusNow(), engagement: engagementNow() }));
  } catch { /* the page opens with its default view */ }
});

function restoreView() {
  const view = JSON.parse(sessionStorage.getItem(VIEW) ?? "null");
  if (!view) return;
  show(view.show);
  words.value = view.words;
  which.value = view.which;
  if (view.folds.length === groups.length) groups.forEach((group, index) => { group.open = view.folds[index]; });
  find();
  for (const key of view.open) if (rows.has(key)) open(rows.get(key), true);
  scrollTo(0, view.at);
  if (view.focus) focusAgain(view.focus);
  if (view.engagement) openEngagement(view.engagement);
}

// --- all of it ------------------------------------------------------------------------------------------------

function onUpdate({ reload, other_rows: otherRows, ...update }) {
  if (reload) location.reload();
  for (const entry of update.entries ?? []) entries.set(entry.number, entry);
  if (update.head >= server.head) server = { ...server, ...update };
  if (otherRows) renewal = renewal.then(() => renewRows(update.entries));
}

let renewal = Promise.resolve();
const RETRY_AFTER = 2_000; // milliseconds

// The known units have changed: the server's page has their rows, and the earlier entries as they are known now.
async function renewRows(latest) {
  let page = null;
  while (!page) {
    page = await fetchPage();
    if (!page) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
  const fresh = JSON.parse(page.getElementById("match-data").textContent);
  const back = scrollBack();
  takeRows(page);
  data.kinds = fresh.kinds;
  server = { ...server, ...fresh };
  readRows();
  entries.clear();
  for (const entry of fresh.entries) entries.set(entry.number, entry);
  lastConsequences = "";
  draw();
  drawConsequences();
  find();
  drawLog();
  back();
  requestAnimationFrame(() => setTimeout(back)); // rows that came into view have their height only once they are drawn
  if (log.open) loadLog();
  const revealed = latest.flatMap(({ effects }) => effects).filter(({ was, after }) => was && after.length);
  keepAll();
  renewTargets(new Map(revealed.map(({ was, bearer }) => [was, bearer])));
}

// Fetch the page as it is now; null when the network fails or the answer is older than this page.
async function fetchPage() {
  try {
    const answer = await fetch(data.address);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return JSON.parse(page.getElementById("match-data").textContent).head >= server.head ? page : null;
  } catch {
    return null;
  }
}

function draw() {
  const waiting = changedBearers();
  for (const row of rows.values()) if (!isDrawn(row, waiting)) drawRow(row);
  drawTurn();
  drawConditions();
  drawProposals();
  drawThrow({ entries: [...entries.values()].sort((one, other) => one.number - other.number), events: queue.events, waiting: server.waiting, side: data.side });
  drawLast();
  drawSending();
}

// The game is kept for use without a network: its page again after each event, cards and rules once.
const CARDS_AT_ONCE = 60;
const KEPT_AFTER = 5_000;
let keeping;

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepThis, KEPT_AFTER, { only: [data.address] });
}

// For a device with the engine: the armies of the game, and the pages of its calculators.
let onDevice = { pages: [] };

const matchState = () => (({ ticks, turn, segment, ended }) => ({ ticks, turn, segment, ended }))(server);

// Without a network, or when the storage fails, the page is not kept; the line about sending shows what waits.
async function keepThis(how) {
  if (isAway() || document.documentElement.dataset.kept) return;
  const record = { address: data.address, title: document.querySelector("h1").textContent, kind: "Game at the table", pages: [data.address, ...data.keep, ...onDevice.pages], match: onDevice.match };
  // The state is the one after the pages are kept, not before.
  await keep(Object.defineProperty(record, "now", { get: matchState, enumerable: true }), how).catch(() => {});
}

// Store the state of the game at once, for answers without a network.
function storeState() {
  withStores(["kept"], "readwrite", (kept) => {
    const request = kept.get(data.address);
    request.onsuccess = () => { if (request.result) kept.put({ ...request.result, now: matchState() }); };
  }).catch(() => {});
}

async function keepAll() {
  if (!isAway() && await engineVersion().catch(() => undefined) !== undefined) {
    const answer = await fetch(`${data.address}/device.json`).catch(() => null);
    if (answer?.ok) onDevice = await answer.json();
  }
  const cards = [...rows].filter(([, row]) => row.isUnit).map(([key]) => key);
  const parts = [];
  while (cards.length) parts.push(`${data.address}/units?${new URLSearchParams({ cards: cards.splice(0, CARDS_AT_ONCE) })}`);
  // The calculators' pages are kept once: their answers are computed when needed.
  const before = await get("kept", data.address).catch(() => null);
  const areKept = before?.match && before.version === document.documentElement.dataset.version;
  keepThis({ parts, ...(areKept && { only: [data.address, ...data.keep] }) });
}

const queue = new MatchQueue({
  address: data.events,
  csrf: data.csrf,
  side: data.side,
  alone: data.both,
  head: () => server.head,
  onUpdate: (update) => {
    workedOut = null;
    onUpdate(update);
    storeState();
    keepSoon();
    draw();
    drawConsequences();
    drawLog();
    if (which.value) find();
  },
  onResult,
  onChange: () => {
    draw();
    workOutConsequences();
  },
});

for (const entry of data.entries) entries.set(entry.number, entry);
draw();
drawConsequences();
byId("tracker").classList.add("is-drawn");
try {
  restoreView();
} catch { /* the last view cannot be read */ }
queue.start();
if (document.readyState === "complete") keepAll();
else addEventListener("load", () => setTimeout(keepAll, KEPT_AFTER));
