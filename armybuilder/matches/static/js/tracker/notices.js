// Notices about events that were not done, or that changed more, and the proposals that wait for an answer.

import { html, nothing, repeat } from "../lit.js";
import {
  add, addPart, byId, data, draw, drawInto, game, nameOf, plays, sideNames, stands, trackOf,
} from "./game.js";
import { endingCard, isJudging } from "./ending.js";
import { tellInPanel } from "./engagement.js";
import { HANDS, diceTemplate } from "./throws.js";
import { changeInWords, entryInWords, inWhole } from "./tracks.js";

const MAX_NOTICES = 3;
/** @type {Notice[]} */
let notices = [];

/**
 * @param {number} of
 * @param {number[]} [also]
 */
const undo = (of, also = []) => add({ kind: "undo", of, also });

/** @param {Notice} notice */
function close(notice) {
  notice.answered?.();
  notices = notices.filter((each) => each !== notice);
  draw();
}

// A notice goes once what it is about `isOver`, or with the segment; a question that tells of its answer (`answered`)
// waits for that.
/**
 * @param {unknown} contents
 * @param {Action[]} [actions]
 * @param {() => boolean} [isOver]
 * @param {string} [kind]
 * @param {() => void} [answered]
 */
export function notify(contents, actions = [], isOver = () => false, kind = "warning", answered = undefined) {
  notices = [...notices, { contents, actions, kind, isOver, answered }].slice(-MAX_NOTICES);
  draw();
}

/** @param {Notice} notice */
function noticeTemplate(notice) {
  const { contents, actions, kind } = notice;
  /** @param {Action} action */
  const button = ([words, act]) => html`<button
    class="btn btn-secondary"
    type="button"
    @click=${() => { close(notice); act(); }}>${words}</button>`;
  return html`<div class="alert alert-${kind} notice">
    <div class="notice-words">${contents}</div>
    <div class="notice-buttons">
      ${actions.map(button)}
      <button class="btn btn-outline-secondary" type="button" @click=${() => close(notice)}>Close</button>
    </div>
  </div>`;
}

/** @param {unknown[]} items */
const list = (items) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** @param {Change[]} changes */
function changesInWords(changes) {
  return changes.map((change) => {
    const track = trackOf(change.side, change.holder, change.track);
    const words = track ? changeInWords(track, change) : change.track;
    return [nameOf(change.side, change.holder), words].filter(Boolean).join(" – ");
  });
}

/** @param {Like} event */
const aboutOf = ({ kind, changes }) => `${kind} ${changes?.[0]?.holder}`;

// Over as soon as the player does the like again.
/** @param {Like} event */
function doneAgain(event) {
  const { last } = game;
  return () => game.last !== last && aboutOf(game.last) === aboutOf(event);
}

// What was told in a segment is over with it.
let told = "";

addPart(() => {
  const { turn, segment } = game.server;
  const isLater = told && told !== `${turn} ${segment}`;
  notices = notices.filter(({ isOver, answered }) => !isOver() && (!isLater || answered));
  told = `${turn} ${segment}`;
});

/** @param {Entry | undefined} entry */
function tellOfSegment(entry) {
  if (entry?.effects.length)
    notify(
      [html`<p>${entry.words}. This changed:</p>`, list(entry.changed)],
      [["Undo", () => undo(entry.number)]],
      () => !stands(entry.number),
      "success",
    );
  else draw();
}

/**
 * @param {MatchEvent} event
 * @param {number[]} numbers
 */
function tellOfDependents(event, numbers) {
  const later = numbers.map((number) => `${number}: ${entryInWords(game.entries.get(number) ?? {})}`);
  const { id, ...again } = event;
  const isOver = () => !stands(event.of);
  if (event.kind === "correct")
    return notify(
      [html`<p>If entry ${event.of} is corrected, these later entries are no longer possible:</p>`, list(later)],
      [["Correct it and undo them", () => add({ ...again, also: numbers })]],
      isOver,
    );
  notify(
    [html`<p>To undo ${event.of}, also undo what depends on it:</p>`, list(later)],
    [[`Undo all ${numbers.length + 1}`, () => undo(event.of, numbers)]],
    isOver,
  );
}

