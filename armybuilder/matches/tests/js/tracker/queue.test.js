// The queue of a device's events: order, one id for each, failures, and what waits over a reload.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { answer, answers, openPage, passTime, requests, settle, timers } from "../../../../../tests/js/page.js";

openPage('<p id="page-state"></p>');
const { EVENTS, eventsKey } = await import("../../../static/js/device_store.js");
const { isAway } = await import("../../../static/js/network.js");
const { MatchQueue } = await import("../../../static/js/tracker/queue.js");

const ADDRESS = "/matches/m1/events";
const KEY = eventsKey(ADDRESS, 0);

function queueWith(given = {}) {
  const heard = { updates: [], results: [], changes: 0 };
  const queue = new MatchQueue({
    address: ADDRESS,
    csrf: "token",
    side: 0,
    alone: false,
    forces: 3,
    head: () => 7,
    photo: () => "d1",
    onUpdate: (update) => heard.updates.push(update),
    onResult: (event, result) => heard.results.push([event.kind, result]),
    onChange: () => { heard.changes += 1; },
    ...given,
  });
  return { queue, heard };
}

const sent = (place = -1) => JSON.parse(requests.at(place)[1].body);
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

beforeEach(() => {
  requests.length = answers.length = 0;
  timers.clear();
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
});

test("events are sent in order and leave the device with an answer", async () => {
  const { queue, heard } = queueWith();
  for (const number of [8, 9]) answers.push(answer({ results: [{ number }], head: number }));
  answers.push(answer(null, 204));
  queue.add({ kind: "first" });
  queue.add({ kind: "second" });
  assert.deepEqual(stored().map(({ kind }) => kind), ["first", "second"]);
  await settle();
  assert.deepEqual(sent(0).events.map(({ kind }) => kind), ["first"]);
  assert.equal(sent(0).since, 7);
  assert.equal(requests[0][1].headers["X-CSRFToken"], "token");
  assert.deepEqual(sent(1).events.map(({ kind }) => kind), ["second"]);
  assert.deepEqual(heard.results, [["first", { number: 8 }], ["second", { number: 9 }]]);
  assert.deepEqual(heard.updates, [{ head: 8 }, { head: 9 }]);
  assert.equal(localStorage.getItem(KEY), null);
});

test("an event that got no answer is sent again under its id", async () => {
  const { queue, heard } = queueWith();
  answers.push(new TypeError("no network"), answer({ results: [{ number: 8 }] }), answer(null, 204));
  queue.add({ kind: "next" });
  await settle();
  assert.equal(queue.failures, 1);
  assert.equal(stored().length, 1);
  passTime(5_000);
  await settle();
  assert.equal(sent(1).events[0].id, sent(0).events[0].id);
  assert.equal(queue.failures, 0);
  assert.deepEqual(heard.results, [["next", { number: 8 }]]);
});

test("events survive a reload", async () => {
  const { queue } = queueWith();
  answers.push(new TypeError("no network"));
  queue.add({ kind: "next" });
  await settle();
  assert.deepEqual(queueWith().queue.events, queue.events);
  assert.deepEqual(queueWith({ side: 1 }).queue.events, []);
});

test("pauses double with each failure up to half a minute", async () => {
  const { queue } = queueWith();
  const pauses = [];
  for (let failure = 0; failure < 8; failure++) {
    queue.now();
    await settle();
    pauses.push(timers.get(queue.timer)[1]);
  }
  assert.deepEqual(pauses, [1_400, 2_800, 5_600, 11_200, 22_400, 30_000, 30_000, 30_000]);
});

test("a site that is busy or broken is asked again", async () => {
  for (const status of [429, 500, 502, 503, 504]) {
    const { queue } = queueWith();
    answers.push(answer("", status));
    queue.add({ kind: "next" });
    await settle();
    assert.equal(queue.stopped, "", String(status));
    assert.equal(queue.failures, 1);
  }
});

test("a site that refuses stops the queue, which says why", async () => {
  for (const [status, words] of [[403, /did not accept your changes/], [404, /no longer exists/]]) {
    const { queue } = queueWith();
    answers.push(answer("", status));
    queue.add({ kind: "next" });
    await settle();
    assert.match(queue.stopped, words);
    assert.equal(timers.has(queue.timer), false);
    assert.ok(stored().length, "nothing is lost");
  }
});

