// Keeps the game on this device for use without a network: its state with each event, its page, cards and rules once.

import { get, withStores } from "../device_store.js";
import { isAway } from "../network.js";
import { engineVersion, keep } from "../offline.js";
import { data, game, stateNow } from "./game.js";

import("./code_key.js").catch(() => { /* there is none without a network */ });

const CARDS_AT_ONCE = 60;

// For a device with the engine: the armies of the game, and the pages of its calculators.
/** @type {Pick<Kept, "pages" | "match" | "documents">} */
let onDevice = { pages: [] };

// Store the state of the game at once: it is shown when the kept page opens, and answers without a network are for it.
export function storeState() {
  withStores(["kept"], "readwrite", async (kept) => {
    const record = await kept.get(data.address);
    // By the server's clock: the device's may be wrong.
    if (record) await kept.put({ ...record, now: stateNow(), since: new Date(game.server.clocks.now).toISOString() });
  }).catch(() => {});
}

/** @type {Promise<unknown>} */
let isKept = Promise.resolve();

// Keep the page of a game that this device does not have yet as soon as it is open: the network may go at any moment.
export function keepPage() {
  isKept = keepFirst().catch(() => { /* all is kept later */ });
}

async function keepFirst() {
  if (isAway() || await get("kept", data.address)) return;
  await keep(withState({ ...recordNow(), pages: [data.address] }));
}

const recordNow = () => ({
  address: data.address,
  title: document.querySelector("h1").textContent,
  kind: "Game at the table",
  pages: [data.address, ...data.keep, ...onDevice.pages],
  match: onDevice.match,
  documents: onDevice.documents,
});

// The state is the one after the pages are kept, not before.
/**
 * @template {object} T
 * @param {T} record
 */
const withState = (record) => Object.defineProperty(record, "now", { get: stateNow, enumerable: true });

// Without a network, or when the storage fails, the page is not kept; the line about sending shows what waits.
export async function keepAll() {
  await isKept;
  if (isAway()) return;
  if (await engineVersion().catch(() => undefined) !== undefined) {
    const answer = await fetch(`${data.address}/device.json`).catch(() => null);
    if (answer?.ok) onDevice = await answer.json();
  }
  const cards = [...game.rows.values()].filter((row) => row.has_card).map(({ key }) => key);
  const parts = [];
  while (cards.length) {
    const asked = new URLSearchParams({ cards: String(cards.splice(0, CARDS_AT_ONCE)) });
    parts.push(`${data.address}/units?${asked}`);
  }
  // The calculators' pages are kept once: their answers are computed when needed.
  const before = await get("kept", data.address).catch(() => null);
  const areKept = before?.match && before.version === document.documentElement.dataset.version;
  await keep(withState(recordNow()), { parts, ...(areKept && { only: [data.address, ...data.keep] }) }).catch(() => {});
}
