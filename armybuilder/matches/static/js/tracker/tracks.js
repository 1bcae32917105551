// The state of a game at the table with its unsent events, and tracks and changes in words.

import { html } from "../lit.js";

export const GAME = "game";
export const FORCE = "";

/** @param {Track} track */
const atFirst = (track) => Array.from({ length: track.start }, (_, index) => index + 1);

// The boxes ticked after a change; unchanged where the server will refuse it.
/**
 * @param {Track} track
 * @param {Ticks} ticks
 */
function ticksAfter(track, ticks, { amount = 0, box = "", on = true }) {
  if (track.counts) {
    const count = ticks.length + amount;
    return count < 0 || count > track.boxes ? ticks : Array.from({ length: count }, (_, index) => index + 1);
  }
  const number = track.keys.indexOf(box) + 1;
  if (!number || ticks.includes(number) === on) return ticks;
  if (track.exclusive) return on ? [number] : [];
  return on ? [...ticks, number].sort((a, b) => a - b) : ticks.filter((each) => each !== number);
}

// The ticks of each track of a holder: those of the server, after the waiting events.
/**
 * @param {Track[]} tracks
 * @param {Record<string, Ticks>} serverTicks
 * @param {number} side
 * @param {string} holder
 * @param {MatchEvent[]} waiting
 */
export function currentTicks(tracks, serverTicks, side, holder, waiting) {
  const ticks = new Map(tracks.map((track) => [track, serverTicks[track.slug] ?? atFirst(track)]));
  for (const { kind, changes = [] } of waiting) {
    if (kind === "answer" || kind === "correct") continue; // they only propose them
    for (const change of changes) {
      if (change.holder !== holder || (holder !== GAME && change.side !== side)) continue;
      const track = tracks.find(({ slug }) => slug === change.track);
      if (track) ticks.set(track, ticksAfter(track, ticks.get(track) ?? [], change));
    }
  }
  return ticks;
}

// The turn and segment after the waiting events of a side that `mayEnd` the segment, as far as this device knows.
/**
 * @template T
 * @param {Turn & { guide?: Guide }} given
 * @param {T[]} segments
 * @param {MatchEvent[]} waiting
 * @param {(segment: T) => boolean} mayEnd
 */
export function currentTurn({ turn, segment, guide }, segments, waiting, mayEnd = () => true) {
  let following = guide?.next;
  for (const event of waiting) {
    if (event.kind !== "next" || event.turn !== turn || event.segment !== segment) continue;
    if (!mayEnd(segments[segment])) continue;
    [turn, segment] = following ?? (segment + 1 < segments.length ? [turn, segment + 1] : [turn + 1, 0]);
    following = undefined;
  }
  return { turn, segment };
}

// --- in words -------------------------------------------------------------------------------------

/**
 * @param {Track} track
 * @param {number} box
 */
export const titleOf = (track, box) => track.titles[box - 1] ?? (track.boxes === 1 ? track.title : String(box));

/**
 * @param {Track} track
 * @param {Ticks} ticks
 */
const titles = (track, ticks) => ticks.map((box) => titleOf(track, box)).join(", ") || track.unticked || "none";

/**
 * @param {Track} track
 * @param {number} count
 */
export const markAt = (track, count) => track.marks.filter(([number]) => number <= count).at(-1)?.[1] ?? "";

/**
 * @param {Track} track
 * @param {Ticks} ticks
 */
export function ticksInWords(track, ticks) {
  if (track.boxes === 1) return `${titleOf(track, 1)}: ${ticks.length ? "yes" : "no"}`;
  if (track.counts) return `${track.title} ${ticks.length} of ${track.usual_boxes}`;
  return `${track.title}: ${titles(track, ticks)}`;
}

/**
 * @param {Track} track
 * @param {Boxing} given
 */
export function changeInWords(track, { amount = 0, box = "", on }) {
  if (track.counts) return `${track.title}: ${amount > 0 ? "+" : "−"}${Math.abs(amount)}`;
  const title = titleOf(track, track.keys.indexOf(box) + 1);
  return on === false ? `no longer “${title}”` : title;
}

/** @param {Partial<Entry>} given */
export const entryInWords = ({ words = "", changed = [], proposes = [] }) =>
  [words, ...changed, ...proposes.map((each) => `proposed: ${each}`)].filter(Boolean).join("; ");

// Words with each “?12”, “D-markers”, “1a–1h” and “4 ×” in one piece, as `in_whole` of the pages has them.
/** @param {string} words */
export const inWhole = (words) => words.split(/(\?\d+|(?<![\w–-])\w{1,12}[–-]\w{1,12}(?![\w–-])|\d{1,9} ×)/).map(
  (part, place) => (place % 2 ? html`<span class="whole">${part}</span>` : part),
);
