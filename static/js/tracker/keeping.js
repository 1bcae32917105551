// Keeps the game on this device for use without a network: its page again after each event, cards and rules once.

import { get, withStores } from "../device_store.js";
import { isAway } from "../network.js";
import { engineVersion, keep } from "../offline.js";
import { stateNow } from "./consequences.js";
import { data, game } from "./game.js";

const CARDS_AT_ONCE = 60;
const KEPT_AFTER = 5_000;
let keeping;

// For a device with the engine: the armies of the game, and the pages of its calculators.
let onDevice = { pages: [] };

export function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepThis, KEPT_AFTER, { only: [data.address] });
}

// Without a network, or when the storage fails, the page is not kept; the line about sending shows what waits.
async function keepThis(how) {
  if (isAway() || document.documentElement.dataset.kept) return;
  const record = { address: data.address, title: document.querySelector("h1").textContent, kind: "Game at the table", pages: [data.address, ...data.keep, ...onDevice.pages], match: onDevice.match };
  // The state is the one after the pages are kept, not before.
  await keep(Object.defineProperty(record, "now", { get: stateNow, enumerable: true }), how).catch(() => {});
}

// Store the state of the game at once, for answers without a network.
export function storeState() {
  withStores(["kept"], "readwrite", async (kept) => {
    const record = await kept.get(data.address);
    if (record) await kept.put({ ...record, now: stateNow() });
  }).catch(() => {});
}

export async function keepAll() {
  if (!isAway() && await engineVersion().catch(() => undefined) !== undefined) {
    const answer = await fetch(`${data.address}/device.json`).catch(() => null);
    if (answer?.ok) onDevice = await answer.json();
  }
  const cards = [...game.rows.values()].filter((row) => row.has_card).map(({ key }) => key);
  const parts = [];
  while (cards.length) parts.push(`${data.address}/units?${new URLSearchParams({ cards: cards.splice(0, CARDS_AT_ONCE) })}`);
  // The calculators' pages are kept once: their answers are computed when needed.
  const before = await get("kept", data.address).catch(() => null);
  const areKept = before?.match && before.version === document.documentElement.dataset.version;
  keepThis({ parts, ...(areKept && { only: [data.address, ...data.keep] }) });
}
