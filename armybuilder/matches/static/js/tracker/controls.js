// The boxes of a holder as controls to tap, or as text for who may not change them.

import { html, nothing } from "../lit.js";
import { add, data, mayChange, nameWithSide } from "./game.js";
import { inWhole, markAt, ticksInWords, titleOf } from "./tracks.js";

// --- states in a row ------------------------------------------------------------------------------

/**
 * @param {Track} track
 * @param {Ticks} ticks
 */
function chip(track, ticks) {
  if (track.counts && track.boxes > 1) {
    const mark = markAt(track, ticks.length);
    const count = `${ticks.length}/${track.usual_boxes}${mark ? ` ${mark}` : ""}`;
    return html`<span class=${mark ? "chip chip-bad" : "chip"}>${track.title} ${count}</span> `;
  }
  return ticks.map((box) => {
    const [word, title] = [track.names[box - 1] ?? track.title, titleOf(track, box)];
    if (word === title || track.counts) return html`<span class="chip">${word}</span> `;
    return html`<span class="chip" title=${title}><span aria-hidden="true">${word}</span><span
      class="visually-hidden">${title}</span></span> `;
  });
}

// Of states that exclude each other, the one in which units start is not worth a chip.
/** @param {[Track, Ticks]} given */
const isUnusual = ([track, ticks]) => ticks.length > 0 && !(track.exclusive && track.start && ticks[0] === track.start);

/** @param {TicksByTrack} ticksByTrack */
export function chips(ticksByTrack) {
  return [...ticksByTrack].filter(isUnusual).map(([track, ticks]) => chip(track, ticks));
}

// --- controls -------------------------------------------------------------------------------------

// With spaces around each word, so that whole words are found in it.
/** @param {string} words */
const spaced = (words) => ` ${words} `.replace(/[,:]/g, " ").toLowerCase();

/** @param {Change[]} changes */
const tick = (changes) => (/** @type {OnPage<MouseEvent>} */ event) => {
  const { ariaDisabled, ariaChecked } = event.currentTarget;
  if (ariaDisabled !== "true" && ariaChecked !== "true") add({ kind: "change", changes });
};

/**
 * @param {Change[]} changes
 * @param {boolean} isChosen
 * @param {boolean} isFirst
 * @param {unknown} words
 */
const radio = (changes, isChosen, isFirst, words) =>
  html`<button
    class="tick"
    type="button"
    role="radio"
    aria-checked=${String(isChosen)}
    tabindex=${isFirst ? 0 : -1}
    @click=${tick(changes)}>${words}</button>`;

/**
 * @param {Change[]} changes
 * @param {boolean} on
 * @param {unknown} words
 */
const toggle = (changes, on, words) =>
  html`<button class="tick" type="button" aria-pressed=${String(on)} @click=${tick(changes)}>${words}</button>`;

/**
 * @param {Change[]} changes
 * @param {boolean} isAtEnd
 * @param {string} words
 * @param {string} sign
 */
const stepper = (changes, isAtEnd, words, sign) =>
  html`<button
    class="tick"
    type="button"
    aria-label=${words}
    aria-disabled=${String(isAtEnd)}
    @click=${tick(changes)}>${sign}</button>`;

// The one box of a track that all holders have ticked; 0 without one.
/**
 * @param {Track} track
 * @param {HolderTicks[]} holders
 */
function sharedBox(track, holders) {
  return 1 + track.keys.findIndex((_, index) => holders.every(([, ticks]) => ticks.includes(index + 1)));
}

// A box says its word and what it means; what the heading above it says already, it does not say again.
/**
 * @param {Track} track
 * @param {string} name
 * @param {string} title
 */
function wordsOf(track, name, title) {
  if (title.toLowerCase() === `${track.title} ${name}`.toLowerCase()) return name;
  if (title.startsWith(`${name} `)) return html`<b>${name} </b><small>${title.slice(name.length + 1)}</small>`;
  return spaced(title).includes(spaced(name)) ? title : html`<b>${name} </b><small>${title}</small>`;
}

/**
 * @param {Track} track
 * @param {HolderTicks[]} holders
 * @param {ChangeAll} changes
 */
function boxes(track, holders, changes) {
  const shared = sharedBox(track, holders);
  return track.keys.map((box, index) => {
    /** @param {Ticks} ticks */
    const has = (ticks) => ticks.includes(index + 1);
    const on = holders.every(([, ticks]) => has(ticks));
    const title = titleOf(track, index + 1);
    const name = track.names[index];
    const words = wordsOf(track, name, title);
    return track.exclusive
      ? radio(changes((ticks) => !has(ticks), { box }), on, on || (!shared && track.start > 0 && index === 0), words)
      : toggle(changes((ticks) => has(ticks) === on, { box, on: !on }), on, words);
  });
}

/**
 * @param {Track} track
 * @param {HolderTicks[]} holders
 * @param {ChangeAll} changes
 */
