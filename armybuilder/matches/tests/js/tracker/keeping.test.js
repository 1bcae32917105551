// What a game at the table stores on a device: its rules with the player's consent, and what it says of that.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { caches, clearCaches } from "../../../../../tests/js/caches.js";
import { answer, answers, openPage, requests } from "../../../../../tests/js/page.js";
import { matchData, page } from "./match_data.js";

const DONE = "Available offline on this device.";
const TAKE = `<div id="take-offline" data-take="/g/device.json" data-done="${DONE}"><button></button><p></p></div>`;
const document = openPage(page(matchData({ keep: ["/g/reference/"] })) + TAKE);
const device = { storage: { estimate: async () => ({ usage: 0, quota: 1e12 }) }, connection: undefined };
Object.assign(navigator, device);
Object.assign(globalThis, { caches, CustomEvent: document.defaultView.CustomEvent });
localStorage.setItem("codes-read-g", "yes");
const store = await import("../../../../../static/js/device_store.js");
const { game, takeRows } = await import("../../../static/js/tracker/game.js");
const { keepAll, takeRules } = await import("../../../static/js/tracker/keeping.js");

const addresses = () => requests.map(([address]) => address);
const notices = () => [...document.querySelectorAll("#notices .notice")];
const press = (words) =>
  [...document.querySelectorAll("#notices button")].find((each) => each.textContent === words)
    .dispatchEvent(new Event("click"));
const worker = {
  postMessage: (_message, [port]) => port.postMessage({ bytes: 7, since: "2026-11-28", missing: [], version: "1" }),
};

game.queue = { events: [], add: () => undefined };
game.server = matchData();
takeRows(matchData());

beforeEach(() => {
  clearCaches();
  while (notices().length) press("Close");
  requests.length = answers.length = 0;
  for (const key of ["asked about room", "took rules along"]) localStorage.removeItem(key);
  Object.assign(navigator, device);
});

test("a device that saves data is asked until its player answers", async () => {
  navigator.connection = { saveData: true };
  answers.push(answer({}), answer({}));
  await takeRules();
  const [{ textContent: words }] = notices();
  assert.match(words, /This device has data saving turned on\./);
  assert.match(words, /turned on\. To engage without a network, it has to download 6 MB of rules/);
  assert.deepEqual(addresses(), ["/engine/parts.json"]);
  assert.equal(localStorage.getItem("asked about room"), null);
  press("Close");
  await takeRules();
  assert.deepEqual(notices(), []);
});

test("rules that did not come are not tried again by the same game, and nobody is told", async () => {
  answers.push(answer({}));
  await takeRules();
  assert.deepEqual(addresses(), ["/engine/parts.json", "/g/device.json"]);
  assert.deepEqual([store.takingNow(), document.getElementById("page-state").textContent], [null, ""]);
  answers.push(answer({}));
  await takeRules();
  assert.deepEqual(addresses().slice(2), ["/engine/parts.json"]);
  localStorage.setItem("took rules along", "/matches/m2");
  answers.push(answer({}));
  await takeRules();
  assert.deepEqual(addresses().slice(3), ["/engine/parts.json", "/g/device.json"]);
});

test("a game is said to be available once it is stored", async () => {
  const [button, status] = document.getElementById("take-offline").children;
  const kept = () => answer({ match: { ruleset: "g" }, documents: {}, pages: ["/g/calculators/"] });
  await (await caches.open("engine")).put("/engine/parts.json", answer({}, 200, { "Site-Version": "1" }));
  answers.push(kept());
  await keepAll();
  assert.deepEqual([Boolean(button.hidden), status.textContent], [false, ""]);
  globalThis.MessageChannel = class {
    port1 = {};
    port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
  };
  navigator.serviceWorker = { register: async () => undefined, ready: Promise.resolve({ active: worker }) };
  answers.push(kept());
  await keepAll();
  assert.deepEqual([Boolean(button.hidden), status.textContent], [true, DONE]);
  assert.deepEqual((await store.get("kept", "/matches/m1")).pages.at(-1), "/g/calculators/");
});
