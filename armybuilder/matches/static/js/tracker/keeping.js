// Keeps the game on this device for use without a network: its state with each event, its page, cards and rules once.

import { get, takingNow, withStores } from "../device_store.js";
import { html } from "../lit.js";
import { isAway } from "../network.js";
import { engineVersion, hasEngine, keep, noteTaking } from "../offline.js";
import { takeOn } from "../page_state.js";
import { data, game, plays, stateNow } from "./game.js";
import { notify } from "./notices.js";

import("./code_key.js").catch(() => { /* there is none without a network */ });

const CARDS_AT_ONCE = 60;
const ROOM = 200e6; // bytes free: the rules take 70 MB, and a browser that is nearly full deletes what it has
// In the storage that all pages share: that the player was asked, and the last game that took its rules along.
const ASKED = "asked about room";
const TRIED = "took rules along";

const ownPages = [data.address, ...data.keep, ...(document.getElementById("map-open") ? [`${data.address}/map`] : [])];

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
  pages: [...ownPages, ...onDevice.pages],
  match: onDevice.match,
  documents: onDevice.documents,
});

// The state is the one after the pages are kept, not before.
/**
 * @template {object} T
 * @param {T} record
 */
const withState = (record) => Object.defineProperty(record, "now", { get: stateNow, enumerable: true });

function sayTaken() {
  const part = document.getElementById("take-offline");
  const [button, status] = part.children;
  button.hidden = true;
  status.textContent = part.dataset.done;
}

// Without a network, or when the storage fails, the page is not kept; the line about sending shows what waits.
export async function keepAll() {
  storeState(); // what was taken along may have come with an older one
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
  const kept = keep(withState(recordNow()), { parts, ...(areKept && { only: ownPages }) });
  await kept.then(() => onDevice.match && sayTaken(), () => { /* the button stays */ });
}

// --- the rules ------------------------------------------------------------------------------------

async function hasRoom() {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return quota - usage > ROOM;
}

/** @param {string} source */
function take(source, isUnasked = false) {
  noteTaking(source, isUnasked);
  return takeOn().catch(() => { /* the next page goes on */ });
}

/**
 * @param {string} why
 * @param {string} source
 */
function offer(why, source) {
  notify(
    html`<p>${why} To engage without a network, it has to download 6 MB of rules and store 70 MB.</p>`,
    [["Store the rules", () => take(source)]],
    undefined,
    undefined,
    () => localStorage.setItem(ASKED, "yes"),
  );
}

// Take the rules of the game along: by themselves, once for each game, where the device has room for them and does not
// save data, otherwise if the player says so, who is asked until there is an answer.
export async function takeRules() {
  const { take: source } = document.getElementById("take-offline").dataset;
  if (!plays || isAway() || takingNow() || await engineVersion() !== undefined || !(await hasEngine())) return;
  const why = navigator.connection?.saveData
    ? "This device has data saving turned on."
    : !(await hasRoom()) && "This device is short of storage.";
  if (why) {
    if (!localStorage.getItem(ASKED)) offer(why, source);
  } else if (localStorage.getItem(TRIED) !== data.address) {
    localStorage.setItem(TRIED, data.address);
    await take(source, true);
  }
}
