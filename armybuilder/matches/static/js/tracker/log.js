// The log: its last entry in sight, all entries in a fold, each with a button to undo it where the player may.

import { html, nothing, repeat } from "../lit.js";
import {
  add, addPart, byId, data, draw, drawInto, game, keyOf, nameWithSide, plays, sideNames, stands, takeEntries,
} from "./game.js";
import { notify } from "./notices.js";
import { entryInWords, inWhole } from "./tracks.js";

const ENTRIES_AT_ONCE = 100;
const log = byId("log");
let length = ENTRIES_AT_ONCE;
let chosen = ""; // the unit whose entries are listed

/** @param {Entry} given */
const isUndone = ({ number }) => game.server.undone.includes(number);

/** @param {Entry} entry */
const canUndo = (entry) =>
  plays
  && (!entry.thrown || entry.effects.length > 0)
  && (entry.kind !== "throw" || game.server.waiting.includes(entry.number))
  && !["undo", "clock", "verdict", "correct"].includes(entry.kind)
  && game.entries.get(entry.of ?? 0)?.kind !== "correct"
  && !isUndone(entry)
  && (data.both || entry.side === data.side || ["next", "end"].includes(entry.kind));

/** @param {Entry} given */
function undoButton({ number }) {
  const waits = game.queue.events.some(({ kind, of }) => kind === "undo" && of === number);
  const undo = () => { if (!waits) add({ kind: "undo", of: number, also: [] }); };
  return html`<button
    class="btn btn-secondary ${waits ? "disabled" : ""}"
    type="button"
    aria-label="Undo ${number}"
    aria-disabled=${String(waits)}
    @click=${undo}>Undo</button>`;
}

// What corrects an entry is loaded once somebody does so.
/** @type {Correcting | null} */
let correcting = null;

/** @param {Entry} entry */
const canCorrect = (entry) =>
  plays && !game.server.ended && !isUndone(entry) && entry.kind !== "correct" && Boolean(entry.changes)
  && !game.server.waiting.includes(entry.number) && stands(entry.number);

/** @param {Entry} entry */
async function startCorrection(entry) {
  correcting = await import("./correcting.js");
  correcting.start(entry);
}

/** @param {Entry} entry */
const correctButton = (entry) => html`<button
  class="btn btn-secondary"
  type="button"
  aria-label="Correct ${entry.number}"
  @click=${() => startCorrection(entry)}>Correct</button>`;

/** @param {Entry} given */
const holdersOf = ({ effects = [], proposed: changes = [], own, opposing, side }) => new Set([
  ...[...effects, ...changes].map((each) => keyOf(each.side, each.holder)),
  ...(own ? [keyOf(side, own)] : []),
  ...(opposing ? [keyOf(1 - side, opposing)] : []),
]);

/** @param {Entry[]} entries */
function unitsIn(entries) {
  const units = new Map();
  for (const entry of entries)
    for (const key of holdersOf(entry)) units.set(key, nameWithSide(Number(key[0]), key.slice(2)) || "Conditions");
  return [...units].sort(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
}

/** @param {Entry} entry */
function item(entry) {
  const time = entry.time
    ? `, ${new Date(entry.time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`
    : "";
  return html`<li class=${isUndone(entry) ? "log-entry is-undone" : "log-entry"}>
    <span class="log-when">${entry.number} · ${sideNames[entry.side]}${time}</span>
    <span class="log-words">${inWhole(entryInWords(entry))}${isUndone(entry) ? " (undone)" : nothing}</span>
    <span class="log-buttons">${canCorrect(entry) ? correctButton(entry) : nothing}
      ${canUndo(entry) ? undoButton(entry) : nothing}</span>
    ${correcting?.correctionTemplate(entry) ?? nothing}
  </li>`;
}

function showMore() {
  length += ENTRIES_AT_ONCE;
  draw();
}

function drawLog() {
  if (!log.open) return;
  const all = [...game.entries.values()].sort((one, other) => other.number - one.number);
  const units = unitsIn(all);
  if (!units.some(([key]) => key === chosen)) chosen = "";
  const matches = all.filter((entry) => !chosen || holdersOf(entry).has(chosen));
  /** @param {string[]} unit */
  const option = ([key, words]) =>
    html`<option value=${key} .selected=${key === chosen}>${words}</option>`;
  drawInto(byId("log-unit"), html`${[["", "everything"], ...units].map(option)}`);
  const more = html`<li class="log-more">
    <button class="btn btn-secondary" type="button" @click=${showMore}>Show more</button>
  </li>`;
  drawInto(byId("log-entries"), html`
    ${repeat(matches.slice(0, length), (/** @type {Entry} */ { number }) => number, item)}
    ${matches.length ? nothing : html`<li class="log-more">Nothing yet.</li>`}
    ${matches.length > length ? more : nothing}`);
}

// The page itself has only the last entries.
export async function loadLog() {
  if (!log.open || !game.server.head || game.entries.has(1)) return;
  try {
    const answer = await fetch(`${data.events}?since=0`);
    if (answer.status === 200) takeEntries((await answer.json()).entries);
  } catch {
    const words = "The earlier entries could not be loaded. When you are online, open the log again.";
    notify(html`<p>${words}</p>`, [], () => game.entries.has(1));
  }
  draw();
}

log.addEventListener("toggle", () => {
  draw();
  loadLog();
});
byId("log-unit").addEventListener("change", (/** @type {OnPage<Event>} */ { target }) => {
  chosen = target.value;
  draw();
});

addPart(drawLog);
addPart(() => {
  const last = game.entries.get(game.server.head);
  drawInto(byId("last"), last ? html`<span class="last-words">${last.number}: ${inWhole(entryInWords(last))}</span>${
    canUndo(last) ? undoButton(last) : nothing
  }` : nothing);
});
