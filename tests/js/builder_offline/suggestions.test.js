// Suggestions: a page of the site, or a dialog of this device where the site does not answer or does not know the army.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { answer, answers, requests } from "../page.js";
import { ADDRESS, begin, device, document } from "./offline_page.js";

const { Element } = document.defaultView;
const LINK = `https://armies.example${ADDRESS}mend/r1`;
const followed = [];
const swapped = [];

// What linkedom has not.
Object.defineProperty(Element.prototype, "pathname", {
  get() { return new URL(this.getAttribute("href"), location.href).pathname; },
});
Object.assign(Element.prototype, {
  showModal() { this.toggleAttribute("open", true); },
  close() { this.dispatchEvent(new Event("close")); },
});
globalThis.FormData = class {
  constructor(form) { this.inputs = [...form.querySelectorAll("input")]; }
  [Symbol.iterator]() { return this.inputs.map((each) => [each.name, each.getAttribute("value")])[Symbol.iterator](); }
};
location.assign = (href) => followed.push(href);

const { editsOf, put, withStores } = await import("../../../static/js/device_store.js");
const { answerFor } = await import("../../../static/js/builder_offline/page.js");
await import("../../../static/js/builder_offline/suggestions.js");

globalThis.htmx = { ajax: async (_method, _address, { source }) => swapped.push(await answerFor(source).text()) };

const dialog = () => document.getElementById("offered");
const until = async (isSo) => {
  for (let turn = 0; turn < 1000 && !isSo(); turn++) await pause(10);
  return isSo();
};

function follow(href = LINK, keys = {}) {
  document.body.insertAdjacentHTML("beforeend", `<a href="${href}">Fix</a>`);
  const click = Object.assign(new Event("click", { bubbles: true, cancelable: true }), keys);
  document.body.lastElementChild.dispatchEvent(click);
  return click.defaultPrevented;
}

beforeEach(async () => {
  followed.length = swapped.length = 0;
  dialog()?.remove();
  await begin();
});

test("other links and clicks for another tab are left to the browser", () => {
  assert.equal(follow(ADDRESS), false);
  assert.equal(follow("/armies/a2/mend/r1"), false);
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) assert.equal(follow(LINK, { [key]: true }), false);
});

test("a site that answers has the suggestions", async () => {
  answers.push(answer(null));
  assert.equal(follow(), true);
  assert.ok(await until(() => followed.length));
  assert.deepEqual([followed, dialog()], [[LINK], null]);
});

test("the site has the suggestions for an army that is not on this device", async () => {
  await withStores(["armies"], "readwrite", (armies) => armies.clear());
  follow();
  assert.ok(await until(() => followed.length));
  assert.deepEqual(requests, []);
});

test("without a network this device has them", async () => {
  follow();
  assert.ok(await until(dialog));
  assert.equal(dialog().getAttribute("aria-label"), "Suggestions for Coast");
  assert.ok(dialog().hasAttribute("open"));
  assert.deepEqual(followed, []);
});

test("while edits wait this device has them, since the site has another army", async () => {
  await put("edits", { id: "e1", army: ADDRESS, name: "rename", form: "name=Harbour" });
  follow();
  assert.ok(await until(dialog));
  assert.deepEqual(requests, []);
});

test("what is chosen is done on this device", async () => {
  follow();
  await until(dialog);
  dialog().querySelector("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  assert.ok(await until(() => swapped.length));
  const [{ name, form }] = await editsOf(ADDRESS);
  assert.deepEqual([name, form, swapped, dialog()], ["rename", "notes=New&name=Bay", ["Bay: Renamed Bay"], null]);
});

test("without the game's rules the page says what to do", async () => {
  device.hasEngine = false;
  follow();
  assert.ok(await until(() => swapped.length));
  assert.match(swapped[0], /take the army offline/);
  assert.equal(dialog(), null);
});
