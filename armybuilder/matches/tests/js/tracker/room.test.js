// The screen for the room: it follows the game, says when there is none any more, and keeps the device awake.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answer, answers, openPage, requests, settle } from "../../../../../tests/js/page.js";

const room = (go, forces = 3) => `<div
  id="room" data-head="7" data-forces="${forces}" data-events="/matches/m1/events" data-news="/matches/m1/news">
  <p class="room-go">${go}</p><time class="room-clock" data-used="1000" data-runs></time></div>`;

const document = openPage(room("Reds acts"), "https://armies.example/matches/m1/room");
const intervals = new Map();
let locks = 0;
Object.assign(globalThis, {
  // No news come by themselves.
  EventSource: class {
    addEventListener() { /* there is nothing to hear */ }
    close() { /* nothing was open */ }
  },
  setInterval: (work, pause) => intervals.set(pause, work),
});
navigator.wakeLock = {
  async request() {
    locks += 1;
    return {};
  },
};
await import("../../../static/js/tracker/room.js");

const words = () => document.querySelector(".room-go").textContent;
async function ask() {
  intervals.get(2_000)();
  await settle();
}

beforeEach(() => { requests.length = 0; });

test("the device stays awake again once the screen is seen again", () => {
  assert.equal(locks, 1);
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(locks, 1);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(locks, 2);
});

test("a clock shows all of its hours", () => {
  const clock = document.querySelector(".room-clock");
  clock.removeAttribute("data-runs");
  clock.dataset.used = String(((12 * 60 + 3) * 60 + 4) * 1000);
  intervals.get(1_000)();
  assert.equal(clock.textContent, "12:03:04");
});

test("an army that was changed is seen", async () => {
  answers.push(answer({ reload: true }), answer(room("Blues acts", 4)));
  await ask();
  assert.deepEqual(requests.map(([asked]) => asked), ["/matches/m1/events?since=7&forces=3", "/matches/m1/room"]);
  assert.equal(words(), "Blues acts");
});

test("a screen whose site does not answer stays as it is", async () => {
  answers.push(new TypeError("no network"));
  await ask();
  answers.push(answer("", 500));
  await ask();
  assert.equal(words(), "Blues acts");
});

test("a game that is gone or a seat that was withdrawn is told, and nothing is asked again", async () => {
  answers.push(answer("", 404));
  await ask();
  const gone = "This game no longer exists, or this seat was withdrawn.";
  assert.equal(words(), gone);
  await ask();
  assert.equal(requests.length, 1);
});
