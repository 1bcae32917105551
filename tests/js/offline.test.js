// What is taken onto a device: pages, armies and the engine, each as a whole or not at all.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { caches, clearCaches, pathsIn, textIn } from "./caches.js";
import { answer, openPage, passTime, settle } from "./page.js";

const document = openPage("");
const SINCE = "2026-11-28T10:15:00.000Z";
// What the site answers, by address, and what the service worker was asked to do.
const site = new Map();
const told = [];
const said = [];
let reply;
let starts = 0;

const worker = {
  postMessage(message, [port]) {
    told.push(message);
    reply(message, port);
  },
};
Object.assign(navigator, {
  serviceWorker: {
    register: async () => undefined,
    ready: Promise.resolve({ active: worker }),
    addEventListener: (_name, work) => work(),
  },
  storage: {},
});
Object.assign(globalThis, {
  caches,
  CustomEvent: document.defaultView.CustomEvent,
  MessageChannel: class {
    port1 = {};
    port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
  },
  // The engine, which stores its memory when told to.
  Worker: class {
    postMessage() {
      starts += 1;
      queueMicrotask(() => this.onmessage({ data: { id: 0 } }));
    }

    terminate() { /* it has ended */ }
  },
  fetch: async (address) => {
    const found = site.get(address);
    if (!found) throw new TypeError("no network");
    return found();
  },
});
document.addEventListener("taking-offline", ({ detail }) => said.push(detail));

const store = await import("../../static/js/device_store.js");
const offline = await import("../../static/js/offline.js");

const give = (address, body, version = "1", status = 200) =>
  site.set(address, () => answer(body, status, { "Site-Version": version }));
const record = (address, given = {}) => ({ address, title: address, kind: "Army", pages: [address], ...given });
const giveEngine = (version, ...files) => {
  give("/engine/parts.json", { files }, version);
  for (const file of [...files, "/engine-worker.js"]) give(file, `${file} ${version}`, version);
};
const giveArmy = (head = 1, given = {}) =>
  give("/a/device.json", record("/a/", { head, army: { address: "/a/", head }, ...given }));
// The device has no room for the engine's last parts.
async function fillUp() {
  const cache = await caches.open("engine");
  const { put } = cache;
  cache.put = async (address, given) => {
    if (address === "/engine-worker.js") throw new DOMException("full", "QuotaExceededError");
    await put.call(cache, address, given);
  };
}
const ENGINE = ["/engine-worker.js", "/engine/1/a.wasm", "/engine/parts.json"];

beforeEach(async () => {
  clearCaches();
  site.clear();
  told.length = said.length = starts = 0;
  reply = (_message, port) => port.postMessage({ bytes: 7, since: SINCE, missing: [], version: "1" });
  for (const name of ["kept", "armies", "edits"]) await store.withStores([name], "readwrite", (each) => each.clear());
});

test("an army comes with its game, and the engine before both", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy(3, { game: "/g/device.json" });
  give("/g/device.json", record("/g/"));
  await offline.takeOffline("/a/device.json");
  assert.deepEqual(told.map(({ keep, version }) => [keep, version]), [[["/g/"], "1"], [["/a/"], "1"]]);
  assert.deepEqual([pathsIn("engine"), starts], [ENGINE, 1]);
  const kept = await store.get("kept", "/a/");
  assert.deepEqual([kept.since, kept.bytes, kept.version, kept.source], [SINCE, 7, "1", "/a/device.json"]);
  assert.equal((await store.get("armies", "/a/")).head, 3);
  assert.deepEqual(said.at(-1), "Fetching /a/…");
  assert.equal(store.takingNow(), null);
});

test("nothing is recorded of a page that is not there", async () => {
  reply = (_message, port) => port.postMessage({ bytes: 0, since: SINCE, missing: ["/a/"] });
  await assert.rejects(offline.keep(record("/a/")), { message: "not there" });
  reply = (_message, port) => port.postMessage({ failure: "QuotaExceededError" });
  await assert.rejects(offline.keep(record("/a/")), { message: "QuotaExceededError" });
  assert.deepEqual(await store.all("kept"), []);
});

test("a worker that does not answer is given up after two minutes", async () => {
  reply = () => undefined;
  const kept = assert.rejects(offline.keep(record("/a/")), { message: "no answer" });
  await settle();
  passTime(120_000);
  await kept;
});

test("a part of the pages leaves the version of the record", async () => {
  await offline.keep(record("/a/", { pages: ["/a/", "/b/"] }));
  reply = (_message, port) => port.postMessage({ bytes: 1, since: SINCE, missing: [], version: "2" });
  await offline.keep(record("/a/", { pages: ["/a/", "/b/"] }), { only: ["/b/"] });
  const { bytes, version } = await store.get("kept", "/a/");
  assert.deepEqual([told.at(-1).keep, bytes, version], [["/b/"], 7, "1"]);
});

test("an engine that lacks a part is not stored", async () => {
  giveEngine("1", "/engine/1/a.wasm", "/engine/1/b.wasm");
  giveArmy();
  give("/engine/1/b.wasm", "", "1", 404);
  await assert.rejects(offline.takeOffline("/a/device.json"), { message: "a part is missing" });
  assert.deepEqual([pathsIn("engine"), told], [[], []]);
});

