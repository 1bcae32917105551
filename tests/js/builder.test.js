// The page of an army being built: edits that wait for each other, what is typed meanwhile, keys, and the catalogue.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { openPage, settle } from "./page.js";

const row = (part, id, name) =>
  `<li class="${part}" id="${part}-${id}">
    <a class="${part}-link" href="/armies/a1/${id}" hx-get="?at=${id}">${name}</a>`;
const BODY = `
  <nav class="tabs"><a href="#army"></a><a href="#inspector"></a><a href="#catalogue"></a></nav>
  <a id="elsewhere" href="/armies/">Armies</a><a id="chosen-part" href="#army"><b></b><i></i></a>
  <main id="main"><div id="builder" data-address="/armies/a1/" data-offline="/none.js">
    <form id="find"><input id="find-words" value=""><span id="find-count"></span>
      <button type="button" id="next-problem"></button>
      <details id="jump"><summary></summary><button data-fold="close"></button><button data-fold="open"></button>
        <ul id="jump-groups"></ul></details></form>
    <button type="button" id="arrange"></button><button type="button" id="undo"></button>
    <button type="button" id="redo"></button>
    <form id="edit"><input type="hidden" id="head" name="head" value="3"><select id="times"><option>1</option>
      <option selected>5</option></select></form>
    <section class="pane" id="army"><div id="groups" data-sortable="/none.js">
      <section class="group" id="group-g1"><h2><a class="group-link" href="/armies/a1/g1" hx-get="?at=g1">First</a></h2>
        <details class="group-fold" open><ul class="units">
          ${row("unit", "u1", "Challenger 2")}</li>${row("unit", "u2", "Warrior")}</li>
        </ul></details></section></div></section>
    <section class="pane" id="inspector" data-at="u1"><h2>Challenger 2</h2><p class="unit-standing">60 points</p>
      <div id="part-fields" data-key="k1"></div>
      <form class="part-form" id="part"><input name="name" value="Old"><input type="checkbox" name="locked"></form>
    </section>
    <section class="pane" id="catalogue"><input id="search" value="">
      <details class="catalogue-kind" id="tanks" open><summary></summary><ul>
        <li><button class="entry" id="e1">Challenger 2</button></li>
        <li><button class="entry" id="e2">Leopard</button></li>
      </ul></details>
      <details class="catalogue-kind" id="trucks" open><summary></summary><ul>
        <li><button class="entry" id="e3">Lorry</button></li></ul></details>
      <p class="catalogue-none" hidden>Nothing</p></section>
  </div></main>`;

const document = openPage(BODY, "https://armies.example/armies/a1/");
const { Element } = document.defaultView;
const clicks = [];
// linkedom has no focus, layout or state of forms.
Object.assign(Element.prototype, {
  focus() { document.activeElement = this; },
  blur() { document.activeElement = document.body; },
  scrollIntoView: () => undefined,
  checkVisibility: () => true,
});
for (const name of ["open", "inert", "hidden"]) {
  Object.defineProperty(Element.prototype, name, {
    configurable: true,
    get() { return this.hasAttribute(name); },
    set(isOn) { this.toggleAttribute(name, isOn); },
  });
}
Object.defineProperty(Element.prototype, "form", {
  configurable: true,
  get() { return this.closest("form"); },
});
const querySelector = document.querySelector.bind(document);
document.querySelector = (selector) => (selector === ":popover-open" ? null : querySelector(selector));
globalThis.matchMedia = () => ({ matches: false });
globalThis.CSS = { escape: (text) => text };
globalThis.scrollTo = () => undefined;
const extensions = {};
const sentAgain = [];
globalThis.htmx = {
  ajax: () => undefined,
  registerExtension: (_name, extension) => Object.assign(extensions, extension),
  trigger: (form, what) => sentAgain.push([form.id, what]),
};
await import("../../static/js/builder.js");
const { noteAnswer } = await import("../../static/js/network.js");

const $ = (id) => document.getElementById(id);
document.addEventListener("click", (event) => {
  if (!event.defaultPrevented) clicks.push(event.target);
});

