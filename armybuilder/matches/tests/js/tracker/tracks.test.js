// The state of a game with events that the site does not know yet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "../../../../../tests/js/page.js";
import { hits, mode, tired } from "./match_data.js";

openPage("");
const { GAME, changeInWords, currentTicks, currentTurn, entryInWords, markAt, ticksInWords, titleOf } = await import(
  "../../../static/js/tracker/tracks.js",
);

const TRACKS = [hits, mode, tired];
const change = (track, given) => ({ side: 0, holder: "r1", track, ...given });

// The ticks of a unit by track, after waiting changes.
function after(server, ...changes) {
  const ticks = currentTicks(TRACKS, server, 0, "r1", [{ changes }, { kind: "next" }]);
  return Object.fromEntries([...ticks].map(([track, boxes]) => [track.slug, boxes]));
}

test("a track begins as its game says and goes on as the site says", () => {
  assert.deepEqual(after({}), { hits: [], mode: [1], tired: [] });
  assert.deepEqual(after({ hits: [1, 2], mode: [2] }), { hits: [1, 2], mode: [2], tired: [] });
});

test("a count changes by what waits, and never beyond its boxes", () => {
  assert.deepEqual(after({ hits: [1] }, change("hits", { amount: 2 })).hits, [1, 2, 3]);
  assert.deepEqual(after({ hits: [1] }, change("hits", { amount: 3 })).hits, [1]);
  assert.deepEqual(after({ hits: [1] }, change("hits", { amount: -2 })).hits, [1]);
  assert.deepEqual(after({ hits: [1] }, change("hits", {})).hits, [1]);
  assert.deepEqual(after({}, change("hits", { amount: 1 }), change("hits", { amount: 1 })).hits, [1, 2]);
});

test("one box of an exclusive track is ticked", () => {
  assert.deepEqual(after({}, change("mode", { box: "fire" })).mode, [2]);
  assert.deepEqual(after({}, change("mode", { box: "march", on: false })).mode, []);
  assert.deepEqual(after({}, change("mode", { box: "unknown" })).mode, [1]);
});

test("a box is ticked and unticked", () => {
  assert.deepEqual(after({}, change("tired", { box: "tired", on: true })).tired, [1]);
  assert.deepEqual(after({ tired: [1] }, change("tired", { box: "tired", on: false })).tired, []);
});

test("what an answer proposes changes nothing yet", () => {
  const answer = { kind: "answer", of: 1, agreed: false, changes: [change("hits", { amount: 1 })] };
  assert.deepEqual(currentTicks(TRACKS, {}, 0, "r1", [answer]).get(hits), []);
});

test("changes of other units and sides are left alone", () => {
  const others = [change("hits", { amount: 1, holder: "r2" }), change("hits", { amount: 1, side: 1 })];
  assert.deepEqual(after({}, ...others).hits, []);
});

test("a change of the game holds for both sides", () => {
  const changes = [{ side: 1, holder: GAME, track: "tired", box: "tired" }];
  assert.deepEqual(currentTicks([tired], {}, 0, GAME, [{ changes }]).get(tired), [1]);
});

test("a turn ends after its last segment, once for each event", () => {
  const next = (turn, segment) => ({ kind: "next", turn, segment });
  const segments = ["Move", "Fire"];
  const now = { turn: 1, segment: 0 };
  assert.deepEqual(currentTurn(now, segments, []), now);
  assert.deepEqual(currentTurn(now, segments, [next(1, 0)]), { turn: 1, segment: 1 });
  assert.deepEqual(currentTurn(now, segments, [next(1, 0), next(1, 1)]), { turn: 2, segment: 0 });
  assert.deepEqual(currentTurn(now, segments, [next(1, 0), next(1, 0)]), { turn: 1, segment: 1 });
});

test("only the event of this turn and segment ends it", () => {
  const now = { turn: 2, segment: 1 };
  const others = [
    { kind: "change", turn: 2, segment: 1 },
    { kind: "next", turn: 1, segment: 1 },
    { kind: "next", turn: 2, segment: 0 },
  ];
  assert.deepEqual(currentTurn(now, ["Move", "Fire", "End"], others), now);
  assert.deepEqual(currentTurn(now, ["Move", "Fire", "End"], [{ kind: "next", ...now }]), { turn: 2, segment: 2 });
});

test("a box without a title has its number or its track's title", () => {
  assert.equal(titleOf(mode, 2), "Fire");
  assert.equal(titleOf(hits, 2), "2");
  assert.equal(titleOf({ ...tired, titles: [] }, 1), "Tired");
});

test("the mark of a count is the last that it has reached", () => {
  const marked = { ...hits, marks: [[1, "hurt"], [3, "dying"]] };
  assert.deepEqual([0, 1, 2, 3].map((count) => markAt(marked, count)), ["", "hurt", "hurt", "dying"]);
});

test("ticks, changes and entries are put in words", () => {
  assert.equal(ticksInWords(hits, [1, 2]), "Hits 2 of 3");
  assert.equal(ticksInWords({ ...hits, boxes: 5 }, [1, 2]), "Hits 2 of 3");
  assert.equal(ticksInWords(mode, [2]), "Mode: Fire");
  assert.equal(ticksInWords(mode, []), "Mode: none");
  assert.equal(ticksInWords(tired, [1]), "Tired: yes");
  assert.equal(changeInWords(hits, { amount: -2 }), "Hits: −2");
  assert.equal(changeInWords(hits, { amount: 1 }), "Hits: +1");
  assert.equal(changeInWords(mode, { box: "fire" }), "Fire");
  assert.equal(changeInWords(tired, { box: "tired", on: false }), "no longer “Tired”");
  assert.equal(entryInWords({ words: "Fire", changed: ["Hits"], proposes: ["Out"] }), "Fire; Hits; proposed: Out");
});
