// Edits of an army on this device: what the page shows, and what waits to be sent.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, answers, passTime, requests, settle } from "../page.js";
import { ADDRESS, begin, device, document } from "./offline_page.js";

const { editsOf, get, put } = await import("../../../static/js/device_store.js");
const { applyEdits, edit } = await import("../../../static/js/builder_offline/local_edits.js");

const words = async (response) => [response.status, await response.text()];
const rename = (name) => edit(new URL(`https://armies.example${ADDRESS}rename`), {
  body: new URLSearchParams({ csrfmiddlewaretoken: "secret", name }),
});
const waiting = async () => (await editsOf(ADDRESS)).map(({ form, tried }) => ({ form, tried }));
const nameHere = async () => (await get("armies", ADDRESS)).now.name;

beforeEach(() => begin());

test("the site's answer is shown, and the army fetched again after it", async () => {
  answers.push(answer("Harbour, from the site"));
  assert.deepEqual(await words(await rename("Harbour")), [200, "Harbour, from the site"]);
  const [{ id, form, done }] = await editsOf(ADDRESS);
  assert.deepEqual([form, done], ["name=Harbour", true]);
  assert.equal(requests[0][1].body.get("edit"), id);
  answers.push(answer({ army: { address: ADDRESS, head: 4, now: { name: "Harbour" } } }));
  passTime(500);
  await settle();
  assert.deepEqual([await editsOf(ADDRESS), await nameHere()], [[], "Harbour"]);
});

test("what the site refuses is not sent again", async () => {
  answers.push(answer("An army needs a name.", 400));
  assert.deepEqual(await words(await rename("")), [400, "An army needs a name."]);
  assert.deepEqual(await waiting(), []);
});

test("without a network the edit is made here and waits", async () => {
  assert.deepEqual(await words(await rename("Harbour")), [200, "Harbour: Renamed Harbour"]);
  assert.deepEqual(await waiting(), [{ form: "name=Harbour", tried: true }]);
  assert.equal(await nameHere(), "Harbour");
  assert.match(document.getElementById("page-state").textContent, /1 change waits to be sent\.$/);
});

test("after an edit that waits the next ones do not ask the site", async () => {
  await rename("Harbour");
  requests.length = 0;
  assert.deepEqual(await words(await rename("Bay")), [200, "Bay: Renamed Bay"]);
  assert.deepEqual(requests, []);
  assert.deepEqual((await waiting()).map(({ form }) => form), ["name=Harbour", "name=Bay"]);
});

test("an edit that breaks a rule here is refused and does not wait", async () => {
  assert.deepEqual(await words(await rename("")), [400, "An army needs a name."]);
  assert.deepEqual([await waiting(), await nameHere()], [[], "Coast"]);
});

test("an edit that changes nothing here does not wait", async () => {
  assert.equal((await rename("Coast")).status, 200);
  assert.deepEqual(await waiting(), []);
});

test("nothing is changed here under a page that shows another version", async () => {
  document.getElementById("head").setAttribute("value", "2");
  const [status, html] = await words(await rename("Harbour"));
  assert.equal(status, 400);
  assert.match(html, /Not saved: this device has another version of the army than this page shows\./);
  assert.deepEqual([await waiting(), await nameHere()], [[], "Coast"]);
});

test("without the game's rules nothing is changed, and the player is told", async () => {
  device.hasEngine = false;
  const response = await rename("Harbour");
  assert.equal(response.headers.get("HX-Retarget"), "#messages");
  assert.match(await response.text(), /this device does not have the game’s rules/);
  assert.deepEqual([await waiting(), await nameHere()], [[], "Coast"]);
});

test("an edit that has no room on this device is not sent", async (context) => {
  context.mock.method(IDBObjectStore.prototype, "put", () => { throw new DOMException("full", "QuotaExceededError"); });
  const [status, html] = await words(await rename("Harbour"));
  context.mock.restoreAll();
  assert.equal(status, 400);
  assert.match(html, /Not saved: this device’s storage is full, or this is a private window\./);
  assert.deepEqual([requests, await waiting()], [[], []]);
});

test("an edit whose page was left meanwhile waits to be sent", async () => {
  answers.push(new DOMException("left", "AbortError"));
  await assert.rejects(rename("Harbour"), { name: "AbortError" });
  assert.deepEqual((await waiting()).map(({ form }) => form), ["name=Harbour"]);
});

test("edits that were stored and not made here are made in order", async () => {
  for (const name of ["Harbour", "Bay"]) {
    await put("edits", { id: name, army: ADDRESS, name: "rename", form: `name=${name}` });
  }
  assert.equal((await applyEdits()).html, "Bay: Renamed Bay");
  const made = (await editsOf(ADDRESS)).map(({ before, said }) => [before.name, said]);
  assert.deepEqual(made, [["Coast", "Renamed Harbour"], ["Harbour", "Renamed Bay"]]);
});