test("an engine from two versions is not stored", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  give("/engine-worker.js", "", "2");
  await assert.rejects(offline.takeOffline("/a/device.json"), { message: "parts of two versions" });
  assert.deepEqual(pathsIn("engine"), []);
});

test("the parts of an older engine go when the new one is here", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  await offline.takeOffline("/a/device.json");
  await (await caches.open("engine")).put("/engine/1/memory?sources", answer("memory"));
  giveEngine("2", "/engine/2/a.wasm");
  await offline.takeOffline("/a/device.json");
  assert.deepEqual(pathsIn("engine"), ["/engine-worker.js", "/engine/2/a.wasm", "/engine/parts.json"]);
  assert.equal(await offline.engineVersion(), "2");
});

test("an engine that is here is not fetched again", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  await offline.takeOffline("/a/device.json");
  site.delete("/engine/1/a.wasm");
  await offline.takeOffline("/a/device.json");
  assert.deepEqual([pathsIn("engine"), starts], [ENGINE, 2]);
});

test("the older engine stays when the new one has no room", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  await offline.takeOffline("/a/device.json");
  giveEngine("2", "/engine/2/a.wasm");
  await fillUp();
  await assert.rejects(offline.takeOffline("/a/device.json"), { name: "QuotaExceededError" });
  assert.deepEqual(pathsIn("engine"), ENGINE);
  assert.equal(await textIn("engine", "/engine-worker.js"), "/engine-worker.js 1");
});

test("nothing is left of a first engine that has no room", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  await fillUp();
  await assert.rejects(offline.takeOffline("/a/device.json"), { name: "QuotaExceededError" });
  assert.equal(await caches.has("engine"), false);
});

test("an engine that the site no longer has is deleted", async () => {
  giveEngine("1", "/engine/1/a.wasm");
  giveArmy();
  await offline.takeOffline("/a/device.json");
  give("/engine/parts.json", "", "2", 404);
  await offline.beginVersion({ update: async () => undefined });
  assert.equal(await caches.has("engine"), false);
  assert.deepEqual(told.at(-1), { prune: true });
});

test("an army with unsent edits stays as it is here", async () => {
  await store.put("armies", { address: "/a/", head: 1, now: "edited here" });
  await store.put("edits", { army: "/a/" });
  giveArmy(2);
  await offline.refresh({ source: "/a/device.json", head: 1 });
  assert.equal((await store.get("armies", "/a/")).now, "edited here");
  assert.equal((await store.get("kept", "/a/")).head, 2);
});

test("an army is fetched again for another revision or version", async () => {
  giveArmy(2);
  await (await caches.open("engine")).put("/engine/parts.json", answer("", 200, { "Site-Version": "1" }));
  const source = "/a/device.json";
  await offline.refresh({ source, head: 2, version: "1" });
  assert.equal(told.length, 0);
  await offline.refresh({ source, head: 1, version: "1" });
  await offline.refresh({ source, head: 2, version: "0" });
  await offline.refresh({ source, head: 2, version: "1" }, true);
  assert.equal(told.length, 3);
});

test("what is from another version than the engine is renewed", async () => {
  const cache = await caches.open("engine");
  await cache.put("/engine/parts.json", answer("", 200, { "Site-Version": "1" }));
  for (const [name, version] of [["a", "0"], ["b", "1"], ["c", "0"]])
    await store.put("kept", record(`/${name}/`, { source: `/${name}/device.json`, version }));
  give("/c/device.json", record("/c/"));
  await offline.refreshAll();
  // The first has no network, which does not stop the others.
  assert.deepEqual(told.map(({ keep }) => keep), [["/c/"]]);
  assert.equal((await store.get("kept", "/a/")).version, "0");
});

test("a game at the table is renewed with its armies and all its pages", async () => {
  await store.put("kept", record("/m/", { version: "0" }));
  give("/m//device.json", { match: { side: 1 }, pages: ["/units/u1"], now: { segment: 2 } });
  await offline.refreshAll(true);
  const { match, now, pages } = await store.get("kept", "/m/");
  assert.deepEqual([match, now, pages], [{ side: 1 }, { segment: 2 }, ["/m/", "/units/u1"]]);
});

test("a waiting version begins before everything is fetched again", async () => {
  await store.put("kept", record("/a/", { source: "/a/device.json", version: "0" }));
  giveArmy();
  const begun = [];
  await offline.beginVersion({ update: async () => undefined, waiting: { postMessage: (each) => begun.push(each) } });
  assert.deepEqual(begun, [{ begin: true }]);
  assert.deepEqual(told, [{ keep: ["/a/"], parts: [], version: undefined }, { prune: true }]);
});

test("a page that the browser has deleted is missed", async () => {
  assert.equal(await offline.hasPage({ address: "/a/" }), false);
  await (await caches.open("pages")).put("/a/", answer("page"));
  assert.equal(await offline.hasPage({ address: "/a/" }), true);
});