// Tell of the result of an event where there is something to tell.
/**
 * @param {MatchEvent} event
 * @param {Result} result
 */
export function tellResult(event, result) {
  if (event.kind === "next" && result.number) tellOfSegment(game.entries.get(result.number));
  if (!result.error) return;
  // The other player has ended the same segment: both agree.
  if (event.kind === "next" && (event.turn !== game.server.turn || event.segment !== game.server.segment)) return;
  if (result.depend?.length) {
    tellOfDependents(event, result.depend);
    return;
  }
  const what = event.changes?.length ? changesInWords(event.changes).join(", ") : "";
  /** @type {Action[]} */
  const retry = result.conflict ? [[`Set ${what} anyway`, () => {
    const { id, ...again } = event;
    add({ ...again, changes: event.changes?.map(({ seen, ...change }) => change) });
  }]] : [];
  notify(
    html`<p><strong>${what ? `Not done: ${what}.` : "Not done."}</strong> ${result.error}</p>`,
    retry,
    doneAgain(event),
    result.conflict ? "warning" : "danger",
  );
}

// Tell the player who proposed something that the other one does not agree.
/** @param {Entry[]} entries */
export function tellRefusals(entries) {
  for (const { kind, agreed, of, side, reason = "", proposed } of entries) {
    const asked = game.entries.get(of ?? 0);
    const isMine = plays && !data.both && side !== data.side && asked?.side === data.side;
    if (kind !== "answer" || agreed || !isMine || proposed.length) continue;
    const why = reason ? `: ${REASONS[reason].toLowerCase()}` : "";
    const words = `${sideNames[side]} does not agree${why}. It does not count.`;
    if (!tellInPanel(words)) notify(html`<p>${words}</p>`, [], doneAgain({ ...asked, changes: asked.proposed }));
  }
}

// --- proposals ------------------------------------------------------------------------------------

// What an entry proposes, in words for whom it waits or for whom it comes from; the site says what becomes of units.
/** @param {Entry} entry */
function proposalInWords({ side, kind, words, says, proposes }) {
  if (says) return says;
  const who = isTheirs({ side }) ? `${sideNames[side]} says` : `Waiting for ${sideNames[1 - side]}`;
  const end = kind === "end" ? ". This reveals everything that is hidden" : "";
  const what = [`${words}${end}`, ...proposes].filter(Boolean).join("; ");
  return `${who}: ${what}.`;
}

/** @type {Record<string, string>} */
const REASONS = { range: "Range", cover: "Cover", dice: "Dice", rule: "Rule" };
/** @type {Map<number, number[]>} */
const corrected = new Map(); // the amounts that the player has set instead, by the numbers of proposals

/**
 * @param {string} text
 * @param {() => void} act
 */
const button = (text, act, look = "btn-primary") =>
  html`<button class="btn ${look}" type="button" @click=${act}>${text}</button>`;

// What the player says instead: numbers that can be set, and a reason that sends them back.
/** @param {Entry} entry */
function correction({ number, proposed }) {
  const amounts = corrected.get(number) ?? [];
  /**
   * @param {number} place
   * @param {number} by
   */
  const change = (place, by) => () => {
    corrected.set(number, amounts.map((amount, each) => (each === place ? Math.max(0, amount + by) : amount)));
    draw();
  };
  /**
   * @param {Change} given
   * @param {number} place
   */
  const counter = ({ side, holder, track: slug, amount }, place) => {
    const track = amount && trackOf(side, holder, slug);
    if (!track) return nothing;
    return html`<p class="proposal-number"><span>${track.title}</span>
      <button
        class="tick"
        type="button"
        aria-label="${track.title}: one fewer"
        @click=${change(place, -1)}>−</button><output>${amounts[place]}</output><button
        class="tick"
        type="button"
        aria-label="${track.title}: one more"
        @click=${change(place, 1)}>+</button></p>`;
  };
  /** @param {string} reason */
  const send = (reason) => () => {
    const isChanged = proposed.some(({ amount = 0 }, place) => amount !== amounts[place]);
    const changes = proposed
      .map((each, place) => (each.amount ? { ...each, amount: amounts[place] } : each))
      .filter(({ amount, box }) => amount || box);
    corrected.delete(number);
    add({ kind: "answer", of: number, agreed: false, reason, ...(isChanged && changes.length ? { changes } : {}) });
  };
  const reasons = Object.entries(REASONS).map(([reason, words]) => button(words, send(reason), "btn-secondary"));
  return html`<div class="proposal-numbers">${proposed.map(counter)}</div>
    <p class="notice-buttons" role="group" aria-label="Why not?"><span>Why not?</span> ${reasons}</p>`;
}

