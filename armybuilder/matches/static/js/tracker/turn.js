// The turn and what may be done in it, the throws that belong to it, and the conditions of the game.

import { html, nothing } from "../lit.js";
import { isAway } from "../network.js";
import { guideNow, turnNow, workedOutNow } from "./consequences.js";
import {
  add, addPart, byId, data, draw, drawInto, game, nameOf, nameWithSide, plays, sideNames, ticksOf,
} from "./game.js";
import { sentence } from "./words.js";
import { notify } from "./notices.js";
import { GAME, ticksInWords, titleOf } from "./tracks.js";
import { controls } from "./controls.js";
import { HANDS, SITE_THROWS } from "./throws.js";

/**
 * @param {string} words
 * @param {() => void} act
 */
const button = (words, act) => html`<button class="btn btn-secondary" type="button" @click=${act}>${words}</button>`;

/** @param {Segment} segment */
function acting(segment) {
  const [first, go] = data.conditions.map((track) => ticksOf(0, GAME).get(track)?.[0]);
  const isFirst = (first ?? 1) - 1;
  const one = data.conditions[1]?.slug === "go" && go ? go - 1 : isFirst;
  return { first: [isFirst], second: [1 - isFirst], both: [0, 1], one: [one] }[segment.acts];
}

// Who plays both sides acts for each.
/** @param {number[]} sides */
const isMine = (sides) => data.both || (data.side !== null && sides.includes(data.side));

// The turn and segment, as far as this device knows.
const now = () => turnNow((segment) => isMine(acting(segment)));

let isWaiting = false; // for what this device works out, before the segment ends

async function goOn() {
  if (isWaiting) return;
  isWaiting = true;
  draw();
  await workedOutNow();
  isWaiting = false;
  draw();
  endSegment();
}

// Pass the go where the other side may still act, and otherwise ask before something is passed that is due.
function endSegment() {
  const { turn, segment: place } = now();
  const segment = data.segments[place];
  if (guideNow().passes && isMine(acting(segment))) {
    // A second tap does not pass it back, as the guide does not know of the first one yet.
    if (!isPassing()) choose(data.conditions[1], 1 - acting(segment)[0]);
    return;
  }
  const end = () => add({ kind: "next", turn, segment: place });
  const due = dueIn(segment);
  if (!due.length) return end();
  timesAsked += 1;
  const asked = timesAsked;
  const isOver = () => asked !== timesAsked || !dueIn(segment).length;
  const list = html`<ul>${due.slice(0, MAX_DUE).map((each) => html`<li>${each}</li>`)}</ul>`;
  notify(html`<p>This is still due:</p>${list}`, [["End it anyway", end]], isOver);
}

let timesAsked = 0; // whether to pass what is due: the last question counts

/** @param {MatchEvent} event */
const passesGo = ({ changes = [] }) => changes.some(({ track }) => track === data.conditions[1]?.slug);

// Whether the site has yet to answer that the go is passed.
const isPassing = () => game.queue.events.some(passesGo);

// Whether an event of *Next* ends the segment or passes the go.
/** @param {MatchEvent} event */
export const passesOn = (event) => event.kind === "next" || passesGo(event);

const MAX_DUE = 3; // lines; the marks at the rows have the others

// What is due before a segment ends.
/** @param {Segment} segment */
function dueIn(segment) {
  const due = isMine(acting(segment)) ? [0, 1].flatMap((side) => dueOf(side)) : [];
  const isOpen = (segment.faces || segment.with_hands) && !isSettled();
  return [...due, ...unanswered(), ...(isOpen ? [html`It is not yet settled who goes first.`] : [])];
}

// The entries that wait for an answer.
const waitingNow = () => game.server.waiting.flatMap((number) => game.entries.get(number) ?? []);

// Whose answers are missing: what was proposed may change what the next segment begins with.
function unanswered() {
  const sides = new Set(waitingNow().filter(({ kind }) => kind !== "next").map(({ side }) => side));
  return data.both ? [] : [...sides].map((side) => (
    side === data.side
      ? html`<b>${sideNames[1 - side]}</b> has not answered what you proposed.`
      : html`You have not answered what <b>${sideNames[side]}</b> proposed.`
  ));
}

/** @param {number} side */
function dueOf(side) {
  const name = side === data.side && !data.both ? nameOf : nameWithSide;
  return [...Map.groupBy(guideNow().due[side], ({ message }) => message).values()].map(([first, ...more]) => {
    const { holder, message, rule, place } = first;
    const link = place ? html`<a href=${place}>${rule}</a>` : html`<small>${rule}</small>`;
    const others = more.length ? ` The same is true of ${more.length} more.` : "";
    return html`<b>${name(side, holder)}</b>: ${message} ${link}${others}`;
  });
}

const PATIENCE = 60_000; // milliseconds, as on the site
/** @type {number | undefined} */
let asked; // the number of the question whether the segment is over
let isUnanswered = false; // for as long as its player has to wait

