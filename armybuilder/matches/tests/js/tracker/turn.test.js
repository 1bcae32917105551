// The end of a segment, with and without a network.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { openPage, passTime, settle } from "../../../../../tests/js/page.js";
import { matchData, mode, page } from "./match_data.js";

const places = ["turn", "throws", "may-be-done", "side-0", "side-1", "conditions-now", "conditions"];
const segments = ["Move", "Fire", "Rally"].map((title) => (
  { slug: title, title, acts: "both", task: title, lines: [] }
));
const AT_FIRST = matchData({
  segments,
  both: true,
  conditions: [{ ...mode, slug: "first" }, { ...mode, slug: "go" }],
  clocks: { used: [0, 0], now: 0 },
  guide: guideTo(1),
});

openPage(`<main id="tracker">${page(AT_FIRST)}${places.map((id) => `<div id="${id}"></div>`).join("")}</main>
  <template id="engage-files"></template><div id="messages"></div>
  <template id="engine-start"><div><progress max="4" value="0"></progress></div></template>`);
Object.assign(globalThis, {
  setInterval: () => 0,
  caches: { open: async () => ({ keys: async () => [], match: async () => undefined }), has: async () => true },
  // One that never answers.
  Worker: class {
    addEventListener() { /* it says nothing */ }
    postMessage() { /* it does nothing */ }
    terminate() { /* it is never there */ }
  },
});

const { put } = await import("../../../../../static/js/device_store.js");
const { noteAnswer } = await import("../../../../../static/js/network.js");
const { draw, game } = await import("../../../static/js/tracker/game.js");
const { forgetWorkedOut, workOutConsequences } = await import("../../../static/js/tracker/consequences.js");
await import("../../../static/js/tracker/turn.js");

const next = () => document.getElementById("next");
const tap = () => next().dispatchEvent(new Event("click"));
const ended = () => game.queue.events.map(({ kind, turn, segment }) => [kind, turn, segment]);

function guideTo(segment) {
  return { may: [[], []], due: [[], []], next: [1, segment] };
}

beforeEach(async () => {
  await put("kept", { address: "/matches/m1", match: {} });
  noteAnswer(true);
  forgetWorkedOut();
  game.server = AT_FIRST;
  game.queue = {
    events: [],
    add(event) {
      this.events = [...this.events, event];
      workOutConsequences(JSON.stringify(this.events));
      draw();
    },
  };
  draw();
});

test("a segment is ended by one tap", async () => {
  tap();
  await settle();
  assert.deepEqual(ended(), [["next", 1, 0]]);
  assert.equal(next().getAttribute("aria-disabled"), "false");
});

test("a second tap does not pass the go back", async () => {
  game.server = { ...AT_FIRST, guide: { ...guideTo(1), passes: true } };
  draw();
  tap();
  tap();
  await settle();
  tap();
  await settle();
  const changes = game.queue.events.map(({ changes: [{ track, box }] }) => [track, box]);
  assert.deepEqual(changes, [["go", mode.keys[1]]]);
});

test("taps while this device works out what follows end no segment twice", async () => {
  noteAnswer(false);
  tap();
  await settle();
  assert.deepEqual(ended(), [["next", 1, 0]]);
  tap();
  tap();
  await settle();
  tap();
  assert.equal(next().getAttribute("aria-disabled"), "true");
  assert.deepEqual(ended(), [["next", 1, 0]], "it waits");
  passTime(5_000);
  await settle();
  assert.equal(next().getAttribute("aria-disabled"), "false");
  assert.deepEqual(ended(), [["next", 1, 0], ["next", 1, 1]]);
});
