// The rows of an army: found by words, fetched when their group unfolds, and brought into view.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, passTime, settle } from "./page.js";

const BODY = `
  <form id="find">
    <input id="find-words" value=""><span id="find-count"></span><button type="button" id="next-problem"></button>
    <details id="jump"><summary></summary>
      <button type="button" data-fold="close"></button><button type="button" data-fold="open"></button>
      <ul id="jump-groups"></ul>
    </details>
  </form>
  <div id="groups"></div>`;
const unit = (id, name, inside = "") =>
  `<li class="unit" id="${id}">
    <a class="unit-link" href="#">${name}</a><span class="unit-chips">Infantry</span>${inside}</li>`;
const PROBLEM = '<ul class="findings"><li><span class="mark mark-bad">1 error</span></li></ul>';
const group = (id, name, rows, isOpen) =>
  `<section class="group" id="group-${id}"><h2><a class="group-link" href="#">${name}</a></h2>
    <span class="group-count">2</span><span class="mark">OK</span>
    <details class="group-fold"${isOpen ? " open" : ""}>${rows}</details></section>`;
const UNFETCHED = (id) => `<p class="group-rows" id="units-${id}"></p>`;

const document = openPage(BODY, "https://armies.example/armies/a1/");
const { Element } = document.defaultView;
const focused = [];
Object.assign(Element.prototype, {
  focus() { focused.push(this.textContent); },
  scrollIntoView: () => undefined,
  checkVisibility: () => true,
});
// linkedom does not tell it from any other attribute.
Object.defineProperty(Element.prototype, "open", {
  get() { return this.hasAttribute("open"); },
  set(isOpen) { this.toggleAttribute("open", isOpen); },
});
const asked = [];
globalThis.htmx = { ajax: (_method, address) => asked.push(address) };
const { fetchRows, find, reveal } = await import("../../static/js/army_rows.js");

const $ = (id) => document.getElementById(id);
const shown = () => [...document.querySelectorAll(".unit")].filter((row) => !row.hidden && !row.closest(".group").hidden
  && !row.closest(".run")?.hidden).map(({ id }) => id);
const search = (words) => {
  $("find-words").value = words;
  find();
  return [shown(), $("find-count").textContent];
};
const press = (button) => button.dispatchEvent(new Event("click", { bubbles: true }));
const arrive = (...rows) => {
  for (const id of rows) $(`units-${id}`).outerHTML = unit(`${id}1`, "Late");
  $("find").dispatchEvent(new Event("htmx:finally:request"));
};

beforeEach(() => {
  focused.length = asked.length = 0;
  $("groups").innerHTML = "";
  search("");
});

test("rows are found by their words, their chips and the name of their group", () => {
  $("groups").innerHTML = group("a", "Armour", unit("a1", "Challenger 2") + unit("a2", "Warrior"))
    + group("b", "Rifles", unit("b1", "Section"));
  assert.deepEqual(search("warr"), [["a2"], "1 of 3"]);
  assert.deepEqual(search("rifles infantry"), [["b1"], "1 of 3"]);
  assert.deepEqual(search("nothing"), [[], "0 of 3"]);
  assert.deepEqual(search(""), [["a1", "a2", "b1"], ""]);
});

test("words that were typed before the script came are searched", () => {
  $("groups").innerHTML = group("a", "Armour", unit("a1", "Challenger 2") + unit("a2", "Warrior"));
  $("find-words").value = "warr";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.deepEqual([shown(), $("find-count").textContent], [["a2"], "1 of 2"]);
});

test("rows of equal units unfold where some of them are found, and are hidden where none is", () => {
  const run = (id, rows) => `<details class="run" id="${id}">${rows}</details>`;
  $("groups").innerHTML = group("a", "Armour", run("some", unit("a1", "One") + unit("a2", "Two"))
  + run("none", unit("a3", "Three")));
  search("one");
  assert.deepEqual(["some", "none"].map((id) => [$(id).hidden, $(id).open]), [[false, true], [true, false]]);
});

test("the rows of groups that were not unfolded come together, once, when a search needs them", async () => {
  $("groups").innerHTML = group("a", "Armour", UNFETCHED("a")) + group("b", "Rifles", UNFETCHED("b"));
  search("la");
  search("late");
  await settle();
  assert.deepEqual(asked, ["?open=a,b"]);
  arrive("a", "b");
  await settle();
  assert.deepEqual([shown(), $("find-count").textContent], [["a1", "b1"], "2 of 2"]);
});

test("rows that did not come are asked for again", async () => {
  $("groups").innerHTML = group("a", "Armour", UNFETCHED("a"));
  fetchRows();
  await settle();
  arrive();
  await settle();
  fetchRows();
  await settle();
  assert.deepEqual(asked, ["?open=a", "?open=a"]);
  arrive("a");
  await settle();
});

test("groups that unfold together are asked for together", async () => {
  $("groups").innerHTML = group("a", "A", UNFETCHED("a"), true) + group("b", "B", UNFETCHED("b"), true)
    + group("c", "C", UNFETCHED("c"));
  // Events of linkedom reach the list only on their way up.
  const toggle = () => new Event("toggle", { bubbles: true });
  for (const fold of document.querySelectorAll(".group-fold[open]")) fold.dispatchEvent(toggle());
  passTime(1000);
  await settle();
  assert.deepEqual(asked, ["?open=a,b"]);
  arrive("a", "b");
  await settle();
});

test("a row that a search hides is shown when it is wanted", () => {
  $("groups").innerHTML = group("a", "Armour", unit("a1", "One")) + group("b", "Rifles", unit("b1", "Two"));
  search("two");
  reveal($("a1"));
  assert.deepEqual(shown(), ["a1", "b1"]);
  assert.ok($("a1").closest("details").open);
});

test("problems are gone through one after another, from the first again at the end", async () => {
  $("groups").innerHTML = group("a", "Armour", unit("a1", "One", PROBLEM) + unit("a2", "Two"))
    + group("b", "Rifles", unit("b1", "Three", PROBLEM));
  for (let turn = 0; turn < 3; turn++) {
    press($("next-problem"));
    await settle();
  }
  assert.deepEqual(focused, ["One", "Three", "One"]);
});

test("the menu lists the groups, and folds and unfolds all of them", () => {
  $("groups").innerHTML = group("a", "Armour", unit("a1", "One"), true) + group("b", "Rifles", unit("b1", "Two"));
  const menu = $("jump");
  menu.open = true;
  menu.dispatchEvent(new Event("toggle"));
  const links = [...document.querySelectorAll("#jump-groups a")];
  assert.deepEqual(links.map((link) => [link.getAttribute("href"), link.textContent]), [
    ["#group-a", "Armour 2 OK"],
    ["#group-b", "Rifles 2 OK"],
  ]);
  const folds = () => [...document.querySelectorAll(".group-fold")].map(({ open }) => open);
  press(menu.querySelector("[data-fold=open]"));
  assert.deepEqual([folds(), menu.open], [[true, true], false]);
  press(menu.querySelector("[data-fold=close]"));
  assert.deepEqual(folds(), [false, false]);
});
