// The rows of units: their values as they are now, equal units in one row, and what is rolled from a row.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "fake-indexeddb/auto";
import { openPage } from "../../../../../tests/js/page.js";
import { matchData, page } from "./match_data.js";

openPage(`<main id="tracker">${page(matchData())}</main><template id="engage-files"></template>`);
const { noteAnswer } = await import("../../../../../static/js/network.js");
const { render } = await import("../../../../../static/js/lit.js");
const { game, rowOf, takeRows, view } = await import("../../../static/js/tracker/game.js");
const { rowTemplate, runTemplate, updateTicks } = await import("../../../static/js/tracker/row.js");
const { SITE_THROWS } = await import("../../../static/js/tracker/throws.js");

const NERVE = { heading: "Nv", value: "4", name: "Nerve" };
const COMBAT = { heading: "CV", value: "6*", name: "Combat value" };

// A game whose units have these values, of which the first unit has others now.
function stand(values, now) {
  const data = matchData({ actions: [{}, {}], looks: [{ title: "Scouts", subtitle: "", symbol: "", values }] });
  game.server = { ...data, values: [{ r1: now }, {}] };
  takeRows(data);
  updateTicks();
}

function drawn(template) {
  const place = document.createElement("ul");
  render(template, place);
  return place;
}

const wordsIn = (place) =>
  [...place.querySelectorAll(".is-changed")].map((each) => each.textContent.split(/\s+/).join(" "));

const wordsOfNotices = () => [...document.querySelectorAll(".notice-words")].map((each) => each.textContent.trim());

// The button that rolls in the open row of a unit that may rally.
function rollButton() {
  stand([], {});
  game.server.actions[0].r1 = [["rally", "Rally", true]];
  view.open.add("0:r1");
  return drawn(rowTemplate(rowOf(0, "r1"))).querySelector(".btn-primary");
}

beforeEach(() => {
  noteAnswer(true);
  game.queue = { events: [], add(event) { this.events.push(event); } };
  view.open.clear();
});

test("a value that the player has set is compared by its number", () => {
  stand([COMBAT], { CV: "4" });
  assert.deepEqual(wordsIn(drawn(rowTemplate(rowOf(0, "r1")))), ["CV 4 ↓ of 6*"]);
  stand([COMBAT], { CV: "7" });
  assert.deepEqual(wordsIn(drawn(rowTemplate(rowOf(0, "r1")))), ["CV 7 ↑ of 6*"]);
});

test("an unfolded row for equal units has the usual values, a folded one those of its units", () => {
  stand([NERVE], { Nv: "2" });
  const rows = [rowOf(0, "r1"), rowOf(0, "r2")];
  const run = { key: "run 0:r1", rows };
  assert.deepEqual(wordsIn(drawn(runTemplate(run, rows, true))), []);
  assert.deepEqual(wordsIn(drawn(runTemplate(run, rows, false))), ["Nv 2 ↓ of 4"]);
});

test("two taps on a roll in a row are one roll", () => {
  const button = rollButton();
  for (let taps = 0; taps < 2; taps++) button.dispatchEvent(new Event("click"));
  const sent = game.queue.events.map(({ kind, calculator, own }) => [kind, calculator, own]);
  assert.deepEqual(sent, [["roll", "rally", "r1"]]);
  assert.equal(rollButton().getAttribute("aria-disabled"), "true");
});

test("a roll in a row without a network is not sent later, and the player is told why", () => {
  const button = rollButton();
  noteAnswer(false);
  button.dispatchEvent(new Event("click"));
  assert.deepEqual(game.queue.events, []);
  assert.deepEqual(wordsOfNotices(), [SITE_THROWS]);
});