/** A request as htmx has it; sent and answered it goes through the events of htmx. */
const request = (source, fields = {}) => ({
  sourceElement: source,
  request: { body: new Map(Object.entries(fields)) },
  response: { status: 200 },
  hx: {},
});
const say = (name, ctx) => document.dispatchEvent(Object.assign(new Event(name), { detail: { ctx } }));
const send = (source, fields) => {
  const ctx = request(source, fields);
  say("htmx:config:request", ctx);
  say("htmx:before:request", ctx);
  return ctx;
};
const swapped = (ctx) => {
  const tasks = [{ target: $("inspector") }, { target: $("groups") }];
  extensions.htmx_before_swap(ctx.sourceElement, { ctx, tasks });
  return tasks.map(({ target }) => target.id);
};
const end = (ctx) => say("htmx:finally:request", ctx);
const type = (text) => {
  const field = document.querySelector(".part-form input");
  field.value = text;
  // A browser keeps the saved value apart from the typed one.
  Object.defineProperty(field, "defaultValue", { configurable: true, get: () => "Old" });
  field.focus();
  return field;
};
const press = (target, key, more = {}) => {
  const event = Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};
const unitLink = (id) => document.querySelector(`#unit-${id} .unit-link`);
// What the edits without a button on the page were: the end of the address, and the field.
const edits = [];
$("builder").addEventListener("click", ({ target }) => {
  if (!target.formAction) return;
  const [{ name, value }] = target.parentNode.querySelectorAll("input");
  edits.push([target.formAction, `${name}=${value}`]);
});

beforeEach(() => {
  document.activeElement = document.body;
  clicks.length = edits.length = sentAgain.length = 0;
  const field = document.querySelector(".part-form input");
  field.value = "Old";
});

test("an edit is of the version that the one before has made", () => {
  $("head").value = "4";
  const ctx = send($("edit"), { entry: "challenger-2" });
  assert.deepEqual([ctx.request.body.get("head"), ctx.request.body.get("fields")], ["4", "k1"]);
  end(ctx);
});

test("several units are added once, not with each later edit", () => {
  $("times").selectedIndex = 1;
  end(send($("edit"), { entry: "challenger-2" }));
  assert.equal($("times").selectedIndex, 0);
});

test("a link away from the page waits until everything is saved", () => {
  const [first, second] = [send($("part"), { name: "A" }), send($("edit"))];
  $("elsewhere").click();
  assert.deepEqual(clicks, []);
  end(first);
  assert.deepEqual(clicks, []);
  end(second);
  assert.deepEqual(clicks, [$("elsewhere")]);
});

test("a link away works at once when nothing waits", () => {
  $("elsewhere").click();
  assert.deepEqual(clicks, [$("elsewhere")]);
});

test("closing the page is asked about while an edit or text is unsaved", () => {
  const close = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  assert.ok(!close());
  const ctx = send($("edit"));
  assert.ok(close());
  end(ctx);
  assert.ok(!close());
  type("New");
  assert.ok(close());
});

test("an answer leaves a form in which the player types", () => {
  const ctx = send($("edit"));
  assert.deepEqual(swapped(ctx), ["inspector", "groups"]);
  type("New");
  assert.deepEqual(swapped(ctx), ["groups"]);
  end(ctx);
});

test("an answer with what was typed is shown", () => {
  type("New");
  const ctx = send($("part"), { name: "New" });
  assert.deepEqual(swapped(ctx), ["inspector", "groups"]);
  end(ctx);
});

test("an answer does not take back an edit that is still on its way", () => {
  const [first, second] = [send($("edit")), send($("edit"))];
  assert.deepEqual(swapped(first), ["groups"]);
  end(first);
  assert.deepEqual(swapped(second), ["inspector", "groups"]);
  end(second);
});

test("a refused form is shown, whatever comes after it", () => {
  const [form, later] = [send($("part"), { name: "" }), send($("edit"))];
  form.response.status = 422;
  assert.deepEqual(swapped(form), ["inspector", "groups"]);
  end(form);
  assert.deepEqual(swapped(later), ["groups"]);
  end(later);
});

test("text that the network did not take is sent when there is one", () => {
  say("htmx:error", request($("part")));
  noteAnswer(false);
  assert.deepEqual(sentAgain, []);
  noteAnswer(true);
  noteAnswer(false);
  noteAnswer(true);
  assert.deepEqual(sentAgain, [["part", "submit"]]);
});