/** @param {Entry} entry */
function proposal(entry) {
  const theirs = isTheirs(entry);
  const { number, kind, proposed, proposes, words, says = "", decides = [] } = entry;
  const whole = [...proposes, ...decides].join("; ") || words;
  const hasMore = says.includes("…") || decides.length > 0;
  /**
   * @param {boolean} agreed
   * @param {string} [choice]
   */
  const answer = (agreed, choice) => () => add({ kind: "answer", of: number, agreed, ...(choice && { choice }) });
  const correct = () => {
    corrected.set(number, proposed.map(({ amount = 0 }) => amount));
    draw();
  };
  const agreeing =
    kind === "throw"
      ? Object.entries(HANDS).map(([choice, word]) => button(word, answer(true, choice)))
      : button("Agree", answer(true));
  const refusing = button("Not so", proposed.length ? correct : answer(false), "btn-secondary");
  const buttons = html`<p class="notice-buttons">${agreeing}${refusing}</p>`;
  return html`<section class="sheet proposal" aria-label="Proposal">
    <p>${inWhole(proposalInWords(entry))}</p>
    ${hasMore ? html`<details><summary>In full</summary>${inWhole(whole)}</details>` : nothing}
    ${theirs && entry.rolled ? html`<details><summary>Dice</summary>${diceTemplate(entry)}</details>` : nothing}
    ${theirs ? (corrected.has(number) ? correction(entry) : buttons) : nothing}
  </section>`;
}

/** @param {Pick<Entry, "side">} given */
const isTheirs = ({ side }) => plays && (side !== data.side || data.both);

function waitingProposals() {
  const answered = new Set(game.queue.events.filter(({ kind }) => kind === "answer").map(({ of }) => of));
  const waiting = game.server.ended ? [] : game.server.waiting.filter((number) => !answered.has(number));
  return waiting.map((number) => game.entries.get(number)).filter((entry) => entry !== undefined);
}

addPart(() =>
  drawInto(byId("notices"), html`${repeat(notices, (/** @type {Notice} */ notice) => notice, noticeTemplate)}`),
);
/** @param {number} count */
function bell(count) {
  const go = () => byId("proposals").querySelector("button").focus();
  return html`<button class="btn btn-primary bar-button" type="button" aria-label="${count} to answer" @click=${go}><svg
    viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 12h10l-1.5-2V7a3.5 3.5 0 0 0-7 0v3zM6.5 13.5a1.5 1.5 0 0 0 3 0"/>
  </svg>${count}</button>`;
}

addPart(() => {
  const count = waitingProposals().filter(isTheirs).length + Number(isJudging());
  drawInto(byId("bell"), count ? bell(count) : nothing);
});

// What waits for an answer is also seen over the open sheet, of which it becomes a part: the page behind it is inert.
addPart(() => {
  const [sheet, place] = [byId("more"), byId("proposals")];
  if (sheet.open !== sheet.contains(place)) sheet.open ? sheet.append(place) : byId("notices").before(place);
  const waiting = repeat(waitingProposals(), (/** @type {Entry} */ { number }) => number, proposal);
  drawInto(place, html`${waiting}${endingCard()}`);
  const { classList } = document.documentElement;
  const isAsked = Boolean(place.querySelector("button"));
  classList.toggle("has-question", isAsked);
  classList.toggle("has-notice", notices.length > 0 || isAsked);
});