function counter(track, holders, changes) {
  const counts = holders.map(([, ticks]) => ticks.length);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  const word = max && min === max ? titleOf(track, max) : "";
  const now = min === max ? max : `${min} to ${max}`;
  const named = word && word !== String(max) ? ` · ${word}` : "";
  const isFull = min === track.boxes;
  const marks = track.marks.map(([number, mark]) => `${mark} at ${number}`).join(", ");
  return html`
    ${stepper(changes((ticks) => ticks.length > 0, { amount: -1 }), max === 0, `${track.title}: one fewer`, "−")}
    <span class="control-count" role="status">${now} of ${track.boxes}${named}</span>
    ${stepper(changes((ticks) => ticks.length < track.boxes, { amount: 1 }), isFull, `${track.title}: one more`, "+")}
    ${marks ? html`<small>${marks}</small>` : nothing}`;
}

// Makes the same change to all holders whose ticks pass; where one box excludes others, it names the one seen.
/**
 * @param {Track} track
 * @param {number} side
 * @param {HolderTicks[]} holders
 * @returns {ChangeAll}
 */
function changesOf(track, side, holders) {
  /** @param {Ticks} ticks */
  const seen = (ticks) => (track.exclusive ? { seen: track.keys[ticks[0] - 1] ?? "" } : {});
  return (passes, change) => holders
    .filter(([, ticks]) => passes(ticks))
    .map(([holder, ticks]) => ({ track: track.slug, holder, side, ...change, ...seen(ticks) }));
}

// Tracks with the same title stand under it together.
/**
 * @param {Track[]} tracks
 * @param {number} side
 * @param {(track: Track) => HolderTicks[]} holdersOf
 * @param {string} about
 */
function control(tracks, side, holdersOf, about) {
  const [track] = tracks;
  const holders = holdersOf(track);
  const changes = changesOf(track, side, holders);
  const name = about ? `${track.title}, ${about}` : track.title;
  /**
   * @param {string} role
   * @param {boolean} isTitled
   * @param {...unknown} contents
   */
  const group = (role, isTitled, ...contents) => html`<div class="control" role=${role} aria-label=${name}>${
    isTitled ? html`<span class="control-title">${inWhole(track.title)}</span>` : nothing
  }${contents}</div>`;
  /** @param {...unknown} each */
  const ticks = (...each) => html`<div class="ticks">${each}</div>`;
  if (track.counts && track.boxes > 1) return group("group", true, counter(track, holders, changes));
  if (track.counts) {
    const on = holders.every(([, ticked]) => ticked.length);
    const turned = changes((ticked) => Boolean(ticked.length) === on, { amount: on ? -1 : 1 });
    return group("group", false, ticks(toggle(turned, on, track.title)));
  }
  if (!track.exclusive) {
    const all = tracks.map((each) => boxes(each, holdersOf(each), changesOf(each, side, holdersOf(each))));
    return group("group", track.boxes > 1 || track.title !== titleOf(track, 1), ticks(all));
  }
  const isFree = holders.every(([, ticked]) => !ticked.length);
  const free = changes((ticked) => ticked.length, { on: false }).map((change) => ({ ...change, box: change.seen }));
  const none = track.start ? nothing : radio(free, isFree, !sharedBox(track, holders), track.unticked);
  return group("radiogroup", true, ticks(none, boxes(track, holders, changes)));
}

// Controls that change several holders with the same tracks at once.
/**
 * @param {number} side
 * @param {string[]} holders
 * @param {TicksByTrack[]} ticksByTrack
 * @param {string} about
 */
export function controlsOfAll(side, holders, ticksByTrack, about) {
  /**
   * @param {Track} track
   * @returns {HolderTicks[]}
   */
  const holdersOf = (track) => holders.map((holder, index) => [holder, ticksByTrack[index].get(track) ?? []]);
  const tracksByTitle = Map.groupBy(ticksByTrack[0].keys(), ({ title }) => title);
  return [...tracksByTitle.values()].map((tracks) => control(tracks, side, holdersOf, about));
}

/**
 * @param {number} side
 * @param {string} holder
 * @param {TicksByTrack} ticksByTrack
 */
export function controls(side, holder, ticksByTrack) {
  if (mayChange(side, holder)) return controlsOfAll(side, [holder], [ticksByTrack], nameWithSide(side, holder));
  return [...ticksByTrack]
    .filter(([track]) => track !== data.out)
    .map(([track, ticks]) => html`<p class="control-text">${ticksInWords(track, ticks)}</p>`);
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// Arrow keys go from one radio button to the next, as in every radio group; space and Enter choose.
document.getElementById("tracker").addEventListener("keydown", (/** @type {OnPage<KeyboardEvent>} */ event) => {
  const group = event.target.closest("[role=radiogroup]");
  const step = STEPS[event.key];
  if (!group || !step) return;
  event.preventDefault();
  const radios = [...group.querySelectorAll("[role=radio]")];
  radios[(radios.indexOf(event.target) + step + radios.length) % radios.length].focus();
});
