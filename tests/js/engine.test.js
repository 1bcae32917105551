// What the worker that runs Python is asked, and what a page shows of its answers when there is no network.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { caches, clearCaches } from "./caches.js";
import { answer, answers, openPage, passTime, settle, timers } from "./page.js";

const document = openPage(`
  <template id="engine-start"><div class="engine-start"><progress max="4" value="0"></progress></div></template>
  <div id="messages"></div><p id="page-state"></p>
  <form id="question"></form><form class="sides"></form><form id="other"></form>
  <div id="engage-panel"><a id="target"></a></div>
  <template id="engage-refused"><section class="engage"><div id="answer"></div></section></template>`);
const workers = [];

Object.assign(globalThis, {
  caches,
  // Notes what it is asked; a test answers.
  Worker: class {
    asked = [];
    isOn = true;
    constructor() { workers.push(this); }
    addEventListener(name, work) { this[name] = work; }
    postMessage(data) { this.asked.push(data); }
    terminate() { this.isOn = false; }
  },
});

const store = await import("../../static/js/device_store.js");
const { ask, search } = await import("../../static/js/engine.js");

const question = (place = -1) => JSON.parse(workers.at(-1).asked.at(place).message);
const reply = (given, place = -1) => {
  const { id } = workers.at(-1).asked.at(place);
  workers.at(-1).message({ data: given.failure ? { id, ...given } : { id, reply: JSON.stringify(given) } });
};

// What htmx is to fetch with for a form or link of the page; undefined where it fetches as usual.
function fetchOf(selector, target) {
  const ctx = { sourceElement: document.querySelector(selector), target: document.querySelector(target ?? "main") };
  document.dispatchEvent(Object.assign(new Event("htmx:config:request"), { detail: { ctx } }));
  return ctx.fetch;
}

async function giveEngine() {
  const cache = await caches.open("engine");
  await cache.put("/engine/parts.json", answer("", 200, { Date: "2026-11-27T10:15:00" }));
}

beforeEach(async () => {
  // A worker is begun anew for each test.
  if (workers.at(-1)?.isOn) workers.at(-1).error();
  workers.length = answers.length = 0;
  timers.clear();
  clearCaches();
  localStorage.removeItem(store.eventsKey("/matches/m1/events", 0));
  await store.withStores(["kept", "armies"], "readwrite", (...all) => Promise.all(all.map((each) => each.clear())));
});

test("each question gets the answer to it", async () => {
  const [first, second] = [ask({ path: "/a/" }), ask({ path: "/b/" })];
  await settle();
  reply({ html: "b" }, 1);
  reply({ html: "a" }, 0);
  assert.deepEqual([await first, await second], [{ html: "a" }, { html: "b" }]);
  assert.equal(workers.length, 1);
});

test("a question brings the page's version and the custom entries", async () => {
  await store.put("kept", { address: "/g/", ruleset: "g", entries: [{ name: "Tank" }] });
  await store.put("kept", { address: "/a/" });
  const asked = ask({ path: "/g/calculators/fire/" });
  await settle();
  assert.deepEqual([question().path, question().own], ["/g/calculators/fire/", { g: [{ name: "Tank" }] }]);
  assert.equal(workers[0].asked[0].version, "1");
  reply({});
  await asked;
});

test("a worker is told a custom game once", async () => {
  await store.put("kept", { address: "/g/", documents: { g: { title: "A game" } } });
  const first = ask({ path: "/a/" });
  await settle();
  assert.deepEqual(question().documents, { g: { title: "A game" } });
  reply({});
  await first;
  const second = ask({ path: "/b/" });
  await settle();
  assert.deepEqual(question().documents, {});
  reply({});
  await second;
});

test("a page says how far the engine has started", async () => {
  const asked = ask({ path: "/a/" });
  await settle();
  const { id } = workers[0].asked[0];
  workers[0].message({ data: { id, step: 3 } });
  assert.equal(String(document.querySelector("#messages progress").value), "3");
  reply({});
  await asked;
  assert.equal(document.querySelector("#messages progress"), null);
});

test("a question that the engine refuses fails with its sentence", async () => {
  const asked = assert.rejects(ask({ path: "/a/" }), { message: "Enter a number from 0 to 12." });
  await settle();
  reply({ failure: "Enter a number from 0 to 12." });
  await asked;
});

test("a first question may take as long as the engine starts", async () => {
  const asked = ask({ path: "/a/" });
  await settle();
  passTime(89_999);
  assert.equal(workers[0].isOn, true);
  reply({ html: "a" });
  assert.deepEqual(await asked, { html: "a" });
});

