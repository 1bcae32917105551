// What follows from the state of the game, as the site says, or this device for changes that the site does not know
// yet.

import { get } from "../device_store.js";
import { html, nothing } from "../lit.js";
import { isAway } from "../network.js";
import { add, data, draw, game, keyOf, mayChange, stateNow } from "./game.js";

/** @type {any[] | null} */
let workedOut = null; // by this device
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
export async function workOutConsequences(events) {
  lastEvents = events;
  const { match } = (isAway() && game.queue.events.length && await get("kept", data.address).catch(() => null)) || {};
  if (!match) return;
  const { ask } = await import("../engine.js");
  const question = { path: data.address, query: "", match: { ...match, ...stateNow(), events: JSON.parse(events) } };
  const reply = await ask(question).catch(() => null);
  if (events !== lastEvents) return;
  workedOut = reply?.consequences ?? null;
  draw();
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

// The consequences of a holder, the same list as long as nothing has changed; undefined when there are none.
/**
 * @param {number} side
 * @param {string} holder
 */
export function consequencesOf(side, holder) {
  const consequences = workedOut ?? game.server.consequences;
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
