// Takes pages onto this device for when there is no network, and notes what was taken.

import { all, get, put, withStores } from "./device_store.js";

const ENGINE = "engine"; // the names of the worker's caches
const PAGES = "pages";
const PATIENCE = 120_000; // milliseconds for the worker to keep what it is told to

const LONGEST_FETCH = 300_000; // milliseconds for a part of the engine, on a slow network

const versionOf = (answer) => answer.headers.get("Site-Version") ?? "";

// The version of the site that the engine kept here is of; undefined without one.
export async function engineVersion() {
  const parts = await caches.match("/engine/parts.json", { cacheName: ENGINE });
  return parts && versionOf(parts);
}

async function tell(message) {
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(reject, PATIENCE, new Error("no answer"));
  });
  active.postMessage(message, [port2]);
  const said = await answer;
  if (said?.failure) throw new Error(said.failure);
  return said;
}

// Have the worker keep a record's pages, or of these only some, and note since when. It fails where the device does
// not keep them, or the network goes away; and where they are of another version than the engine that works on them.
export async function keep(record, { only = record.pages, parts = [] } = {}) {
  if (!("serviceWorker" in navigator)) throw new Error("no worker");
  const { bytes, since, missing, version } = await tell({ keep: only, parts, version: record.source && await engineVersion() });
  if (missing.includes(record.address)) throw new Error("not there");
  const before = await get("kept", record.address);
  const whole = only === record.pages || !before ? { version, bytes } : { version: before.version, bytes: before.bytes };
  await put("kept", { ...record, since, ...whole });
}

// Have the engine keep its memory with all games in it: it starts in a tenth of the time then. Without it, it starts too.
function keepMemory() {
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const done = new Promise((resolve) => { worker.onmessage = worker.onerror = resolve; });
  worker.postMessage({ id: 0, keep: true });
  return done.finally(() => worker.terminate());
}

// An answer all of which has come.
async function fetchWhole(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST_FETCH) });
  if (!answer.ok) throw new Error("a part is missing");
  await answer.clone().arrayBuffer();
  return answer;
}

// All parts have come before one is kept, and what names them is kept last: when the network goes away or there is no
// room, the engine is here as it was before. A site that has none any more takes it away.
async function keepEngine() {
  const names = ["/engine-worker.js", "/engine/parts.json"];
  const before = await caches.match(names[1], { cacheName: ENGINE });
  const parts = await fetch(names[1]);
  if (parts.status === 404) return caches.delete(ENGINE);
  const version = versionOf(parts);
  const { files } = await parts.json();
  const pathsIn = async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const there = new Set(before ? await pathsIn(await caches.open(ENGINE)) : []);
  if (before && versionOf(before) === version && files.every((file) => there.has(file))) return keepMemory();
  const addresses = [...files, ...names];
  const answers = await Promise.all(addresses.map(fetchWhole));
  if (answers.slice(-names.length).some((each) => versionOf(each) !== version)) throw new Error("parts of two versions");
  const cache = await caches.open(ENGINE);
  try {
    for (const [index, address] of addresses.entries()) await cache.put(address, answers[index]);
  } catch (failure) {
    if (!before) await caches.delete(ENGINE);
    else for (const file of files) if (!there.has(file)) await cache.delete(file);
    throw failure;
  }
  for (const path of await pathsIn(cache)) if (!addresses.includes(path)) await cache.delete(path, { ignoreSearch: true });
  await keepMemory();
}

export const hasEngine = async () => Boolean((await fetch("/engine/parts.json").catch(() => null))?.ok);

// Whether the page of a record is here: a browser that runs short of storage may have deleted it.
export const hasPage = async ({ address }) => Boolean(await caches.match(address, { cacheName: PAGES, ignoreVary: true }));

async function described(source) {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error("not there");
  return { ...(await answer.json()), source };
}

// An army as the site has it; what was edited here and is not sent yet stands on the one from which it began.
async function renewArmy(army) {
  await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
    const known = edits.index("army").count(army.address);
    known.onsuccess = () => { if (!known.result) armies.put(army); };
  });
}

// Take what the address `source` describes onto this device: its pages, its army, and the game that it is of.
export async function takeOffline(source) {
  const { game, army, ...record } = await described(source);
  if (game) await takeOffline(game);
  else if (await hasEngine()) await keepEngine();
  await keep(record);
  if (army) await renewArmy(army);
  navigator.storage.persist?.();
}

// Keep a record anew, if something has changed since: an army has another revision, or the engine is of another version.
export async function refresh({ source, head, version }, always = false) {
  const { game, army, ...record } = await described(source);
  if (record.head === head && !always && version === (await engineVersion() ?? version)) return;
  await keep(record);
  if (army) await renewArmy(army);
}

// Keep a game at the table anew. Where it stands is noted by its own page.
async function refreshMatch(record) {
  const answer = await fetch(`${record.address}/device.json`);
  const { match } = answer.ok ? await answer.json() : record;
  await keep({ ...record, match });
}

// Keep anew what is not of the engine's version, since the network went away while that began, or `always` all of it.
export async function refreshAll(always = false) {
  const inUse = await engineVersion();
  for (const record of await all("kept")) {
    if (!always && (inUse ?? record.version) === record.version) continue;
    await (record.source ? refresh(record, true) : refreshMatch(record)).catch(() => { /* it stays as it was kept */ });
  }
}

// Begin with the version that the site has now: all that is kept is fetched anew, each thing as a whole.
export async function beginVersion(registration) {
  await registration.update();
  const { installing } = registration;
  if (installing) await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
  const { waiting } = registration;
  if (waiting) {
    const begun = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    waiting.postMessage({ begin: true });
    await begun;
  }
  if (await caches.has(ENGINE)) await keepEngine();
  await refreshAll(true);
  await tell({ prune: true });
}
