// Stores pages on this device for use without a network, with a record of each thing taken offline.

import { TAKING, all, get, put, takingNow, withStores } from "./device_store.js";

const ENGINE = "engine"; // the names of the worker's caches
const PAGES = "pages";
const UNASKED = "unasked "; // begins the note of what no player asked for
const PATIENCE = 120_000; // milliseconds for the service worker to answer

const LONGEST_FETCH = 300_000; // milliseconds for a part of the engine, on a slow network

/** @param {Response} answer */
const versionOf = (answer) => answer.headers.get("Site-Version") ?? "";

// The version of the site that the engine on this device is from; undefined without an engine.
export async function engineVersion() {
  const parts = await caches.match("/engine/parts.json", { cacheName: ENGINE });
  return parts && versionOf(parts);
}

/** @param {object} message */
async function tell(message) {
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(reject, PATIENCE, new Error("no answer"));
  });
  /** @type {ServiceWorker} */ (active).postMessage(message, [port2]);
  const reply = await answer;
  if (reply?.failure) throw new Error(reply.failure);
  return reply;
}

// Have the worker keep the pages of a record, or only some of them, and store the record with the date. Fails when the
// storage or the network does, and when the pages are from another version of the site than the engine they need.
/**
 * @param {ToKeep} record
 * @param {{ only?: string[], parts?: string[] }} [given]
 */
export async function keep(record, { only = record.pages, parts = [] } = {}) {
  if (!("serviceWorker" in navigator)) throw new Error("no worker");
  const wanted = record.source && await engineVersion();
  const { bytes, since, missing, version } = await tell({ keep: only, parts, version: wanted });
  if (missing.includes(record.address)) throw new Error("not there");
  const before = await get("kept", record.address);
  const isWhole = only === record.pages || !before;
  const whole = isWhole ? { version, bytes } : { version: before.version, bytes: before.bytes };
  await put("kept", { ...record, since, ...whole });
}

// Have the engine store its memory with all games loaded: it then starts ten times as fast. It starts without it too.
function keepMemory() {
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const finished = new Promise((resolve) => {
    worker.onmessage = ({ data }) => "id" in data && resolve(data);
    worker.onerror = resolve;
  });
  worker.postMessage({ id: 0, keep: true });
  return finished.finally(() => worker.terminate());
}

// Tell the page how far taking something offline has come.
/** @param {string} words */
const say = (words) => document.dispatchEvent(new CustomEvent("taking-offline", { detail: words }));

// Fetch an answer to its end.
/** @param {string} address */
async function fetchWhole(address) {
  const answer = await fetch(address, { priority: "low", signal: AbortSignal.timeout(LONGEST_FETCH) });
  if (!answer.ok) throw new Error("a part is missing");
  await answer.clone().arrayBuffer();
  return answer;
}

// All parts are fetched before one is stored, and the list of them is stored last: when the network or the storage
// fails, the engine stays as it was. It is deleted when the site no longer has one.
async function keepEngine() {
  const names = ["/engine-worker.js", "/engine/parts.json"];
  const before = await caches.match(names[1], { cacheName: ENGINE });
  const parts = await fetch(names[1]);
  if (parts.status === 404) return caches.delete(ENGINE);
  const version = versionOf(parts);
  /** @type {{ files: string[] }} */
  const { files } = await parts.json();
  /** @param {Cache} cache */
  const pathsIn = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const there = new Set(before ? await pathsIn(await caches.open(ENGINE)) : []);
  if (before && versionOf(before) === version && files.every((file) => there.has(file))) return keepMemory();
  const addresses = [...files, ...names];
  let done = 0;
  const answers = await Promise.all(addresses.map(async (address) => {
    const answer = await fetchWhole(address);
    done += 1;
    say(`Fetching… ${done} of ${addresses.length} parts of the rules`);
    return answer;
  }));
  say("Preparing the rules on this device…");
  if (answers.slice(-names.length).some((each) => versionOf(each) !== version))
    throw new Error("parts of two versions");
  const cache = await caches.open(ENGINE);
  try {
    for (const [index, address] of addresses.entries()) await cache.put(address, answers[index]);
  } catch (failure) {
    if (!before) await caches.delete(ENGINE);
    else for (const file of files) if (!there.has(file)) await cache.delete(file);
    throw failure;
  }
  for (const path of await pathsIn(cache)) {
    if (!addresses.includes(path)) await cache.delete(path, { ignoreSearch: true });
  }
  await keepMemory();
}

