// New rows when the player knows other units than before.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { answer, answers, openPage, passTime, requests, settle } from "../../../../../tests/js/page.js";
import { matchData, page, sideOf } from "./match_data.js";

openPage(page(matchData()));
const { game, takeRows } = await import("../../../static/js/tracker/game.js");
const { renewRows } = await import("../../../static/js/tracker/renewal.js");

const revealed = (given) => matchData({ sides: [sideOf("Red", ["r1", "r2"]), sideOf("Blue", ["tank"])], ...given });
const pageOf = (data) => answer(`<!doctype html><html><body>${page(data)}</body></html>`);

beforeEach(() => {
  requests.length = answers.length = 0;
  game.queue = { events: [] };
  game.server = matchData();
  takeRows(matchData());
});

test("rows are those of the page as it is now", async () => {
  answers.push(pageOf(revealed({ head: 6, entries: [{ number: 6, effects: [] }] })));
  renewRows([{ effects: [] }]);
  await settle();
  assert.equal(requests[0][0], "/matches/m1");
  assert.deepEqual([...game.rows.keys()], ["0:r1", "0:r2", "1:tank"]);
  assert.deepEqual([game.server.head, [...game.entries.keys()]], [6, [6]]);
});

test("a page older than this one is fetched again", async () => {
  answers.push(pageOf(revealed({ head: 4 })), pageOf(revealed({ head: 5, turn: 3 })));
  renewRows([{ effects: [] }]);
  await settle();
  assert.deepEqual([...game.rows.keys()], ["0:r1", "0:r2", "1:b1"]);
  passTime(2_000);
  await settle();
  assert.deepEqual([[...game.rows.keys()].at(-1), game.server.turn], ["1:tank", 3]);
});

test("rows come once the network is back", async () => {
  answers.push(new TypeError("no network"), answer("", 503), pageOf(revealed({ head: 6 })));
  renewRows([{ effects: [] }]);
  for (let failure = 0; failure < 2; failure++) {
    await settle();
    assert.equal(game.server.head, 5);
    passTime(2_000);
  }
  await settle();
  assert.equal(game.server.head, 6);
});

test("renewals come one after another", async () => {
  answers.push(pageOf(revealed({ head: 6 })), pageOf(revealed({ head: 7 })));
  renewRows([{ effects: [] }]);
  renewRows([{ effects: [] }]);
  await settle();
  assert.equal(game.server.head, 7);
});
