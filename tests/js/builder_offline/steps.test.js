// Undo and redo without a network: what the page shows, the army here, and what waits to be sent.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, answers } from "../page.js";
import { ADDRESS, begin, coast, document } from "./offline_page.js";

const { editsOf, get, put } = await import("../../../static/js/device_store.js");
const { applyHere, edit } = await import("../../../static/js/builder_offline/local_edits.js");
const { step } = await import("../../../static/js/builder_offline/steps.js");

const take = async (name) => {
  const response = await step(name, new URLSearchParams());
  return [response.status, await response.text()];
};
const here = async () => [(await get("armies", ADDRESS)).now.name, (await editsOf(ADDRESS)).map(({ form }) => form)];

beforeEach(() => begin());

test("an edit made here is undone and made again", async () => {
  await applyHere("rename", "name=Harbour");
  const [{ id }] = await editsOf(ADDRESS);
  assert.deepEqual(await take("undo"), [200, "Coast: Undone: Renamed Harbour (Renamed Coast < > Renamed Harbour)"]);
  assert.deepEqual(await here(), ["Coast", []]);
  assert.deepEqual(await take("redo"), [200, "Harbour: Redone: Renamed Harbour (Renamed Harbour < > )"]);
  assert.deepEqual(await here(), ["Harbour", ["name=Harbour"]]);
  assert.equal((await editsOf(ADDRESS))[0].id, id);
});

test("several edits are undone one by one, the last first", async () => {
  for (const name of ["Harbour", "Bay"]) await applyHere("rename", `name=${name}`);
  await take("undo");
  assert.deepEqual(await here(), ["Harbour", ["name=Harbour"]]);
  await take("undo");
  assert.deepEqual(await here(), ["Coast", []]);
  await take("redo");
  assert.deepEqual(await here(), ["Harbour", ["name=Harbour"]]);
});

test("another edit after an undo leaves nothing to redo", async () => {
  await applyHere("rename", "name=Harbour");
  await take("undo");
  await applyHere("rename", "name=Bay");
  const [status, html] = await take("redo");
  assert.equal(status, 400);
  assert.match(html, /Not done: this device does not have that version of the army\./);
  assert.deepEqual(await here(), ["Bay", ["name=Bay"]]);
});

test("a step that the site has is undone by an edit that restores", async () => {
  assert.deepEqual(await take("undo"), [200, "Shore: Undone: Renamed Coast ( < > Renamed Coast)"]);
  assert.deepEqual(await here(), ["Shore", ["number=2"]]);
  assert.equal((await editsOf(ADDRESS))[0].name, "restore");
});

test("redo of such a step leaves nothing to send", async () => {
  await take("undo");
  assert.deepEqual(await take("redo"), [200, "Coast: Redone: Renamed Coast (Renamed Coast < > )"]);
  assert.deepEqual(await here(), ["Coast", []]);
});

test("two steps back become one edit that restores", async () => {
  await begin({ ...coast, back: [...coast.back, { number: 1, now: { name: "Beach" }, said: "Renamed Shore" }] });
  await take("undo");
  await take("undo");
  assert.deepEqual(await here(), ["Beach", ["number=1"]]);
});

test("a step whose earlier army is not on this device is refused", async () => {
  await begin({ ...coast, back: [] });
  const [status, html] = await take("undo");
  assert.equal(status, 400);
  assert.match(html, /Not done: this device does not have that version of the army\./);
});

test("an edit that the site may have is not undone before it is sure", async () => {
  await put("edits", { id: "one", army: ADDRESS, name: "rename", form: "name=Harbour", tried: true });
  const [status, html] = await take("undo");
  assert.equal(status, 400);
  assert.match(html, /Not undone: this device does not know yet whether the site received your changes\./);
  assert.deepEqual(await here(), ["Coast", ["name=Harbour"]]);
});

test("nothing is undone here under a page that shows another version", async () => {
  document.getElementById("head").setAttribute("value", "2");
  const [status, html] = await take("undo");
  assert.equal(status, 400);
  assert.match(html, /Not saved: this device has another version of the army/);
  assert.deepEqual(await here(), ["Coast", []]);
});

test("the site undoes while it answers, and this device when it does not", async () => {
  const undo = () => edit(new URL(`https://armies.example${ADDRESS}undo`), { body: new URLSearchParams() });
  answers.push(answer("Shore, from the site"));
  assert.equal(await (await undo()).text(), "Shore, from the site");
  assert.deepEqual(await here(), ["Coast", []]);
  assert.match(await (await undo()).text(), /^Shore: Undone: Renamed Coast/);
  assert.deepEqual(await here(), ["Shore", ["number=2"]]);
});
