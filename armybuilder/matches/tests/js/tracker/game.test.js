// The game on a page: its rows and names, who may change what, and what a device stores of it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage } from "../../../../../tests/js/page.js";
import { matchData, page, sideOf } from "./match_data.js";

openPage(page(matchData()));
const game = await import("../../../static/js/tracker/game.js");

beforeEach(() => {
  game.game.server = matchData();
  game.game.entries.clear();
  game.game.rows.clear();
  game.game.queue = { events: [] };
  game.takeRows(matchData());
  Object.assign(game.view, { words: "", which: "" });
  game.view.folds.clear();
  game.view.foldsFound.clear();
});

test("a row has its look, number and key", () => {
  const row = game.rowOf(0, "r2");
  assert.deepEqual([row.fullName, row.key, row.engages, row.group.name], ["2 Scouts", "0:r2", "r2", "Group"]);
});

test("equal units that follow one another are one run", () => {
  const data = matchData();
  const [{ rows }] = data.sides[0].groups;
  rows.push({ ...rows[0], id: "r3" });
  rows[0].run = rows[1].run = "r1";
  game.takeRows(data);
  assert.deepEqual(game.game.groups[0].runs.map((run) => run.rows.map(({ id }) => id)), [["r1", "r2"], ["r3"]]);
});

test("a group keeps its key under another id while a row stays", () => {
  const before = game.game.groups[0].key;
  game.takeRows(matchData({ sides: [sideOf("Red", ["r2", "new"], "g9"), sideOf("Blue", ["b1"])] }));
  assert.equal(game.game.groups[0].key, before);
  game.takeRows(matchData({ sides: [sideOf("Red", ["others"], "g10"), sideOf("Blue", ["b1"])] }));
  assert.notEqual(game.game.groups[0].key, before);
});

test("of two groups with rows of one before, one keeps its key", () => {
  const red = sideOf("Red", ["r1"], "g8");
  red.groups.push(...sideOf("Red", ["r2"], "g9").groups);
  game.takeRows(matchData({ sides: [red, sideOf("Blue", ["b1"])] }));
  assert.deepEqual(game.game.groups.map(({ key }) => key), ["0:g1", "0:g9", "1:g1"]);
});

test("rows that the player no longer knows are gone", () => {
  game.takeRows(matchData({ sides: [sideOf("Red", ["r2"]), sideOf("Blue", ["b1"])] }));
  assert.deepEqual([...game.game.rows.keys()], ["0:r2", "1:b1"]);
});

test("a player changes the units of one side and the game itself", () => {
  assert.equal(game.mayChange(0, "r1"), true);
  assert.equal(game.mayChange(1, "b1"), false);
  assert.equal(game.mayChange(1, "game"), true);
  game.game.server.ended = true;
  assert.equal(game.mayChange(0, "r1"), false);
});

test("an entry stands until it is undone or refused", () => {
  game.takeEntries([{ number: 1 }, { number: 2 }, { number: 3, kind: "answer", of: 2, agreed: false }]);
  assert.deepEqual([game.stands(1), game.stands(2)], [true, false]);
  game.game.server.undone = [1, 3];
  assert.deepEqual([game.stands(1), game.stands(2)], [false, true]);
});

test("an entry that comes again replaces the one before", () => {
  game.takeEntries([{ number: 1, words: "before" }]);
  game.takeEntries([{ number: 1, words: "after" }]);
  assert.deepEqual([...game.game.entries.values()], [{ number: 1, words: "after" }]);
});

test("a device stores the last ten entries and those that wait", () => {
  game.game.server = matchData({ head: 30, waiting: [4] });
  game.takeEntries(Array.from({ length: 30 }, (_, index) => ({ number: index + 1 })));
  const { entries, head, sides } = game.stateNow();
  assert.deepEqual(entries.map(({ number }) => number), [4, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  assert.deepEqual([head, sides], [30, undefined]);
});

test("a stored state is taken if it is newer than the page", () => {
  game.takeState({ head: 4, turn: 9 });
  assert.deepEqual([game.game.server.head, game.game.server.turn], [5, 1]);
  game.takeState({ head: 6, turn: 9, entries: [{ number: 6 }] });
  assert.deepEqual([game.game.server.head, game.game.server.turn, game.game.entries.has(6)], [6, 9, true]);
  game.takeState({});
  assert.equal(game.game.server.head, 6);
});

test("holders have names, blanks their sign", () => {
  assert.equal(game.nameOf(0, ""), "Red");
  assert.equal(game.nameOf(0, "game"), "");
  assert.equal(game.nameOf(1, "b1"), "1 Scouts");
  assert.equal(game.nameOf(1, "blank-7"), "?7 Blank");
  assert.equal(game.nameOf(1, "gone"), "A unit");
  assert.equal(game.nameWithSide(1, "b1"), "1 Scouts (Blue)");
  assert.deepEqual([game.nameWithSide(1, ""), game.nameWithSide(1, "game")], ["Blue", ""]);
});

test("ticks of a unit are the site's after what waits", () => {
  game.game.server.ticks = [{ r1: { hits: [1] } }, {}, {}];
  game.game.queue.events = [{ changes: [{ side: 0, holder: "r1", track: "hits", amount: 1 }] }];
  const ticks = game.ticksOf(0, "r1");
  assert.deepEqual(ticks.get(game.trackOf(0, "r1", "hits")), [1, 2]);
  assert.ok(ticks.has(game.data.out), "each unit can go out");
  assert.equal(game.trackOf(0, "", "out"), undefined, "a side cannot");
});

test("ticks of the game are kept beside those of both sides", () => {
  game.game.server.ticks = [{}, {}, { game: { tired: [1] } }];
  assert.deepEqual([...game.ticksOf(0, "game").values()], [[1]]);
});

test("the first group is unfolded, and a search has other folds", () => {
  const [group] = game.game.groups;
  assert.equal(game.isUnfolded(group), true);
  game.fold(group, false);
  assert.equal(game.isUnfolded(group), false);
  game.view.words = "scouts";
  assert.equal(game.isUnfolded(group), true);
  game.fold(group, false);
  game.view.words = "";
  game.fold(group, true);
  assert.equal(game.isUnfolded(group), true);
});
