// Throws made through the site: rock, paper, scissors, where both sides choose in secret, and dice with a seed.

import { isAway } from "../network.js";
import { setPressable } from "./engagement.js";
import { add, addPart, data, game } from "./game.js";

export const SITE_THROWS = "The site throws the dice so that both sides see the same. Try again when you are online.";
export const HANDS = { rock: "Rock", paper: "Paper", scissors: "Scissors" };

const panel = document.getElementById("engage-panel");

// The pair that a throw is for, as in the log; empty when the player acts for the other side.
function pair() {
  const { own, opposing, side, calculator } = document.getElementById("throw").dataset;
  return calculator && Number(side) === data.side ? { calculator, own, opposing } : {};
}

const send = (event) => add({ ...event, ...pair() });
const entriesInOrder = () => [...game.entries.values()].sort((one, other) => one.number - other.number);

// The last throw of this side for the pair, unless a result was chosen since.
function lastThrow() {
  const { own, opposing } = pair();
  const last = entriesInOrder().filter((entry) => (
    entry.side === data.side && ["throw", "dice", "change"].includes(entry.kind)
    && entry.own === own && entry.opposing === opposing && (entry.kind !== "change" || entry.calculator)
  )).at(-1);
  return last?.kind === "change" ? null : last;
}

function decision(thrown) {
  if (thrown.outcome !== undefined) return thrown;
  return entriesInOrder().find(({ kind, of }) => kind === "answer" && of === thrown.number);
}

function throwInWords(thrown, waits) {
  if (!thrown) return "";
  const answer = decision(thrown);
  if (answer?.thrown) return answer.thrown;
  return waits ? "You have chosen; the other side has not yet." : "The other side does not throw here.";
}

function draw() {
  const box = document.getElementById("throw");
  delete panel.dataset.outcome;
  if (!box) return;
  const isSending = game.queue.events.some(({ kind }) => kind === "throw" || kind === "dice");
  const thrown = lastThrow();
  const waits = thrown?.kind === "throw" && game.server.waiting.includes(thrown.number);
  for (const button of box.querySelectorAll("button")) setPressable(button, !isSending && !(waits && "hand" in button.dataset));
  const words = isSending && !isAway() ? "Sent." : (!isSending && throwInWords(thrown, waits)) || (isAway() ? SITE_THROWS : "");
  const status = document.getElementById("throw-said");
  if (status.textContent !== words) status.textContent = words;
  if (thrown) box.open = true;
  const outcome = !isSending && thrown && decision(thrown)?.outcome;
  if (outcome) panel.dataset.outcome = outcome;
}

panel.addEventListener("click", (event) => {
  const button = event.target.closest("[data-hand]");
  const choice = button?.dataset.hand;
  if (choice && button.ariaDisabled !== "true") send({ kind: "throw", choice });
});

panel.addEventListener("submit", (event) => {
  if (event.target.id !== "throw-dice") return;
  event.preventDefault();
  if (event.submitter?.ariaDisabled === "true") return;
  const [dice, faces] = ["dice", "faces"].map((name) => Number(event.target.elements[name].value));
  send({ kind: "dice", dice, faces });
});

addPart(draw);
document.addEventListener("htmx:after:swap", draw);
