// The page of this device: its games, armies and unsent changes, with size and date, and a file of everything.

import { all, eventsWaiting, isWaiting, remove } from "./device_store.js";
import { html, nothing, render, repeat } from "./lit.js";
import { hasPage } from "./offline.js";
import { inWords, showState, waitingInWords } from "./page_state.js";

const PAGES = "pages"; // the names of the worker's caches
const ENGINE = "engine";
const NEARLY_FULL = 0.9;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/**
 * @param {Kept} record
 * @param {StoredEdit[]} edits
 * @param {boolean} isThere
 */
function row(record, edits, isThere) {
  const waits = edits.filter((edit) => edit.army === record.address && isWaiting(edit)).length;
  const status = isThere
    ? `Stored on ${inWords(record.since)} · ${size(record.bytes)}`
    : "The browser has deleted its pages: open it online to store them again";
  const facts = waits ? `${status} · ${waitingInWords(waits)}` : status;
  const print = record.pages.find((page) => page.endsWith("/print/preview"));
  return html`
    <li class="sheet army">
      <p class="overline">${record.kind}</p>
      <h2><a href=${record.address}>${record.title}</a></h2>
      <p class="text-muted">${facts}</p>
      <div class="army-tools">
        ${print ? html`<a class="btn btn-secondary btn-sm" href=${print}>Cards and roster</a>` : nothing}
        <button
          type="button"
          class="btn btn-outline-danger btn-sm"
          aria-label="Remove ${record.title}"
          ?disabled=${waits > 0}
          @click=${() => forget(record).then(draw)}>Remove</button>
      </div>
    </li>`;
}

// Delete a record and its pages, except pages that another record has too.
/** @param {Kept} record */
async function forget(record) {
  const others = new Set(
    (await all("kept")).filter(({ address }) => address !== record.address).flatMap(({ pages }) => pages),
  );
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const { pathname, search } = new URL(request.url);
    const address = pathname + search;
    const isOwn =
      record.pages.includes(address)
      || (record.kind !== "Game" && pathname.startsWith(`${record.address.replace(/\/$/, "")}/`));
    if (isOwn && !others.has(address)) await pages.delete(request);
  }
  await remove("armies", record.address);
  await remove("kept", record.address);
}

// Delete everything but unsent changes and their armies.
async function forgetAll() {
  const waiting = new Set((await all("edits")).map(({ army }) => army));
  for (const record of await all("kept")) if (!waiting.has(record.address)) await forget(record);
  await caches.delete(ENGINE);
}

async function storage() {
  const { usage = 0, quota = 0 } = await navigator.storage?.estimate?.() ?? {};
  const persists = await navigator.storage?.persisted?.();
  const full = usage > NEARLY_FULL * quota ? " It is nearly full: remove something before you take more offline." : "";
  const rules = await caches.has(ENGINE) ? " Most of it is the rules, which everything here shares." : "";
  const words = `${size(usage)} stored on this device, of up to ${size(quota)}.${rules}${full}`;
  return persists
    ? `${words} The browser will not delete it on its own.`
    : `${words} The browser may delete this data when storage runs low. Save all as a file to be safe.`;
}

/** @param {Kept} record */
const addressOf = ({ address }) => address;

async function draw() {
  const [records, edits] = await Promise.all([all("kept"), all("edits")]);
  const arePresent = await Promise.all(records.sort((one, other) => other.since.localeCompare(one.since)).map(hasPage));
  /**
   * @param {Kept} record
   * @param {number} index
   */
  const rowAt = (record, index) => row(record, edits, arePresent[index]);
  // By their addresses: after “Remove” the focus must not come to the button of the next.
  const rows = repeat(records, addressOf, rowAt);
  render(rows, byId("kept"));
  byId("nothing-kept").hidden = records.length > 0;
  const kept = new Set(records.map(addressOf));
  for (const army of document.querySelectorAll("[data-kept]")) army.hidden = kept.has(army.dataset.kept);
  byId("device-tools").hidden = !(records.length || edits.length || eventsWaiting().length);
  byId("storage").textContent = byId("device-tools").hidden ? "" : await storage();
  showState();
}

byId("save-all").addEventListener("click", async () => {
  const [armyRecords, allEdits, records] = await Promise.all([
    all("armies").catch(() => []),
    all("edits").catch(() => []),
    all("kept").catch(() => []),
  ]);
  const armies = armyRecords.map(({ now }) => now);
  const edits = allEdits.filter(isWaiting).map(({ id, army, name, form }) => ({ id, army, name, form }));
  const matches = records
    .filter(({ match }) => match)
    .map(({ title, address, since, match, now }) => ({ title, address, since, ...match, ...now }));
  const entries = records.flatMap((record) => record.entries ?? []);
  const games = Object.fromEntries(eventsWaiting());
  const content = JSON.stringify({ armies, edits, games, matches, entries }, null, 1);
  const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: "armybuilder-device.json" }).click();
  URL.revokeObjectURL(address);
});

byId("remove-all").addEventListener("click", () => forgetAll().then(draw));

document.addEventListener("taken-offline", draw);
draw().catch(() => {
  // Unsent events of games are stored elsewhere.
  byId("device-tools").hidden = !eventsWaiting().length;
  byId("storage").textContent =
    "The data on this device cannot be read: it is damaged or from a newer version of the site, "
    + "or this is a private window. “Delete everything” lets you start again.";
});
