// Edits of armies on this device on their way to the site: all of an army in the order in which they were made, again
// under the same ids where no answer came. The site merges them with what others did.

import { all, editsOf, get, put, withStores } from "./device_store.js";
import { keep } from "./offline.js";

const MOST_AT_ONCE = 100;
const PATIENCE = 30_000; // milliseconds
const WORDS = {
  403: "The site does not take what this page sends; reload the page.",
  404: "An army with changes is not there for you: sign in again, or it was deleted. “On this device” saves what you changed as a file.",
  409: "The version of an army that was changed on this device is no longer on the site. “On this device” saves what you changed as a file.",
};

export const token = () => JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];

// One tab at a time edits an army or sends its edits.
export const locked = (address, work) => navigator.locks.request(`army ${address}`, work);

// Why the site refuses to take what waits; the message is for the player.
export class Refused extends Error { name = "Refused"; }

async function post(address, body) {
  const answer = await fetch(`${address}edits`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.ok) return answer.json();
  throw WORDS[answer.status] ? new Refused(WORDS[answer.status]) : new Error(String(answer.status));
}

// The army as the site has it now, and its page; the edits up to `last` are in it.
export async function renew(address, last) {
  const answer = await fetch(`${address}device.json`);
  if (!answer.ok) throw new Error(String(answer.status));
  const { army } = await answer.json();
  const renewed = await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
    const range = edits.index("army").getAllKeys(address);
    range.onsuccess = () => {
      // What was edited meanwhile may be in it or not: it is fetched again after that.
      if (range.result.some((place) => place > last)) return;
      for (const place of range.result) edits.delete(place);
      armies.put(army);
    };
    return range;
  });
  return renewed.some((place) => place > last) ? null : army;
}

export const keepPage = async (address) => {
  const record = await get("kept", address);
  if (record) await keep(record, { only: [address] });
};

// Send what waits of an army; what became of it, null when nothing waits. Has to be `locked`.
export async function send(address) {
  const army = await get("armies", address);
  const edits = await editsOf(address);
  if (!army || !edits.length) return null;
  const refused = [];
  let [number, aside] = [army.head, 0];
  for (let at = 0; at < edits.length; at += MOST_AT_ONCE) {
    const batch = edits.slice(at, at + MOST_AT_ONCE).map(({ id, name, form }) => ({ id, name, form }));
    const said = await post(address, { base: number, edits: batch, more: at + MOST_AT_ONCE < edits.length });
    [number, aside] = [said.number, said.aside];
    for (const each of said.refused) refused.push(`Not done: ${edits.find(({ id }) => id === each.id).said ?? "a change"}. ${each.words}`);
  }
  const fresh = await renew(address, edits.at(-1).place);
  await keepPage(address).catch(() => { /* it stays as it was kept, and says since when */ });
  if (aside) refused.push("What you changed here and what was changed elsewhere differ: both versions are kept, and the army’s page asks you to choose.");
  return { number, fresh, words: refused.join(" ") };
}

// Send what waits of all armies but one; gives what has to be said.
export async function sendAll(except) {
  const words = [];
  for (const address of new Set((await all("edits")).map(({ army }) => army))) {
    if (address !== except) words.push((await locked(address, () => send(address)))?.words);
  }
  return words.filter(Boolean).join(" ");
}

// Note an edit before it is sent, so that no accident loses it; its place in the order.
export const note = (edit) => put("edits", edit);