test("at most 50 events go in one request", async () => {
  const events = Array.from({ length: 51 }, (_, number) => ({ id: `e${number}`, kind: "next" }));
  localStorage.setItem(KEY, JSON.stringify(events));
  const { queue } = queueWith();
  const results = (count) => ({ results: Array.from({ length: count }, () => ({})) });
  answers.push(answer(results(50)), answer(results(1)), answer(null, 204));
  queue.now();
  await settle();
  assert.deepEqual([sent(0).events.length, sent(1).events.map(({ id }) => id)], [50, ["e50"]]);
});

test("events beyond the results of an answer stay and go again", async () => {
  localStorage.setItem(KEY, '[{"id":"a","kind":"one"},{"id":"b","kind":"two"}]');
  const { queue, heard } = queueWith();
  answers.push(answer({ results: [{ number: 8 }] }), answer({ results: [{ number: 9 }] }), answer(null, 204));
  queue.now();
  await settle();
  assert.deepEqual(sent(1).events.map(({ id }) => id), ["b"]);
  assert.deepEqual(heard.results.map(([kind]) => kind), ["one", "two"]);
});

test("an event of another window is kept beside this one's", async () => {
  const { queue } = queueWith();
  localStorage.setItem(KEY, '[{"id":"other","kind":"theirs"}]');
  answers.push(new TypeError("no network"));
  queue.add({ kind: "ours" });
  await settle();
  assert.deepEqual(stored().map(({ kind }) => kind), ["theirs", "ours"]);
});

test("what another window stores for this seat is seen at once", async () => {
  const { queue, heard } = queueWith();
  queue.start();
  await settle();
  const before = heard.changes;
  localStorage.setItem(KEY, '[{"id":"other","kind":"theirs"}]');
  dispatchEvent(Object.assign(new Event("storage"), { key: "something else" }));
  assert.deepEqual([queue.events.length, heard.changes], [0, before]);
  dispatchEvent(Object.assign(new Event("storage"), { key: KEY }));
  assert.deepEqual([queue.events.length, heard.changes], [1, before + 1]);
});

test("the page is told when the connection is lost and is back", async () => {
  const { queue, heard } = queueWith();
  answers.push(new TypeError("no network"), answer(null, 204), answer(null, 204));
  queue.now();
  await settle();
  assert.deepEqual([heard.changes, isAway()], [1, true]);
  queue.now();
  await settle();
  assert.equal(heard.changes, 2);
  queue.now();
  await settle();
  assert.equal(heard.changes, 2, "nothing has changed since");
});

test("a quiet game is asked for less often, a hidden page least", async () => {
  const pauses = [];
  for (const [quiet, hidden] of [[0, false], [120_001, false], [0, true]]) {
    const { queue } = queueWith();
    document.hidden = hidden;
    queue.active = Date.now() - quiet;
    answers.push(answer(null, 204));
    queue.now();
    await settle();
    pauses.push(timers.get(queue.timer)[1]);
  }
  document.hidden = false;
  assert.deepEqual(pauses, [700, 3_000, 30_000]);
});

test("damaged events are set aside, not lost", () => {
  localStorage.setItem(KEY, '[{"id":');
  const { queue } = queueWith();
  assert.deepEqual(queue.events, []);
  assert.equal(localStorage.getItem(`${EVENTS}damaged ${KEY}`), '[{"id":');
});

test("events that cannot be stored are sent all the same", async () => {
  const { queue, heard } = queueWith();
  const setItem = localStorage.setItem;
  Object.getPrototypeOf(localStorage).setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  try {
    answers.push(new TypeError("no network"), answer({ results: [{ number: 8 }] }), answer(null, 204));
    queue.add({ kind: "next" });
    assert.ok(queue.isUnsaved);
    await settle();
    passTime(5_000);
    await settle();
    assert.deepEqual(heard.results, [["next", { number: 8 }]]);
    assert.equal(queue.isUnsaved, false);
  } finally {
    Object.getPrototypeOf(localStorage).setItem = setItem;
  }
});

test("without events the site is asked for those of others", async () => {
  const { queue, heard } = queueWith({ alone: true });
  answers.push(answer({ head: 8, entries: [{ number: 8 }] }));
  queue.now();
  await settle();
  assert.equal(requests[0][0], `${ADDRESS}?since=7&forces=3&photo=d1&alone`);
  assert.deepEqual(heard.updates, [{ head: 8, entries: [{ number: 8 }] }]);
  assert.deepEqual(heard.results, []);
});

test("while it would be told of events, the site is seldom asked", async () => {
  const { queue } = queueWith();
  for (const [isUpToDate, pause] of [[false, 700], [true, 30_000]]) {
    queue.isUpToDate = () => isUpToDate;
    answers.push(answer(null, 204));
    queue.now();
    await settle();
    assert.equal(timers.get(queue.timer)[1], pause);
  }
});
