// Sends edits of armies on this device to the site: those of an army in the order in which they were made, and again
// under the same ids when no answer came. The site merges them with the edits of others.

import { all, editsOf, get, put, withStores } from "./device_store.js";
import { keep } from "./offline.js";

const MAX_AT_ONCE = 100;
const PATIENCE = 30_000; // milliseconds
/** @type {Record<number, string>} */
const REFUSALS = {
  403: "The site did not accept your changes. Reload the page.",
  404:
    "An army that was changed here was deleted, or you are signed out: sign in again. "
    + "“On this device” saves your changes as a file.",
  409:
    "The version of an army that was changed on this device is no longer on the site. "
    + "“On this device” saves your changes as a file.",
};

export function token() {
  const headers = /** @type {string} */ (document.body.getAttribute("hx-headers:inherited"));
  return JSON.parse(headers)["X-CSRFToken"];
}

// One tab at a time edits an army or sends its edits.
/**
 * @param {string} address
 * @param {() => any} work
 */
export const locked = (address, work) => navigator.locks.request(`army ${address}`, work);

// The site rejects the waiting edits; the message says why, for the player.
export class Refused extends Error { name = "Refused"; }

/**
 * @param {string} address
 * @param {unknown} body
 */
async function post(address, body) {
  const answer = await fetch(`${address}edits`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.ok) return answer.json();
  throw REFUSALS[answer.status] ? new Refused(REFUSALS[answer.status]) : new Error(String(answer.status));
}

// Fetch the army as the site has it now, with the edits up to `last`; null when more were made meanwhile.
/**
 * @param {string} address
 * @param {number} last
 */
export async function renew(address, last) {
  const answer = await fetch(`${address}device.json`);
  if (!answer.ok) throw new Error(String(answer.status));
  const { army } = await answer.json();
  const places = await withStores(["armies", "edits"], "readwrite", async (armies, edits) => {
    const found = await edits.index("army").getAllKeys(address);
    // It may or may not have edits made meanwhile: it is fetched again after those.
    if (found.every((/** @type {number} */ place) => place <= last)) {
      await Promise.all([...found.map((/** @type {number} */ place) => edits.delete(place)), armies.put(army)]);
    }
    return found;
  });
  return places.some((/** @type {number} */ place) => place > last) ? null : army;
}

/** @param {string} address */
export const keepPage = async (address) => {
  const record = await get("kept", address);
  if (record) await keep(record, { only: [address] });
};

// Send the waiting edits of an army and return the outcome, null when nothing waits. Call it within `locked`.
/** @param {string} address */
export async function send(address) {
  const army = await get("armies", address);
  const edits = await editsOf(address);
  if (!army || !edits.length) return null;
  const refused = [];
  let [number, aside] = [army.head, 0];
  for (let at = 0; at < edits.length; at += MAX_AT_ONCE) {
    const batch = edits.slice(at, at + MAX_AT_ONCE).map(({ id, name, form }) => ({ id, name, form }));
    const reply = await post(address, { base: number, edits: batch, more: at + MAX_AT_ONCE < edits.length });
    [number, aside] = [reply.number, reply.aside];
    for (const each of reply.refused)
      refused.push(`Not done: ${edits.find(({ id }) => id === each.id)?.said ?? "a change"}. ${each.words}`);
  }
  const fresh = await renew(address, edits[edits.length - 1].place);
  await keepPage(address).catch(() => { /* the older copy stays, and shows its date */ });
  if (aside)
    refused.push(
      "Your changes here conflict with changes made elsewhere: both versions are kept, "
      + "and the army’s page asks you to choose.",
    );
  return { number, fresh, words: refused.join(" ") };
}

// Send the waiting edits of all armies but one; returns the messages for the player.
/** @param {string} except */
export async function sendAll(except) {
  const words = [];
  for (const address of new Set((await all("edits")).map(({ army }) => army))) {
    if (address !== except) words.push((await locked(address, () => send(address)))?.words);
  }
  return words.filter(Boolean).join(" ");
}

// Store an edit before it is sent, so that no accident loses it; returns its place in the order.
/** @param {Edit} edit */
export const note = (edit) => put("edits", edit);
