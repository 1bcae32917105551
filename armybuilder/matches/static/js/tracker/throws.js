// What the site throws: rock, paper, scissors, where both sides choose in secret, and dice with a seed, such as those
// of the question that is open.

import { html, nothing, render } from "../lit.js";
import { isAway } from "../network.js";
import { question, setPressable } from "./engagement.js";
import { add, addPart, game, stands } from "./game.js";

export const SITE_THROWS = "The site rolls the dice, so both sides see the same result. Try again when you are online.";
export const HANDS = { rock: "Rock", paper: "Paper", scissors: "Scissors" };

const panel = document.getElementById("engage-panel");

// The pair that a throw is for, as in the log, and the side that acts.
function pair() {
  const { own, opposing, side, calculator } = document.getElementById("throw").dataset;
  return { calculator, own, opposing, acting: Number(side) };
}

// A throw outside of an engagement belongs to no pair.
/** @param {NewEvent} event */
function send(event) {
  const { acting, ...units } = pair();
  add({ ...event, acting, ...(units.calculator ? units : {}) });
}

const entriesInOrder = () => [...game.entries.values()].sort((one, other) => one.number - other.number);

// The last throw of this side for the pair since it was engaged, unless a result was tapped since.
function lastThrow() {
  const { own, opposing, acting } = pair();
  const last = entriesInOrder().filter((entry) => (
    entry.side === acting && ["throw", "dice", "roll", "change"].includes(entry.kind)
    && entry.own === own && entry.opposing === opposing && (entry.kind !== "change" || entry.calculator)
    && (entry.kind === "throw" || stands(entry.number))
    && (entry.number > Number(panel.dataset.since) || game.server.waiting.includes(entry.number))
  )).at(-1);
  return last?.kind === "change" ? null : last;
}

/** @param {Entry} thrown */
function decision(thrown) {
  if (thrown.kind === "roll" || thrown.outcome !== undefined) return thrown;
  return entriesInOrder().find(({ kind, of }) => kind === "answer" && of === thrown.number);
}

/**
 * @param {number} score
 * @param {string} look
 */
const die = (score, look) => html`<span class="die ${look}">${score}</span>`;

/** @param {Rolled} given */
const purpose = ({ what, needed, good, bad }) => {
  const count = needed ? `, ${needed}: ${good.length} of ${good.length + bad.length}` : "";
  const dice = [...good.map((score) => die(score, "is-good")), ...bad.map((score) => die(score, ""))];
  return html`<p class="rolled"><span>${what}${count}</span> <span>${dice}</span></p>`;
};

// The dice of an entry by purpose, those that are good enough first, and the seed from which anybody can roll them
// again.
/** @param {Entry} given */
export const diceTemplate = ({ rolled = [], seed }) => html`${rolled.map(purpose)}<p><small>Seed ${seed}</small></p>`;

/** @param {Entry} thrown */
function told(thrown) {
  const answer = decision(thrown);
  if (thrown.kind === "roll")
    return html`<p><b>${thrown.result}</b></p>${thrown.rolled ? diceTemplate(thrown) : nothing}`;
  if (answer?.thrown) return html`<p>${answer.thrown}${answer.result ? html`. <b>${answer.result}</b>` : nothing}</p>`;
  const waits = game.server.waiting.includes(thrown.number);
  return html`<p>${waits
    ? "You have chosen. The other side has not chosen yet."
    : "The other side does not play this one here."}</p>`;
}

// Whether a throw is on its way to the site.
export const isThrowing = () => game.queue.events.some(({ kind }) => ["throw", "dice", "roll"].includes(kind));

function draw() {
  const box = document.getElementById("throw");
  if (!box) return;
  const isSending = isThrowing();
  const thrown = isSending ? null : lastThrow();
  const isDecided = Boolean(thrown && decision(thrown)?.result);
  const waits = thrown?.kind === "throw" && game.server.waiting.includes(thrown.number);
  for (const button of panel.querySelectorAll("[data-hand], [data-roll], #throw-dice button"))
    setPressable(button, !isSending && !isDecided && !waits);
  if (isDecided) for (const button of panel.querySelectorAll("[data-event]")) setPressable(button, false);
  const said = document.getElementById("throw-said");
  if (!said) return; // without an answer there are no results to roll
  const sending = isAway() ? SITE_THROWS : "Sent.";
  render(thrown ? told(thrown) : html`${isSending ? sending : isAway() ? SITE_THROWS : nothing}`, said);
}

panel.addEventListener("click", (/** @type {OnPage<MouseEvent>} */ { target }) => {
  const button = target.closest("[data-hand], [data-roll]");
  if (!button || button.ariaDisabled === "true") return;
  const { hand } = button.dataset;
  send({ ...(hand ? { kind: "throw", choice: hand } : { kind: "roll" }), question: String(question()) });
});

panel.addEventListener("submit", (/** @type {OnPage<SubmitEvent>} */ event) => {
  if (event.target.id !== "throw-dice") return;
  event.preventDefault();
  if (event.submitter?.ariaDisabled === "true") return;
  const [dice, faces] = ["dice", "faces"].map((name) => Number(event.target.elements[name].value));
  send({ kind: "dice", dice, faces });
});

addPart(draw);
document.addEventListener("htmx:after:swap", draw);
