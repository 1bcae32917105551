// The connection on which a phone is told where its game stands: when it is open, and when the queue asks for events.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, passTime, timers } from "../../../../../tests/js/page.js";

const page = openPage("<p></p>");
const { noteAnswer } = await import("../../../static/js/network.js");
const { listen } = await import("../../../static/js/tracker/news.js");

const sources = [];
let games = 0;

class Source {
  static CLOSED = 2;

  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.listeners = {};
    sources.push(this);
  }

  addEventListener(kind, listener) { this.listeners[kind] = listener; }

  close() { this.readyState = Source.CLOSED; }

  tell(news) { this.listeners.message({ data: JSON.stringify(news) }); }

  fail() { this.listeners.error(); }
}

globalThis.EventSource = Source;

function queueAt(head) {
  const queue = { asked: 0, busy: false, stopped: "", forces: 3, alone: false, known: head, seen: "" };
  return Object.assign(queue, { head: () => queue.known, photo: () => queue.seen, now: () => { queue.asked += 1; } });
}

function listening(given = {}) {
  const queue = Object.assign(queueAt(7), given);
  const address = `/matches/m${++games}/news`;
  listen(queue, address);
  const opened = () => sources.filter((source) => source.address === address);
  return { queue, source: opened()[0], opened };
}

const NOW = { head: 7, forces: 3, players: 2, photo: "" };

beforeEach(() => {
  sources.length = 0;
  timers.clear();
});

test("a phone asks for events only when there are some", () => {
  const { queue, source } = listening();
  assert.equal(queue.isUpToDate(), false);
  source.tell(NOW);
  assert.deepEqual([queue.asked, queue.isUpToDate()], [0, true]);
  source.tell({ ...NOW, head: 8 });
  assert.deepEqual([queue.asked, queue.isUpToDate()], [1, false]);
  queue.known = 8;
  assert.equal(queue.isUpToDate(), true);
  source.tell({ ...NOW, head: 8, forces: 4 });
  assert.equal(queue.asked, 2);
});

test("a phone asks for a photo that it does not show, and a screen without photos never", () => {
  const { queue, source } = listening();
  source.tell({ ...NOW, photo: "new" });
  assert.deepEqual([queue.asked, queue.isUpToDate()], [1, false]);
  queue.seen = "new";
  assert.equal(queue.isUpToDate(), true);
  source.tell(NOW);
  assert.equal(queue.asked, 2);
  const room = listening({ photo: undefined });
  room.source.tell({ ...NOW, photo: "new" });
  assert.deepEqual([room.queue.asked, room.queue.isUpToDate()], [0, true]);
});

test("a player alone asks when another one has come", () => {
  const { queue, source } = listening({ alone: true });
  source.tell({ ...NOW, players: 1 });
  assert.equal(queue.asked, 0);
  source.tell(NOW);
  assert.equal(queue.asked, 1);
});

test("while the queue talks it is asked a moment later, if it is still behind", () => {
  const { queue, source } = listening({ busy: true });
  source.tell({ ...NOW, head: 8 });
  assert.equal(queue.asked, 0);
  Object.assign(queue, { busy: false });
  passTime(100);
  assert.equal(queue.asked, 1);
  queue.busy = true;
  source.tell({ ...NOW, head: 9 });
  Object.assign(queue, { busy: false, known: 9 });
  passTime(100);
  assert.equal(queue.asked, 1);
});

test("when the connection ends the queue asks, as often as without it", () => {
  const { queue, source, opened } = listening();
  source.tell(NOW);
  source.fail();
  assert.deepEqual([queue.asked, queue.isUpToDate(), opened().length], [1, false, 1]);
  source.fail();
  assert.equal(queue.asked, 1);
});

test("a connection that is refused is tried again after half a minute", () => {
  const { source, opened } = listening();
  source.close();
  source.fail();
  passTime(29_999);
  assert.equal(opened().length, 1);
  passTime(30_000);
  assert.equal(opened().length, 2);
});

test("there is none without a network and on a hidden page", () => {
  const { queue, source, opened } = listening();
  source.tell(NOW);
  noteAnswer(false);
  assert.deepEqual([source.readyState, queue.isUpToDate(), opened().length], [Source.CLOSED, false, 1]);
  noteAnswer(true);
  assert.equal(opened().length, 2);
  Object.defineProperty(page, "hidden", { value: true, configurable: true });
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual([opened()[1].readyState, opened().length], [Source.CLOSED, 2]);
  delete page.hidden;
});
