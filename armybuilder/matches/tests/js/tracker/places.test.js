// Where units stand on the map, with places that the site does not know yet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, placesNow } from "../../../static/js/tracker/places.js";

const SERVER = [{ u1: [1, 2] }, { u1: [9, 9] }];
const place = (own, at, acting) => ({ kind: "place", own, place: at, acting });

test("a unit stands where it was placed last", () => {
  const waiting = [place("u1", [3, 4], 0), place("u2", [5, 6], 0), { kind: "next" }, place("u1", [4, 4], 0)];
  assert.deepEqual(placesNow(SERVER, waiting, 0), [{ u1: [4, 4], u2: [5, 6] }, { u1: [9, 9] }]);
  assert.deepEqual(SERVER, [{ u1: [1, 2] }, { u1: [9, 9] }]);
});

test("a unit that was taken off stands nowhere", () => {
  assert.deepEqual(placesNow(SERVER, [place("u1", [], 1)], 0), [{ u1: [1, 2] }, {}]);
});

test("a phone without a side acts for none, and one from before there was a map has no places", () => {
  assert.deepEqual(placesNow(undefined, [place("u1", [1, 1])], null), [{ u1: [1, 1] }, {}]);
  assert.deepEqual(placesNow(undefined, [place("u1", [1, 1])], 1), [{}, { u1: [1, 1] }]);
});

test("markers are drawn at their places, or beside them where others would cover them", () => {
  const alone = [[100, 100], [200, 100]];
  assert.deepEqual(apart(alone, [32, 26], [336, 224]), alone);
  const close = [[100, 100], [104, 101], [101, 98], [100, 100], [2, 3]];
  const drawn = apart(close, [32, 26], [336, 224]);
  for (const [index, [x, y]] of drawn.entries()) {
    assert.ok(Math.hypot(x - close[index][0], y - close[index][1]) < 48, "no marker is far from its place");
    for (const [left, top] of drawn.slice(0, index))
      assert.ok(Math.abs(x - left) > 31.5 || Math.abs(y - top) > 25.5, "none covers another");
  }
  assert.deepEqual(drawn.at(-1), [16, 13], "a marker stays on the board");
});
