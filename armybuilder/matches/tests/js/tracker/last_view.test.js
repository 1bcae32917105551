// The page of a game has its last view again after a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import "fake-indexeddb/auto";
import { openPage, settle } from "../../../../../tests/js/page.js";
import { matchData, page } from "./match_data.js";

const asked = [];
openPage(`<main id="tracker"></main><template id="engage-files"></template>${page(matchData())}`);
Object.assign(globalThis, {
  history: { replaceState: () => undefined, pushState: () => undefined },
  htmx: { ajax: (_method, address) => asked.push(address) },
  scrollTo: () => undefined,
});
const { game, view } = await import("../../../static/js/tracker/game.js");
const { restoreView } = await import("../../../static/js/tracker/last_view.js");

test("a unit that is gone takes nothing else of the view with it", async () => {
  game.queue = { events: [] };
  const looks = { show: "1", words: "tank", which: "", open: ["1:gone"], folds: [], at: 0 };
  const engagement = "/matches/m1/engage?own=r1&side=0";
  const focus = { row: "1:gone", name: "Open" };
  sessionStorage.setItem("view /matches/m1", JSON.stringify({ ...looks, focus, engagement }));
  restoreView();
  await settle();
  assert.deepEqual([view.show, view.words], ["1", "tank"]);
  assert.deepEqual(asked, [engagement]);
});
