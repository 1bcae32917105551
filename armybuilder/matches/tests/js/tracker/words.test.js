// Whose go it is, in one sentence for each phone.

import assert from "node:assert/strict";
import test from "node:test";

import { sentence } from "../../../static/js/tracker/words.js";

const FACTS = {
  ended: false, answering: [], throwing: [], winner: null, chosen: null, acting: [0], task: "activate a unit", me: 0,
  names: ["Reds", "Blues"],
};

// What the two players and who watches read.
const read = (given) => [0, 1, null].map((me) => sentence({ ...FACTS, ...given, me }));

test("the player who acts reads what to do, and the others who acts", () => {
  assert.deepEqual(read({}), ["Your go: activate a unit", "Reds acts", "Reds acts"]);
  assert.deepEqual(read({ acting: [1] }), ["Blues acts", "Your go: activate a unit", "Blues acts"]);
  assert.deepEqual(new Set(read({ acting: [0, 1] })), new Set(["Both sides: activate a unit"]));
});

test("an answer comes before anything else", () => {
  const words = ["Blues must answer", "You must answer", "Blues must answer"];
  assert.deepEqual(read({ answering: [1], acting: [1], winner: 0 }), words);
  assert.deepEqual(read({ answering: [1, 0] }), ["You must answer", "You must answer", "Blues must answer"]);
});

test("who has rolled waits for the other, and the winner says who goes first", () => {
  const task = "roll a d10 for the initiative";
  const rolls = read({ throwing: [1], acting: [0, 1], task });
  assert.deepEqual(rolls, ["Blues must roll", `Your go: ${task}`, "Blues must roll"]);
  const words = ["Blues says who goes first", "You won: say who goes first", "Blues says who goes first"];
  assert.deepEqual(read({ winner: 1, acting: [0, 1] }), words);
});

test("who was let go first is said, whatever was rolled", () => {
  const words = ["Blues goes first", "You go first", "Blues goes first"];
  assert.deepEqual(read({ chosen: 1, acting: [0, 1] }), words);
  assert.deepEqual(read({ chosen: 1, winner: 0, throwing: [1], acting: [0, 1] }), words);
});

test("after the end nobody acts", () => {
  assert.deepEqual(new Set(read({ ended: true, answering: [0] })), new Set(["The game has ended"]));
});