export const hasEngine = async () => Boolean((await fetch("/engine/parts.json").catch(() => null))?.ok);

// Whether the page of a record is here: a browser that runs short of storage may have deleted it.
/** @param {{ address: string }} given */
export async function hasPage({ address }) {
  return Boolean(await caches.match(address, { cacheName: PAGES, ignoreVary: true }));
}

// Keep again a page that is here, without the rest of its record.
/** @param {string} address */
export const keepAgain = (address) => tell({ keep: [address] });

/** @param {string} source */
async function describe(source) {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error("not there");
  return { ...(await answer.json()), source };
}

// Store an army as the site has it, unless it has unsent edits, which apply to the state that they began with.
/** @param {StoredArmy} army */
async function renewArmy(army) {
  await withStores(["armies", "edits"], "readwrite", async (armies, edits) => {
    if (!(await edits.index("army").count(army.address))) await armies.put(army);
  });
}

/** @param {string} source */
export function noteTaking(source, isUnasked = false) {
  try {
    if (source) localStorage.setItem(TAKING, (isUnasked ? UNASKED : "") + source);
    else localStorage.removeItem(TAKING);
  } catch { /* nothing goes on after this page */ }
}

// Take along what is noted, if no other tab does, and return what to tell the player: nothing of a failure of what
// nobody asked for.
export async function takeNoted() {
  const note = takingNow() ?? "";
  const isUnasked = note.startsWith(UNASKED);
  const source = note.replace(UNASKED, "");
  try {
    await navigator.locks.request("taking offline", { ifAvailable: true }, (lock) =>
      lock && takeOffline(source, isUnasked),
    );
  } catch {
    if (!isUnasked) return "Not everything could be fetched. Take it offline again.";
  }
  return "";
}

// Take what the address `source` describes onto this device: its pages, its army, and the game that it is of.
/** @param {string} source */
export async function takeOffline(source, isUnasked = false) {
  noteTaking(source, isUnasked);
  let isLeft = false;
  addEventListener("beforeunload", () => { isLeft = true; });
  try {
    await takeOne(source);
    if (await engineVersion() !== undefined) await refreshAll();
  } finally {
    // Leaving the page ends what it fetches.
    if (!isLeft) noteTaking("");
  }
  navigator.storage.persist?.();
  document.dispatchEvent(new Event("taken-offline"));
}

/** @param {string} source */
async function takeOne(source) {
  const { game, army, ...record } = await describe(source);
  if (game) await takeOne(game);
  else if (await hasEngine()) await keepEngine();
  say(`Fetching ${record.title}…`);
  await keep(record);
  if (army) await renewArmy(army);
}

// Fetch a record again if an army has another revision or the engine is from another version of the site, or `always`.
/**
 * @param {{ source: string, head?: number, version?: string }} record
 * @param {boolean} [always]
 */
export async function refresh({ source, head, version }, always = false) {
  const { game, army, ...record } = await describe(source);
  if (record.head === head && !always && version === (await engineVersion() ?? version)) return;
  await keep(record);
  if (army) await renewArmy(army);
}

// Fetch a game at the table again. Its own page stores its state.
/** @param {Kept} record */
async function refreshMatch(record) {
  const answer = await fetch(`${record.address}/device.json`);
  const { match, documents, pages, now } = answer.ok ? await answer.json() : record;
  await keep({ ...record, match, documents, now, pages: [...new Set([...record.pages, ...pages])] });
}

// Fetch again the records from another version than the engine, as when a change of version broke off, and games at the
// table that were kept without the engine; or `always` all.
export async function refreshAll(always = false) {
  const inUse = await engineVersion();
  for (const record of await all("kept")) {
    const { source } = record;
    const isWhole = source || record.match || inUse === undefined;
    if (!always && isWhole && (inUse ?? record.version) === record.version) continue;
    const refreshed = source ? refresh({ ...record, source }, true) : refreshMatch(record);
    await refreshed.catch(() => { /* the older copy stays */ });
  }
}

// Change to the site's present version: everything kept here is fetched again, each record as a whole.
/** @param {ServiceWorkerRegistration} registration */
export async function beginVersion(registration) {
  await registration.update();
  const { installing } = registration;
  if (installing) await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
  const { waiting } = registration;
  if (waiting) {
    const takeover = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
    waiting.postMessage({ begin: true });
    await takeover;
  }
  if (await caches.has(ENGINE)) await keepEngine();
  await refreshAll(true);
  await tell({ prune: true });
}
