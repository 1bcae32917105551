// Whether the site answers: told by each answer, and asked again when it did not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, answers, openPage, passTime, requests, settle } from "./page.js";

const document = openPage("");
const { isAway, isReachable, noteAnswer } = await import("../../static/js/network.js");
const changes = [];
document.addEventListener("network", () => changes.push(isAway()));

test("a page is told once that the site is away, and once that it is back", async () => {
  noteAnswer(false);
  noteAnswer(false);
  assert.deepEqual([isAway(), changes], [true, [true]]);
  noteAnswer(true);
  noteAnswer(true);
  assert.deepEqual([isAway(), changes], [false, [true, false]]);
});

test("a site that did not answer is asked again until it does", async () => {
  noteAnswer(false);
  passTime(30_000);
  await settle();
  assert.deepEqual([requests.length, isAway()], [1, true]);
  answers.push(answer(null));
  passTime(30_000);
  await settle();
  assert.deepEqual([requests.length, isAway()], [2, false]);
  passTime(30_000);
  assert.equal(requests.length, 2);
});

test("asking past kept pages says whether the site is there", async () => {
  answers.push(answer(null));
  assert.equal(await isReachable(), true);
  assert.deepEqual([requests.at(-1)[0], requests.at(-1)[1].method], ["/offline", "HEAD"]);
  assert.equal(await isReachable(), false);
});
