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

const SIZE = [32, 26];
const covers = ([x, y], [left, top]) => Math.abs(x - left) < SIZE[0] - 0.01 && Math.abs(y - top) < SIZE[1] - 0.01;
const covering = (drawn) => drawn.flatMap((one, index) => drawn.slice(0, index).filter((other) => covers(one, other)));
// Places in a square, scattered always in the same way.
const scattered = (number, side) => Array.from({ length: number }, (_, index) => [
  (index * 7919) % side, (index * 104_729) % side,
]);

for (const [number, side, board] of [
  [20, 60, [336, 224]], [40, 60, [336, 224]], [60, 220, [336, 224]], [80, 20, [336, 224]], [80, 90, [840, 560]],
]) {
  test(`of ${number} units within ${side} pixels no marker covers another`, () => {
    const drawn = apart(scattered(number, side), SIZE, board);
    assert.equal(drawn.length, number);
    assert.deepEqual(covering(drawn), []);
    for (const [x, y] of drawn)
      assert.ok(x > 15.9 && y > 12.9 && x < board[0] - 15.9 && y < board[1] - 12.9, "a marker stays on the board");
  });
}

test("on a board without room for all, the others are drawn at their places", () => {
  const places = scattered(90, 200);
  assert.deepEqual(apart(places, SIZE, [336, 224]).slice(80), places.slice(80));
});

test("many markers are spread by few comparisons", (given) => {
  const compare = given.mock.method(Math, "abs");
  apart(scattered(80, 90), SIZE, [840, 560]);
  assert.ok(compare.mock.callCount() < 600_000, `${compare.mock.callCount()} comparisons`);
});
