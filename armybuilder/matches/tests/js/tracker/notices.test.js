// What a player is told of events that the site did not do as they were made.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { openPage } from "../../../../../tests/js/page.js";
import { matchData, page } from "./match_data.js";

openPage(page(matchData()));
const { add, draw, game, takeEntries, takeRows } = await import("../../../static/js/tracker/game.js");
const { notify, tellResult } = await import("../../../static/js/tracker/notices.js");

const added = [];
const notices = () => [...document.querySelectorAll("#notices .notice")];
const wordsOf = (notice) => notice.querySelector(".notice-words").textContent.trim();
const press = (words) => {
  const button = [...document.querySelectorAll("#notices button")].find((each) => each.textContent === words);
  button.dispatchEvent(new Event("click"));
};
const change = (given) => ({ id: "e1", kind: "change", changes: [{ side: 0, holder: "r1", track: "hits", ...given }] });

beforeEach(() => {
  added.length = 0;
  game.queue = { events: [], add: (event) => added.push(event) };
  game.server = matchData();
  takeRows(matchData());
  while (notices().length) press("Close");
});

test("what was done is not told of", () => {
  tellResult(change({ amount: 1 }), { number: 6 });
  assert.deepEqual(notices(), []);
});

test("a change that was not done is named with the reason", () => {
  tellResult(change({ amount: 1 }), { error: "It has no more boxes." });
  assert.deepEqual(notices().map(wordsOf), ["Not done: 1 Scouts – Hits: +1. It has no more boxes."]);
  assert.equal(notices()[0].querySelectorAll("button").length, 1, "it can only be closed");
});

test("a refused change is told of until the player changes the same again", () => {
  tellResult(change({ amount: 1 }), { error: "It has no more boxes." });
  add(change({ holder: "r2", amount: 1 }));
  draw();
  assert.equal(notices().length, 1, "another unit");
  add(change({ amount: -1 }));
  draw();
  assert.deepEqual(notices(), []);
});

test("a conflict is told of, and the player may set it anyway", () => {
  const event = change({ track: "mode", box: "fire", on: true, seen: "march" });
  tellResult(event, { error: "Blue has changed it.", conflict: true });
  assert.deepEqual(notices().map(wordsOf), ["Not done: 1 Scouts – Fire. Blue has changed it."]);
  press("Set 1 Scouts – Fire anyway");
  assert.deepEqual(added, [
    { kind: "change", changes: [{ side: 0, holder: "r1", track: "mode", box: "fire", on: true }] },
  ]);
  assert.deepEqual(notices(), []);
});

test("an undo names what depends on it, and undoes all together", () => {
  takeEntries([{ number: 5, words: "Scouts fire", changed: ["Hits: +1"], proposes: [], effects: [] }]);
  tellResult({ id: "e1", kind: "undo", of: 4, also: [] }, { error: "5 depends on it.", depend: [5] });
  assert.match(wordsOf(notices()[0]), /To undo 4, also undo what depends on it:\s*5: Scouts fire; Hits: \+1/);
  press("Undo all 2");
  assert.deepEqual(added, [{ kind: "undo", of: 4, also: [5] }]);
});

test("a correction names what can no longer have happened, and undoes that with it", () => {
  takeEntries([{ number: 5, words: "Scouts fire", changed: ["Hits: +1"], proposes: [], effects: [] }]);
  tellResult({ id: "e1", kind: "correct", of: 4, changes: [] }, { error: "5 depends on it.", depend: [5] });
  assert.match(
    wordsOf(notices()[0]),
    /If entry 4 is corrected, these later entries are no longer possible:\s*5: Scouts fire; Hits: \+1/,
  );
  press("Correct it and undo them");
  assert.deepEqual(added, [{ kind: "correct", of: 4, changes: [], also: [5] }]);
});

test("two players who end the same segment are told of no conflict", () => {
  tellResult({ id: "e1", kind: "next", turn: 1, segment: 0 }, { error: "It has ended already." });
  assert.equal(notices().length, 1, "the segment is still that one");
  game.server = matchData({ turn: 2 });
  tellResult({ id: "e1", kind: "next", turn: 1, segment: 0 }, { error: "It has ended already." });
  assert.equal(notices().length, 1);
});

test("a notice goes with the entry that it is about", () => {
  const entry = { number: 4, kind: "change", words: "Scouts fire", changed: [], proposes: [], effects: [] };
  takeEntries([entry, { ...entry, number: 5 }]);
  tellResult({ id: "e1", kind: "undo", of: 4, also: [] }, { error: "5 depends on it.", depend: [5] });
  draw();
  assert.equal(notices().length, 1);
  game.server = matchData({ undone: [4, 5] });
  draw();
  assert.deepEqual(notices(), []);
});

test("the last three notices are shown", () => {
  for (const error of ["One.", "Two.", "Three.", "Four."]) tellResult({ id: error, kind: "dice" }, { error });
  assert.deepEqual(notices().map(wordsOf), ["Not done. Two.", "Not done. Three.", "Not done. Four."]);
});

test("a notice goes with the segment, but a question stays until it is answered", () => {
  let count = 0;
  notify("This is so.");
  notify("May we?", [["Yes", () => undefined]], undefined, undefined, () => { count += 1; });
  game.server = matchData({ turn: 2 });
  draw();
  assert.deepEqual([notices().map(wordsOf), count], [["May we?"], 0]);
  press("Yes");
  assert.deepEqual([notices(), count], [[], 1]);
  notify("May we?", [], undefined, undefined, () => { count += 1; });
  press("Close");
  assert.equal(count, 2);
});
