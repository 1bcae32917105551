// Corrects an entry of the log: what it changed was another number, or another state.

import { html, nothing } from "../lit.js";
import { add, data, draw, game, nameOf, stands, trackOf } from "./game.js";
import { titleOf } from "./tracks.js";

/** @type {{ number: number, changes: Change[] } | null} */
let now = null; // the entry that is being corrected, with what is set instead

// What an entry changed, as it was corrected last.
/** @param {Entry} entry */
function changesOf(entry) {
  const agreed = [...game.entries.values()].filter(({ kind, of, number }) =>
    kind === "correct" && of === entry.number && !game.server.waiting.includes(number) && stands(number));
  return agreed.at(-1)?.changes ?? entry.changes ?? [];
}

/** @param {Entry} entry */
export function start(entry) {
  now = { number: entry.number, changes: changesOf(entry) };
  draw();
}

function stop() {
  now = null;
  draw();
}

/**
 * @param {number} place
 * @param {Partial<Change>} other
 */
function set(place, other) {
  if (now) now.changes = now.changes.map((each, index) => (index === place ? { ...each, ...other } : each));
  draw();
}

/**
 * @param {Change} change
 * @param {number} place
 */
function field(change, place) {
  const track = trackOf(change.side, change.holder, change.track);
  if (!track) return nothing;
  const label = [nameOf(change.side, change.holder), track.title].filter(Boolean).join(", ");
  /** @param {OnPage<Event>} event */
  const take = ({ target: { value } }) =>
    set(place, track.counts ? { amount: Number(value) } : { box: value, on: true });
  /**
   * @param {string} key
   * @param {number} index
   */
  const option = (key, index) =>
    html`<option value=${key} ?selected=${key === change.box}>${titleOf(track, index + 1)}</option>`;
  const control = track.counts
    ? html`<input
        class="form-control"
        type="number"
        inputmode="numeric"
        min=${-track.boxes}
        max=${track.boxes}
        .value=${String(change.amount ?? 0)}
        @change=${take}>`
    : html`<select class="form-select" autocomplete="off" @change=${take}>
        <option value="" ?selected=${!change.box}>no change</option>
        ${track.keys.map(option)}
      </select>`;
  return html`<label class="correction-field">${label} ${control}</label>`;
}

function send() {
  if (!now) return;
  const { number, changes } = now;
  now = null;
  add({ kind: "correct", of: number, changes: changes.map(({ seen, ...change }) => change) });
}

/** @param {Entry} given */
export function correctionTemplate({ number }) {
  if (now?.number !== number) return nothing;
  return html`<div class="correction" role="group" aria-label="Correct ${number}">
    ${now.changes.map(field)}
    <p class="notice-buttons">
      <button class="btn btn-primary" type="button" @click=${send}>${
        data.both ? "Correct it" : "Ask to correct it"
      }</button>
      <button class="btn btn-secondary" type="button" @click=${stop}>Cancel</button>
    </p>
  </div>`;
}