test("arrows lead from row to row", () => {
  press(unitLink("u1"), "ArrowDown");
  assert.equal(document.activeElement, unitLink("u2"));
  press(unitLink("u1"), "ArrowUp");
  assert.equal(document.activeElement, document.querySelector(".group-link"));
});

test("keys on a row copy, remove and move its part", () => {
  for (const [key, more] of [["+"], ["Delete"], ["ArrowUp", { altKey: true }], ["ArrowDown", { altKey: true }]]) {
    assert.ok(press(unitLink("u2"), key, more));
  }
  const all = ["copy-unit", "remove-unit", "unit-up", "unit-down"];
  assert.deepEqual(
    edits,
    all.map((name) => [`https://armies.example/armies/a1/edits/${name}`, "unit=u2"]),
  );
});

test("other keys on a row are the browser’s", () => {
  assert.ok(!press(unitLink("u2"), "PageDown"));
  assert.ok(!press(unitLink("u2"), "Delete", { ctrlKey: true }));
  assert.deepEqual(clicks, []);
});

test("an arrow folds the group of a row, and keeps its name in reach", () => {
  const fold = document.querySelector(".group-fold");
  press(unitLink("u1"), "ArrowLeft");
  assert.deepEqual([fold.open, document.activeElement], [false, document.querySelector(".group-link")]);
  press(document.querySelector(".group-link"), "ArrowRight");
  assert.ok(fold.open);
});

test("undo and redo have their keys, but not where text is written", () => {
  press(document.body, "z", { ctrlKey: true });
  press(document.body, "Z", { ctrlKey: true, shiftKey: true });
  press(document.body, "y", { metaKey: true });
  assert.deepEqual(clicks.map(({ id }) => id), ["undo", "redo", "redo"]);
  assert.ok(!press($("search"), "z", { ctrlKey: true }));
});

test("Escape leads from the form back to its row", () => {
  assert.ok(press(document.querySelector(".part-form input"), "Escape"));
  assert.equal(document.activeElement, unitLink("u1"));
});

test("a slash leads to the catalogue, but not where text is written", () => {
  assert.ok(press(unitLink("u1"), "/"));
  assert.equal(document.activeElement, $("search"));
  assert.ok(!press($("search"), "/"));
});

test("the catalogue shows what has all words, and says if nothing has", () => {
  const search = (words) => {
    $("search").value = words;
    $("search").dispatchEvent(new Event("input", { bubbles: true }));
    const shown = [...document.querySelectorAll(".entry")].filter((entry) => !entry.closest("[hidden]"));
    return [shown.map(({ id }) => id), document.querySelector(".catalogue-none").hidden];
  };
  assert.deepEqual(search("chal"), [["e1"], true]);
  assert.deepEqual(search("chal lorry"), [[], false]);
  assert.deepEqual(search(""), [["e1", "e2", "e3"], true]);
});

test("in the catalogue Enter adds the first entry, and arrows lead through it", () => {
  press($("search"), "Enter");
  assert.deepEqual(clicks, [$("e1")]);
  press($("search"), "ArrowDown");
  assert.equal(document.activeElement, $("e1"));
  press($("e2"), "ArrowDown");
  assert.equal(document.activeElement, $("e3"));
  press($("e1"), "ArrowUp");
  assert.equal(document.activeElement, $("search"));
});

test("the row and the bar name the part that an answer brings", async () => {
  const ctx = send($("edit"));
  $("inspector").dataset.at = "u2";
  document.querySelector("#inspector h2").textContent = "Warrior";
  end(ctx);
  say("htmx:after:swap", ctx);
  await settle();
  assert.equal(document.querySelector("#groups [aria-current]"), unitLink("u2"));
  assert.equal($("chosen-part").firstElementChild.textContent, "Warrior");
  $("inspector").dataset.at = "u1";
});

test("what is unchanged keeps its place, and what is drawn again its fold", () => {
  const fold = document.querySelector(".group-fold");
  fold.open = true;
  const [same, changed] = [document.createElement("details"), document.createElement("details")];
  same.setAttribute("data-same", "");
  assert.ok(!extensions.htmx_before_morph_node(fold, { newNode: same }));
  assert.ok(extensions.htmx_before_morph_node(fold, { newNode: changed }));
  assert.ok(changed.open);
});