/** @param {number} [question] */
function waitFor(question) {
  if (question === asked) return;
  [asked, isUnanswered] = [question, false];
  if (question === undefined) return;
  setTimeout(() => {
    if (question !== asked) return;
    isUnanswered = true;
    draw();
  }, PATIENCE);
}

// Next belongs to who acts. The other player asks whether the segment is over, and ends it if nobody answers.
/**
 * @param {Turn} given
 * @param {Segment} segment
 */
function nextButton({ turn: current, segment: place }, segment) {
  if (!plays) return nothing;
  const guide = guideNow();
  const isTold = guide !== game.server.guide || !game.queue.events.length;
  const [turn, next] = isTold ? guide.next : [current, place + 1];
  const following = turn === current && data.segments[next];
  const other = guide.passes && !isPassing() && sideNames[1 - acting(segment)[0]];
  const words = `Next: ${other || (following ? following.title : `turn ${current + 1}`)}`;
  const asks = !isMine(acting(segment));
  waitFor(game.server.waiting.find((number) => game.entries.get(number)?.kind === "next"));
  const ask = isUnanswered ? "No answer: end it" : "Ask to end it";
  return html`<button
    class="btn ${asks ? "btn-secondary" : "btn-primary"} ${isWaiting ? "disabled" : ""}"
    type="button"
    id="next"
    aria-disabled=${String(isWaiting)}
    ?hidden=${game.server.ended || (asks && asked && !isUnanswered)}
    @click=${goOn}>${asks ? ask : words}</button>`;
}

// Throws of both sides in a segment, such as for who goes first; a player of both sides throws for each.
/** @param {Segment} given */
function throwButtons({ faces, with_hands: hands }) {
  const throwing = data.both ? [0, 1] : [Number(data.side)];
  const dice = faces ? throwing.map((side) => button(
    data.both ? `d${faces} for ${sideNames[side]}` : `Roll a d${faces}`,
    () => add({ kind: "dice", dice: 1, faces, acting: side }),
  )) : [];
  const choices = hands
    ? Object.entries(HANDS).map(([choice, words]) => button(words, () => add({ kind: "throw", choice })))
    : [];
  return [...dice, ...choices];
}

// The entries of this segment.
function entriesNow() {
  const entries = [...game.entries.values()].sort((one, other) => one.number - other.number);
  const begin = entries.findLastIndex(({ kind, number }) => kind === "next" && !game.server.undone.includes(number));
  return entries.slice(begin + 1);
}

// What was thrown in this segment outside of engagements.
const thrownNow = () => entriesNow().filter(({ thrown, own }) => thrown && own === undefined);

// The side that a player lets go first in this segment; null while nobody has said so.
function chosenNow() {
  const [track] = data.conditions;
  const unsent = game.queue.events.slice(game.queue.events.findLastIndex(({ kind }) => kind === "next") + 1);
  const isSaid = unsent.some(({ changes = [] }) => changes.some(({ track: slug }) => slug === track.slug))
    || entriesNow().some(({ kind, number, effects }) => kind === "change" && !game.server.undone.includes(number)
      && effects.some(({ holder, track: slug }) => holder === GAME && slug === track.slug));
  return isSaid ? (ticksOf(0, GAME).get(track)?.[0] ?? 1) - 1 : null;
}

// Whether it is settled who goes first: by a throw, or because a player has said so.
const isSettled = () => chosenNow() !== null || isDecided(thrownNow());

/** @param {Entry[]} entries */
const diceOf = (entries) => [0, 1].map((of) => entries.filter(({ kind, side }) => kind === "dice" && side === of));

// Who goes first is decided as soon as the hands or two dice differ.
/** @param {Entry[]} entries */
function isDecided(entries) {
  const [first, second] = diceOf(entries);
  return entries.some(({ outcome }) => ["win", "lose"].includes(outcome ?? ""))
    || first.some(({ thrown }, place) => second[place] && second[place].thrown !== thrown);
}

// The side that has won the throw; null while there is none.
/** @param {Entry[]} entries */
function winnerOf(entries) {
  const decided = entries.find(({ outcome }) => ["win", "lose"].includes(outcome ?? ""));
  if (decided) {
    const began = decided.kind === "answer" ? 1 - decided.side : decided.side;
    return decided.outcome === "win" ? began : 1 - began;
  }
  const [first, second] = diceOf(entries);
  const place = first.findIndex(({ thrown }, index) => second[index] && second[index].thrown !== thrown);
  if (place < 0) return null;
  /** @param {Entry} given */
  const score = ({ thrown }) => Number(/\d+$/.exec(thrown ?? "")?.[0]);
  return score(first[place]) > score(second[place]) ? 0 : 1;
}