test("what takes too long ends with all that waits, and all starts anew", async () => {
  const first = ask({ path: "/a/" });
  await settle();
  reply({});
  await first;
  const waiting = ["/b/", "/c/"].map((path) => assert.rejects(ask({ path }), /took too long on this device/));
  await settle();
  passTime(30_000);
  await Promise.all(waiting);
  assert.equal(workers[0].isOn, false);
  const next = ask({ path: "/d/" });
  await settle();
  assert.equal(workers.length, 2);
  reply({ html: "d" });
  assert.deepEqual(await next, { html: "d" });
});

test("a search without an engine says what to do first", async () => {
  assert.match(await (await search("/g/search?q=tank")).text(), /To search offline, take an army/);
  assert.equal(workers.length, 0);
});

test("a search on the device says so above its results", async () => {
  await giveEngine();
  const found = search("/g/search?q=tank");
  await settle();
  assert.deepEqual([question().path, question().query], ["/g/search", "q=tank"]);
  reply({ html: "<p>Tank</p>" });
  assert.match(await (await found).text(), /this device searched what it has.*<p>Tank<\/p>/);
});

test("forms and links without an answer of their own are left alone", () => {
  assert.equal(fetchOf("#other"), undefined);
  assert.equal(fetchOf("#target"), undefined);
  assert.notEqual(fetchOf("#target", "#engage-panel"), undefined);
});

test("the site answers while there is a network", async () => {
  await giveEngine();
  answers.push(answer("from the site"));
  assert.equal(await (await fetchOf("#question")("/g/calculators/fire/", {})).text(), "from the site");
  assert.equal(workers.length, 0);
});

test("without network and engine, or when the player goes on, it fails", async () => {
  await assert.rejects(fetchOf("#question")("/g/calculators/fire/", {}), TypeError);
  await giveEngine();
  answers.push(new DOMException("", "AbortError"));
  await assert.rejects(fetchOf("#question")("/g/calculators/fire/", {}), { name: "AbortError" });
  assert.equal(workers.length, 0);
});

test("an answer of the device says by which rules", async () => {
  await giveEngine();
  await store.put("kept", { address: "/g/", ruleset: "g", entries: [1], since: "2026-11-28T09:00:00" });
  const answered = fetchOf("#question")("/g/calculators/fire/?dice=2", {});
  await settle();
  assert.deepEqual([question().path, question().query, question().whole], ["/g/calculators/fire/", "dice=2", false]);
  reply({ html: "<p>Half</p>" });
  assert.equal(
    await (await answered).text(),
    '<p class="alert alert-warning">You are offline: this device worked this out with the rules as of '
    + "27 November 2026, 10:15, and your custom entries as of 28 November 2026, 09:00.</p><p>Half</p>",
  );
});

test("armies of a question come from the device", async () => {
  await giveEngine();
  await store.put("armies", { address: "/armies/a1/", head: 3 });
  const answered = fetchOf("#question")("/g/calculators/fire/?army.own=a1", {});
  await settle();
  assert.deepEqual(question().armies, [{ address: "/armies/a1/", head: 3 }]);
  reply({ failure: "This army is not on this device." });
  assert.equal(await (await answered).text(), '<p class="alert alert-warning">This army is not on this device.</p>');
});

test("an engagement knows the game with the events that wait", async () => {
  await giveEngine();
  const match = { ruleset: "g", side: 0, armies: [] };
  await store.put("kept", { address: "/matches/m1", match, now: { segment: 2 }, since: "2026-11-28T09:00:00" });
  localStorage.setItem(store.eventsKey("/matches/m1/events", 0), '[{"id":"e1"}]');
  const answered = fetchOf("#target", "#engage-panel")("/matches/m1/engage?own=u1", {});
  await settle();
  const { segment, events, ruleset } = question().match;
  assert.deepEqual([segment, events, ruleset], [2, [{ id: "e1" }], "g"]);
  reply({ html: '<html><body><section class="engage"><div id="answer"><p>Even</p></div></section></body></html>' });
  const text = await (await answered).text();
  assert.match(text, /<div id="answer"><details class="alert alert-warning one-line"><summary>You are offline/);
  assert.match(text, /and the game as of 28 November 2026, 09:00\.<\/summary><\/details><p>Even<\/p>/);
});

test("an engagement of a game that is not here is refused", async () => {
  await giveEngine();
  const text = await (await fetchOf("#target", "#engage-panel")("/matches/m1/engage?own=u1", {})).text();
  assert.match(text, /this device does not have the armies of this game/);
  assert.equal(workers.length, 0);
});
