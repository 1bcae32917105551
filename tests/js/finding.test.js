// The search in rows: words however they are written, and which groups are open during and after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.js";

const document = openPage(`
  <details id="armour"><p>Challenger 2</p><p>Warrior</p></details>
  <details id="infantry" open><p>Löwe’s section</p></details>`);
const { RowFilter, wordsOf } = await import("../../static/js/finding.js");

const groups = [...document.querySelectorAll("details")];
const rows = groups.flatMap((group) => [...group.querySelectorAll("p")].map((element) => ({ element, group })));
const search = (filter, query) => {
  const hasAll = wordsOf(query);
  return filter.apply(groups, rows, ({ element }) => hasAll(element.textContent), Boolean(query));
};
const shown = () => rows.filter(({ element, group }) => !element.hidden && !group.hidden).map(({ element }) =>
  element.textContent);
const open = () => groups.filter((group) => group.open).map(({ id }) => id);

test("a word is found however it is written, and all words are wanted", () => {
  assert.ok(wordsOf("LOWE'S sect")("Löwe’s section"));
  assert.ok(wordsOf("2 chal")("Challenger 2"));
  assert.ok(!wordsOf("challenger 3")("Challenger 2"));
});

test("only hits are shown, with their groups unfolded", () => {
  assert.equal(search(new RowFilter(), "warrior"), 1);
  assert.deepEqual(shown(), ["Warrior"]);
  assert.ok(open().includes("armour"));
});

test("after a search groups are open as before it", () => {
  const filter = new RowFilter();
  [groups[0].open, groups[1].open] = [false, true];
  search(filter, "warrior");
  search(filter, "warr");
  assert.equal(search(filter, ""), 3);
  assert.deepEqual([shown().length, open()], [3, ["infantry"]]);
});

test("a group that is folded during a search stays folded after it", () => {
  const filter = new RowFilter();
  [groups[0].open, groups[1].open] = [false, true];
  search(filter, "section");
  filter.open(groups[1], false);
  search(filter, "");
  assert.deepEqual(open(), []);
});