// The outcome of hands is that of the side that began.
/** @param {Entry[]} entries */
function inWords(entries) {
  const [first, second] = diceOf(entries);
  const isEqual = first.length > 0 && first.length === second.length && !isDecided(entries);
  /** @param {Entry} given */
  const nameOf = ({ kind, side }) => sideNames[kind === "answer" ? 1 - side : side];
  /** @param {Entry} given */
  const inWords = ({ kind, thrown = "" }) => (kind === "dice" ? ` rolled ${thrown.split(": ")[1]}` : `: ${thrown}`);
  const words = entries.map((entry) => `${nameOf(entry)}${inWords(entry)}.`);
  return [...words, ...(isEqual ? ["Equal. Roll again."] : [])].join(" ");
}

/** @param {{ kind?: string, own?: string }} [entry] */
const waitsForHand = ({ kind, own } = {}) => kind === "throw" && own === undefined;

// Make a condition, such as who goes first, that of a side.
/**
 * @param {Track} track
 * @param {number} side
 */
function choose(track, side) {
  const [seen] = ticksOf(0, GAME).get(track) ?? [];
  const change = { track: track.slug, holder: GAME, side: 0, box: track.keys[side], seen: track.keys[seen - 1] };
  add({ kind: "change", changes: [change] });
}

// The winner of the throw goes first, or says otherwise.
function firstButtons() {
  const winner = winnerOf(thrownNow());
  if (winner !== null && !isMine([winner])) return nothing;
  const [track] = data.conditions;
  const [seen] = (isSettled() && ticksOf(0, GAME).get(track)) || [];
  /**
   * @param {string} name
   * @param {number} side
   */
  const choice = (name, side) =>
    html`<button
      class="btn btn-secondary"
      type="button"
      aria-pressed=${String(side === seen - 1)}
      @click=${() => choose(track, side)}>${name} goes first</button>`;
  return html`<p class="notice-buttons" role="group" aria-label=${track.title}>${sideNames.map(choice)}</p>`;
}

/** @param {Segment} segment */
function turnThrow(segment) {
  const waits = game.server.waiting.some((number) => waitsForHand(game.entries.get(number)));
  const isOffered = plays && !game.server.ended && !waits && (segment.faces || segment.with_hands);
  const thrown = thrownNow();
  const isOpen = isOffered && !isSettled();
  return html`
    ${isOpen ? html`
      <p class="notice-buttons" id="turn-throw" role="group" aria-label="Dice and hands">${throwButtons(segment)}</p>`
      : nothing}
    <p class="tracker-none" id="turn-throw-said" role="status">${
      (isOffered && ((isAway() && SITE_THROWS) || inWords(thrown))) || nothing
    }</p>
    ${isOffered ? firstButtons() : nothing}`;
}

/** @param {Segment} given */
function mayBeDone({ lines, rule, place }) {
  if (!lines.length && !rule) return nothing;
  const cited = rule ? html`<p>${place ? html`<a href=${place}>${rule}</a>` : rule}</p>` : nothing;
  return html`<details id="may">
    <summary>Your options</summary>
    <div id="may-lines">
      <dl class="lines">${lines.map(([term, words]) => html`<div><dt>${term}</dt><dd>${words}</dd></div>`)}</dl>
      ${cited}
    </div>
  </details>`;
}

/** @param {Segment} segment */
function goInWords(segment) {
  const [open, isThrow] = [thrownNow(), Boolean(segment.faces || segment.with_hands)];
  const [first, second] = diceOf(open).map(({ length }) => length);
  const answering = waitingNow().map(({ side }) => 1 - side);
  return sentence({
    ended: game.server.ended,
    answering,
    throwing: segment.faces && first !== second ? [first < second ? 0 : 1] : [],
    winner: isThrow ? winnerOf(open) : null,
    chosen: isThrow ? chosenNow() : null,
    acting: acting(segment),
    task: segment.task,
    me: data.both ? null : data.side,
    names: sideNames,
  });
}

addPart(() => {
  const current = now();
  const segment = data.segments[current.segment];
  const sides = acting(segment);
  const words = game.server.ended
    ? `${game.server.ending?.words || "Ended"} in turn ${current.turn}`
    : html`Turn ${current.turn} · <span class="bar-wide">${segment.title} · </span>${goInWords(segment)}`;
  drawInto(
    byId("turn"),
    html`<p class="turn-now" id="turn-now" role="status">${words}</p>${nextButton(current, segment)}`,
  );
  drawInto(byId("throws"), turnThrow(segment));
  drawInto(byId("may-be-done"), mayBeDone(segment));
  for (const side of [0, 1])
    byId(`side-${side}`).classList.toggle("is-acting", !game.server.ended && sides.includes(side));
});

addPart(() => {
  const ticksByTrack = ticksOf(0, GAME);
  const [first, ...others] = [...ticksByTrack].filter(([, ticks]) => ticks.length);
  /** @param {[Track, Ticks]} given */
  const inWords = ([track, ticks]) => (track.boxes === 1 ? titleOf(track, 1) : ticksInWords(track, ticks));
  const words = [...others, first].map(inWords);
  byId("conditions-now").textContent = words.join(" · ");
  drawInto(byId("conditions"), html`${controls(0, GAME, ticksByTrack)}`);
});
