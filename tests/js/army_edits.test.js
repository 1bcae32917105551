// Edits made on a device: sent in order, merged by the site, and the army fetched again after them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { answer, answers, openPage, requests } from "./page.js";

openPage("").body.setAttribute("hx-headers:inherited", '{"X-CSRFToken": "token"}');
const { editsOf, get, put, withStores } = await import("../../static/js/device_store.js");
const { Refused, renew, send, sendAll } = await import("../../static/js/army_edits.js");

const ADDRESS = "/armies/a1/";
const sent = (place) => JSON.parse(requests[place][1].body);
const merged = (given = {}) => answer({ number: 4, aside: 0, refused: [], ...given });
const fetched = (number = 4) => answer({ army: { address: ADDRESS, head: number } });
const edit = (id, given = {}) => put("edits", { id, army: ADDRESS, name: "rename", form: `name=${id}`, ...given });

beforeEach(async () => {
  requests.length = answers.length = 0;
  await withStores(["armies", "edits"], "readwrite", (armies, edits) => Promise.all([armies.clear(), edits.clear()]));
  await put("armies", { address: ADDRESS, head: 3 });
});

test("nothing is sent when nothing waits", async () => {
  assert.equal(await send(ADDRESS), null);
  assert.deepEqual(requests, []);
});

test("edits are sent in order from the version they were made of", async () => {
  await edit("one");
  await edit("two", { before: "a whole army, which the site has" });
  answers.push(merged(), fetched());
  const { number, fresh, words } = await send(ADDRESS);
  assert.deepEqual(sent(0), {
    base: 3,
    edits: [{ id: "one", name: "rename", form: "name=one" }, { id: "two", name: "rename", form: "name=two" }],
    more: false,
  });
  assert.deepEqual([number, fresh.head, words], [4, 4, ""]);
  assert.deepEqual(await editsOf(ADDRESS), []);
  assert.equal((await get("armies", ADDRESS)).head, 4);
});

test("more than a hundred edits go on from what the site answered", async () => {
  for (let number = 0; number < 101; number++) await edit(`e${number}`);
  answers.push(merged({ number: 50 }), merged({ number: 51 }), fetched(51));
  await send(ADDRESS);
  const parts = [0, 1].map((place) => [sent(place).base, sent(place).edits.length, sent(place).more]);
  assert.deepEqual(parts, [[3, 100, true], [50, 1, false]]);
});

test("what the site refused is named", async () => {
  await edit("one", { said: "Renamed Harbour" });
  answers.push(merged({ refused: [{ id: "one", words: "There is no such unit." }], aside: 2 }), fetched());
  const { words } = await send(ADDRESS);
  assert.match(words, /^Not done: Renamed Harbour\. There is no such unit\. Your changes here conflict/);
});

test("edits stay when the network fails or the site refuses all", async () => {
  await edit("one");
  answers.push(new TypeError("no network"));
  await assert.rejects(send(ADDRESS), TypeError);
  answers.push(answer("", 403));
  await assert.rejects(send(ADDRESS), Refused);
  answers.push(answer("", 500));
  await assert.rejects(send(ADDRESS), /^Error: 500$/);
  assert.equal((await editsOf(ADDRESS)).length, 1);
});

test("an army is not replaced when more edits were made meanwhile", async () => {
  const last = await edit("one");
  await edit("two");
  answers.push(fetched());
  assert.equal(await renew(ADDRESS, last), null);
  assert.equal((await get("armies", ADDRESS)).head, 3);
  assert.equal((await editsOf(ADDRESS)).length, 2);
});

test("the edits of all armies but the one on the page are sent", async () => {
  await edit("one");
  await put("armies", { address: "/armies/a2/", head: 1 });
  await put("edits", { id: "two", army: "/armies/a2/", name: "rename", form: "" });
  answers.push(merged(), answer({ army: { address: "/armies/a2/", head: 4 } }));
  assert.equal(await sendAll(ADDRESS), "");
  assert.deepEqual(requests.map(([address]) => address), ["/armies/a2/edits", "/armies/a2/device.json"]);
});
