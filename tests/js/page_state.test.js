// What a page says of itself: whether it is stored, how old it is, and how many changes wait to be sent.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { setTimeout as pause } from "node:timers/promises";
import { answer, answers, openPage, requests } from "./page.js";

const PAGE = "/armies/a1/";
const document = openPage('<p id="page-state" class="alert" hidden></p>', `https://armies.example${PAGE}`);
document.body.setAttribute("hx-headers:inherited", '{"X-CSRFToken": "token"}');
const { put, takingNow, withStores } = await import("../../static/js/device_store.js");
const { noteAnswer } = await import("../../static/js/network.js");
const { noteTaking } = await import("../../static/js/offline.js");
const { inWords, noteVersion, showState, takeOn, waitingInWords } = await import("../../static/js/page_state.js");

const SINCE = new Date(2026, 10, 27, 10, 15);
const line = document.getElementById("page-state");
const edit = (id) => put("edits", { id, army: PAGE, name: "rename", form: `name=${id}` });
const isWarning = () => line.classList.contains("alert-warning");
// What is sent comes in scripts of its own.
const until = async (isSo) => {
  for (let turn = 0; turn < 1000 && !isSo(); turn++) await pause(10);
};

beforeEach(async () => {
  requests.length = answers.length = 0;
  await withStores(["kept", "armies", "edits"], "readwrite", (...stores) => Promise.all(stores.map((s) => s.clear())));
  noteVersion(new Headers({ "Site-Version": "1" }));
  await showState();
});

test("times and numbers of changes are given in words", () => {
  assert.equal(inWords(SINCE), "27 November 2026, 10:15");
  assert.equal(inWords(SINCE.toISOString()), "27 November 2026, 10:15");
  assert.deepEqual([1, 2].map(waitingInWords), ["1 change waits to be sent.", "2 changes wait to be sent."]);
});

test("a page that is not on this device says nothing", () => {
  assert.deepEqual([line.hidden, line.textContent, isWarning()], [true, "", false]);
});

test("a stored page says since when", async () => {
  await put("kept", { address: "/armies/a2/", pages: ["/armies/a2/"], since: SINCE });
  await showState();
  assert.equal(line.hidden, true, "another page is stored");
  await put("kept", { address: PAGE, pages: [PAGE, `${PAGE}print`], since: SINCE });
  await showState();
  assert.equal(line.textContent, "Up to date, and stored on this device on 27 November 2026, 10:15.");
  assert.deepEqual([line.hidden, isWarning()], [false, false]);
});

test("what is wrong is said until the next look", async () => {
  await showState("Not everything could be fetched.");
  assert.deepEqual([line.textContent, isWarning()], ["Not everything could be fetched.", true]);
  await showState();
  assert.equal(line.hidden, true);
});

test("a page without a network says when it was loaded", () => {
  noteAnswer(false);
  assert.match(line.textContent, /^You are offline\. This page was loaded on \d+ \w+ \d{4}, \d\d:\d\d\.$/);
  assert.ok(isWarning());
  noteAnswer(true);
  assert.equal(line.hidden, true);
});

test("changes wait without a network, and are sent with one", async () => {
  await put("armies", { address: PAGE, head: 3 });
  noteAnswer(false);
  await edit("one");
  await edit("two");
  await showState();
  assert.match(line.textContent, /\. 2 changes wait to be sent\.$/);
  const fetched = { army: { address: PAGE, head: 4 } };
  answers.push(answer({ number: 4, aside: 0, refused: [] }), answer(fetched));
  noteAnswer(true);
  await until(() => line.hidden);
  assert.equal(JSON.parse(requests[0][1].body).edits.length, 2);
  assert.deepEqual([line.textContent, line.hidden], ["", true]);
});

test("changes that the site refuses are named", async () => {
  await put("armies", { address: PAGE, head: 3 });
  noteAnswer(false);
  await edit("one");
  await showState();
  answers.push(answer("", 403));
  noteAnswer(true);
  await until(() => line.textContent.includes("accept"));
  const words = "1 change waits to be sent. The site did not accept your changes. Reload the page.";
  assert.equal(line.textContent, words);
});

test("an answer of a newer site asks for a reload", () => {
  noteVersion(new Headers());
  assert.equal(line.hidden, true);
  noteVersion(new Headers({ "Site-Version": "2" }));
  assert.equal(line.textContent, "The site has been updated: reload the page.");
});

test("a player is told that what they took offline did not come", async () => {
  noteTaking("/warstrike/device.json");
  await takeOn();
  assert.equal(line.textContent, "Not everything could be fetched. Take it offline again.");
  assert.equal(takingNow(), null);
});

test("nothing is said of what no player asked for and did not come", async () => {
  noteTaking("/warstrike/device.json", true);
  await takeOn();
  assert.deepEqual([line.textContent, line.hidden], ["", true]);
  assert.deepEqual([takingNow(), requests.map(([address]) => address)], [null, ["/warstrike/device.json"]]);
});
