// What follows from the state of the game, as the site says, or this device for changes that the site does not know
// yet.

import { get } from "../device_store.js";
import { html, nothing } from "../lit.js";
import { isAway } from "../network.js";
import { add, data, draw, game, keyOf, mayChange, stateNow } from "./game.js";
import { currentTurn } from "./tracks.js";

/** @type {Pick<MatchState, "consequences" | "values" | "guide" | "turn" | "segment"> | null} */
let workedOut = null; // by this device
/** @type {Promise<void>} */
let working = Promise.resolve();
let lastEvents = "[]";
let lists = new Map(); // of templates, by side and holder
/** @type {any} */
let listed = {}; // the consequences in them, and whether the game had ended

// The site has said what follows.
export function forgetWorkedOut() {
  workedOut = null;
}

// Work out what follows once there are these unsent events.
/** @param {string} events */
export function workOutConsequences(events) {
  working = workOut(events);
}

const PATIENCE = 4_000; // milliseconds

// Wait until this device has worked out what follows from the events that the site does not know yet. After a while do
// without: the page knows the usual course of a turn by itself.
export async function workedOutNow() {
  const isLate = new Promise((resolve) => { setTimeout(resolve, PATIENCE, true); });
  if (await Promise.race([working, isLate])) forgetWorkedOut();
}

/** @param {string} events */
async function workOut(events) {
  lastEvents = events;
  const { match } = (isAway() && game.queue.events.length && await get("kept", data.address).catch(() => null)) || {};
  if (!match) return;
  const question = { path: data.address, query: "", match: { ...match, ...stateNow(), events: JSON.parse(events) } };
  const reply = await import("../engine.js").then(({ ask }) => ask(question)).catch(() => null);
  if (events !== lastEvents) return;
  workedOut = reply?.consequences ? reply : null;
  draw();
}

// The guide through the turn after the unsent events, where this device has worked it out; else as the site last said.
export const guideNow = () => workedOut?.guide ?? game.server.guide;

// The turn and segment after the unsent events: as this device has worked out, else as far as the page knows the rules.
/** @param {(segment: Segment) => boolean} mayEnd */
export function turnNow(mayEnd) {
  if (workedOut) return { turn: workedOut.turn, segment: workedOut.segment };
  return currentTurn(game.server, data.segments, game.queue.events, mayEnd);
}

/**
 * @param {Consequence} given
 * @param {number} side
 */
function consequence({ message, rule, place, tone, offer, offers }, side) {
  const link = place ? html`<a href=${place}>${rule}</a>` : html`<span class="text-muted">${rule}</span>`;
  const accept = () => add({ kind: "change", changes: offers });
  const button = html`<button class="btn btn-secondary" type="button" @click=${accept}>${offer}</button>`;
  return html`<p class="consequence tone-${tone}">
    <span>${message} ${rule ? link : nothing}</span>${offer && mayChange(side) ? button : nothing}
  </p>`;
}

// How many notes there are, as a badge.
/** @param {number} count */
export const badge = (count) => html`▲ ${count}<span class="visually-hidden"> ${count === 1 ? "note" : "notes"}</span>`;

// The consequences of a holder, the same list as long as nothing has changed; undefined when there are none.
/**
 * @param {number} side
 * @param {string} holder
 */
export function consequencesOf(side, holder) {
  const { consequences } = workedOut ?? game.server;
  const { ended } = game.server;
  if (consequences !== listed.consequences || ended !== listed.ended) {
    listed = { consequences, ended };
    lists = new Map();
    consequences.forEach((list, of) => list.forEach((/** @type {Consequence} */ each) => {
      const key = keyOf(of, each.holder);
      lists.set(key, [...lists.get(key) ?? [], consequence(each, of)]);
    }));
  }
  return lists.get(keyOf(side, holder));
}

/**
 * @param {number} side
 * @param {string} holder
 */
export const firstMessage = (side, holder) =>
  (workedOut ?? game.server).consequences[side].find((each) => each.holder === holder)?.message;

// The values of a holder that its state has changed, as they are now, by their headings.
/**
 * @param {number} side
 * @param {string} holder
 */
export const valuesNow = (side, holder) => (workedOut ?? game.server).values[side][holder];
