// What a device stores: changes of armies in IndexedDB, events of games in the storage that all tabs share.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { openPage } from "./page.js";

openPage("");
const store = await import("../../static/js/device_store.js");

beforeEach(async () => {
  for (const name of ["kept", "armies", "edits"]) await store.withStores([name], "readwrite", (each) => each.clear());
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
});

test("edits come back in the order in which they were made", async () => {
  for (const name of ["first", "second", "third"]) await store.put("edits", { army: "/a/", name });
  await store.put("edits", { army: "/b/", name: "another army's" });
  assert.deepEqual((await store.editsOf("/a/")).map(({ name }) => name), ["first", "second", "third"]);
});

test("stores changed together keep nothing when one fails", async () => {
  const change = store.withStores(["armies", "edits"], "readwrite", async (armies, edits) => {
    await Promise.all([armies.put({ address: "/a/" }), edits.add({ place: 1 }), edits.add({ place: 1 })]);
  });
  await assert.rejects(change, { name: "AbortError" });
  assert.equal(await store.get("armies", "/a/"), undefined);
});

test("a record is found by its address until it is removed", async () => {
  await store.put("kept", { address: "/a/", title: "Harbour" });
  assert.equal((await store.get("kept", "/a/")).title, "Harbour");
  await store.remove("kept", "/a/");
  assert.equal(await store.get("kept", "/a/"), undefined);
});

test("an id has 32 letters and is never given twice", () => {
  const ids = Array.from({ length: 1000 }, store.newId);
  assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)));
  assert.equal(new Set(ids).size, ids.length);
});

test("damaged events are told from none", () => {
  assert.deepEqual(store.eventsIn("[]"), []);
  assert.equal(store.eventsIn("[{"), null);
  assert.equal(store.eventsIn("{}"), null);
});

test("events of 1.3 name their holder", () => {
  assert.deepEqual(store.eventsIn('[{"changes":[{"bearer":"u1"}]}]'), [{ changes: [{ holder: "u1" }] }]);
});

test("edits and events that wait are counted, damaged ones as one", async () => {
  await store.put("edits", { army: "/a/" });
  await store.put("edits", { army: "/b/" });
  await store.put("edits", { army: "/a/", done: true });
  localStorage.setItem(store.eventsKey("/m/events", 0), '[{"kind":"next"},{"kind":"next"}]');
  localStorage.setItem(store.eventsKey("/m/events", 1), "damaged");
  localStorage.setItem("something else", "[1, 2, 3]");
  assert.equal(await store.countWaiting(), 5);
});
